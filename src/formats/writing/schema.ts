import { type Fields, isRecord } from '../../core/index.ts';

/** A part of a tool's schema, with the complete schema that its references point into. */
export interface Place {
  readonly schema: Fields;
  readonly root: Fields;
  /** Nesting depth, from 0. */
  readonly depth: number;
  /** Number of parts that may still be visited. The limit is needed because a schema can refer to itself many times. */
  readonly fuel: { left: number };
}

export interface Member extends Place {
  readonly name: string;
  readonly isRequired: boolean;
}

export function schemaOf(parameters: unknown): Place {
  const root = isRecord(parameters) ? parameters : {};
  return { schema: root, root, depth: 0, fuel: { left: MOST_PARTS } };
}

const MOST_PARTS = 500;

/** True if nothing below this part may be visited. */
export function isSpent({ depth, fuel }: Place, deepest: number): boolean {
  return depth > deepest || fuel.left <= 0;
}

/** Returns the properties of an object, in the schema's order. */
export function membersOf(place: Place): readonly Member[] {
  const { properties, required } = place.schema;
  if (!isRecord(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, schema]) => ({
    ...within(place, schema),
    name,
    isRequired: needed.has(name),
  }));
}

/** Returns a part below this one, with its references resolved. */
export function within({ root, depth, fuel }: Place, schema: unknown): Place {
  fuel.left--;
  return { schema: followed(schema, root), root, depth: depth + 1, fuel };
}

/** Returns the alternatives of a part, or the part itself if it has none. Keywords beside the alternatives are ignored. */
export function alternativesOf(place: Place): readonly Place[] {
  const { anyOf, oneOf, allOf, type } = place.schema;
  const choices = [anyOf, oneOf, allOf].find((given) => Array.isArray(given) && given.length > 0);
  if (Array.isArray(choices)) return choices.slice(0, MOST).map((schema) => within(place, schema));
  if (Array.isArray(type))
    return type.slice(0, MOST).map((one) => ({ ...place, schema: { ...place.schema, type: one } }));
  return [place];
}

const MOST = 16;

function followed(schema: unknown, root: Fields): Fields {
  let found = schema;
  for (let steps = 0; steps < MOST && isRecord(found) && typeof found.$ref === 'string'; steps++) {
    found = definitionOf(found.$ref, root);
  }
  return isRecord(found) ? found : {};
}

/** Resolves a reference into the same schema, such as `#/$defs/City`. Returns undefined for any other reference. */
function definitionOf(reference: string, root: Fields): unknown {
  const [start, ...path] = reference.split('/', MOST);
  if (start !== '#') return undefined;
  let found: unknown = root;
  for (const step of path) found = isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  return found;
}

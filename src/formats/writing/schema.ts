import { type Fields, isRecord } from '../../core/index.ts';

/** A part of a tool's schema, and the schema that its references point into. */
export interface Place {
  readonly schema: Fields;
  readonly root: Fields;
  /** How deep it stands, and how many more parts may be looked at: a schema may refer to itself, many times over. */
  readonly depth: number;
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

/** Nothing below this place is looked at. */
export function isSpent({ depth, fuel }: Place, deepest: number): boolean {
  return depth > deepest || fuel.left <= 0;
}

/** The members of an object, in the schema's order. */
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

/** A part of the schema there, with its references followed. */
export function within({ root, depth, fuel }: Place, schema: unknown): Place {
  fuel.left--;
  return { schema: followed(schema, root), root, depth: depth + 1, fuel };
}

/** The alternatives at a place; itself if it has none. What stands beside them is left out. */
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

/** `#/$defs/City`: references into the same schema, and no others. */
function definitionOf(reference: string, root: Fields): unknown {
  const [start, ...path] = reference.split('/', MOST);
  if (start !== '#') return undefined;
  let found: unknown = root;
  for (const step of path) found = isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  return found;
}

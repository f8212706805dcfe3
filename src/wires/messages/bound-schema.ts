import { type Fields, isRecord } from '../../core/index.ts';
import { References } from '../schema/references.ts';
import { anthropicBoundSchemas } from '../schema/rules.ts';
import { brief, MOST_DEPTH, MOST_WORDS } from '../schema/words.ts';
import { narrowSchema } from '../schema.ts';

/**
 * Fits a schema to the Messages API's structured output, to which an answer or a call's arguments can be bound. Constraints
 * that the grammar cannot express move into descriptions, and objects are closed at every level. Returns the same object if
 * the schema already fits, and undefined for a recursive schema, which no grammar can express.
 */
export function boundSchema(schema: Fields): Fields | undefined {
  return isEndless(schema) ? undefined : fitted(narrowSchema(schema, anthropicBoundSchemas), 0);
}

/** True if arguments can be bound to the schema without any change. */
export function isBound(schema: Fields): boolean {
  return boundSchema(schema) === schema;
}

/** Removes keywords that are supported but have a value that the API refuses. */
function fitted(schema: Fields, depth: number): Fields {
  if (depth > MOST_DEPTH) return schema;
  const kept: Member[] = [];
  const told: Member[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (isTaken(keyword, value, schema)) kept.push([keyword, fittedPart(keyword, value, depth + 1)]);
    else if (keyword !== OTHERS) told.push([keyword, value]); // The object becomes closed, so additional properties are not described.
  }
  if (isObject(schema) && schema[OTHERS] !== false) kept.push([OTHERS, false]);
  return loneReference(unlessSame(schema, withWords(kept, told)));
}

type Member = readonly [string, unknown];

const OTHERS = 'additionalProperties';

function isObject({ type, properties }: Fields): boolean {
  return [type].flat().includes('object') || isRecord(properties);
}

function isTaken(keyword: string, value: unknown, schema: Fields): boolean {
  switch (keyword) {
    case 'enum':
      return Array.isArray(value) && value.every(isPlain);
    case 'const':
      return isPlain(value);
    case 'format':
      return schema.type === 'string' && typeof value === 'string' && FORMATS.has(value);
    case 'minItems':
      return value === 0 || value === 1;
    case OTHERS:
      return value === false;
    default:
      return true;
  }
}

const FORMATS: ReadonlySet<string> = new Set(
  'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' '),
);

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** Adds removed keywords to the description, in the same form as `narrowSchema`. */
function withWords(members: readonly Member[], told: readonly Member[]): readonly Member[] {
  if (told.length === 0) return members;
  const words = `(${told.map(([keyword, value]) => `${keyword}: ${brief(value, MOST_WORDS)}`).join('; ')})`;
  const before = members.find(([keyword]) => keyword === 'description')?.[1];
  const description = typeof before === 'string' && before !== '' ? `${before} ${words}` : words;
  return [...members.filter(([keyword]) => keyword !== 'description'), ['description', description]];
}

/** Moves a reference into `anyOf` if other keywords are beside it, because the API ignores keywords beside `$ref`. */
function loneReference(schema: Fields): Fields {
  const { $ref: reference, ...beside } = schema;
  const isLone = Object.keys(beside).every((keyword) => DEFINITIONS.has(keyword));
  if (typeof reference !== 'string' || isLone || beside.anyOf !== undefined) return schema;
  return { anyOf: [{ $ref: reference }], ...beside };
}

const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions', '$schema']);

/** Fits the subschemas in a keyword's value: a single schema, a list, or a map by name. */
function fittedPart(keyword: string, value: unknown, depth: number): unknown {
  const part = (schema: unknown) => (isRecord(schema) ? fitted(schema, depth) : schema);
  switch (keyword) {
    case 'items':
      return part(value);
    case 'anyOf': {
      const parts: readonly unknown[] = Array.isArray(value) ? value : [];
      const inner = parts.map(part);
      return inner.every((schema, place) => schema === parts[place]) ? value : inner;
    }
    case 'properties':
    case '$defs':
    case 'definitions': {
      const entries = Object.entries(Object(value));
      return unlessSame(
        Object(value),
        entries.map(([name, schema]): Member => [name, part(schema)]),
      );
    }
    default:
      return value;
  }
}

function unlessSame(before: Fields, members: readonly Member[]): Fields {
  const given = Object.entries(before);
  const isSame = ([name, value]: Member, place: number) => name === given[place]?.[0] && value === given[place]?.[1];
  return given.length === members.length && members.every(isSame) ? before : Object.fromEntries(members);
}

/** True if the schema is recursive, or too deep to decide. */
function isEndless(schema: Fields): boolean {
  const references = new References(schema);
  const open = new Set<unknown>();
  const done = new Set<unknown>();
  const visit = (value: unknown, depth: number): boolean => {
    if (typeof value !== 'object' || value === null || done.has(value)) return false;
    if (open.has(value) || depth > MOST_STEPS) return true;
    open.add(value);
    const reference = isRecord(value) && typeof value.$ref === 'string' ? value.$ref : undefined;
    const target = reference === undefined ? undefined : references.follow(reference);
    const isFound = visit(target, depth + 1) || Object.values(value).some((inner) => visit(inner, depth + 1));
    open.delete(value);
    done.add(value);
    return isFound;
  };
  return visit(schema, 0);
}

const MOST_STEPS = 500; // Includes steps through references.

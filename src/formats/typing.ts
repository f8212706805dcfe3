import { type Fields, isRecord } from '../core/index.ts';
import type { KnownTool } from './tools.ts';
import { ValueScanner } from './values/value-scanner.ts';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';

/** A schema, with the root schema that its references point into. */
export interface Typed {
  readonly schema: unknown;
  readonly root: Fields;
}

export function typedArguments({ schema }: KnownTool): Typed | undefined {
  return schema === undefined ? undefined : { schema, root: schema };
}

/** Returns the schema of a field. Undefined if the schema does not describe the field. */
export function memberOf(typed: Typed | undefined, key: string): Typed | undefined {
  if (typed === undefined) return undefined;
  for (const schema of branchesOf(typed)) {
    const { properties } = schema;
    if (isRecord(properties) && Object.hasOwn(properties, key)) return { schema: properties[key], root: typed.root };
  }
  return undefined;
}

/** Returns the schema of an array's elements. Undefined if the schema does not describe them. */
export function itemOf(typed: Typed | undefined): Typed | undefined {
  if (typed === undefined) return undefined;
  const found = branchesOf(typed).find(({ items }) => isRecord(items));
  return found === undefined ? undefined : { schema: found.items, root: typed.root };
}

/** Returns the names of all fields in the schema's order. Undefined if the schema lists no fields. */
export function memberNames(typed: Typed | undefined): readonly string[] | undefined {
  if (typed === undefined) return undefined;
  const names = branchesOf(typed).flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : []));
  return names.length === 0 && !branchesOf(typed).some(({ properties }) => isRecord(properties)) ? undefined : names;
}

/** Returns the types that a value may have. Undefined means any type. */
export function typesOf(typed: Typed | undefined): ReadonlySet<JsonType> | undefined {
  if (typed === undefined) return undefined;
  const types = new Set<JsonType>();
  for (const schema of branchesOf(typed)) {
    const said = typesSaid(schema);
    if (said === undefined) return undefined;
    for (const type of said) types.add(type);
  }
  return types.size === 0 ? undefined : types;
}

/** Returns true if the schema allows only strings. Then the text need not be parsed to know its type. */
export function isStringOnly(typed: Typed | undefined): boolean {
  const types = typesOf(typed);
  return types?.size === 1 && types.has('string');
}

/**
 * Converts text between tags to JSON. The result has a type that the schema allows if the text can be read as one;
 * otherwise it is a string. If the schema allows any type, valid JSON is kept and other text becomes a string. `mend`
 * receives the name of each repair.
 */
export function typeText(
  text: string,
  typed: Typed | undefined,
  mend: (what: string) => void = () => undefined,
): string {
  const types = typesOf(typed);
  if (types === undefined) return strictJsonIn(text) ?? JSON.stringify(text);
  if (types.size === 1 && types.has('string')) return JSON.stringify(text);
  const repairs: string[] = [];
  const json = jsonIn(text, (what) => repairs.push(what)) ?? constantIn(text, types) ?? escapedIn(text, types);
  if (json === undefined || !fitsTypes(json, types)) return JSON.stringify(text);
  for (const repair of repairs) mend(repair);
  return json;
}

/** Returns the text as JSON only if it needs no repair, because no schema confirms that JSON is meant. */
function strictJsonIn(text: string): string | undefined {
  let isMended = false;
  const json = jsonIn(text, () => {
    isMended = true;
  });
  return isMended ? undefined : json;
}

/** Returns the text as JSON, repaired if necessary. Undefined if the text is not JSON even with repairs. */
export function jsonIn(text: string, mend: (what: string) => void = () => undefined): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const first = trimmed.charAt(0);
  const isContainer = first === '{' || first === '[';
  if (isContainer || first === '"') return mended(trimmed, mend);
  if (trimmed.length > MOST_WORD) return undefined;
  return /^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/.test(trimmed)
    ? trimmed
    : undefined;
}

const MOST_WORD = 400;

/** Parses the text as JSON with repairs, otherwise as a Python literal. */
function mended(text: string, mend: (what: string) => void): string | undefined {
  for (const dialect of ['json', 'python'] as const) {
    const scanner = new ValueScanner({ dialect });
    const end = scanner.scan(text, 0);
    if (!scanner.isDone || end !== text.length) continue;
    for (const repair of dialect === 'python' ? ['Python literals'] : scanner.repairs) mend(repair);
    return scanner.take();
  }
  return undefined;
}

/** Returns the constant for `True`, `False` or `None` in any letter case, if the schema allows its type. */
function constantIn(text: string, types: ReadonlySet<JsonType>): string | undefined {
  const word = text.trim().toLowerCase();
  if (types.has('boolean') && (word === 'true' || word === 'false')) return word;
  return types.has('null') && !types.has('string') && (word === 'none' || word === 'null') ? 'null' : undefined;
}

/** Parses JSON that was escaped once too often: `[{\\"a\\": 1}]`. */
function escapedIn(text: string, types: ReadonlySet<JsonType>): string | undefined {
  if (types.has('string') || !text.includes('\\"')) return undefined;
  const scanner = new ValueScanner({ dialect: 'json' });
  const isWhole = scanner.scan(`"${text}"`, 0) === text.length + 2;
  return scanner.isDone && isWhole ? jsonIn(String(JSON.parse(scanner.take()))) : undefined;
}

function fitsTypes(json: string, types: ReadonlySet<JsonType>): boolean {
  switch (json.charAt(0)) {
    case '{':
      return types.has('object');
    case '[':
      return types.has('array');
    case '"':
      return types.has('string');
    case 't':
    case 'f':
      return types.has('boolean');
    case 'n':
      return types.has('null');
    default:
      return types.has('number') || (types.has('integer') && Number.isInteger(Number(json)));
  }
}

/**
 * Returns the schema, or its alternatives and parts if it has some, with references resolved. The number of schemas visited
 * is bounded.
 */
export function branchesOf({ schema, root }: Typed): readonly Fields[] {
  const branches: Fields[] = [];
  const open: unknown[] = [schema];
  for (let looked = 0; open.length > 0 && looked < MOST_BRANCHES; looked++) {
    const next = open.shift();
    if (!isRecord(next)) {
      if (next !== false) branches.push({}); // `true`, or a reference to nothing, allows anything
      continue;
    }
    if (typeof next.$ref === 'string') {
      open.push(definitionOf(next.$ref, root));
      continue;
    }
    const choices = [next.anyOf, next.oneOf, next.allOf].find(Array.isArray);
    if (choices !== undefined) open.push(...choices.slice(0, MOST_BRANCHES));
    if (choices === undefined || next.properties !== undefined || next.type !== undefined) branches.push(next);
  }
  return branches;
}

const MOST_BRANCHES = 64;

const MOST_POINTER = 512;

/** Resolves a reference such as `#/$defs/Location` or `#/definitions/Location`. Undefined if there is no such definition. */
function definitionOf(reference: string, root: Fields): unknown {
  const [start, ...path] = reference.slice(0, MOST_POINTER).split('/');
  if (start !== '#' || reference.length > MOST_POINTER) return undefined;
  let place: unknown = root;
  for (const step of path) {
    if (!isRecord(place) || !Object.hasOwn(place, step)) return undefined;
    place = place[step];
  }
  return place;
}

/** Returns the types that the schema itself lists. Undefined means any type. */
function typesSaid({
  type,
  enum: values,
  const: value,
  nullable,
  properties,
  items,
}: Fields): readonly JsonType[] | undefined {
  const said = Array.isArray(type) ? type : typeof type === 'string' ? [type] : undefined;
  if (said !== undefined) {
    const types = said.map(typeNamed).filter((name) => name !== undefined);
    return nullable === true ? [...types, 'null'] : types;
  }
  if (Array.isArray(values)) {
    const types = values.slice(0, MOST_BRANCHES).map(typeOfValue);
    return nullable === true ? [...types, 'null'] : types;
  }
  if (value !== undefined) return [typeOfValue(value)];
  if (isRecord(properties)) return ['object'];
  return isRecord(items) ? ['array'] : undefined;
}

/** Returns the JSON type for a type name. Some schemas use Python's names. */
function typeNamed(name: unknown): JsonType | undefined {
  switch (name) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
    case 'object':
    case 'array':
      return name;
    case 'str':
      return 'string';
    case 'int':
      return 'integer';
    case 'float':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'dict':
      return 'object';
    case 'list':
      return 'array';
    default:
      return undefined;
  }
}

export function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

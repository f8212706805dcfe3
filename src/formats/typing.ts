import { type Fields, isRecord } from '../core/index.ts';
import type { KnownTool } from './tools.ts';
import { ValueScanner } from './values/value-scanner.ts';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';

/** A schema together with the one whose definitions it refers to. */
export interface Typed {
  readonly schema: unknown;
  readonly root: Fields;
}

export function typedArguments({ schema }: KnownTool): Typed | undefined {
  return schema === undefined ? undefined : { schema, root: schema };
}

/** What the schema says of a member; undefined where it says nothing. */
export function memberOf(typed: Typed | undefined, key: string): Typed | undefined {
  if (typed === undefined) return undefined;
  for (const schema of branchesOf(typed)) {
    const { properties } = schema;
    if (isRecord(properties) && Object.hasOwn(properties, key)) return { schema: properties[key], root: typed.root };
  }
  return undefined;
}

/** What the schema says of an array's elements. */
export function itemOf(typed: Typed | undefined): Typed | undefined {
  if (typed === undefined) return undefined;
  const found = branchesOf(typed).find(({ items }) => isRecord(items));
  return found === undefined ? undefined : { schema: found.items, root: typed.root };
}

/** The names of all members that the schema knows, in its order; undefined where it does not say. */
export function memberNames(typed: Typed | undefined): readonly string[] | undefined {
  if (typed === undefined) return undefined;
  const names = branchesOf(typed).flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : []));
  return names.length === 0 && !branchesOf(typed).some(({ properties }) => isRecord(properties)) ? undefined : names;
}

/** Which types a value may have; undefined: any. */
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

/** Whether whatever stands there is a string, without a look at it. */
export function isStringOnly(typed: Typed | undefined): boolean {
  const types = typesOf(typed);
  return types?.size === 1 && types.has('string');
}

/**
 * Text between tags as JSON: what the schema wants if the text can be read as that, a string otherwise. Where the schema
 * says nothing it is JSON if it can be.
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

/** Where nobody says what it is to be, only what is JSON to the letter is. */
function strictJsonIn(text: string): string | undefined {
  let isMended = false;
  const json = jsonIn(text, () => {
    isMended = true;
  });
  return isMended ? undefined : json;
}

/** The JSON that a text is, strictly or nearly. */
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

/** As JSON, or as Python would write it. */
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

/** `True`: only where a boolean is wanted. */
function constantIn(text: string, types: ReadonlySet<JsonType>): string | undefined {
  const word = text.trim().toLowerCase();
  if (types.has('boolean') && (word === 'true' || word === 'false')) return word;
  return types.has('null') && !types.has('string') && (word === 'none' || word === 'null') ? 'null' : undefined;
}

/** JSON that was escaped once too often: `[{\\"a\\": 1}]`. */
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

/** The schema itself, or the branches it is made of: references followed, choices laid open. Bounded. */
export function branchesOf({ schema, root }: Typed): readonly Fields[] {
  const branches: Fields[] = [];
  const open: unknown[] = [schema];
  for (let looked = 0; open.length > 0 && looked < MOST_BRANCHES; looked++) {
    const next = open.shift();
    if (!isRecord(next)) {
      if (next !== false) branches.push({}); // `true`, or a reference that leads nowhere: anything
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

/** `#/$defs/Location`, `#/definitions/Location`. */
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

/** Undefined: any. */
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

/** Some write Python's names. */
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

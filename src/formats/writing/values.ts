import { isRecord } from '../../core/index.ts';
import type { Dialect } from '../format.ts';
import { breakMarkers, findMarker, type Markers } from './neutralise.ts';

/** Writes a value in a format's dialect. Control tokens in strings are escaped if the dialect has escapes, or else broken. */
export function writeValue(value: unknown, dialect: Dialect, markers: Markers): string {
  if (dialect === 'json') return write(value, json(markers));
  if (dialect === 'python') return write(value, python("'", markers));
  return write(value, delimited(dialect.delimiter, markers));
}

/** Writes JSON as models do: with a space after commas and colons, like Python's `json.dumps`. */
export function writeJson(value: unknown, markers: Markers): string {
  return write(value, json(markers));
}

/** Writes a Python literal with double quotes, as models do in calls. */
export function writePython(value: unknown, markers: Markers): string {
  return write(value, python('"', markers));
}

interface Notation {
  readonly comma: string;
  readonly colon: string;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly string: (text: string) => string;
  readonly key: (name: string) => string;
}

function write(value: unknown, notation: Notation): string {
  if (typeof value === 'string') return notation.string(value);
  if (typeof value === 'boolean') return notation.words[`${value}`];
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return writeNumber(value);
  if (Array.isArray(value)) return `[${value.map((inner) => write(inner, notation)).join(notation.comma)}]`;
  if (!isRecord(value)) return notation.words.null;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined && typeof inner !== 'function');
  const written = members.map(([name, inner]) => `${notation.key(name)}${notation.colon}${write(inner, notation)}`);
  return `{${written.join(notation.comma)}}`;
}

function writeNumber(value: number | bigint): string {
  return Object.is(value, -0) ? '-0.0' : String(value);
}

function json(markers: Markers): Notation {
  const string = (text: string) => `"${escaped(text, markers)}"`;
  return { comma: ', ', colon: ': ', words: JSON_WORDS, string, key: string };
}

function python(quote: '"' | "'", markers: Markers): Notation {
  const inside = (text: string) =>
    quote === '"' ? escaped(text, markers) : escaped(text, markers).replaceAll("'", "\\'");
  const string = (text: string) => `${quote}${inside(text)}${quote}`;
  return { comma: ', ', colon: ': ', words: PYTHON_WORDS, string, key: string };
}

/** Returns a notation with bare keys and strings without escapes. Markers that would end a string are broken. */
function delimited(delimiter: string, markers: Markers): Notation {
  const string = (text: string) => `${delimiter}${breakMarkers(text, markers)}${delimiter}`;
  const key = (name: string) => (isBareKey(name) ? name : string(name));
  return { comma: ',', colon: ':', words: JSON_WORDS, string, key };
}

function isBareKey(name: string): boolean {
  return name !== '' && name.trim() === name && !Array.from(STRUCTURE).some((letter) => name.includes(letter));
}

const STRUCTURE = '<>(){}[]:,"\'=|\n';

const JSON_WORDS = { true: 'true', false: 'false', null: 'null' };
const PYTHON_WORDS = { true: 'True', false: 'False', null: 'None' };

/** Returns the inside of a JSON string. The first character of a control token is escaped, so the value stays the same. */
function escaped(text: string, markers: Markers): string {
  let written = '';
  let told = 0;
  for (let at = findMarker(text, 0, markers); at !== -1; at = findMarker(text, at + 1, markers)) {
    written += `${inside(text.slice(told, at))}\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
    told = at + 1;
  }
  return written + inside(text.slice(told));
}

function inside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

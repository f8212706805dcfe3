import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { found } from '../core/index.ts';
import type { Path } from './outline.ts';

/** A parsed JSON text with comments and trailing commas: its value and the offset of each part, or its errors. */
export type Jsonc =
  | { readonly ok: true; readonly value: unknown; offsetOf(path: Path, part: 'name' | 'value'): number }
  | { readonly ok: false; readonly faults: readonly JsonFault[] };

export interface JsonFault {
  readonly offset: number;
  readonly wrong: string;
  readonly fix: string;
}

/** Parses JSON with comments. Never throws. Reports only the first syntax error, because later ones usually follow from it. */
export function parseJsonc(text: string): Jsonc {
  if (createScanner(text, true).scan() === END) return { ok: false, faults: [EMPTY] };
  const deep = tooDeep(text);
  if (deep !== undefined) return { ok: false, faults: [deep] };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors[0] !== undefined || root === undefined) return { ok: false, faults: [syntaxFault(text, errors[0])] };
  const faults: JsonFault[] = [];
  const value = plainValue(root, faults);
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, MOST_FAULTS) };
  return { ok: true, value, offsetOf: (path, part) => offsetOf(root, path, part) };
}

/** Converts an offset to a line and a column. Both start at 1, as in editors. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const breaks = before.match(/\r\n|\r|\n/g)?.length ?? 0;
  return { line: breaks + 1, column: offset - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) };
}

const EMPTY: JsonFault = { offset: 0, wrong: 'the text is empty', fix: 'write {}' };

const MOST_FAULTS = 50; // a user fixes the first ones and tries again
const MOST_LEVELS = 32; // the deepest setting has six levels

/** Returns a fault if the nesting is too deep. Uses only the scanner, because the parser would recurse. */
function tooDeep(text: string): JsonFault | undefined {
  const scanner = createScanner(text, true);
  let level = 0;
  for (let token = scanner.scan(); token !== END; token = scanner.scan()) {
    const bracket = text[scanner.getTokenOffset()];
    if (bracket === '{' || bracket === '[') level++;
    else if (bracket === '}' || bracket === ']') level--;
    if (level > MOST_LEVELS) {
      const wrong = `the nesting is deeper than ${MOST_LEVELS} levels`;
      return { offset: scanner.getTokenOffset(), wrong, fix: 'check for brackets that are not closed' };
    }
  }
  return undefined;
}

const END = 17; // SyntaxKind.EOF, a const enum that type stripping cannot inline

/** Returns the value of a node. Reports a name that would change a prototype, or that occurs twice. */
function plainValue(node: Node, faults: JsonFault[]): unknown {
  if (node.type === 'array') return node.children?.map((child) => plainValue(child, faults)) ?? [];
  if (node.type !== 'object') return node.value;
  const members = new Map<string, unknown>();
  for (const { children: [name, member] = [] } of node.children ?? []) {
    if (name === undefined || member === undefined) continue;
    const fault = nameFault(String(name.value), members);
    if (fault !== undefined) faults.push({ offset: name.offset, ...fault });
    else members.set(String(name.value), plainValue(member, faults));
  }
  return Object.fromEntries(members);
}

function nameFault(name: string, members: ReadonlyMap<string, unknown>): Omit<JsonFault, 'offset'> | undefined {
  if (name === '__proto__') return { wrong: '"__proto__" is not allowed as a name', fix: 'choose another name' };
  return members.has(name) ? { wrong: `${found(name)} is written twice`, fix: 'keep one of them' } : undefined;
}

function offsetOf(root: Node, path: Path, part: 'name' | 'value'): number {
  const node = findNodeAtLocation(root, [...path]);
  if (node === undefined) return path.length === 0 ? root.offset : offsetOf(root, path.slice(0, -1), 'value');
  return part === 'name' && node.parent?.type === 'property' ? node.parent.offset : node.offset;
}

/** Describes a syntax error and its likely cause. Never shows the text itself, which may be a secret. */
function syntaxFault(text: string, { error, offset }: ParseError = { error: 1, offset: 0, length: 0 }): JsonFault {
  const isSingleQuote = text[offset] === "'";
  const [wrong, fix] = (isSingleQuote ? SINGLE_QUOTES : SYNTAX_FAULTS.get(printParseErrorCode(error))) ?? NOT_JSON;
  return { offset, wrong, fix };
}

type Words = readonly [wrong: string, fix: string];

const SINGLE_QUOTES: Words = ['single quotes are not JSON', 'write "double quotes"'];
const NOT_JSON: Words = [
  'this is not JSON',
  'write names and strings in double quotes; only true, false, null and numbers have none',
];
const ESCAPE: Words = ['the string contains an unknown escape', 'write a backslash as \\\\'];
const NUMBER: Words = ['the number is incomplete', 'write the number in decimal digits'];

/** Messages by the error names of jsonc-parser. */
const SYNTAX_FAULTS: ReadonlyMap<string, Words> = new Map([
  ['PropertyNameExpected', ['expected a name in double quotes', 'write "name": value']],
  ['ValueExpected', ['expected a value', 'write a value, or remove the name or comma before it']],
  ['ColonExpected', ['expected a colon', 'write "name": value']],
  ['CommaExpected', ['expected a comma', 'write a comma after the previous value']],
  ['CloseBraceExpected', ['expected a closing }', 'close the { that is still open']],
  ['CloseBracketExpected', ['expected a closing ]', 'close the [ that is still open']],
  ['EndOfFileExpected', ['there is more text after the end', 'remove it; often there is one } too many']],
  ['UnexpectedEndOfComment', ['the comment is not closed', 'close it with */']],
  ['UnexpectedEndOfString', ['the string is not closed', 'close it with " on the same line']],
  ['InvalidEscapeCharacter', ESCAPE],
  ['InvalidUnicode', ESCAPE],
  ['InvalidCharacter', ['the string contains a control character', 'write a line break as \\n, a tab as \\t']],
  ['InvalidNumberFormat', NUMBER],
  ['UnexpectedEndOfNumber', NUMBER],
]);

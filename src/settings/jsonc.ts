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

/** JSON with comments and trailing commas: its value and the place of each part, or what is wrong with it. */
export type Jsonc =
  | { readonly ok: true; readonly value: unknown; offsetOf(path: Path, part: 'name' | 'value'): number }
  | { readonly ok: false; readonly faults: readonly JsonFault[] };

export interface JsonFault {
  readonly offset: number;
  readonly wrong: string;
  readonly fix: string;
}

/** Never throws. Only the first syntax fault is reported: later ones mostly follow from it. */
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

/** Both from 1, as editors count them. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const breaks = before.match(/\r\n|\r|\n/g)?.length ?? 0;
  return { line: breaks + 1, column: offset - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) };
}

const EMPTY: JsonFault = { offset: 0, wrong: 'there is nothing here', fix: 'write {}' };

const MOST_FAULTS = 50; // nobody reads more
const MOST_LEVELS = 32; // the deepest setting has six

/** Scans only: the parser would recurse. */
function tooDeep(text: string): JsonFault | undefined {
  const scanner = createScanner(text, true);
  let level = 0;
  for (let token = scanner.scan(); token !== END; token = scanner.scan()) {
    const bracket = text[scanner.getTokenOffset()];
    if (bracket === '{' || bracket === '[') level++;
    else if (bracket === '}' || bracket === ']') level--;
    if (level > MOST_LEVELS) {
      const wrong = `this is nested more than ${MOST_LEVELS} levels deep`;
      return { offset: scanner.getTokenOffset(), wrong, fix: 'no setting is: close what is open' };
    }
  }
  return undefined;
}

const END = 17; // SyntaxKind.EOF; a const enum that type stripping cannot inline

/** The plain value. A name that would change a prototype, or that is written twice, is a fault. */
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
  if (name === '__proto__') return { wrong: '"__proto__" cannot be a name', fix: 'choose another name' };
  return members.has(name) ? { wrong: `${found(name)} is written twice`, fix: 'keep one of them' } : undefined;
}

function offsetOf(root: Node, path: Path, part: 'name' | 'value'): number {
  const node = findNodeAtLocation(root, [...path]);
  if (node === undefined) return path.length === 0 ? root.offset : offsetOf(root, path.slice(0, -1), 'value');
  return part === 'name' && node.parent?.type === 'property' ? node.parent.offset : node.offset;
}

/** Says what was expected and the likeliest cause; never shows the text itself, which may be a secret. */
function syntaxFault(text: string, { error, offset }: ParseError = { error: 1, offset: 0, length: 0 }): JsonFault {
  const isSingleQuote = text[offset] === "'";
  const [wrong, fix] = (isSingleQuote ? SINGLE_QUOTES : SYNTAX_FAULTS.get(printParseErrorCode(error))) ?? NOT_JSON;
  return { offset, wrong, fix };
}

type Words = readonly [wrong: string, fix: string];

const SINGLE_QUOTES: Words = ['single quotes are not JSON', 'write "double quotes"'];
const NOT_JSON: Words = [
  'this is not JSON',
  'write names and text in double quotes; only true, false, null and numbers go without',
];
const ESCAPE: Words = ['the text holds an unknown escape', 'write a backslash as \\\\'];
const NUMBER: Words = ['the number is not complete', 'write it in decimal digits'];

/** By jsonc-parser's names for its errors. */
const SYNTAX_FAULTS: ReadonlyMap<string, Words> = new Map([
  ['PropertyNameExpected', ['expected a name in double quotes', 'write "name": value']],
  ['ValueExpected', ['expected a value', 'write a value, or remove what asks for one']],
  ['ColonExpected', ['expected a colon', 'write "name": value']],
  ['CommaExpected', ['expected a comma', 'write a comma after the value before this']],
  ['CloseBraceExpected', ['expected a closing }', 'close the { that is still open']],
  ['CloseBracketExpected', ['expected a closing ]', 'close the [ that is still open']],
  ['EndOfFileExpected', ['something follows the end', 'remove it; a } too many is the usual cause']],
  ['UnexpectedEndOfComment', ['the comment is not closed', 'close it with */']],
  ['UnexpectedEndOfString', ['the text is not closed', 'close it with " on the same line']],
  ['InvalidEscapeCharacter', ESCAPE],
  ['InvalidUnicode', ESCAPE],
  ['InvalidCharacter', ['the text holds a control character', 'write a line break as \\n, a tab as \\t']],
  ['InvalidNumberFormat', NUMBER],
  ['UnexpectedEndOfNumber', NUMBER],
]);

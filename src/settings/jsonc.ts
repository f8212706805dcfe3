import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Path } from './outline.ts';

/** JSON with comments and trailing commas: its value and where each part stands, or what is wrong with it. */
export type Jsonc =
  | { readonly ok: true; readonly value: unknown; offsetOf(path: Path, part: 'name' | 'value'): number }
  | { readonly ok: false; readonly faults: readonly JsonFault[] };

export interface JsonFault {
  readonly offset: number;
  readonly wrong: string;
  readonly fix: string;
}

/** Never throws. Only the first fault of syntax is told: those behind it are mostly its echoes. */
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
const MOST_LEVELS = 32; // the deepest setting has six; the parser recurses

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

/** Plain data. A name that would change a prototype, or that stands twice, is a fault, not a guess. */
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
  const shown = JSON.stringify(name.slice(0, 60));
  if (members.has(name)) return { wrong: `${shown} is written twice`, fix: 'keep one of them' };
  return undefined;
}

function offsetOf(root: Node, path: Path, part: 'name' | 'value'): number {
  const node = findNodeAtLocation(root, [...path]);
  if (node === undefined) return path.length === 0 ? root.offset : offsetOf(root, path.slice(0, -1), 'value');
  return part === 'name' && node.parent?.type === 'property' ? node.parent.offset : node.offset;
}

const NOT_JSON: ParseError = { error: 1, offset: 0, length: 0 };

/** What was expected and the likeliest cause; never the text itself, which may be a secret. */
function syntaxFault(text: string, { error, offset }: ParseError = NOT_JSON): JsonFault {
  const code = printParseErrorCode(error);
  const fault = (wrong: string, fix: string): JsonFault => ({ offset, wrong, fix });
  if (text[offset] === "'") return fault('single quotes are not JSON', 'write "double quotes"');
  switch (code) {
    case 'PropertyNameExpected':
      return fault('expected a name in double quotes', 'write "name": value');
    case 'ValueExpected':
      return fault('expected a value', 'write a value, or remove what asks for one');
    case 'ColonExpected':
      return fault('expected a colon', 'write "name": value');
    case 'CommaExpected':
      return fault('expected a comma', 'write a comma after the value before this');
    case 'CloseBraceExpected':
      return fault('expected a closing }', 'close the { that is still open');
    case 'CloseBracketExpected':
      return fault('expected a closing ]', 'close the [ that is still open');
    case 'EndOfFileExpected':
      return fault('something follows the end', 'remove it; a } too many is the usual cause');
    case 'UnexpectedEndOfComment':
      return fault('the comment is not closed', 'close it with */');
    case 'UnexpectedEndOfString':
      return fault('the text is not closed', 'close it with " on the same line');
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return fault('the text holds an unknown escape', 'write a backslash as \\\\');
    case 'InvalidCharacter':
      return fault('the text holds a control character', 'write a line break as \\n, a tab as \\t');
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return fault('the number is not complete', 'write it in decimal digits');
    default:
      return fault(
        'this is not JSON',
        'write names and text in double quotes; only true, false, null and numbers go without',
      );
  }
}

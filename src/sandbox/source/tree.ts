import { parser } from '@lezer/python';
import { isLongSince, pause } from '../../pause.ts';

/** A node of a program's syntax tree. Keywords, operators and punctuation marks are nodes that are named by their text. */
export interface Node {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly parent: Node | undefined;
  /** Without comments. */
  readonly children: readonly Node[];
  /** Its place among the children of its parent. */
  readonly place: number;
}

export interface Tree {
  readonly code: string;
  readonly root: Node;
  /** All nodes, including comments, in their order. A node precedes its children. */
  readonly nodes: readonly Node[];
}

/**
 * Parses a program. Syntax errors become nodes named `ERROR`. A program that is nested thousands of levels deep, which no
 * engine accepts, may become a tree without statements.
 */
export function parse(code: string): Tree {
  return treeOf(code, parseTolerantly(code));
}

/** Does the same, and lets other requests run meanwhile. */
export async function parseInSlices(code: string): Promise<Tree> {
  try {
    return treeOf(code, await inSlices(parser, code));
  } catch {
    return parse('');
  }
}

async function inSlices(used: typeof parser, code: string): Promise<ReturnType<typeof parser.parse>> {
  let startedAt = performance.now();
  const parsing = used.startParse(code);
  for (let parsed = parsing.advance(); ; parsed = parsing.advance()) {
    if (isLongSince(startedAt)) {
      await pause();
      startedAt = performance.now();
    }
    if (parsed !== null) return parsed;
  }
}

function treeOf(code: string, parsed: ReturnType<typeof parser.parse>): Tree {
  const nodes: Node[] = [];
  let parent: Growing | undefined;
  parsed.iterate({
    enter: ({ name, from, to }) => {
      const node: Growing = { name, from, to, parent, children: [], place: parent?.children.length ?? 0 };
      if (name !== 'Comment') parent?.children.push(node);
      nodes.push(node);
      parent = node;
    },
    leave: () => {
      parent = parent?.parent;
    },
  });
  const root = nodes[0] ?? { name: 'Script', from: 0, to: code.length, parent: undefined, children: [], place: 0 };
  return { code, root, nodes };
}

interface Growing extends Node {
  readonly parent: Growing | undefined;
  readonly children: Growing[];
}

/** The parser builds its tree by recursion, and deep nesting exceeds the stack. */
function parseTolerantly(code: string): ReturnType<typeof parser.parse> {
  try {
    return parser.parse(code);
  } catch {
    return parser.parse('');
  }
}

export const ERROR = '⚠';
/** The nodes that are names of variables and of attributes. */
export const NAMES: ReadonlySet<string> = new Set(['VariableName', 'PropertyName']);

/** Returns true if the program has a statement and no syntax error that the parser notices. Stops at the first error. */
export async function isValid(code: string): Promise<boolean> {
  try {
    let isSound = true;
    const parsed = await inSlices(strict, code);
    parsed.iterate({
      enter: ({ name, from, to }) => {
        if (STRINGS.has(name) && !isClosed(code, from, to)) isSound = false;
      },
    });
    return isSound && code.replace(/#.*/g, '').trim() !== '';
  } catch {
    return false;
  }
}

const strict = parser.configure({ strict: true });
const STRINGS: ReadonlySet<string> = new Set(['String', 'FormatString']);

/** The parser accepts a line break as the end of a string. */
function isClosed(code: string, from: number, to: number): boolean {
  const prefix = /^[a-z]*/i.exec(code.slice(from, from + LONGEST_PREFIX))?.[0].length ?? 0;
  return to - from > prefix + 1 && code[to - 1] === code[from + prefix];
}

const LONGEST_PREFIX = 2; // as in rb"…"

/** Returns true for a string, including one with replacement fields. */
export function isString({ name }: Node): boolean {
  return name === 'String' || name === 'FormatString' || name === 'ContinuedString';
}

/** Returns a node's text. */
export function textOf({ code }: Tree, { from, to }: Node): string {
  return code.slice(from, to);
}

/** Returns an identifier as Python reads it: in normal form KC. */
export function identifierOf(tree: Tree, node: Node): string {
  return textOf(tree, node).normalize('NFKC');
}

/** Returns a child of a node's parent, by its distance from the node. */
export function sibling({ parent, place }: Node, distance: number): Node | undefined {
  return parent?.children[place + distance];
}

import { around, type Edit } from './edits.ts';
import type { FunctionNames, Helper } from './function-names.ts';
import { isFree, type Scope } from './scope.ts';
import { type Node, type Tree, textOf } from './tree.ts';

/**
 * Replaces what Monty computes in another way than Python: there `None < 1` is False instead of an error, `round(2.675, 2)` is
 * 2.68, `-7.5 % 2` is -1.5, and `7 // 0.1` is 70.0. `a < b` becomes `__lt(a, b)`, `a % b` becomes `__mod(a, b)`, `a // b` becomes
 * `__floordiv(a, b)`, and `round` becomes `__round`. References to tools stay.
 */
export function operatorEdits(scope: Scope, names: FunctionNames, references: ReadonlySet<Node>): Edit[] {
  const { tree, variables } = scope;
  const uses = isFree(scope, 'round') ? (variables.get('round')?.uses ?? []) : [];
  const rounds = uses.filter((use) => !references.has(use));
  return [
    ...tree.nodes.flatMap((node) => (node.name === 'BinaryExpression' ? binaryEdits(node, tree, names) : [])),
    ...rounds.map(({ from, to }) => ({ from, to, text: names.helper('__round') })),
  ];
}

function binaryEdits(node: Node, tree: Tree, names: FunctionNames): Edit[] {
  const [left, operator, right] = node.children;
  const name = operator && OPERATORS.get(textOf(tree, operator));
  if (left === undefined || operator === undefined || right === undefined || name === undefined) return [];
  if (node.children.length > 3 || left.from === left.to || right.from === right.to) return [];
  if (isComparison(node) && isChained(node)) return [];
  const { from, to } = operator;
  return [...around(node, `${names.helper(name)}(`, ')'), { from, to, text: ', ' }];
}

const COMPARISONS: ReadonlyMap<string, Helper> = new Map([
  ['<', '__lt'],
  ['>', '__gt'],
  ['<=', '__le'],
  ['>=', '__ge'],
]);

const OPERATORS: ReadonlyMap<string, Helper> = new Map([...COMPARISONS, ['%', '__mod'], ['//', '__floordiv']]);

/** Returns true for a part of a comparison such as `a < b < c`. */
function isChained({ parent, children }: Node): boolean {
  return [parent, children[0], children[2]].some((node) => node !== undefined && isComparison(node));
}

/** Returns true for an ordering comparison that is a part of another one. */
export function isChainedOrder(node: Node, tree: Tree): boolean {
  const operator = node.children[1];
  return operator !== undefined && COMPARISONS.has(textOf(tree, operator)) && isChained(node);
}

function isComparison({ name, children }: Node): boolean {
  return name === 'BinaryExpression' && COMPARING.has(children[1]?.name ?? '');
}

const COMPARING: ReadonlySet<string> = new Set(['CompareOp', 'in', 'is', 'not']);

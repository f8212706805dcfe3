import { hasBetween } from './callbacks.ts';
import { isFree, type Scope } from './scope.ts';
import { identifierOf, type Node, sibling } from './tree.ts';

/**
 * Returns true if the program may notice that iterators (generators, `map` and the like) are lists in Monty: it keeps one, reads it
 * partly, or runs other code between two elements.
 */
export function hasLazyIterators(scope: Scope, references: ReadonlySet<Node>): boolean {
  const { nodes } = scope.tree;
  const isActive = (node: Node) =>
    references.has(node) || (node.name === 'VariableName' && actsWhenCalled(identifierOf(scope.tree, node), scope));
  const active = nodes.filter(isActive).map(({ from }) => from); // in the order of the program
  return nodes.some((node) => isIterator(node, scope, references) && !isUsedUp(node, scope, active));
}

/** True for a function that does more than return a value. */
function actsWhenCalled(name: string, { functions }: Scope): boolean {
  return name === 'print' || functions.get(name) !== undefined;
}

function isIterator(node: Node, scope: Scope, references: ReadonlySet<Node>): boolean {
  if (node.name === 'ComprehensionExpression') return true;
  if (node.name === 'ArgList') return node.children[2]?.name === 'for';
  const callee = node.name === 'CallExpression' ? node.children[0] : undefined;
  return callee !== undefined && !references.has(callee) && ITERATORS.has(builtinAt(callee, scope));
}

/** The built-in functions that return iterators in Python, and lists in Monty. */
export const ITERATORS: ReadonlySet<string> = new Set(['enumerate', 'filter', 'map', 'reversed', 'zip']);

function isUsedUp(iterator: Node, scope: Scope, active: readonly number[]): boolean {
  let node = iterator;
  while (node.parent?.name === 'ParenthesizedExpression') node = node.parent;
  const { parent } = node;
  const list = node.name === 'ArgList' ? node : parent?.name === 'ArgList' ? parent : undefined;
  const callee = list?.parent?.children[0];
  const before = sibling(node, -1)?.name;
  if (before === '*' || CONSUMERS.has(builtinAt(callee, scope)) || METHODS.has(methodAt(callee, scope))) return true;
  // The functions below may stop in the middle, or let other code run between two elements.
  if (hasBetween(active, node)) return false;
  const name = builtinAt(callee, scope);
  return before === 'in' || name === 'any' || name === 'all' || ITERATORS.has(name);
}

/** Functions that use all elements before anything else happens. */
const CONSUMERS: ReadonlySet<string> = new Set([
  'dict',
  'frozenset',
  'list',
  'max',
  'min',
  'set',
  'sorted',
  'sum',
  'tuple',
]);
const METHODS: ReadonlySet<string> = new Set(['extend', 'gather', 'join', 'update']);

function builtinAt(callee: Node | undefined, scope: Scope): string {
  const name = callee?.name === 'VariableName' ? identifierOf(scope.tree, callee) : '';
  return name !== '' && isFree(scope, name) ? name : '';
}

function methodAt(callee: Node | undefined, { tree }: Scope): string {
  const attribute = callee?.name === 'MemberExpression' ? callee.children[2] : undefined;
  return attribute?.name === 'PropertyName' ? identifierOf(tree, attribute) : '';
}

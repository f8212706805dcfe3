import { argumentsOf, withoutParentheses } from './expressions.ts';
import { isFree, type Scope } from './scope.ts';
import { identifierOf, type Node } from './tree.ts';

/**
 * Returns true if a program passes a tool, or a function that calls one, to a function of the engine that calls it. A call of a
 * tool suspends the program, and Monty cannot suspend those functions.
 */
export function hasToolCallbacks(scope: Scope, references: ReadonlySet<Node>): boolean {
  if (references.size === 0) return false;
  const starts = [...references].map(({ from }) => from); // in the order of the program
  const callsTool = (node: Node) => references.has(node) || (isFunction(node) && hasBetween(starts, node));
  return scope.tree.nodes.some((call) => {
    if (call.name !== 'CallExpression' || !isCaller(call.children[0], scope)) return false;
    return argumentsOf(call).some(({ value }) => callsTool(definitionOf(withoutParentheses(value), scope)));
  });
}

function isCaller(callee: Node | undefined, scope: Scope): boolean {
  if (callee?.name === 'VariableName') {
    const name = identifierOf(scope.tree, callee);
    return CALLERS.has(name) && isFree(scope, name);
  }
  const attribute = callee?.name === 'MemberExpression' ? callee.children[2] : undefined;
  return attribute?.name === 'PropertyName' && identifierOf(scope.tree, attribute) === 'sort';
}

const CALLERS: ReadonlySet<string> = new Set(['filter', 'map', 'max', 'min', 'sorted']);

/** Returns the statement that defines a function, for its name. */
function definitionOf(node: Node, { tree, functions, variables }: Scope): Node {
  const name = node.name === 'VariableName' ? identifierOf(tree, node) : '';
  return functions.get(name) === undefined ? node : (variables.get(name)?.binds[0]?.parent ?? node);
}

function isFunction({ name }: Node): boolean {
  return name === 'LambdaExpression' || name === 'FunctionDefinition';
}

/** Returns true if one of the sorted places is inside a node. */
export function hasBetween(places: readonly number[], { from, to }: Node): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (places[low] ?? to) < to;
}

import type { Node, Tree } from './tree.ts';

/** An argument of a call. */
export interface Argument {
  readonly value: Node;
  readonly keyword: Node | undefined;
  readonly star: '*' | '**' | undefined;
}

/** Returns the arguments of a call. For a generator without parentheses, the argument is the generator's element. */
export function argumentsOf(call: Node): readonly Argument[] {
  const list = call.children[1];
  if (list?.name !== 'ArgList') return [];
  const found: Argument[] = [];
  let isStart = true;
  let isAfterFor = false;
  for (const [place, node] of list.children.entries()) {
    if (node.name === 'for' || node.name === 'in') isAfterFor = node.name === 'for';
    if (node.name === '(' || node.name === ')' || (node.name === ',' && !isAfterFor)) isStart = true;
    else if (isStart) {
      isStart = false;
      const argument = argumentAt(list, place);
      if (argument !== undefined) found.push(argument);
    }
  }
  return found;
}

function argumentAt({ children }: Node, place: number): Argument | undefined {
  const first = children[place];
  const star = first?.name === '*' || first?.name === '**' ? first.name : undefined;
  const keyword = star === undefined && children[place + 1]?.name === 'AssignOp' ? first : undefined;
  const value = keyword !== undefined ? children[place + 2] : star !== undefined ? children[place + 1] : first;
  return value === undefined ? undefined : { value, keyword, star };
}

/** An expression inside of displays: `[a, *b]` has `a`, and `b`, which is spread. */
export interface Element {
  readonly node: Node;
  readonly isSpread: boolean;
}

/**
 * Returns the elements of a list, tuple, set or comprehension, including those of inner ones that are spread. Any other
 * expression that is spread is returned as it is.
 */
export function elementsOf(node: Node): readonly Element[] {
  const found: Element[] = [];
  const open: Element[] = [{ node, isSpread: true }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = withoutParentheses(next.node);
    const elements = next.isSpread ? elementsIn(inner) : undefined;
    if (elements === undefined) found.push({ node: inner, isSpread: next.isSpread });
    else open.push(...elements.toReversed());
  }
  return found;
}

/** Returns the values of a dict display or comprehension; undefined for another expression. */
export function dictValues({ name, children }: Node): readonly Element[] | undefined {
  if (name !== 'DictionaryExpression' && name !== 'DictionaryComprehensionExpression') return undefined;
  return children.flatMap((node, place) => {
    const before = children[place - 1]?.name;
    return before === ':' || before === '**' ? [{ node: withoutParentheses(node), isSpread: before === '**' }] : [];
  });
}

export function isDisplay(node: Node): boolean {
  return elementsIn(node) !== undefined;
}

function elementsIn({ name, children }: Node): readonly Element[] | undefined {
  switch (name) {
    case 'ArrayExpression':
    case 'TupleExpression':
    case 'SetExpression':
      return children.flatMap((node, place) =>
        PUNCTUATION.has(node.name) ? [] : [{ node, isSpread: children[place - 1]?.name === '*' }],
      );
    case 'ArrayComprehensionExpression':
    case 'SetComprehensionExpression':
    case 'ComprehensionExpression': {
      const element = children[1];
      return element === undefined || element.name === '*' ? [] : [{ node: element, isSpread: false }];
    }
    default:
      return undefined;
  }
}

const PUNCTUATION: ReadonlySet<string> = new Set(['(', ')', '[', ']', '{', '}', ',', '*']);

export function withoutParentheses(node: Node): Node {
  let inner = node;
  while (inner.name === 'ParenthesizedExpression') {
    const next = inner.children[1];
    if (next === undefined || inner.children.length !== 3) break;
    inner = next;
  }
  return inner;
}

/** An `await`, and what it awaits. */
export interface Await {
  /** The awaited expression. */
  readonly operand: Node;
  /** The awaited expression without parentheses. */
  readonly inner: Node;
}

/** Returns the awaited expressions of a program. The parser takes `a + b` for the operand of `await a + b`; Python takes `a`. */
export function awaitsIn({ nodes }: Tree): readonly Await[] {
  return nodes.flatMap((node) => {
    let operand = node.name === 'AwaitExpression' ? node.children[1] : undefined;
    while (operand?.name === 'BinaryExpression') operand = operand.children[0];
    return operand === undefined ? [] : [{ operand, inner: withoutParentheses(operand) }];
  });
}

import type { Node } from './tree.ts';

/** Tells which uses of a name may see a value that the program gave it. */
export interface Reach {
  /** Returns true if the name may have a value of the program at a use. */
  covers(use: Node): boolean;
}

/** Finds out which uses of a name see the values that the statements in `binds` give it, by Python's rules for variables. */
export function reachOf(binds: readonly Node[]): Reach {
  if (binds.length === 0) return { covers: () => false };
  if (binds.some(({ parent }) => parent?.name === 'ScopeStatement')) return { covers: () => true };
  const owners = new Set<Node | undefined>();
  let first: Node | undefined; // the first place that gives a variable of the whole program a value
  for (const bind of binds) {
    const owner = ownerOf(bind);
    owners.add(owner);
    if (owner?.parent === undefined) first ??= bind;
  }
  return { covers: (use) => isCovered(use, owners, first) };
}

function isCovered(use: Node, owners: ReadonlySet<Node | undefined>, first: Node | undefined): boolean {
  let loopEnd = 0; // the end of the outermost loop that repeats the use
  let isInFunction = false;
  let node = use;
  for (let levels = 0; levels < MOST_LEVELS; levels++) {
    const { parent } = node;
    if (parent === undefined) {
      return first !== undefined && (isInFunction || startOf(first) < use.to || first.from < loopEnd);
    }
    if (isOwner(parent) && !isOutside(node, parent)) {
      const isSeen = parent.name !== 'ClassDefinition' || !isInFunction;
      if (isSeen && owners.has(parent)) return true;
      if (FUNCTIONS.has(parent.name)) isInFunction = true;
    }
    if (parent.name === 'WhileStatement' || (parent.name === 'ForStatement' && node.name === 'Body'))
      loopEnd = parent.to;
    node = parent;
  }
  return true;
}

const MOST_LEVELS = 200; // a deeper use counts as covered

/** Returns the function, class or comprehension whose variable a name is, or the root. */
function ownerOf(bind: Node): Node | undefined {
  let node = bind;
  for (let levels = 0; levels < MOST_LEVELS; levels++) {
    const { parent } = node;
    if (parent === undefined) return node;
    const isParameter = node.name === 'ParamList' && FUNCTIONS.has(parent.name);
    if (isParameter || (isOwner(parent) && !isOutside(node, parent))) return parent;
    node = parent;
  }
  return undefined;
}

/** Returns the place from which on a name has its value. An assignment and a loop first compute their right sides. */
function startOf(bind: Node): number {
  let node = bind;
  while (node.parent !== undefined && NESTED.has(node.parent.name)) node = node.parent;
  const { parent } = node;
  if (parent?.name === 'AssignStatement') return parent.to;
  if (parent?.name !== 'ForStatement') return bind.from;
  return parent.children.find(({ name }) => name === 'Body')?.from ?? parent.to;
}

const NESTED: ReadonlySet<string> = new Set(['TupleExpression', 'ArrayExpression', 'ParenthesizedExpression']);

function isOwner({ name, children }: Node): boolean {
  if (FUNCTIONS.has(name) || name === 'ClassDefinition' || name.endsWith('ComprehensionExpression')) return true;
  return name === 'ArgList' && children[2]?.name === 'for'; // a generator as the only argument
}

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDefinition', 'LambdaExpression']);

/** Returns true for the name, the parameters and the bases of a function or a class, which are computed outside of it. */
function isOutside(node: Node, { name }: Node): boolean {
  if (name === 'LambdaExpression') return node.name === 'ParamList';
  return (name === 'FunctionDefinition' || name === 'ClassDefinition') && node.name !== 'Body';
}

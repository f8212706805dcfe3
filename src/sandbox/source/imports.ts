import { ERROR, identifierOf, type Node, sibling, type Tree } from './tree.ts';

/** An import statement. */
export interface Import {
  readonly statement: Node;
  readonly names: readonly ImportedName[];
  /** The module of `from module import *`. */
  readonly star: readonly string[] | undefined;
}

/** A name that an import statement binds. */
export interface ImportedName {
  readonly local: string;
  /** The dotted name that it stands for. */
  readonly target: readonly string[];
  /** The dotted name that must exist. It is longer than `target` in `import a.b`. */
  readonly path: readonly string[];
  /** Its place in the program. */
  readonly from: number;
  readonly to: number;
}

/** Returns the import statements of a program, in their order. */
export function importsIn(tree: Tree): readonly Import[] {
  return tree.nodes.filter(({ name }) => name === 'ImportStatement').map((statement) => readImport(tree, statement));
}

function readImport(tree: Tree, statement: Node): Import {
  const { children } = statement;
  const variables = children.filter(({ name }) => name === 'VariableName');
  if (children.some(({ name }) => name === ERROR)) {
    return { statement, names: variables.map((node) => unknownName(tree, node)), star: undefined };
  }
  const at = children.findIndex(({ name }) => name === 'import');
  const isFrom = at > 0;
  const isRelative = isFrom && children[1]?.name !== 'VariableName';
  const module = variables.filter(({ place }) => place < at).map((node) => identifierOf(tree, node));
  const base = isRelative ? ['.', ...module] : module;
  const firsts = variables.filter((node) => node.place > at && startsName(node));
  const names = firsts.map((first) => readName(tree, first, isFrom ? base : undefined));
  return { statement, names, star: children.at(-1)?.name === '*' ? base : undefined };
}

function unknownName(tree: Tree, node: Node): ImportedName {
  return { local: identifierOf(tree, node), target: ['?'], path: ['?'], from: node.from, to: node.to };
}

/** Returns true for the first node of `a.b as c`. */
function startsName(node: Node): boolean {
  const before = sibling(node, -1)?.name;
  return before !== '.' && before !== 'as';
}

/** Reads `a.b as c`, which starts at a node. `base` is the module that the statement imports from. */
function readName(tree: Tree, first: Node, base: readonly string[] | undefined): ImportedName {
  const path = [...(base ?? []), identifierOf(tree, first)];
  let last = first;
  for (let next = nameAfter(last, '.'); next !== undefined; next = nameAfter(last, '.')) {
    path.push(identifierOf(tree, next));
    last = next;
  }
  const alias = nameAfter(last, 'as');
  const isWhole = base !== undefined || alias !== undefined;
  return {
    local: identifierOf(tree, alias ?? (isWhole ? last : first)),
    target: isWhole ? path : path.slice(0, 1),
    path,
    from: first.from,
    to: (alias ?? last).to,
  };
}

function nameAfter(node: Node, separator: string): Node | undefined {
  return sibling(node, 1)?.name === separator ? sibling(node, 2) : undefined;
}

import { type Import, type ImportedName, importsIn } from './imports.ts';
import { type Reach, reachOf } from './reach.ts';
import { ERROR, identifierOf, type Node, sibling, type Tree, textOf } from './tree.ts';

/** The names of a program. A name counts as one variable, wherever it occurs; `meaningAt` tells its uses apart. */
export interface Scope {
  readonly tree: Tree;
  readonly imports: readonly Import[];
  readonly variables: ReadonlyMap<string, Variable>;
  /** The dotted name that each variable stands for where the program has not given it a value. */
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** The functions that the program defines. */
  readonly functions: ReadonlyMap<string, FunctionKind | undefined>;
  /** The attributes and subscripts that the program assigns or deletes. */
  readonly targets: ReadonlySet<Node>;
}

export interface Meaning {
  /** The name that its imports give it; undefined if they differ. Without imports, the name of the variable. */
  readonly dotted: readonly string[] | undefined;
  readonly reach: Reach;
}

export type FunctionKind = 'def' | 'async';

/** The places of a name, in the order of the program. */
export interface Variable {
  /** The places that give the name a value or make it local, except imports. */
  readonly binds: readonly Node[];
  readonly imports: readonly ImportedName[];
  readonly uses: readonly Node[];
}

/** Finds the names of a program. The names of keyword arguments and attributes are no variables. */
export function scopeOf(tree: Tree): Scope {
  const imports = importsIn(tree);
  const binds = new Set<Node>();
  const targets = new Set<Node>();
  for (const node of tree.nodes) for (const bound of boundBy(tree, node)) addTargets(bound, binds, targets);
  const variables = new Map<string, Growing>();
  const variableOf = (name: string) => {
    const variable = variables.get(name) ?? { binds: [], imports: [], uses: [] };
    variables.set(name, variable);
    return variable;
  };
  for (const name of imports.flatMap(({ names }) => names)) variableOf(name.local).imports.push(name);
  for (const node of tree.nodes) {
    if (node.name !== 'VariableName') continue;
    if (binds.has(node)) variableOf(identifierOf(tree, node)).binds.push(node);
    else if (isUse(tree, node)) variableOf(identifierOf(tree, node)).uses.push(node);
  }
  const meanings = new Map([...variables].map(([name, variable]) => [name, meaningOf(name, variable)]));
  const functions = new Map([...variables].map(([name, variable]) => [name, kindOf(variable)]));
  return { tree, imports, variables, meanings, functions, targets };
}

interface Growing extends Variable {
  readonly binds: Node[];
  readonly imports: ImportedName[];
  readonly uses: Node[];
}

function meaningOf(name: string, { binds, imports }: Variable): Meaning {
  const reach = reachOf(binds);
  const [first] = imports;
  if (first === undefined) return { dotted: [name], reach };
  const target = first.target.join('.');
  const agree = imports.every((other) => other.target.join('.') === target);
  return { dotted: agree ? first.target : undefined, reach };
}

/** Returns the dotted name that a use of a variable stands for; undefined if it may have a value of the program. */
export function meaningAt(
  { tree, meanings }: Pick<Scope, 'tree' | 'meanings'>,
  use: Node,
): readonly string[] | undefined {
  const meaning = meanings.get(identifierOf(tree, use));
  return meaning?.dotted === undefined || meaning.reach.covers(use) ? undefined : meaning.dotted;
}

/** Returns true if no statement of the program gives the name a value. */
export function isFree({ variables }: Scope, name: string): boolean {
  const variable = variables.get(name);
  return variable === undefined || (variable.binds.length === 0 && variable.imports.length === 0);
}

/** Returns the dotted name that a name or an attribute of a name stands for; undefined for any other expression. */
export function dottedName(scope: Scope, node: Node): readonly string[] | undefined {
  if (node.name === 'VariableName') return meaningAt(scope, node);
  const [object, dot, attribute] = node.children;
  const isAttribute = node.name === 'MemberExpression' && dot?.name === '.' && attribute?.name === 'PropertyName';
  if (object?.name !== 'VariableName' || !isAttribute) return undefined;
  const meaning = meaningAt(scope, object);
  return meaning && [...meaning, identifierOf(scope.tree, attribute)];
}

/** Returns the kind of a variable that only `def` or only `async def` statements define. A decorator may return anything. */
function kindOf({ binds, imports }: Variable): FunctionKind | undefined {
  const kinds = new Set(
    binds.map(({ parent }) => {
      const isPlain = parent?.name === 'FunctionDefinition' && parent.parent?.name !== 'DecoratedStatement';
      return isPlain ? parent.children[0]?.name : '';
    }),
  );
  const [kind] = kinds;
  return kinds.size === 1 && imports.length === 0 && (kind === 'def' || kind === 'async') ? kind : undefined;
}

/** Returns the kind of the function that an expression names, if the program defines it. */
export function functionKind({ tree, functions }: Scope, node: Node): FunctionKind | undefined {
  return node.name === 'VariableName' ? functions.get(identifierOf(tree, node)) : undefined;
}

/** Adds the variables, attributes and subscripts to which a node gives a value. */
function addTargets(first: Node, binds: Set<Node>, targets: Set<Node>): void {
  const open = [first];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.name === 'VariableName') binds.add(node);
    else if (node.name === 'MemberExpression') targets.add(node);
    else if (NESTED_TARGETS.has(node.name)) open.push(...node.children);
  }
}

const NESTED_TARGETS: ReadonlySet<string> = new Set([
  'TupleExpression',
  'ArrayExpression',
  'ParenthesizedExpression',
  ERROR,
]);

/** Returns the children of a node to which it gives a value, such as the left side of an assignment. */
function boundBy(tree: Tree, { name, children }: Node): readonly Node[] {
  switch (name) {
    case 'AssignStatement': {
      const last = children.findLastIndex((child) => child.name === 'AssignOp');
      return children.slice(0, last === -1 ? undefined : last);
    }
    case 'UpdateStatement':
    case 'CapturePattern':
      return children.slice(0, 1);
    case 'DeleteStatement':
    case 'ScopeStatement':
    case 'TypeParam':
      return children;
    case 'FunctionDefinition':
    case 'ClassDefinition':
    case 'TypeDefinition':
      return children.filter((child) => child.name === 'VariableName').slice(0, 1);
    case 'ParamList':
      return children.filter((child) => child.name === 'VariableName' && sibling(child, -1)?.name !== 'AssignOp');
    case 'ImportStatement':
      return [];
    default:
      return markedTargets(tree, children);
  }
}

/** Returns the nodes behind `as`, between `for` and `in`, and before `:=`. */
function markedTargets(tree: Tree, children: readonly Node[]): readonly Node[] {
  let isAfterFor = false;
  return children.filter((child) => {
    if (child.name === 'for' || child.name === 'in') isAfterFor = child.name === 'for';
    return isAfterFor || sibling(child, -1)?.name === 'as' || isOperator(tree, sibling(child, 1), ':=');
  });
}

function isOperator(tree: Tree, node: Node | undefined, operator: string): boolean {
  return node?.name === 'AssignOp' && textOf(tree, node) === operator;
}

/** Returns false for the names of keyword arguments and for the parts of dotted names. */
function isUse(tree: Tree, node: Node): boolean {
  switch (node.parent?.name) {
    case 'ImportStatement':
      return false;
    case 'ArgList':
      return !isOperator(tree, sibling(node, 1), '=');
    case 'KeywordPattern':
      return node.place > 0;
    case 'Decorator':
      return sibling(node, -1)?.name !== '.';
    default:
      return true;
  }
}

import { builtinTool } from './builtin-tools.ts';
import { around, type Edit } from './edits.ts';
import { argumentsOf } from './expressions.ts';
import type { FunctionNames } from './function-names.ts';
import { type KnownNames, moduleAt, type Reference, referencesIn } from './references.ts';
import { isFree, type Scope } from './scope.ts';
import { ERROR, identifierOf, type Node, textOf } from './tree.ts';

/** The calls of `help` that ask for tools. */
export interface HelpCalls {
  readonly edits: readonly Edit[];
  /** The names `help` that were replaced. */
  readonly callees: ReadonlySet<Node>;
  /** The first parts of the references that became texts. */
  readonly claimed: ReadonlySet<Node>;
}

/**
 * Makes `help(files.read_file)` return a text: `__help("files.read_file")`. As a statement it prints the text, unless it is the
 * last statement, whose value is the result of the program.
 */
export function helpCallsIn(scope: Scope, known: KnownNames, names: FunctionNames): HelpCalls {
  const edits: Edit[] = [];
  const callees = new Set<Node>();
  const claimed = new Set<Node>();
  const uses = isFree(scope, 'help') && !known.functions.has('help') ? (scope.variables.get('help')?.uses ?? []) : [];
  if (uses.length === 0) return { edits, callees, claimed };
  const references = new Map(referencesIn(scope, known).map((reference) => [reference.node, reference]));
  const last = lastStatement(scope.tree.root);
  for (const callee of uses) {
    const call = callee.parent;
    if (call?.name !== 'CallExpression' || callee.place !== 0) continue;
    const topic = topicOf(call, scope, known, references);
    if (topic === undefined) continue;
    const [first] = topic.parts;
    callees.add(callee);
    if (first !== undefined) claimed.add(first);
    edits.push({ from: callee.from, to: callee.to, text: names.helper('__help') }, ...topicEdits(topic));
    const isStatement = call.parent?.name === 'ExpressionStatement' && call.parent.children.length === 1;
    if (isStatement && call.parent !== last) edits.push(...around(call, 'print(', ')'));
  }
  return { edits, callees, claimed };
}

/** The tool or module that a call asks for. `parts` are the nodes that its name replaces. */
interface Topic {
  readonly name: string;
  readonly parts: readonly Node[];
}

function topicOf(
  call: Node,
  scope: Scope,
  known: KnownNames,
  references: ReadonlyMap<Node, Reference>,
): Topic | undefined {
  const [argument, ...rest] = argumentsOf(call);
  if (argument === undefined) return { name: '', parts: [] };
  const { value, keyword, star } = argument;
  if (rest.length > 0 || keyword !== undefined || star !== undefined) return undefined;
  if (value.name === 'String') return { name: textOf(scope.tree, value), parts: [] };
  const reference = references.get(value);
  if (reference !== undefined) return { name: reference.path, parts: reference.parts };
  const builtin =
    value.name === 'VariableName' ? builtinTool(identifierOf(scope.tree, value), scope, known) : undefined;
  if (builtin !== undefined) return { name: builtin, parts: [value] };
  const module = moduleAt(scope, value, known);
  return module === undefined
    ? undefined
    : { name: module, parts: value.children.length === 0 ? [value] : value.children };
}

function topicEdits({ name, parts: [first, ...others] }: Topic): Edit[] {
  if (first === undefined) return [];
  return [
    { from: first.from, to: first.to, text: JSON.stringify(name) },
    ...others.map(({ from, to }) => ({ from, to, text: '' })),
  ];
}

function lastStatement(root: Node): Node | undefined {
  const isStatement = ({ name }: Node) => name !== ERROR && name !== ';';
  const last = root.children.findLast(isStatement);
  return last?.name === 'StatementGroup' ? last.children.findLast(isStatement) : last;
}

import type { ToolFunction } from '../process/protocol.ts';
import { bareCallEdits } from './bare-calls.ts';
import { builtinToolsIn } from './builtin-tools.ts';
import { type Deferral, deferralIn } from './deferral.ts';
import { around, type Edit, withEdits } from './edits.ts';
import { type Await, awaitsIn } from './expressions.ts';
import { FunctionNames } from './function-names.ts';
import { helpCallsIn } from './help.ts';
import { importEdits } from './import-edits.ts';
import { lacksOf } from './lacks.ts';
import { operatorEdits } from './operators.ts';
import { type KnownNames, type Reference, referencesIn, withoutImported } from './references.ts';
import { dottedName, functionKind, isFree, type Scope, scopeOf } from './scope.ts';
import { selfDocumentingEdits } from './self-documenting.ts';
import { type Node, parse, type Tree } from './tree.ts';

/** A program whose tools are plain functions. */
export interface Rewritten {
  readonly code: string;
  readonly functions: readonly ToolFunction[];
  /** The parts of Python that the program uses and that Monty lacks, in words. */
  readonly lacks: readonly string[];
}

/**
 * Rewrites a program so that it runs with plain functions instead of modules of tools:
 *
 * - A reference to a tool becomes a function that returns the tool's result, or an awaitable if the program awaits the call.
 * - Imports of tools are removed, `help(tool)` becomes `__help("tool")`, and `asyncio.gather` becomes `__gather`.
 * - If Monty supports the program, comparisons, `%`, `//` and `round` become functions with Python's results.
 * - `main()` as a statement becomes `await __await_any(main())` if `main` is an `async def`.
 * - `{x=}` in a string becomes `{"x="}{x!r}`.
 * - `await x` becomes `await __await_any(x)` unless `x` is certainly awaitable, because models also await results.
 *
 * Every statement stays in its line. A program with syntax errors is rewritten as far as it is understood.
 */
export function rewrite(code: string, allKnown: KnownNames, tree: Tree = parse(code)): Rewritten {
  const scope = scopeOf(tree);
  const known = withoutImported(allKnown, scope);
  const names = new FunctionNames(tree);
  const helps = helpCallsIn(scope, known, names);
  const awaits = awaitsIn(tree);
  const references = [...referencesIn(scope, known), ...builtinToolsIn(scope, known, awaits)]
    .filter(({ node, parts }) => !helps.claimed.has(parts[0]) && !helps.callees.has(node))
    .sort((a, b) => a.node.from - b.node.from);
  const calls = new Map(references.flatMap((reference) => callOf(reference)));
  const toolCalls = new Set(calls.keys());
  const deferral = deferralIn(scope, toolCalls, awaits);
  const awaited = new Set([...awaits.map(({ inner }) => inner), ...deferral.calls]);
  const views = new Set(deferral.gathers.flatMap((gather) => gather.views));
  const replaced = { references: new Set(references.map(({ node }) => node)), helps: helps.callees, views };
  const lacks = lacksOf(scope, deferral, replaced, known);
  const edits = [
    ...references.flatMap((reference) => referenceEdits(reference, names, awaited)),
    ...importEdits(scope, known, names),
    ...helps.edits,
    ...awaits.flatMap((each) => awaitEdits(each, scope, toolCalls, names)),
    ...gatherEdits(deferral, names),
    ...bareCallEdits(scope, deferral, names),
    ...mainEdits(scope),
    ...selfDocumentingEdits(tree),
    ...(lacks.length === 0 ? operatorEdits(scope, names, replaced.references) : []),
  ];
  return { code: withEdits(code, edits), functions: names.functions, lacks };
}

/** Returns the call whose callee the reference is. */
function callOf(reference: Reference): readonly (readonly [Node, Reference])[] {
  const { parent, place } = reference.node;
  return parent?.name === 'CallExpression' && place === 0 ? [[parent, reference]] : [];
}

/** Replaces a reference. The text between its parts stays, because it may contain line breaks. */
function referenceEdits({ path, node, parts }: Reference, names: FunctionNames, awaited: ReadonlySet<Node>): Edit[] {
  const [first, ...others] = parts;
  const { value, awaitable } = names.of(path);
  const isAwaited = node.place === 0 && node.parent !== undefined && awaited.has(node.parent);
  return [
    { from: first.from, to: first.to, text: isAwaited ? awaitable : value },
    ...others.map(({ from, to }) => ({ from, to, text: '' })),
  ];
}

function awaitEdits(
  { operand, inner }: Await,
  scope: Scope,
  toolCalls: ReadonlySet<Node>,
  names: FunctionNames,
): Edit[] {
  const callee = inner.name === 'CallExpression' ? inner.children[0] : undefined;
  if (toolCalls.has(inner) || operand.from === operand.to) return [];
  if (callee && (functionKind(scope, callee) === 'async' || dottedName(scope, callee)?.[0] === 'asyncio')) return [];
  const isAttached = !/\s/.test(scope.tree.code[operand.from - 1] ?? '');
  return around(operand, `${isAttached ? ' ' : ''}${names.helper('__await_any')}(`, ')');
}

/**
 * A list as the only argument of `gather` is an error in Python that models make; it becomes the arguments. Monty can spread
 * lists only.
 */
function gatherEdits({ gathers }: Deferral, names: FunctionNames): Edit[] {
  return gathers.flatMap(({ callee, list, views }) => {
    const [first, ...others] = callee.name === 'MemberExpression' ? callee.children : [callee];
    if (first === undefined) return [];
    return [
      { from: first.from, to: first.to, text: names.helper('__gather') },
      ...others.map(({ from, to }) => ({ from, to, text: '' })),
      ...(list === undefined ? [] : [{ from: list.from, to: list.from, text: '*' }]),
      ...views.flatMap((view) => around(view, 'list(', ')')),
    ];
  });
}

/** Not every engine has `__name__`. */
function mainEdits(scope: Scope): Edit[] {
  const uses = isFree(scope, '__name__') ? (scope.variables.get('__name__')?.uses ?? []) : [];
  return uses.map(({ from, to }) => ({ from, to, text: '"__main__"' }));
}

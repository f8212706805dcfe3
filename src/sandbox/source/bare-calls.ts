import type { Deferral } from './deferral.ts';
import { around, type Edit } from './edits.ts';
import type { FunctionNames } from './function-names.ts';
import { functionKind, type Scope } from './scope.ts';
import type { Node } from './tree.ts';

/**
 * Awaits the coroutines that a program only creates: the statement `main()` of an `async def main` would do nothing. In a
 * function that is not `async`, `asyncio.run` takes the place of `await`. A `gather` is awaited only where nothing follows in its
 * function, because elsewhere it may be meant to run beside the statements that follow.
 */
export function bareCallEdits(scope: Scope, { gathers }: Deferral, names: FunctionNames): Edit[] {
  const gathering = new Set(gathers.map(({ callee }) => callee));
  const isAssigned = (scope.variables.get('asyncio')?.binds.length ?? 0) > 0;
  return scope.tree.nodes.flatMap((statement) => {
    const [call, ...rest] = statement.name === 'ExpressionStatement' ? statement.children : [];
    const callee = call?.name === 'CallExpression' && rest.length === 0 ? call.children[0] : undefined;
    if (call === undefined || callee === undefined) return [];
    const owner = ownerOf(statement);
    const mayAwait = owner === undefined || owner.children[0]?.name === 'async';
    const isGather = gathering.has(callee) && mayAwait && (owner === undefined || isLast(statement, owner));
    if (functionKind(scope, callee) !== 'async' && !isGather) return [];
    const start = names.helper('__await_any');
    if (mayAwait) return around(call, `await ${start}(`, ')');
    return isAssigned ? [] : around(call, `asyncio.run(${start}(`, '))');
  });
}

/** Returns the function or class that a statement belongs to; undefined for the program itself. */
function ownerOf(statement: Node): Node | undefined {
  let owner = statement.parent;
  while (owner !== undefined && owner.name !== 'FunctionDefinition' && owner.name !== 'ClassDefinition')
    owner = owner.parent;
  return owner;
}

function isLast(statement: Node, owner: Node): boolean {
  const body = owner.children.at(-1);
  return body?.children.at(-1) === statement;
}

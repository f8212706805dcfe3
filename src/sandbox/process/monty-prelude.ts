import type { ToolFunction } from './protocol.ts';

/** The host functions of a program in Monty. A call of either leaves the interpreter. */
export const START = '__start';
export const WAIT = '__wait';

/**
 * Returns the Python code that stands before a program. A tool's function starts the call at once, and waits for its result or
 * returns a coroutine that does. Several calls therefore run side by side, although Monty's own calls are sequential.
 */
export function preludeOf(functions: readonly ToolFunction[]): string {
  return HELPERS + functions.map(defineFunction).join(''); // a function must stand before its first use
}

function defineFunction({ value, awaitable, path }: ToolFunction): string {
  const tool = JSON.stringify(path);
  return (
    `def ${value}(*a, **k):\n    return ${WAIT}(${START}(${tool}, a, k))\n` +
    `def ${awaitable}(*a, **k):\n    return __result(${START}(${tool}, a, k))\n`
  );
}

const HELPERS = `import asyncio as __asyncio
async def __result(call):
    return ${WAIT}(call)
async def __await_any(x):
    if str(type(x)) == "<class 'coroutine'>":
        return await x
    return x
async def __gather(*xs):
    return await __asyncio.gather(*[__await_any(x) for x in xs])
def __help(name=''):
    return ${WAIT}(${START}('help', (name,), {}))
`;

import type { ToolFunction } from './protocol.ts';

/** The host functions of a program in Monty. A call of either leaves the interpreter. */
export const START = '__start';
export const WAIT = '__wait';

/**
 * Returns the Python code that is put before a program. A tool's function starts the call at once, and waits for its result or
 * returns a coroutine that does. Several calls therefore run side by side, although Monty's own calls are sequential.
 */
export function preludeOf(code: string, functions: readonly ToolFunction[]): string {
  return HELPERS + defineBuiltins(code) + functions.map(defineFunction).join(''); // a function must come before its first use
}

/**
 * Makes the built-in names of a program its variables. Otherwise Monty reads the built-in where the program means its own: in
 * `[id for id in ids]`, after `def sum(…)`, and after `import … as id`.
 */
function defineBuiltins(code: string): string {
  const words = new Set(code.match(/\w+/g));
  return BUILTINS.filter((name) => words.has(name))
    .map((name) => `${name} = ${name}\n`)
    .join('');
}

/** The built-in functions and types of Monty. */
const BUILTINS = `
  abs all any bin bool bytes chr dict divmod enumerate filter float frozenset getattr hasattr hash hex id int isinstance iter
  len list map max min next oct open ord pow print property range repr reversed round set setattr slice sorted str sum tuple
  type zip`
  .trim()
  .split(/\s+/);

function defineFunction({ value, awaitable, path }: ToolFunction): string {
  const tool = JSON.stringify(path);
  return (
    `def ${value}(*a, **k):\n    return ${WAIT}(${START}(${tool}, a, k))\n` +
    `def ${awaitable}(*a, **k):\n    return __result(${START}(${tool}, a, k))\n`
  );
}

// The program may use the names `str` and `type` for its own variables.
const HELPERS = `import asyncio as __asyncio
__str = str
__type = type
async def __result(call):
    return ${WAIT}(call)
async def __await_any(x):
    if __str(__type(x)) == "<class 'coroutine'>":
        return await x
    return x
async def __gather(*xs):
    return await __asyncio.gather(*[__await_any(x) for x in xs])
def __help(name=''):
    return ${WAIT}(${START}('help', (name,), {}))
`;

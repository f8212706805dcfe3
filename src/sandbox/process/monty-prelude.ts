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

/** Monty calls unordered values unequal instead of raising an error, and cannot compare lists and sets. */
const ORDERS = Object.entries({ __lt: '<', __gt: '>', __le: '<=', __ge: '>=' })
  .map(
    ([name, sign]) =>
      `def ${name}(a, b):\n    if not (isinstance(a, (int, float)) and isinstance(b, (int, float))):\n` +
      `        __check_order(a, '${sign}', b)\n    return a ${sign} b\n`,
  )
  .join('');

const HELPERS = `import asyncio, asyncio as __asyncio
async def __result(call):
    return ${WAIT}(call)
async def __await_any(x):
    if str(type(x)) == "<class 'coroutine'>":
        return await x
    return x
async def __gather(*xs):
    if len(xs) == 1 and isinstance(xs[0], list):
        xs = xs[0]
    return await __asyncio.gather(*[__await_any(x) for x in xs])
def __help(name=''):
    return ${WAIT}(${START}('help', (name,), {}))
def __round(x, ndigits=None):
    if ndigits is None or ndigits < 0 or not isinstance(x, float):
        return round(x, ndigits)
    return float(f"{x:.{ndigits}f}")
__SIMPLE = {'int': 0, 'float': 0, 'bool': 0, 'str': 1, 'NoneType': 2, 'dict': 3}
def __check_order(a, sign, b):
    x = type(a).__name__
    y = type(b).__name__
    if x == 'tuple' and y == 'tuple':
        for c, d in zip(a, b):
            if c != d:
                return __check_order(c, sign, d)
    elif x in __SIMPLE and y in __SIMPLE:
        if __SIMPLE[x] != __SIMPLE[y] or x in ('NoneType', 'dict'):
            raise TypeError(f"'{sign}' not supported between instances of '{x}' and '{y}'")
    elif x != y or x == 'set' or x == 'frozenset' or x == 'list':
        raise NotImplementedError(f'comparing {x} and {y} is not supported')
${ORDERS}`;

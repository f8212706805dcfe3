import { HELP, type ToolFunction } from './protocol.ts';

/** The host functions of a program in Monty. A call of either leaves the interpreter. */
export const START = '__start';
export const WAIT = '__wait';

/**
 * Returns the Python code that is put before a program. A tool's function starts the call at once, and waits for its result or
 * returns a coroutine that does. Several calls therefore run side by side, although Monty's own calls are sequential.
 */
export function preludeOf(code: string, functions: readonly ToolFunction[]): string {
  return HELPERS + defineBuiltins(code) + functions.map(defineFunction).join('') + LAST; // a function must come before its first use
}

/** Makes an indented first line of a program an error. Without this line, it would belong to the last function of the prelude. */
const LAST = 'pass\n';

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
    `def ${value}(*a, **k):\n    return ${WAIT}(__call(${tool}, a, k))\n` +
    `def ${awaitable}(*a, **k):\n    return __result(__call(${tool}, a, k))\n`
  );
}

/**
 * In Monty, `<` returns False instead of raising an error for values without an order, and also for lists and sets, which Python
 * can compare. These functions raise an error for all of them.
 */
const ORDERS = Object.entries({ __lt: '<', __gt: '>', __le: '<=', __ge: '>=' })
  .map(
    ([name, sign]) =>
      `def ${name}(a, b):\n    if not (__isinstance(a, __numbers) and __isinstance(b, __numbers)):\n` +
      `        __check_order(a, '${sign}', b)\n    return a ${sign} b\n`,
  )
  .join('');

// The program may use the names of built-in functions for its own variables.
const HELPERS = `import asyncio, asyncio as __asyncio
__str = str
__type = type
__isinstance = isinstance
__float = float
__numbers = (int, float)
__plain_round = round
__len = len
__list = list
__zip = zip
def __is_coroutine(x):
    return __str(__type(x)) == "<class 'coroutine'>"
def __call(path, a, k):
    for values in (a, k.values()):
        for x in values:
            if __is_coroutine(x):
                raise TypeError(f'{path}() was not called: a value of type coroutine cannot be passed on.')
    return ${START}(path, a, k)
async def __result(call):
    return ${WAIT}(call)
async def __await_any(x):
    if __is_coroutine(x):
        return await x
    return x
async def __gather(*xs):
    if __len(xs) == 1 and __isinstance(xs[0], __list):
        xs = xs[0]
    return await __asyncio.gather(*[__await_any(x) for x in xs])
def __help(name=''):
    return ${WAIT}(${START}('${HELP}', (name,), {}))
def __round(x, ndigits=None):
    if ndigits is None or ndigits < 0 or not __isinstance(x, __float):
        return __plain_round(x, ndigits)
    return __float(f"{x:.{ndigits}f}")
def __mod(a, b):
    rest = a % b
    if not __isinstance(rest, __float):
        return rest
    if not rest:
        return -0.0 if b < 0 else 0.0
    return rest + b if (rest < 0) != (b < 0) else rest
def __floordiv(a, b):
    whole = a // b
    if not __isinstance(whole, __float) or not whole:
        return whole
    rest = a % b
    exact = (a - rest) / b - (1 if rest and (rest < 0) != (b < 0) else 0)
    whole = exact // 1
    return whole + 1 if exact - whole > 0.5 else whole
__SIMPLE = {'int': 0, 'float': 0, 'bool': 0, 'str': 1, 'NoneType': 2, 'dict': 3}
def __check_order(a, sign, b):
    x = __type(a).__name__
    y = __type(b).__name__
    if x == 'tuple' and y == 'tuple':
        for c, d in __zip(a, b):
            if c != d:
                return __check_order(c, sign, d)
    elif x in __SIMPLE and y in __SIMPLE:
        if __SIMPLE[x] != __SIMPLE[y] or x in ('NoneType', 'dict'):
            raise TypeError(f"'{sign}' not supported between instances of '{x}' and '{y}'")
    elif x != y or x == 'set' or x == 'frozenset' or x == 'list':
        raise NotImplementedError(f'comparing {x} and {y} is not supported')
${ORDERS}`;

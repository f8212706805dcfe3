import { waitsIn } from './deferral.ts';
import { type Await, argumentsOf } from './expressions.ts';
import { BUILTINS, words } from './python-words.ts';
import type { KnownNames, Reference } from './references.ts';
import { isFree, type Scope } from './scope.ts';
import { identifierOf, type Node } from './tree.ts';

/**
 * Finds the calls of built-in functions that can only mean a tool: `await list("src")` and `list(path="src")` mean the tool `list_`.
 * Python's own `list` returns nothing awaitable, and does not have that argument.
 */
export function builtinToolsIn(scope: Scope, known: KnownNames, awaits: readonly Await[]): readonly Reference[] {
  const tools = [...scope.variables].flatMap(([name, { uses }]) => {
    const path = builtinTool(name, scope, known);
    return path === undefined ? [] : [{ name, path, uses }];
  });
  if (tools.length === 0) return [];
  const waited = waitedIn(scope, awaits);
  return tools.flatMap(({ name, path, uses }) => {
    const meant = uses.filter(({ parent: call, place }) => {
      const isCall = call?.name === 'CallExpression' && place === 0;
      const isWaited = isCall && waited.has(call) && !MAY_RETURN_AWAITABLE.has(name);
      return isWaited || (isCall && hasOtherKeyword(call, name, scope));
    });
    return meant.map((node) => ({ path, node, parts: [node] as const }));
  });
}

/** Returns the name of the tool that would have the name of a built-in function, if the program does not define the name. */
export function builtinTool(name: string, scope: Scope, { functions }: KnownNames): string | undefined {
  const path = `${name}_`;
  const isTool = BUILTINS.has(name) && functions.has(path) && !functions.has(name);
  return isTool && isFree(scope, name) ? path : undefined;
}

/** The only argument of `gather` may be `list(calls)`: models forget the star. */
function waitedIn(scope: Scope, awaits: readonly Await[]): ReadonlySet<Node> {
  const slots = waitsIn(scope, new Set()).flatMap(({ call, waiter, slots: own }) =>
    waiter === 'gather' && own.length === 1 && argumentsOf(call)[0]?.star === undefined ? [] : own,
  );
  const single = slots.filter(({ isGroup }) => !isGroup).map(({ node }) => node);
  return new Set([...awaits.map(({ inner }) => inner), ...single]);
}

/** Returns true if a call has a keyword argument that the built-in function does not take. */
function hasOtherKeyword(call: Node, name: string, { tree }: Scope): boolean {
  const taken = KEYWORDS.get(name);
  if (ANY_KEYWORD.has(name) || !/^[a-z]/.test(name)) return false;
  return argumentsOf(call).some(({ keyword }) => keyword !== undefined && !taken?.has(identifierOf(tree, keyword)));
}

/** The names of the keyword arguments of the built-in functions that have any. */
const KEYWORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    bytearray: words('source encoding errors'),
    bytes: words('source encoding errors'),
    compile: words('source filename mode flags dont_inherit optimize'),
    complex: words('real imag'),
    enumerate: words('iterable start'),
    eval: words('globals locals'),
    exec: words('globals locals closure'),
    exit: words('code'),
    int: words('base'),
    map: words('strict'),
    max: words('key default'),
    memoryview: words('object'),
    min: words('key default'),
    open: words('file mode buffering encoding errors newline closefd opener'),
    pow: words('base exp mod'),
    print: words('sep end file flush'),
    property: words('fget fset fdel doc'),
    quit: words('code'),
    round: words('number ndigits'),
    sorted: words('key reverse'),
    str: words('object encoding errors'),
    sum: words('start'),
    zip: words('strict'),
  }),
);
/** The built-in functions that return one of their arguments, or an element of one. */
const MAY_RETURN_AWAITABLE: ReadonlySet<string> = words('anext getattr max min next');
const ANY_KEYWORD: ReadonlySet<string> = new Set(['breakpoint', 'dict']);

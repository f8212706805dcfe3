import { type Await, argumentsOf, elementsOf, isDisplay, withoutParentheses } from './expressions.ts';
import { pendingVariables } from './pending.ts';
import { dottedName, type Scope } from './scope.ts';
import { identifierOf, type Node } from './tree.ts';

/** The calls of tools whose results a program awaits later than it calls them. */
export interface Deferral {
  readonly calls: ReadonlySet<Node>;
  readonly gathers: readonly Gather[];
}

/** A call of `asyncio.gather`. */
export interface Gather {
  readonly callee: Node;
  /** True if it waits for calls of tools only, and has no options. */
  readonly isPlain: boolean;
  /** An only argument that is a list, which Python would refuse. */
  readonly list: Node | undefined;
  /** The arguments `*tasks.values()` whose elements are calls of tools. */
  readonly views: readonly Node[];
}

/** An expression that a function of asyncio waits for. */
export interface Slot {
  readonly node: Node;
  /** True if the function waits for the elements of the expression. */
  readonly isGroup: boolean;
}

/** Finds the calls of tools that are arguments of functions such as `gather`, or that reach them through a variable. */
export function deferralIn(scope: Scope, toolCalls: ReadonlySet<Node>, awaits: readonly Await[]): Deferral {
  const waits = waitsIn(scope, toolCalls);
  const slots = new Map(waits.flatMap((wait) => wait.slots).map((slot) => [slot.node, slot]));
  const pending = pendingVariables(scope, toolCalls, awaits, slots);
  const direct = [...slots.values()].filter(({ node, isGroup }) => !isGroup && toolCalls.has(node));
  const gathers = waits.flatMap(({ call, waiter, slots: waited }): Gather[] => {
    const callee = call.children[0];
    if (waiter !== 'gather' || callee === undefined) return [];
    const isKnown = ({ node, isGroup }: Slot) => (!isGroup && toolCalls.has(node)) || pending.uses.has(node);
    const isPlain = argumentsOf(call).every(({ keyword, star }) => keyword === undefined && star !== '**');
    const views = waited.flatMap(({ node }) =>
      pending.uses.has(node) && node.name === 'CallExpression' ? [node] : [],
    );
    return [{ callee, isPlain: isPlain && waited.every(isKnown), list: onlyList(call), views }];
  });
  return { calls: new Set([...direct.map(({ node }) => node), ...pending.calls]), gathers };
}

interface Wait {
  readonly call: Node;
  readonly waiter: string;
  readonly slots: readonly Slot[];
}

/** Finds the calls of functions such as `gather`. A call of a tool is none. */
export function waitsIn(scope: Scope, toolCalls: ReadonlySet<Node>): readonly Wait[] {
  return scope.tree.nodes.flatMap((call) => {
    const waiter = call.name === 'CallExpression' && !toolCalls.has(call) ? waiterOf(scope, call) : undefined;
    return waiter === undefined ? [] : [{ call, waiter, slots: slotsOf(call, waiter) }];
  });
}

/** Returns the name of the function of asyncio that a call calls, if it waits for its arguments. */
function waiterOf(scope: Scope, call: Node): string | undefined {
  const callee = call.children[0];
  if (callee === undefined) return undefined;
  const [module, name = '', ...rest] = dottedName(scope, callee) ?? [];
  if (module === 'asyncio') return WAITERS.has(name) && rest.length === 0 ? name : undefined;
  const attribute =
    callee.name === 'MemberExpression' && callee.children[1]?.name === '.' ? callee.children[2] : undefined;
  const method = attribute && identifierOf(scope.tree, attribute);
  return method !== undefined && METHODS.has(method) ? method : undefined;
}

/** Methods of loops and task groups. Other objects also have methods such as `run` and `wait`. */
const METHODS: ReadonlySet<string> = new Set(['create_task', 'ensure_future', 'run_until_complete']);
/** These functions wait for the elements of their first argument. */
const GROUP_WAITERS: ReadonlySet<string> = new Set(['wait', 'as_completed']);
const WAITERS: ReadonlySet<string> = new Set(['gather', ...GROUP_WAITERS, ...METHODS, 'wait_for', 'shield', 'run']);

function slotsOf(call: Node, waiter: string): readonly Slot[] {
  const positional = argumentsOf(call).filter(({ keyword }) => keyword === undefined);
  const list = waiter === 'gather' ? onlyList(call) : undefined;
  const waited = waiter === 'gather' ? positional : positional.slice(0, 1);
  return waited.flatMap(({ value, star }): readonly Slot[] => {
    const isGroup = star !== undefined || value === list || GROUP_WAITERS.has(waiter);
    if (!isGroup) return [{ node: withoutParentheses(value), isGroup }];
    return elementsOf(value).map(({ node, isSpread }) => ({ node, isGroup: isSpread }));
  });
}

function onlyList(call: Node): Node | undefined {
  const [first, ...rest] = argumentsOf(call).filter(({ keyword }) => keyword === undefined);
  return first !== undefined && rest.length === 0 && first.star === undefined && isDisplay(first.value)
    ? first.value
    : undefined;
}

import type { Slot } from './deferral.ts';
import {
  type Await,
  argumentsOf,
  dictValues,
  type Element,
  elementsOf,
  isDisplay,
  withoutParentheses,
} from './expressions.ts';
import { dottedName, functionKind, isFree, type Scope, type Variable } from './scope.ts';
import { identifierOf, type Node, sibling } from './tree.ts';

/** The variables that only hold calls of tools until the program waits for them. */
export interface Pending {
  /** The calls whose results the variables hold. */
  readonly calls: readonly Node[];
  /** The expressions that wait for them. */
  readonly uses: ReadonlySet<Node>;
}

/**
 * Finds the variables for which it is certain that the program uses their values in no other way than to wait for them, once.
 * For any other variable a tool's call returns its result, which is always correct.
 */
export function pendingVariables(
  scope: Scope,
  toolCalls: ReadonlySet<Node>,
  awaits: readonly Await[],
  slots: ReadonlyMap<Node, Slot>,
): Pending {
  const looking: Looking = { scope, toolCalls, slots, awaited: new Set(awaits.map(({ inner }) => inner)) };
  const found = [...scope.variables.values()].flatMap((variable) => pendingIn(variable, looking) ?? []);
  return { calls: found.flatMap(({ calls }) => calls), uses: new Set(found.flatMap(({ uses }) => [...uses])) };
}

interface Looking {
  readonly scope: Scope;
  readonly toolCalls: ReadonlySet<Node>;
  readonly slots: ReadonlyMap<Node, Slot>;
  readonly awaited: ReadonlySet<Node>;
}

/** The effect of an occurrence of a variable: it adds calls, waits for one or for all of them, or does not matter. */
type Role =
  | { readonly kind: 'adds'; readonly elements: readonly Element[] }
  | { readonly kind: 'waits-for-one' | 'waits-for-all'; readonly use: Node }
  | { readonly kind: 'ignores' };

function pendingIn({ binds, imports, uses }: Variable, looking: Looking): Pending | undefined {
  const values = binds.map(assignedTo);
  const isGroup = values.every((value) => value !== undefined && isGroupValue(value));
  const isSingle = values.every((value) => value?.length === 1 && !isGroupValue(value));
  if (imports.length > 0 || binds.length === 0 || isGroup === isSingle) return undefined;
  const assigned = values.flatMap((value): Role[] => [{ kind: 'adds', elements: elementsOfValue(value ?? []) }]);
  const used = uses.map((use) => (isGroup ? groupRole(use, looking) : singleRole(use, looking)));
  const roles: Role[] = [];
  for (const role of [...assigned, ...used]) {
    if (role === undefined) return undefined;
    roles.push(role);
  }
  const elements = roles.flatMap((role) => (role.kind === 'adds' ? role.elements : []));
  if (!elements.every((element) => isPendingElement(element, looking))) return undefined;
  const calls = elements.map(({ node }) => node).filter((node) => looking.toolCalls.has(node));
  const all = roles.flatMap((role) => (role.kind === 'waits-for-all' ? [role.use] : []));
  const single = roles.flatMap((role) => (role.kind === 'waits-for-one' ? [role.use] : []));
  const waitsOnce = all.length + single.length === 1 || (isGroup && all.length === 0 && single.length > 0);
  return calls.length > 0 && waitsOnce ? { calls, uses: new Set([...all, ...single]) } : undefined;
}

/** Returns the right side of `name = …`; undefined for any other place of a name. */
function assignedTo(bind: Node): readonly Node[] | undefined {
  const { parent } = bind;
  if (parent?.name !== 'AssignStatement' || bind.place !== 0) return undefined;
  const operator = sibling(bind, sibling(bind, 1)?.name === 'TypeDef' ? 2 : 1);
  const value = parent.children.slice((operator?.place ?? 0) + 1);
  const isOnlyTarget = operator?.name === 'AssignOp' && !value.some(({ name }) => name === 'AssignOp');
  return isOnlyTarget ? value : undefined;
}

function isGroupValue(value: readonly Node[]): boolean {
  const [first, ...rest] = value.map(withoutParentheses);
  return first !== undefined && rest.length === 0 && (isDisplay(first) || dictValues(first) !== undefined);
}

function elementsOfValue(value: readonly Node[]): readonly Element[] {
  const [first] = value.map(withoutParentheses);
  if (first === undefined) return [];
  const isGroup = isDisplay(first);
  return dictValues(first) ?? (isGroup ? elementsOf(first) : [{ node: first, isSpread: false }]);
}

function isPendingElement({ node, isSpread }: Element, { scope, toolCalls }: Looking): boolean {
  if (isSpread || node.name !== 'CallExpression') return false;
  const callee = node.children[0];
  if (callee === undefined || toolCalls.has(node)) return callee !== undefined;
  const dotted = dottedName(scope, callee)?.join('.');
  return (
    dotted === 'asyncio.create_task' || dotted === 'asyncio.ensure_future' || functionKind(scope, callee) === 'async'
  );
}

/** The role of a variable that holds one call. */
function singleRole(use: Node, { slots, awaited }: Looking): Role | undefined {
  const isWaited = awaited.has(use) || slots.get(use)?.isGroup === false;
  return isWaited ? { kind: 'waits-for-one', use } : undefined;
}

/** The role of a variable that holds a list or a dict of calls. */
function groupRole(use: Node, looking: Looking): Role | undefined {
  if (looking.slots.get(use)?.isGroup === true) return { kind: 'waits-for-all', use };
  const { parent } = use;
  if (parent?.name === 'MemberExpression' && use.place === 0) return memberRole(parent, looking);
  const isLength = parent?.name === 'ArgList' && parent.children.length === 3 && isLengthCall(parent.parent, looking);
  return isLength ? { kind: 'ignores' } : undefined;
}

function isLengthCall(call: Node | undefined, { scope }: Looking): boolean {
  const callee = call?.children[0];
  return callee?.name === 'VariableName' && identifierOf(scope.tree, callee) === 'len' && isFree(scope, 'len');
}

function memberRole(member: Node, looking: Looking): Role | undefined {
  const { scope, slots, awaited } = looking;
  if (member.children[1]?.name === '[') {
    if (awaited.has(member)) return { kind: 'waits-for-one', use: member };
    const value = scope.targets.has(member) ? assignedTo(member) : undefined;
    return value?.length === 1 && !isGroupValue(value) ? { kind: 'adds', elements: elementsOfValue(value) } : undefined;
  }
  const call = member.parent;
  const attribute = member.children[2];
  if (call?.name !== 'CallExpression' || member.place !== 0 || attribute === undefined) return undefined;
  const [argument, ...rest] = argumentsOf(call);
  switch (identifierOf(scope.tree, attribute)) {
    case 'append':
      if (argument === undefined || rest.length > 0 || argument.star !== undefined) return undefined;
      return { kind: 'adds', elements: [{ node: withoutParentheses(argument.value), isSpread: false }] };
    case 'extend':
      if (argument === undefined || rest.length > 0 || !isDisplay(argument.value)) return undefined;
      return { kind: 'adds', elements: elementsOf(argument.value) };
    case 'values':
      return slots.get(call)?.isGroup === true ? { kind: 'waits-for-all', use: call } : undefined;
    case 'keys':
      return { kind: 'ignores' };
    default:
      return undefined;
  }
}

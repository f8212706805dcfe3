import { hasToolCallbacks } from './callbacks.ts';
import type { Deferral } from './deferral.ts';
import { hasLazyIterators } from './iterators.ts';
import { callLacks } from './lacks-of-calls.ts';
import { ATTRIBUTES, type Construct, LACKING_BUILTINS, METHODS, MODULES } from './monty-lacks.ts';
import { isChainedOrder } from './operators.ts';
import { type KnownNames, moduleOf, toolOf } from './references.ts';
import { dottedName, isFree, type Scope } from './scope.ts';
import { identifierOf, isString, type Node, sibling, textOf } from './tree.ts';

/** Nodes that belong to tools, and are not seen by the engine. */
export interface Replaced {
  /** The expressions that stand for tools. */
  readonly references: ReadonlySet<Node>;
  /** The names that call the engine's `help`. */
  readonly helps: ReadonlySet<Node>;
  /** The views of dicts that become lists. */
  readonly views: ReadonlySet<Node>;
}

/**
 * Returns what a program uses that Monty lacks, as far as its text shows it. A program may still fail in Monty: the values of
 * its variables are unknown.
 */
export function lacksOf(scope: Scope, { gathers }: Deferral, replaced: Replaced, known: KnownNames): readonly string[] {
  const found = new Set<string>();
  let typesEnd = 0; // in annotations, types may be united
  for (const node of scope.tree.nodes) {
    if (node.name === 'TypeDef') typesEnd = Math.max(typesEnd, node.to);
    for (const lack of nodeLacks(node, scope, replaced, node.from < typesEnd)) found.add(lack);
  }
  for (const lack of [...nameLacks(scope, replaced), ...importLacks(scope, known)]) found.add(lack);
  if (hasToolCallbacks(scope, replaced.references)) found.add('calls of tools by functions such as map()');
  if (hasLazyIterators(scope, replaced.references))
    found.add('iterators that are kept, or not used up' satisfies Construct);
  if (gathers.some(({ isPlain }) => !isPlain)) found.add('asyncio.gather() with options, or of other calls than tools');
  return [...found];
}

function nodeLacks(node: Node, scope: Scope, replaced: Replaced, isType: boolean): readonly string[] {
  switch (node.name) {
    case 'BinaryExpression':
      return constructs(isType ? undefined : operatorLack(node, scope));
    case 'UpdateStatement':
      return constructs(updateLack(node, scope));
    case 'ForStatement':
    case 'ArrayComprehensionExpression':
    case 'SetComprehensionExpression':
    case 'DictionaryComprehensionExpression':
    case 'ComprehensionExpression':
      return constructs(node.children.some(({ name }) => name === 'async') ? 'async for' : undefined);
    case 'TryStatement':
      return constructs(node.children.some(({ name }) => name === '*') ? 'except*' : undefined);
    case 'Number':
      return constructs(/j$/i.test(textOf(scope.tree, node)) ? 'complex numbers' : undefined);
    case 'FormatSpec':
      return formatLack(node, scope);
    case 'MemberExpression':
      return replaced.references.has(node) ? [] : memberLacks(node, scope);
    case 'CallExpression':
      return replaced.references.has(node.children[0] ?? node) || replaced.views.has(node)
        ? []
        : callLacks(node, scope);
    default:
      return constructs(STATEMENTS.get(node.name));
  }
}

function constructs(found: Construct | undefined): readonly Construct[] {
  return found === undefined ? [] : [found];
}

const STATEMENTS: ReadonlyMap<string, Construct> = new Map<string, Construct>([
  ['ClassDefinition', 'class definitions'],
  ['DecoratedStatement', 'decorators'],
  ['YieldStatement', 'generators (yield)'],
  ['YieldExpression', 'generators (yield)'],
  ['MatchStatement', 'match statements'],
  ['DeleteStatement', 'del statements'],
  ['WithStatement', 'with statements'],
  ['TypeDefinition', 'type aliases'],
]);

const DICTS: ReadonlySet<string> = new Set(['DictionaryExpression', 'DictionaryComprehensionExpression']);

function operatorLack(node: Node, scope: Scope): Construct | undefined {
  if (isChainedOrder(node, scope.tree)) return 'chained comparisons';
  const [left, operator, right] = node.children;
  if (left === undefined || operator === undefined || right === undefined) return undefined;
  const sides = [left, right];
  switch (textOf(scope.tree, operator)) {
    case '@':
      return 'matrix multiplication (@)';
    case '%':
      return isString(left) ? '% formatting' : undefined;
    case '|':
      if (sides.some(({ name }) => DICTS.has(name))) return 'unions of dicts (|)';
      return sides.some((side) => side.name === 'None' || isTypeName(side, scope)) ? 'unions of types (|)' : undefined;
    default:
      return undefined;
  }
}

function updateLack({ children }: Node, { tree }: Scope): Construct | undefined {
  if (children.some(({ name }) => DICTS.has(name))) return 'unions of dicts (|)';
  const operator = children.find(({ name }) => name === 'UpdateOp');
  return operator && /^(?:%|\/\/)=$/.test(textOf(tree, operator)) ? '%= and //=' : undefined;
}

function isTypeName(node: Node, scope: Scope): boolean {
  const name = node.name === 'VariableName' ? identifierOf(scope.tree, node) : '';
  return TYPES.has(name) && isFree(scope, name);
}

const TYPES: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'dict',
  'float',
  'frozenset',
  'int',
  'list',
  'set',
  'str',
  'tuple',
]);

/** Fields inside the specification are taken for a number, since they usually are a width or a precision. */
function formatLack(spec: Node, { tree }: Scope): readonly string[] {
  let text = '';
  let end = spec.from;
  for (const { from, to } of spec.children.filter(({ name }) => name === 'FormatReplacement')) {
    text += `${tree.code.slice(end, from)}1`;
    end = to;
  }
  text += tree.code.slice(end, spec.to);
  return FORMAT_SPEC.test(text) ? [] : [`the format "${text.slice(1, MOST_SPEC)}"`];
}

const FORMAT_SPEC = /^:(?:[^{}]?[<>=^])?[-+ ]?\d*(?:\.\d+)?[bcdeEfFgGosxX%]?$/u;
const MOST_SPEC = 20;

function memberLacks(member: Node, scope: Scope): readonly string[] {
  const [object, dot, attribute] = member.children;
  const isTarget = scope.targets.has(member);
  if (object === undefined) return [];
  if (dot?.name === '[') return isTarget ? constructs(subscriptLack(member)) : [];
  if (attribute?.name !== 'PropertyName') return [];
  if (isTarget) return ['assignments to attributes' satisfies Construct];
  const name = identifierOf(scope.tree, attribute);
  const [module = '', ...names] = dottedName(scope, member) ?? [];
  const available = MODULES.get(module);
  if (available !== undefined && names.length === 1) return available.has(name) ? [] : [`${module}.${name}`];
  if (ATTRIBUTES.has(name)) return [`the attribute .${name}`];
  if (isTypeName(object, scope) && !TYPE_ATTRIBUTES.has(name)) return constructs('methods of types, such as str.upper');
  const isSpecial = name.startsWith('__') && !(name === '__name__' && isType(object, scope));
  if (isSpecial) return constructs('special attributes, such as __class__');
  const isCalled = member.place === 0 && member.parent?.name === 'CallExpression';
  return constructs(METHODS.has(name) && !isCalled ? 'methods as values' : undefined);
}

const TYPE_ATTRIBUTES: ReadonlySet<string> = new Set(['fromhex', 'fromkeys', '__name__']);

/** Returns true for a type, which has a name in Monty. */
function isType(node: Node, scope: Scope): boolean {
  const callee = node.name === 'CallExpression' ? node.children[0] : undefined;
  const isCall =
    callee?.name === 'VariableName' && identifierOf(scope.tree, callee) === 'type' && isFree(scope, 'type');
  return isCall || isTypeName(node, scope);
}

function subscriptLack(target: Node): Construct | undefined {
  if (target.children.some(({ name }) => name === ':')) return 'assignments to slices';
  const around = [sibling(target, -1)?.name, sibling(target, 1)?.name];
  const isAlone = target.parent?.name === 'AssignStatement' || target.parent?.name === 'UpdateStatement';
  return isAlone && !around.includes(',') ? undefined : 'unpacking into subscripts';
}

function nameLacks(scope: Scope, { helps, references }: Replaced): readonly string[] {
  return [...scope.variables].flatMap(([name, { uses }]): readonly string[] => {
    if (!isFree(scope, name) || uses.every((use) => helps.has(use) || references.has(use))) return [];
    if (name === 'open') return constructs('files (open)');
    return LACKING_BUILTINS.has(name) ? [`the built-in ${name}`] : [];
  });
}

function importLacks({ imports }: Scope, known: KnownNames): readonly string[] {
  return imports.flatMap(({ names, star }) => {
    const hasStar = star !== undefined && moduleOf(star, known) === undefined;
    const lacking = names.flatMap(({ path, target }) => {
      if ((moduleOf(target, known) ?? toolOf(target, known)) !== undefined) return [];
      const [module = '', name, ...rest] = path;
      const available = MODULES.get(module);
      if (available === undefined) return [`the module ${module}`];
      const isAvailable = name === undefined || (available.has(name) && rest.length === 0);
      return isAvailable ? [] : [path.join('.')];
    });
    return [...(hasStar ? constructs('imports of all names (*)') : []), ...lacking];
  });
}

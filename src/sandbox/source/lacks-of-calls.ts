import { argumentsOf, withoutParentheses } from './expressions.ts';
import { ITERATORS } from './iterators.ts';
import { type Construct, ONE_ARGUMENT, SIGNATURES } from './monty-lacks.ts';
import { BUILTINS } from './python-words.ts';
import { dottedName, functionKind, isFree, type Scope } from './scope.ts';
import { identifierOf, isString, type Node, sibling, textOf } from './tree.ts';

/** Returns what a call uses that Monty lacks. */
export function callLacks(call: Node, scope: Scope): readonly string[] {
  const callee = call.children[0];
  if (callee === undefined) return [];
  const dotted = dottedName(scope, callee)?.join('.') ?? '';
  const isBuiltin = callee.name === 'VariableName' && BUILTINS.has(dotted) && isFree(scope, dotted);
  const construct = isBuiltin ? builtinLack(call, dotted, scope) : replacementLack(call, dotted, scope);
  return [
    ...(isBuiltin || dotted.includes('.') ? signatureLacks(call, dotted, scope) : []),
    ...(construct === undefined ? [] : [construct]),
    ...methodLacks(call, callee, scope),
  ];
}

function signatureLacks(call: Node, name: string, { tree }: Scope): readonly string[] {
  const signature = SIGNATURES.get(name);
  if (signature === undefined) return [];
  const given = argumentsOf(call);
  const hasOther = given.some(
    ({ keyword }) => keyword !== undefined && !signature.named.includes(identifierOf(tree, keyword)),
  );
  return hasOther || positionalCount(call) > signature.most ? [`some arguments of ${name}()`] : [];
}

function positionalCount(call: Node): number {
  return argumentsOf(call).filter(({ keyword, star }) => keyword === undefined && star === undefined).length;
}

function builtinLack(call: Node, name: string, scope: Scope): Construct | undefined {
  if (name === 'next') return nextLack(call, scope);
  if (name === 'divmod') return 'divmod()';
  if (name === 'range') return sibling(call, -1)?.name === '*' ? 'unpacking of a range' : undefined;
  return /(?:Error|Exception|Exit)$/.test(name) && positionalCount(call) > 1
    ? 'exceptions with several arguments'
    : undefined;
}

/** Generators and iterators are lists in Monty. */
function nextLack(call: Node, scope: Scope): Construct | undefined {
  const [first] = argumentsOf(call);
  if (first === undefined) return undefined;
  const value = withoutParentheses(first.value);
  const isGenerator = value.name === 'ComprehensionExpression' || sibling(value, 1)?.name === 'for';
  const callee = value.name === 'CallExpression' ? value.children[0] : undefined;
  const name = (callee && dottedName(scope, callee)?.join('.')) ?? '';
  return isGenerator || ITERATORS.has(name) ? 'next() of other values than iter()' : undefined;
}

function replacementLack(call: Node, name: string, scope: Scope): Construct | undefined {
  const replacement = name === 're.sub' ? argumentsOf(call)[1]?.value : undefined;
  const isFunction =
    replacement?.name === 'LambdaExpression' || (replacement && functionKind(scope, replacement) !== undefined);
  return isFunction === true ? 'functions as replacements of re.sub' : patternLack(call, name, scope);
}

function patternLack(call: Node, name: string, { tree }: Scope): Construct | undefined {
  const pattern = name.startsWith('re.') ? argumentsOf(call)[0]?.value : undefined;
  const text = pattern !== undefined && isString(pattern) ? textOf(tree, pattern) : '';
  if (text.includes('$')) return '$ in a regular expression';
  return name === 're.split' && text.includes('(') ? 'groups in re.split' : undefined;
}

function methodLacks(call: Node, callee: Node, scope: Scope): readonly string[] {
  const attribute = callee.name === 'MemberExpression' ? callee.children[2] : undefined;
  if (attribute?.name !== 'PropertyName') return [];
  const name = identifierOf(scope.tree, attribute);
  if (ONE_ARGUMENT.has(name) && positionalCount(call) > 1) return [`several arguments of ${name}()`];
  const [encoding] = name === 'encode' || name === 'decode' ? argumentsOf(call) : [];
  const isView = VIEWS.has(name) && argumentsOf(call).length === 0 && sibling(call, -1)?.name === '*';
  if (isView) return ['unpacking of views of dicts' satisfies Construct];
  const isOther = encoding?.value.name === 'String' && !/^.utf[-_]?8.$/i.test(textOf(scope.tree, encoding.value));
  return isOther && encoding.keyword === undefined ? ['encodings other than UTF-8' satisfies Construct] : [];
}

const VIEWS: ReadonlySet<string> = new Set(['items', 'keys', 'values']);

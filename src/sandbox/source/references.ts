import { BUILTINS, STDLIB } from './python-words.ts';
import { dottedName, isFree, meaningAt, type Scope } from './scope.ts';
import { identifierOf, type Node, sibling } from './tree.ts';

/** The names under which a program reaches tools. */
export interface KnownNames {
  /** Modules. Any attribute of a module is a tool. `tools` is the module of all tools, and has the other modules. */
  readonly modules: ReadonlySet<string>;
  /** Tools that are top-level names. */
  readonly functions: ReadonlySet<string>;
}

/** An expression of a program that stands for a tool, such as `files.read_file`. */
export interface Reference {
  /** The tool, without the aliases of imports. */
  readonly path: string;
  /** The whole expression. */
  readonly node: Node;
  /** The parts of the expression: the first name, and the dots and attributes behind it. */
  readonly parts: readonly [Node, ...Node[]];
}

export const ALL_TOOLS = 'tools';

/** Leaves out the tools with the names of standard modules that the program imports: such a name is Python's module there. */
export function withoutImported(known: KnownNames, { imports }: Scope): KnownNames {
  const modules = imports.flatMap(({ names }) =>
    names.flatMap(({ target, path }) => (target.length === 1 ? path.slice(0, 1) : [])),
  );
  const imported = new Set(modules.filter((name) => STDLIB.has(name)));
  return { ...known, functions: new Set([...known.functions].filter((name) => !imported.has(name))) };
}

/** Finds the references to tools, in the order of the program. A variable that may have another value is no reference. */
export function referencesIn(scope: Scope, known: KnownNames): readonly Reference[] {
  const stars = scope.imports.flatMap(({ star }) => (star === undefined ? [] : [star]));
  const modules = stars.flatMap((star) => moduleOf(star, known) ?? []);
  const found = [...scope.variables].flatMap(([name, { uses }]) => {
    const meant = scope.meanings.get(name)?.dotted;
    if (meant === undefined || !mayBeTool(meant, known, modules.length > 0)) return [];
    const isOnlyName = isFree(scope, name) && !known.functions.has(name) && !known.modules.has(name);
    const star = isOnlyName && !BUILTINS.has(name) ? modules.at(-1) : undefined;
    const dotted = star === undefined ? meant : [star, name];
    const free = uses.filter((use) => meaningAt(scope, use) !== undefined);
    return free.flatMap((use) => referenceAt(use, dotted, scope, known) ?? []);
  });
  return found.sort((a, b) => a.node.from - b.node.from);
}

function mayBeTool([first = '']: readonly string[], { modules, functions }: KnownNames, hasStar: boolean): boolean {
  return hasStar || modules.has(first) || functions.has(first);
}

/** Returns the module of tools that a dotted name stands for. */
export function moduleOf(dotted: readonly string[], { modules, functions }: KnownNames): string | undefined {
  const [first = '', second, ...rest] = dotted;
  if (!modules.has(first) || rest.length > 0) return undefined;
  if (second === undefined) return first;
  return first === ALL_TOOLS && modules.has(second) && !functions.has(second) ? second : undefined;
}

/** Returns the tool that a dotted name stands for. Whether the tool exists is found out when it is called. */
export function toolOf(dotted: readonly string[], known: KnownNames): string | undefined {
  const attribute = dotted.at(-1);
  if (dotted.length === 1) return known.functions.has(attribute ?? '') ? attribute : undefined;
  const module = moduleOf(dotted, known) === undefined ? moduleOf(dotted.slice(0, -1), known) : undefined;
  return module === undefined ? undefined : `${module}.${attribute}`;
}

/** Returns the module of tools that an expression stands for. */
export function moduleAt(scope: Scope, node: Node, known: KnownNames): string | undefined {
  const dotted = dottedName(scope, node);
  return dotted && moduleOf(dotted, known);
}

/** Takes as many attributes as the name of a tool needs. */
function referenceAt(use: Node, meaning: readonly string[], scope: Scope, known: KnownNames): Reference | undefined {
  const parts: [Node, ...Node[]] = [use];
  let dotted = meaning;
  let node = use;
  for (;;) {
    const member = memberOf(node);
    const isModule = moduleOf(dotted, known) !== undefined && (member !== undefined || dotted.length > 1);
    if (!isModule) {
      const path = toolOf(dotted, known);
      return path === undefined ? undefined : { path, node, parts };
    }
    if (member === undefined || scope.targets.has(member.node)) return undefined;
    parts.push(...member.parts);
    dotted = [...dotted, identifierOf(scope.tree, member.parts[1])];
    node = member.node;
  }
}

interface Member {
  readonly node: Node;
  /** The dot and the attribute. */
  readonly parts: readonly [Node, Node];
}

/** Returns the attribute that is taken of a node. The names of a decorator are one list. */
function memberOf(node: Node): Member | undefined {
  const { parent } = node;
  const isDecorator = parent?.name === 'Decorator';
  if (parent === undefined || !(isDecorator || (parent.name === 'MemberExpression' && node.place === 0)))
    return undefined;
  const dot = sibling(node, 1);
  const attribute = sibling(node, 2);
  const isAttribute = attribute?.name === (isDecorator ? 'VariableName' : 'PropertyName');
  if (dot?.name !== '.' || attribute === undefined || !isAttribute) return undefined;
  return { node: isDecorator ? attribute : parent, parts: [dot, attribute] };
}

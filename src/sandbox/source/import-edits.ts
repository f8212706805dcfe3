import type { Edit } from './edits.ts';
import type { FunctionNames } from './function-names.ts';
import type { Import, ImportedName } from './imports.ts';
import { type KnownNames, moduleOf, toolOf } from './references.ts';
import type { Scope } from './scope.ts';

/** Removes the imports of tools. The lines of a statement stay, and a statement without other imports becomes `pass`. */
export function importEdits(scope: Scope, known: KnownNames, names: FunctionNames): Edit[] {
  return scope.imports.flatMap((each) => importEdit(each, scope, known, names) ?? []);
}

function importEdit(
  { statement, names: imported, star }: Import,
  scope: Scope,
  known: KnownNames,
  names: FunctionNames,
): Edit | undefined {
  const { code } = scope.tree;
  const isTool = ({ target }: ImportedName) => moduleOf(target, known) ?? toolOf(target, known);
  const others = imported.filter((name) => isTool(name) === undefined);
  const hasToolStar = star !== undefined && moduleOf(star, known) !== undefined;
  if (others.length === imported.length && !hasToolStar) return undefined;
  const kept = others.map(({ from, to }) => code.slice(from, to)).join(', ');
  const assigned = imported.flatMap((name) => assignment(name, scope, known, names) ?? []);
  const text = [...(kept === '' ? [] : [`import ${kept}`]), ...assigned].join('; ') || 'pass';
  const { from, to } = statement;
  const missing = lineBreaksIn(code.slice(from, to)) - lineBreaksIn(text);
  const isFollowed = /^[^\n]*;/.test(code.slice(to, to + MOST_SPACE).replace(/#.*/, ''));
  return { from, to, text: text + (isFollowed ? '\\\n' : '\n').repeat(missing) };
}

const MOST_SPACE = 100;

/** A name that has other values, too, gets the tool's function. */
function assignment(
  { local, target }: ImportedName,
  { meanings, variables }: Scope,
  known: KnownNames,
  names: FunctionNames,
): string | undefined {
  const hasOthers = meanings.get(local)?.dotted === undefined || (variables.get(local)?.binds.length ?? 0) > 0;
  const path = hasOthers ? toolOf(target, known) : undefined;
  return path === undefined ? undefined : `${local} = ${names.of(path).value}`;
}

function lineBreaksIn(text: string): number {
  return text.split('\n').length - 1;
}

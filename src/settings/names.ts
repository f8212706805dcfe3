import { z } from 'zod';
import { BUILTINS, found, nearest } from '../core/index.ts';
import { findFormats, formatNames } from '../formats/index.ts';
import { text } from './kinds.ts';

/** What a text in `--tools` names, by how it looks. */
export type NameKind = 'module' | 'pair' | 'builtin' | 'server';

/** A path or a script is a module; a tool that is called like a script can be named in the filter. */
export function kindOfName(name: string): NameKind {
  if (name === '' || SCRIPT.test(name)) return 'module';
  if (name.includes('::')) return 'pair';
  if (name.includes('/') || name.includes('\\')) return 'module';
  return BUILTINS.some((builtin) => builtin === name) ? 'builtin' : 'server';
}

const SCRIPT = /\.[cm]?[jt]s$/;

/** A module. In the file, `tools` holds modules only; the other names that the flag takes belong to `filter`. */
export function modulePath() {
  return text()
    .check(({ value, issues }) => {
      const kind = kindOfName(value);
      if (kind !== 'pair' && kind !== 'builtin') return;
      const [dimension, what] = kind === 'pair' ? ['tools', 'a tool of a server'] : ['builtins', 'a built-in tool'];
      const fix = `write it under "filter": { "${dimension}": [${found(value)}] }`;
      const message = `${found(value)} names ${what}, not a module`;
      issues.push({ code: 'custom', message, params: { fix }, input: value });
    })
    .meta({ pattern: `^(?!.*::)|${SCRIPT.source}` });
}

/** A mistyped name would silently leave the tool out. */
export function builtinPattern() {
  return text().check(({ value, issues }) => {
    if (value === '' || value.includes('*') || BUILTINS.some((builtin) => builtin === value)) return;
    const meant = nearest(value, BUILTINS);
    const fix = meant === undefined ? `known are ${BUILTINS.join(', ')}` : `did you mean "${meant}"?`;
    issues.push({ code: 'custom', message: `${found(value)} is no built-in tool`, params: { fix }, input: value });
  });
}

/** A text that is not a pair would match nothing, and so leave all tools out. */
export function pairPattern() {
  return text()
    .check(({ value, issues }) => {
      const at = value.indexOf('::');
      if (value === '' || value === '*' || (at > 0 && at + 2 < value.length)) return;
      const fix = 'write the server and the tool, such as "files::read_file" or "files::*"';
      issues.push({ code: 'custom', message: `${found(value)} is no \`server::tool\``, params: { fix }, input: value });
    })
    .meta({ pattern: '^(\\*|.+::.+)$' });
}

/** The name of a format: that of a record, a plain one, or `family`. Editors read them from the JSON Schema. */
export function formatName() {
  return z
    .string()
    .check(({ value, issues }) => {
      if (names.has(value)) return;
      issues.push({ code: 'custom', ...wrongName(value), input: value });
    })
    .meta({ enum: [...names] });
}

/** Other engines' names are refused, so that each format has one name, but the fix gives ours. */
function wrongName(name: string): { message: string; params: { fix: string } } {
  const id = findFormats(name.toLowerCase())?.[0]?.id;
  if (id !== undefined)
    return { message: `${found(name)} is what others call ${found(id)}`, params: { fix: `write "${id}"` } };
  const meant = nearest(name, names);
  const others = `write one of ${PLAIN.join(', ')}, or a name that "toolpath formats" lists`;
  const fix = meant === undefined ? others : `did you mean "${meant}"?`;
  return { message: `${found(name)} is no format`, params: { fix } };
}

const PLAIN = ['native', 'family', 'code', 'hermes', 'mistral', 'pythonic', 'pure_json'];

const names: ReadonlySet<string> = new Set([...PLAIN, ...formatNames()]);

import { z } from 'zod';
import { BUILTINS, found, nearest } from '../core/index.ts';
import { findFormats, formatNames } from '../formats/index.ts';
import { text } from './kinds.ts';

/** The kind of thing that a name in `--tools` refers to, judged by its form. */
export type NameKind = 'module' | 'pair' | 'builtin' | 'server';

/** Classifies a name. A path or a script is a module; a tool whose name looks like a script can be named in `filter` instead. */
export function kindOfName(name: string): NameKind {
  if (name === '' || SCRIPT.test(name)) return 'module';
  if (name.includes('::')) return 'pair';
  if (name.includes('/') || name.includes('\\')) return 'module';
  return BUILTINS.some((builtin) => builtin === name) ? 'builtin' : 'server';
}

const SCRIPT = /\.[cm]?[jt]s$/;

/** A path of a module. In the file, `tools` contains only modules; the other names that the flag accepts belong in `filter`. */
export function modulePath() {
  return text()
    .check(({ value, issues }) => {
      const kind = kindOfName(value);
      if (kind !== 'pair' && kind !== 'builtin') return;
      const [dimension, what] = kind === 'pair' ? ['tools', 'an MCP tool'] : ['builtins', 'a built-in tool'];
      const fix = `write "filter": { "${dimension}": [${found(value)}] }`;
      const message = `${found(value)} is ${what}, not a module`;
      issues.push({ code: 'custom', message, params: { fix }, input: value });
    })
    .meta({ pattern: `^(?!.*::)|${SCRIPT.source}` });
}

/** A built-in tool or a pattern. Unknown names are refused, because a mistyped name would silently leave the tool out. */
export function builtinPattern() {
  return text().check(({ value, issues }) => {
    if (value === '' || value.includes('*') || BUILTINS.some((builtin) => builtin === value)) return;
    const meant = nearest(value, BUILTINS);
    const fix = meant === undefined ? `use one of ${BUILTINS.join(', ')}` : `did you mean "${meant}"?`;
    issues.push({ code: 'custom', message: `${found(value)} is not a built-in tool`, params: { fix }, input: value });
  });
}

/** A `server::tool` pattern. Other text is refused, because it would match nothing and so leave out all tools. */
export function pairPattern() {
  return text()
    .check(({ value, issues }) => {
      const at = value.indexOf('::');
      if (value === '' || value === '*' || (at > 0 && at + 2 < value.length)) return;
      const fix = 'write the server and the tool, for example "files::read_file" or "files::*"';
      issues.push({
        code: 'custom',
        message: `${found(value)} does not have the form \`server::tool\``,
        params: { fix },
        input: value,
      });
    })
    .meta({ pattern: '^(\\*|.+::.+)$' });
}

/** A name of a format: the id of a record, a plain name, or `family`. The JSON Schema lists them for editors. */
export function formatName() {
  return z
    .string()
    .check(({ value, issues }) => {
      if (names.has(value)) return;
      issues.push({ code: 'custom', ...wrongName(value), input: value });
    })
    .meta({ enum: [...names] });
}

/** Returns the error for an unknown format. Names of other engines are refused, so that each format has one name; the fix gives ours. */
function wrongName(name: string): { message: string; params: { fix: string } } {
  const id = findFormats(name.toLowerCase())?.[0]?.id;
  if (id !== undefined)
    return { message: `${found(name)} is another engine's name for ${found(id)}`, params: { fix: `write "${id}"` } };
  const meant = nearest(name, names);
  const others = `write one of ${PLAIN.join(', ')}, or a name that "toolpath formats" lists`;
  const fix = meant === undefined ? others : `did you mean "${meant}"?`;
  return { message: `${found(name)} is not a format`, params: { fix } };
}

const PLAIN = ['native', 'family', 'code', 'hermes', 'mistral', 'pythonic', 'pure_json'];

const names: ReadonlySet<string> = new Set([...PLAIN, ...formatNames()]);

import { z } from 'zod';
import { BUILTINS, found, nearest } from '../core/index.ts';
import { count, described, text } from './kinds.ts';

/** What may be used at all. */
export const filterSchema = z.strictObject({
  builtins: described(z.array(builtinPattern()), 'Only these built-in tools.', ['tool_search']).exactOptional(),
  servers: described(z.array(text()), 'Only these servers.', ['files']).exactOptional(),
  tools: described(z.array(pairPattern()), 'Only these tools, as `server::tool`.', [
    'files::read_file',
  ]).exactOptional(),
});

/** How many MCP tools are described in a prompt. */
export const perSizeSchema = z.strictObject({
  small: described(toolCount().default(2), 'MCP tools that are described to a model under 7B, or of unknown size.', 2),
  medium: described(toolCount().default(5), 'MCP tools that are described to a model from 7B to 30B.', 5),
  large: described(toolCount().default(10), 'MCP tools that are described to a model above 30B.', 10),
});

export function toolCount() {
  return count(1_000, 0);
}

/** What a text among tools names, by how it looks. */
export type NameKind = 'module' | 'pair' | 'builtin' | 'server';

/** A path or a script is a module; a tool that is called like a script has its place in the filter. */
export function kindOfName(name: string): NameKind {
  if (name === '' || SCRIPT.test(name)) return 'module';
  if (name.includes('::')) return 'pair';
  if (name.includes('/') || name.includes('\\')) return 'module';
  return BUILTINS.some((builtin) => builtin === name) ? 'builtin' : 'server';
}

const SCRIPT = /\.[cm]?[jt]s$/;

/** A module. In the file it stands among others of its kind alone; what else the flag takes has its place there. */
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

/** A slip here would leave the tool out without a word. */
function builtinPattern() {
  return text().check(({ value, issues }) => {
    if (value === '' || value.includes('*') || BUILTINS.some((builtin) => builtin === value)) return;
    const meant = nearest(value, BUILTINS);
    const fix = meant === undefined ? `known are ${BUILTINS.join(', ')}` : `did you mean "${meant}"?`;
    issues.push({ code: 'custom', message: `${found(value)} is no built-in tool`, params: { fix }, input: value });
  });
}

/** What is no pair would match nothing, and leave all tools out. */
function pairPattern() {
  return text()
    .check(({ value, issues }) => {
      const at = value.indexOf('::');
      if (value === '' || value === '*' || (at > 0 && at + 2 < value.length)) return;
      const fix = 'write the server and the tool, such as "files::read_file" or "files::*"';
      issues.push({ code: 'custom', message: `${found(value)} is no \`server::tool\``, params: { fix }, input: value });
    })
    .meta({ pattern: '^(\\*|.+::.+)$' });
}

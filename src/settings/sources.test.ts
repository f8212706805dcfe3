import { describe, expect, test } from 'vitest';
import { holdsSecret, type Outline, outline, outlineAt } from './outline.ts';
import { settingsSchema } from './schema.ts';
import { flagOptions, settingSources } from './sources.ts';

describe('settingSources', () => {
  test('Every setting has its own flag and its own variable', () => {
    const flags = [...settingSources.map(({ flag }) => flag), 'config'];
    const variables = [...settingSources.map(({ env }) => env), 'TOOLPATH_CONFIG'];
    expect(new Set(flags).size).toBe(flags.length);
    expect(new Set(variables).size).toBe(variables.length);
    expect(Object.keys(flagOptions).sort()).toEqual(flags.sort());
    for (const flag of flags) expect(flag).toMatch(/^(?!no-)[a-z]+(-[a-z]+)*$/);
  });

  test('Every setting of the schema has a source', () => {
    const reached = new Set(settingSources.map(({ path }) => path.split('.')[0]));
    expect([...reached, '$schema'].sort()).toEqual(Object.keys(settingsSchema.shape).sort());
  });

  test('Every setting has a description and a valid example', () => {
    const nameless = leaves(outline, '').filter(({ leaf }) => !leaf.description || leaf.examples?.[0] === undefined);
    expect(nameless.map(({ path }) => path)).toEqual([]);
    for (const { path, example } of settingSources) {
      const given = path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), example);
      expect(settingsSchema.safeParse(given).error?.issues, path).toBeUndefined();
    }
  });
});

test('Names and kinds are derived from the path and the schema', () => {
  const bySetting = new Map(settingSources.map((source) => [source.path, source]));
  expect(bySetting.get('limits.toolMs')).toEqual({
    path: 'limits.toolMs',
    flag: 'limits-tool-ms',
    env: 'TOOLPATH_LIMITS_TOOL_MS',
    kind: 'number',
    choices: [],
    description:
      'Time limit for a tool call, in milliseconds. Increase it for slow tools, or set it for single tools in `limits.tools`.',
    example: 30_000,
    default: 30_000,
  });
  expect(bySetting.get('discover')?.choices).toEqual(['local', 'all', 'none']);
  const kinds = [
    'port',
    'host',
    'mixed',
    'keys',
    'model',
    'builtins',
    'mcpServers',
    'permit',
    'limits.tools',
    'log.level',
  ];
  expect(kinds.map((path) => bySetting.get(path)?.kind)).toEqual([
    'number',
    'text',
    'boolean',
    'list',
    'list',
    'list',
    'json',
    'json',
    'json',
    'text',
  ]);
});

test('The schema marks exactly the secret settings as secrets', () => {
  const secrets = leaves(outline, '').filter(({ leaf }) => leaf.writeOnly === true);
  expect(secrets.map(({ path }) => path)).toEqual(['backends.*.apiKey', 'databases.*.url']);
  const paths = [
    ['keys', 0],
    ['backends', 'x', 'headers', 'y'],
    ['mcpServers', 'x', 'env', 'y'],
    ['mcpServers', 'x', 'headers', 'y'],
  ];
  for (const path of paths) expect(outlineAt(path)?.writeOnly, path.join('.')).toBe(true);
  for (const open of ['port', 'tools', 'limits', 'permit']) expect(holdsSecret(outlineAt([open]) ?? {})).toBe(false);
});

/** Returns every named property of the outline, at any depth. */
function leaves(at: Outline, path: string): { path: string; leaf: Outline }[] {
  const named = Object.entries(at.properties ?? {}).map(
    ([name, leaf]) => [path === '' ? name : `${path}.${name}`, leaf] as const,
  );
  const inner = [at.additionalProperties, at.items].map((leaf) => [`${path}.*`, leaf] as const);
  return [...named, ...inner].flatMap(([where, leaf]) => {
    if (typeof leaf !== 'object' || Array.isArray(leaf)) return [];
    return [...(where.endsWith('*') ? [] : [{ path: where, leaf }]), ...leaves(leaf, where)];
  });
}

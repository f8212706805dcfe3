import { expect, test } from 'vitest';
import type { Tool } from '../core/index.ts';
import { denialBy, type PermitRule, permitByRules, strayRules } from './permit.ts';

const tool = (name: string, metadata?: object): Tool =>
  ({ name, description: 'd', schema: {}, invoke: () => 1, ...(metadata === undefined ? {} : { metadata }) }) as Tool;

const isAllowed = async (rules: PermitRule[], asked: Tool) =>
  (await permitByRules(rules)({ tool: asked, arguments: {}, callId: '1' })).allow;

test('The first matching rule decides, and a call that matches no rule is allowed', async () => {
  const rules: PermitRule[] = [
    { tool: 'delete_draft', verdict: 'allow' },
    { tool: 'delete_*', verdict: 'deny', reason: 'nothing is deleted here' },
  ];
  expect(await isAllowed(rules, tool('delete_draft'))).toBe(true);
  expect(await isAllowed(rules, tool('read'))).toBe(true);
  expect(await permitByRules(rules)({ tool: tool('delete_all'), arguments: {}, callId: '1' })).toEqual({
    allow: false,
    rule: 'permit[1]',
    reason: 'nothing is deleted here',
  });
});

test('A rule matches a tool by its name, by server::tool and by its server', async () => {
  const read = tool('files__read', { server: 'files', tool: 'read' });
  expect(await isAllowed([{ tool: 'files::read', verdict: 'deny' }], read)).toBe(false);
  expect(await isAllowed([{ tool: 'files__*', verdict: 'deny' }], read)).toBe(false);
  expect(await isAllowed([{ server: 'fil*', verdict: 'deny' }], read)).toBe(false);
  expect(await isAllowed([{ server: 'file', verdict: 'deny' }], read)).toBe(true);
  expect(await isAllowed([{ server: '*', verdict: 'deny' }], tool('custom'))).toBe(true);
  expect(await isAllowed([{ tool: 'files::read', server: 'other', verdict: 'deny' }], read)).toBe(true);
});

test('A deny rule also matches an MCP tool by its name without the server', async () => {
  const write = tool('files::write_file', { server: 'files', tool: 'write_file' });
  for (const pattern of ['write_file', 'write_*', 'files__write_file']) {
    expect(await isAllowed([{ tool: pattern, verdict: 'deny' }], write)).toBe(false);
    expect(await isAllowed([{ tool: pattern, server: 'files', verdict: 'deny' }], write)).toBe(false);
    expect(await isAllowed([{ tool: pattern, server: 'mail', verdict: 'deny' }], write)).toBe(true);
  }
});

test('An allow rule matches the name without the server only if it names the server', async () => {
  const read = tool('files::read_file', { server: 'files', tool: 'read_file' });
  const denyAll: PermitRule = { tool: '*', verdict: 'deny' };
  expect(await isAllowed([{ tool: 'read_file', verdict: 'allow' }, denyAll], read)).toBe(false);
  expect(await isAllowed([{ tool: 'read_file', server: 'files', verdict: 'allow' }, denyAll], read)).toBe(true);
  expect(await isAllowed([{ tool: 'files::read_file', verdict: 'allow' }, denyAll], read)).toBe(true);
});

test('A rule matches a renamed tool by its new name and by its name at the server', async () => {
  const wipe = tool('files::wipe', { server: 'files', tool: 'delete_all' });
  for (const pattern of ['files::delete_all', 'files::delete_*', 'files::wipe', '*::w*']) {
    expect(await isAllowed([{ tool: pattern, verdict: 'deny' }], wipe)).toBe(false);
  }
  for (const pattern of ['delete_all', 'wipe', 'files__delete_all', 'files__wipe']) {
    expect(await isAllowed([{ tool: pattern, verdict: 'deny' }], wipe)).toBe(false);
  }
  expect(await isAllowed([{ tool: 'files::delete', verdict: 'deny' }], wipe)).toBe(true);
});

test('A rule matches a tool without a server by its name only', async () => {
  for (const pattern of ['*__*', '*__delete_*', 'undefined*', 'u*', '*::*']) {
    expect(await isAllowed([{ tool: pattern, verdict: 'deny' }], tool('delete_draft'))).toBe(true);
  }
  expect(await isAllowed([{ tool: 'delete_*', server: '*', verdict: 'deny' }], tool('delete_draft'))).toBe(true);
});

test('Annotations that a tool omits have the defaults of the MCP specification', async () => {
  const noDestruction: PermitRule[] = [{ annotations: { destructiveHint: true }, verdict: 'deny' }];
  expect(await isAllowed(noDestruction, tool('silent'))).toBe(false);
  expect(await isAllowed(noDestruction, tool('reader', { annotations: { readOnlyHint: true } }))).toBe(true);
  expect(await isAllowed(noDestruction, tool('adder', { annotations: { destructiveHint: false } }))).toBe(true);
  const readersOnly: PermitRule[] = [
    { annotations: { readOnlyHint: true, openWorldHint: false }, verdict: 'allow' },
    { tool: '*', verdict: 'deny' },
  ];
  expect(await isAllowed(readersOnly, tool('a', { annotations: { readOnlyHint: true, openWorldHint: false } }))).toBe(
    true,
  );
  expect(await isAllowed(readersOnly, tool('b', { annotations: { readOnlyHint: true } }))).toBe(false);
});

test('In a rule’s pattern, stars match any text and no other character is special', async () => {
  const denies = async (pattern: string, name: string) =>
    !(await isAllowed([{ tool: pattern, verdict: 'deny' }], tool(name)));
  expect(await denies('*', 'anything')).toBe(true);
  expect(await denies('a*c', 'abc')).toBe(true);
  expect(await denies('a*c', 'ac')).toBe(true);
  expect(await denies('a*a', 'a')).toBe(false);
  expect(await denies('*b*', 'abc')).toBe(true);
  expect(await denies('a.c', 'abc')).toBe(false);
  expect(await denies('', 'abc')).toBe(false);
  const startedAt = performance.now();
  expect(await denies(`${'*a'.repeat(5_000)}b`, 'a'.repeat(20_000))).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test('The denial of a tool is the verdict of its first matching rule, whatever the arguments of a call', () => {
  const rules: PermitRule[] = [
    { tool: 'delete_draft', verdict: 'allow' },
    { tool: 'delete_*', verdict: 'deny', reason: 'nothing is deleted here' },
  ];
  const denial = denialBy(rules);
  expect(denial(tool('delete_all'))).toEqual({ allow: false, rule: 'permit[1]', reason: 'nothing is deleted here' });
  expect([denial(tool('delete_draft')), denial(tool('read'))]).toEqual([undefined, undefined]);
});

test('A rule is stray if it names a tool that does not exist, unless the tool may belong to a server that is not connected', () => {
  const tools = [tool('greet'), tool('files::wipe', { server: 'files', tool: 'delete_all' })];
  const strays = (rule: Omit<PermitRule, 'verdict'>, unknown: string[] = []) =>
    strayRules([{ verdict: 'allow' }, { ...rule, verdict: 'deny' }], tools, unknown);
  for (const name of ['greet', 'files::wipe', 'files::delete_all', 'wipe', 'files__wipe'])
    expect(strays({ tool: name })).toEqual([]);
  for (const name of ['gret', 'files::wpie', 'mail::send']) {
    expect(strays({ tool: name })).toEqual([{ rule: 'permit[1]', name }]);
  }
  expect(strays({ tool: 'delte_*' })).toEqual([]);
  expect(strays({ annotations: { readOnlyHint: true } })).toEqual([]);
  expect(strays({ tool: 'send', server: 'mail' })).toEqual([{ rule: 'permit[1]', name: 'mail::send' }]);
  expect(strays({ tool: 'send', server: 'ma*' }, ['mail'])).toEqual([]);
  expect(strays({ tool: 'gret' }, ['mail'])).toEqual([]);
  expect(strays({ tool: 'mail::send' }, ['mail'])).toEqual([]);
  expect(strays({ tool: 'files::wpie' }, ['mail'])).toHaveLength(1);
});

test('Permit rules judge each call of a tool whose calls differ, and only a tool whose every call is denied is never shown', async () => {
  const reads = { readOnlyHint: true };
  const writes = { readOnlyHint: false, destructiveHint: true };
  const kindOf = (args: unknown) => ((args as { sql: string }).sql.startsWith('SELECT') ? reads : writes);
  const sql = tool('execute_sql', { annotations: writes, calls: { all: [reads, writes], of: kindOf } });
  const rules: PermitRule[] = [{ annotations: { destructiveHint: true }, verdict: 'deny', reason: 'ask the owner' }];
  const ask = async (text: string) => permitByRules(rules)({ tool: sql, arguments: { sql: text }, callId: '1' });
  expect(await ask('SELECT 1')).toEqual({ allow: true });
  expect(await ask('DELETE FROM t')).toEqual({ allow: false, rule: 'permit[0]', reason: 'ask the owner' });
  expect(denialBy(rules)(sql)).toBeUndefined();
  expect(denialBy([{ tool: 'execute_sql', verdict: 'deny' }])(sql)).toMatchObject({ rule: 'permit[0]' });
  expect(
    strayRules([{ tool: 'execute_sql', annotations: { readOnlyHint: true }, verdict: 'deny' }], [sql], []),
  ).toEqual([]);
});

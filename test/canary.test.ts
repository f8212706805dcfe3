import { expect, test } from 'vitest';
import type { FailureKind } from '../src/core/index.ts';
import { finished, folderWith, mcpClient, startToolpath, toolpath } from './toolpath.ts';

const CANARY = 'canary-7f3a9b-"quoted"';

/** One tool for every way in which a failure could leak a secret, and one that returns it. */
const leaky = `const secret = process.env.MY_KEY;
const tool = (name, invoke, more = {}) => ({ name, description: 'd', schema: { type: 'object' }, invoke, ...more });
export const tools = [
  tool('throws', () => { throw Object.assign(new Error('bad key ' + secret), { config: { headers: { authorization: 'Bearer ' + secret } } }); }),
  tool('offline', () => { throw Object.assign(new Error('connect ECONNREFUSED to host?key=' + encodeURIComponent(secret)), { code: 'ECONNREFUSED' }); }),
  tool('complains', () => ({ content: [{ type: 'text', text: 'no: ' + secret }], isError: true })),
  tool('answers', () => ({ secret, deep: [{ secret: 'x' + secret + 'y' }], next_page_token: 'abc123' })),
  tool('picky', () => 1, { schema: { type: 'object', properties: { mode: { enum: [secret] } }, required: ['mode'] } }),
  tool('stalls', () => new Promise(() => {})),
  tool('denied', () => 1),
];`;

const settings = {
  keys: ['env:MY_KEY'],
  tools: ['./leaky.mjs'],
  limits: { tools: { stalls: { toolMs: 20 } } },
  permit: [{ tool: 'denied', verdict: 'deny', reason: 'no' }],
  log: { level: 'debug' },
};
const env = { MY_KEY: CANARY };

const calls: [string, object, FailureKind | 'ok'][] = [
  ['throws', {}, 'tool-error'],
  ['offline', {}, 'unavailable'],
  ['complains', {}, 'reported'],
  ['answers', {}, 'ok'],
  ['picky', { mode: CANARY.slice(0, -1) }, 'bad-arguments'],
  ['stalls', { note: CANARY }, 'timeout'],
  ['denied', { note: CANARY }, 'denied'],
  [CANARY, {}, 'unknown-tool'],
];

function expectNoCanary(...texts: string[]): void {
  for (const text of texts) {
    expect(text).not.toContain('canary-7f3a9b-"quoted');
    expect(text).not.toContain(JSON.stringify(CANARY).slice(1, -1));
    expect(text).not.toContain(encodeURIComponent(CANARY));
  }
}

test('Over HTTP, neither failures nor results nor the log contain a secret', async () => {
  const child = startToolpath(['--port', '0'], folderWith({ 'toolpath.json': settings, 'leaky.mjs': leaky }), env);
  const end = finished(child);
  const url = await new Promise<string>((resolve) => {
    child.stderr.on('data', (chunk) => {
      const found = /"url":"([^"]+)"/.exec(String(chunk));
      if (found?.[1]) resolve(found[1]);
    });
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${CANARY}` };
  for (const [name, args, kind] of calls) {
    const response = await fetch(`${url}/tools/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(args),
    });
    const text = await response.text();
    expectNoCanary(text);
    const outcome = JSON.parse(text);
    expect([name, outcome.failure?.kind ?? outcome.status]).toEqual([name, kind]);
    if (kind === 'ok')
      expect(outcome).toMatchObject({
        content: [{ value: { secret: '[redacted]', next_page_token: 'abc123' } }],
        notes: [{ kind: 'replaced', what: 'a secret of this gateway' }],
      });
  }
  child.kill('SIGTERM');
  const { stderr, stdout } = await end;
  expectNoCanary(stderr, stdout);
  expect(stderr).toContain('[redacted]');
});

test('Neither the command line nor an MCP client receives a secret', async () => {
  const folder = folderWith({ 'toolpath.json': settings, 'leaky.mjs': leaky });
  for (const [name, args] of calls) {
    const { stdout, stderr } = await toolpath(['call', name, JSON.stringify(args), '--json'], folder, env);
    expect(stdout).not.toBe('');
    expectNoCanary(stdout, stderr);
  }
  const { client, stderr } = await mcpClient(folder, env);
  for (const [name, args] of calls) {
    expectNoCanary(JSON.stringify(await client.callTool({ name, arguments: args as Record<string, unknown> })));
  }
  await expect.poll(stderr).toContain('Unknown tool.');
  expectNoCanary(stderr());
});

test('An error that a tools module throws while it loads, or later from a timer, is reported without secrets', async () => {
  const onLoad = folderWith({
    'toolpath.json': { ...settings, tools: ['./t.mjs'] },
    't.mjs': 'throw new Error("cannot connect with " + process.env.MY_KEY);',
  });
  const loaded = await toolpath(['tools'], onLoad, env);
  expect(loaded).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot connect with [redacted]') });
  const later = folderWith({
    'toolpath.json': { ...settings, tools: ['./t.mjs'] },
    't.mjs': `export const tools = [{ name: 'later', description: 'd', schema: {}, invoke: () => new Promise(() => setTimeout(() => { throw new Error('boom ' + process.env.MY_KEY); }, 10)) }];`,
  });
  const thrown = await toolpath(['call', 'later'], later, env);
  expect(thrown.code).toBe(1);
  expect(thrown.stderr).toContain('Stopped by an exception outside of any tool call: boom [redacted]');
  expectNoCanary(thrown.stderr, thrown.stdout);
});

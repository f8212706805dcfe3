import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createToolpath } from '../src/index.ts';
import { recordingLog } from './recording-log.ts';
import { folderWith, mcpClient, startToolpath, toolpath } from './toolpath.ts';
import { startUpstream, textAnswer } from './upstream.ts';

const hostile = path.join(import.meta.dirname, 'servers/hostile.ts');
const files = { command: process.execPath, args: [hostile] };
const wiki = { command: process.execPath, args: [hostile], env: { TOKEN: 'env:WIKI_TOKEN' } };
const bad = { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'env:BAD_KEY' };

const reason = 'the environment variable WIKI_TOKEN is not set';

describe('The gateway without some of its environment variables', () => {
  test('The serve command starts, names what is disabled, and answers with the rest', async () => {
    const upstream = await startUpstream();
    upstream.script(...Array.from({ length: 4 }, () => textAnswer('Hello.')));
    const settings = {
      port: 0,
      store: 'memory',
      backends: { bad, good: { kind: 'openai', baseUrl: upstream.url } },
      aliases: { fast: ['bad/quick', 'good/quick'] },
      models: { 'bad/described': { parameters: '8b' } },
      model: ['bad/big', 'good/big'],
      mcpServers: { files, wiki },
    };
    const child = startToolpath(['serve'], folderWith({ 'toolpath.json': settings }));
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    await expect.poll(() => /Listening on (\S+) /.exec(stderr)?.[1], { timeout: 20_000 }).toBeDefined();
    const [, url] = /Listening on (\S+) /.exec(stderr) ?? [];
    expect(stderr).toContain(
      'The backend \\"bad\\" is disabled, because the environment variable BAD_KEY is not set. Run \\"export BAD_KEY=…\\" before you start Toolpath.',
    );
    expect(stderr).toMatch(/"server":"wiki".*the environment variable WIKI_TOKEN is not set/);

    const ask = async (model: string) => {
      const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }], tools: [] });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body });
      const retry = answer.headers.get('x-should-retry');
      return { status: answer.status, retry, body: await answer.json() };
    };
    for (const model of ['', 'fast', 'good/mock', 'gpt-4o'])
      expect(await ask(model)).toMatchObject({
        status: 200,
        body: { choices: [{ message: { content: 'Hello.' } }] },
      });
    expect(await ask('bad/x')).toMatchObject({
      status: 503,
      retry: 'false',
      body: {
        error: {
          message: expect.stringContaining('environment variable BAD_KEY is not set'),
          type: 'server_error',
          code: 'backend_unusable',
        },
      },
    });

    // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
    const get = async (route: string): Promise<any> => (await fetch(`${url}${route}`)).json();
    const listed = (await get('/v1/models')).data.map(({ id }: { id: string }) => id);
    expect(listed).toContain('fast');
    expect(listed).toContain('good/big');
    expect(listed.filter((id: string) => id.startsWith('bad/'))).toEqual([]);
    expect((await get('/v1/models/bad/big')).error.message).toContain('BAD_KEY is not set');
    expect(await get('/servers/wiki')).toMatchObject({
      state: 'disabled',
      lastError: reason,
      check: 'Run "export WIKI_TOKEN=…" before you start Toolpath.',
    });
    await expect
      .poll(() => get('/readyz'), { timeout: 20_000 })
      .toMatchObject({
        status: 'degraded',
        missing: ['wiki'],
        disabledBackends: ['bad'],
      });
    child.kill('SIGTERM');
  });

  test('If no backend can be used, requests fail with the name of the variable, and pocket does not answer', async () => {
    const log = recordingLog();
    const gateway = createToolpath({ backends: { bad } as never, model: 'bad/big' }, { log });
    const failed = gateway.ask('Hi').message.catch((error: unknown) => String(error));
    expect(await failed).toContain(
      'The backend "bad" is disabled, because the environment variable BAD_KEY is not set.',
    );
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('BAD_KEY is not set') }),
    );
    await gateway.close();
  });

  test('The serve command refuses to start without its own key', async () => {
    const folder = folderWith({ 'toolpath.json': { port: 0, keys: ['env:GATEWAY_KEY'] } });
    const { code, stderr } = await toolpath(['serve'], folder);
    expect(code).toBe(2);
    expect(stderr).toContain('keys[0]: the environment variable GATEWAY_KEY is not set.');
  });

  test('The doctor command reports each disabled part as a problem, and checks the rest', async () => {
    const folder = folderWith({ 'toolpath.json': { backends: { bad }, mcpServers: { files, wiki } } });
    const { code, stdout } = await toolpath(['doctor', '--json', '--port', '0'], folder);
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout);
    expect(findings).toContainEqual({
      mark: 'problem',
      check: 'server',
      says: `wiki is disabled: ${reason}`,
      details: [],
      fix: 'Run "export WIKI_TOKEN=…" before you start Toolpath.',
    });
    expect(findings.filter(({ says }: { says: string }) => says.includes('BAD_KEY'))).toEqual([
      expect.objectContaining({ mark: 'problem', check: 'backend' }),
    ]);
    expect(findings).toContainEqual(
      expect.objectContaining({ mark: 'ok', check: 'server', says: expect.stringMatching(/^files is ready/) }),
    );
  });

  test('The tools command shows the reason of a disabled server, and an MCP client gets the tools of the others', async () => {
    const folder = folderWith({ 'toolpath.json': { mcpServers: { files, wiki }, backends: { bad } } });
    const [{ code, stdout, stderr }, { client }, call, explained] = await Promise.all([
      toolpath(['tools'], folder),
      mcpClient(folder),
      toolpath(['call', 'wiki::echo', '{}'], folder),
      toolpath(['explain', 'read a page', '--json'], folderWith({ 'toolpath.json': { mcpServers: { wiki } } })),
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`^wiki\\s+disabled\\s+-\\s+-\\n\\s+error\\s+${reason}\\n\\s+what to do\\s+Run "export`, 'm'),
    );
    expect(stderr + call.stderr).not.toContain('BAD_KEY'); // these commands ask no model
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(21);
    expect(call).toMatchObject({ code: 1, stderr: expect.stringContaining(`server "wiki" is disabled: ${reason}`) });
    expect(JSON.parse(explained.stdout).decisions).toContainEqual(
      expect.objectContaining({
        tool: 'wiki::*',
        rule: 'server-disabled',
        flip: 'set the environment variable WIKI_TOKEN and restart Toolpath',
      }),
    );
  });
});

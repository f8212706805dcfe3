import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { endAfterTest, gone } from '../../test/servers/hostile/running.ts';
import { finished, folderWith, startToolpath, toolpath } from '../../test/toolpath.ts';
import { startUpstream } from '../../test/upstream.ts';

const hostile = path.join(import.meta.dirname, '../../test/servers/hostile.ts');
const greet = `export const tools = [{ name: 'greet', description: 'Greets.', schema: { type: 'object' }, invoke: () => 'Hello' }];`;
const lost = { command: process.execPath, args: ['-e', 'process.exit(1)'] };

async function folder(settings: object = {}) {
  const upstream = await startUpstream();
  const cwd = folderWith({
    'toolpath.json': {
      backends: { up: { kind: 'openai', baseUrl: upstream.url } },
      model: 'up/mock-3b',
      tools: ['./t.mjs'],
      mcpServers: {
        files: { command: process.execPath, args: [hostile] },
        lost,
        off: { command: 'nothing', disabled: true },
      },
      mcp: { baseDelayMs: 1 },
      store: 'memory',
      ...settings,
    },
    't.mjs': greet,
  });
  return { cwd, upstream };
}

describe('toolpath explain', () => {
  proves(
    ['S1.explain', 'L5'],
    'explain lists the tools of real servers that a model would see, and why it would not see the others',
    async () => {
      const { cwd, upstream } = await folder();
      const { code, stdout, stderr } = await toolpath(['explain', 'echo', 'my arguments as JSON'], cwd);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^model {4}up\/mock-3b\nlimit {4}at most 2 MCP tools at once: .*3B/);
      expect(stdout).toMatch(/^format {3}native: /m);
      expect(stdout).toMatch(/^greet +in +gateway +\d+ {2}/m);
      expect(stdout).toMatch(/^files::echo +in +found +1 +0\.\d\d +\d+ /m);
      expect(stdout).toMatch(/^lost::\* +out +server-gone +/m);
      expect(stdout).toMatch(/^off::\* +out +server-disabled +/m);
      expect(stdout).not.toContain('user:');
      expect(upstream.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    },
  );

  proves(
    ['S1.explain', 'S1.mcp.gates'],
    'explain reports names in the settings that no tool has, and tools that the settings of their server exclude',
    async () => {
      const files = { command: process.execPath, args: [hostile], excludeTools: ['echo'], always: ['ecko'] };
      const { cwd } = await folder({ mcpServers: { files } });
      const { stdout } = await toolpath(['explain', 'hello', '--tools', 'files::nope,files::sleep', '--json'], cwd);
      const { decisions } = JSON.parse(stdout);
      const of = (name: string) => decisions.find(({ tool }: { tool: string }) => tool === name);
      expect(of('files::nope')).toMatchObject({
        verdict: 'out',
        rule: 'no-such-tool',
        flip: expect.stringMatching(/"--tools" names it, but there is no such tool/),
      });
      expect(of('files::ecko')).toMatchObject({ rule: 'no-such-tool', flip: expect.stringContaining('mean "echo"?') });
      expect(of('files::echo')).toMatchObject({
        verdict: 'out',
        rule: 'excluded',
        flip: 'add "files::echo" to --tools, and remove it from mcpServers."files".excludeTools',
      });
    },
  );

  test('explain opens no store', async () => {
    const { cwd } = await folder({ store: 'sqlite:./kept/toolpath.db' });
    expect((await toolpath(['explain', 'hello'], cwd)).code).toBe(0);
    expect(existsSync(path.join(cwd, 'kept'))).toBe(false);
  });

  proves(
    ['S1.explain', 'S1.limit'],
    'With --model, explain uses the size of that model and the settings for that name',
    async () => {
      const aliases = { fast: ['up/mock-70b'] };
      const { cwd } = await folder({ aliases, models: { fast: { mcpToolsInPrompt: 7 } } });
      const [large, alias] = await Promise.all([
        toolpath(['explain', 'echo', '--model', 'up/mock-70b', '--json'], cwd),
        toolpath(['explain', 'echo', '--model', 'fast', '--json'], cwd),
      ]);
      expect(JSON.parse(large.stdout)).toMatchObject({ model: 'up/mock-70b', limit: { most: 10 } });
      expect(JSON.parse(alias.stdout)).toMatchObject({ model: 'up/mock-70b', asked: 'fast', limit: { most: 7 } });
    },
  );

  test('With --json, explain prints all decisions and the prompt; with --show-prompt, it adds the prompt to the text', async () => {
    const { cwd } = await folder({ prompt: 'Be brief.' });
    const [json, shown] = await Promise.all([
      toolpath(['explain', 'echo', '--json'], cwd),
      toolpath(['explain', 'echo', '--show-prompt'], cwd),
    ]);
    const { decisions, prompt } = JSON.parse(json.stdout);
    expect(decisions.filter(({ tool }: { tool: string }) => tool.startsWith('files::'))).toHaveLength(21);
    expect(prompt.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'echo' },
    ]);
    expect(shown.stdout).toContain('\n\nsystem:\nBe brief.\n\nuser:\necho\n\ntools:\n{"type":"function",');
  });

  test('If the turn would fail, explain prints the reason and the exit code is 1', async () => {
    const { cwd } = await folder({ mcpServers: {}, models: { 'up/mock-3b': { contextTokens: 1_000 } } });
    const long = 'word '.repeat(3_000);
    const [unknown, unfit, json] = await Promise.all([
      toolpath(['explain', 'hi', '--model', 'nobody/mock'], cwd),
      toolpath(['explain', long], cwd),
      toolpath(['explain', 'hi', '--model', 'nobody/mock', '--json'], cwd),
    ]);
    expect(unknown).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Unknown model "nobody/mock"'),
    });
    expect(unfit).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^fails {4}This model's maximum context length is 1000 tokens\..*"contextTokens"/s),
    });
    expect(unfit.stdout).toContain('greet');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ failure: { kind: 'unknown-model' } });
  });

  test('Ctrl-C stops the wait: explain prints what it knows and ends the servers that it started', async () => {
    const pidFile = path.join(folderWith({}), 'pid');
    const mute = { command: process.execPath, args: [hostile, 'mute', `fork=${pidFile}`] };
    const { cwd } = await folder({ mcpServers: { mute } });
    const child = startToolpath(['explain', 'hi'], cwd);
    const end = finished(child);
    const pidIn = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
    await expect.poll(pidIn, { timeout: 5_000 }).toBeGreaterThan(0);
    const pid = pidIn();
    endAfterTest(pid);
    child.kill('SIGINT');
    expect(await end).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^mute::\* +out +server-connecting /m),
      stderr: expect.stringContaining('Stopped waiting'),
    });
    await gone(pid);
  });
});

import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ollamaTells } from './ollama.ts';
import { proves } from './requirements.ts';
import { finished, folderWith, startToolpath, toolpath } from './toolpath.ts';
import { startUpstream } from './upstream.ts';

const hostile = path.join(import.meta.dirname, 'servers/hostile.ts');
const server = (...modes: string[]) => ({ command: process.execPath, args: [hostile, ...modes] });

interface Finding {
  readonly mark: string;
  readonly check: string;
  readonly says: string;
  readonly details?: readonly string[];
  readonly fix?: string;
}

async function findings(
  folder: string,
  env = {},
): Promise<{ code: number | null; findings: Finding[]; stdout: string }> {
  const { code, stdout } = await toolpath(['doctor', '--json', '--port', '0'], folder, env);
  return { code, findings: JSON.parse(stdout).findings, stdout };
}

test('Without settings, the doctor command finds no problem and creates no file', async () => {
  const folder = folderWith({});
  const { code, stdout, stderr } = await toolpath(['doctor', '--port', '0'], folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ok {7}tools {5}5 sample tools$/m);
  expect(stdout).toMatch(/^ok {7}model {5}The built-in backend pocket answers/m);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(/ok database sample will be created at .+ when it is first used\./);
  const [, isWrapped] =
    /python {4}Programs (?:run (inside bubblewrap\.)|of the engine monty run without bubblewrap: )/.exec(stdout) ?? [];
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(isWrapped ? 'No problems found.' : 'No problems found; 1 warning.');
  expect(readdirSync(folder)).toEqual([]);
});

test('The doctor command warns if programs of Monty run without bubblewrap', async () => {
  const { findings: found } = await findings(folderWith({}), { PATH: '/nowhere' });
  expect(found).toContainEqual({
    mark: 'warning',
    check: 'python',
    says: 'Programs of the engine monty run without bubblewrap: bubblewrap is not installed. Without it, only the engine keeps them in their process.',
    fix: expect.stringContaining('Set up bubblewrap'),
  });
});

test('The doctor command reports broken settings with the line and the fix', async () => {
  const folder = folderWith({ 'toolpath.json': '{\n  "prot": 1\n}' });
  const { code, stdout } = await toolpath(['doctor'], folder);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ok {7}node /m);
  expect(stdout).toMatch(/^problem {2}settings/m);
  expect(stdout).toMatch(/line 2.*"prot" is not a setting.*"port"/);
  expect(stdout).toContain('There is 1 problem and 1 warning.');
});

proves(
  'S2.mcp.retry-failure',
  'The doctor command reports each server with its state, its stderr and what to check',
  async () => {
    const folder = folderWith({
      'toolpath.json': {
        mcpServers: {
          noisy: server('junk'),
          lost: server('crash'),
          odd: server('definitions'),
          off: { command: 'x', disabled: true },
        },
        mcp: { baseDelayMs: 1 },
      },
    });
    const { code, findings: found } = await findings(folder);
    expect(code).toBe(1);
    const of = (name: string) => found.filter(({ check, says }) => check === 'server' && says.startsWith(name));
    expect(of('noisy')).toMatchObject([
      { mark: 'ok', says: expect.stringMatching(/^noisy is ready: 21 tools, connected in \d+ ms, answers in \d+ ms$/) },
      {
        mark: 'warning',
        says: expect.stringContaining('stdout'),
        details: [expect.stringMatching(/^stdout: \S/)],
        fix: expect.any(String),
      },
    ]);
    expect(of('lost')).toMatchObject([
      { mark: 'problem', details: [expect.stringContaining('HOSTILE_KEY')], fix: expect.any(String) },
    ]);
    const [, problems, repairs] = of('odd');
    expect(problems).toMatchObject({ mark: 'warning', details: expect.any(Array) });
    expect(repairs).toMatchObject({ mark: 'ok', details: expect.any(Array) });
    expect(problems?.details?.join()).not.toContain('was repaired');
    for (const detail of repairs?.details ?? []) expect(detail).toContain('was repaired');
    expect(of('off')).toMatchObject([{ mark: 'ok' }]);
  },
);

test('The doctor command asks a backend only for its models and never prints a key', async () => {
  const upstream = await startUpstream({ models: ['qwen3:8b'], tells: ollamaTells() });
  const folder = folderWith({
    'toolpath.json': {
      model: 'local/qwen3:4b',
      backends: {
        local: { kind: 'ollama', baseUrl: upstream.url },
        away: { kind: 'openai', baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'env:CANARY' },
      },
    },
  });
  const { code, findings: found, stdout } = await findings(folder, { CANARY: 'canary-key-value' });
  expect(code).toBe(1);
  expect(stdout).not.toContain('canary-key-value');
  expect(found.filter(({ check }) => check === 'backend')).toMatchObject([
    { mark: 'ok', says: expect.stringMatching(/^local at .* lists 1 model/) },
    { mark: 'problem', says: expect.stringContaining('cannot be reached') },
  ]);
  expect(found.filter(({ check }) => check === 'model')).toMatchObject([
    {
      mark: 'problem',
      says: expect.stringContaining('local/qwen3:4b'),
      fix: expect.stringContaining('local/qwen3:8b'),
    },
  ]);
  expect(upstream.requests.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual(['GET /api/tags']);
});

test('The doctor command says that there is no default model, unless a warning on the settings says why', async () => {
  const findingsWith = async (model: object) => {
    const backends = { up: { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1' } };
    const { findings: found } = await findings(
      folderWith({ 'toolpath.json': { backends, ...model, store: 'memory' } }),
    );
    return found.filter(({ check, says }) => check === 'model' || says.includes('default model'));
  };
  const none = { mark: 'warning', check: 'model', says: 'There is no default model, so every request must name one.' };
  expect(await findingsWith({})).toMatchObject([none]);
  expect(await findingsWith({ model: 'up/' })).toMatchObject([none]);
  const unknown = 'The default model "nope/x" does not exist: there is no backend "nope".';
  expect(await findingsWith({ model: 'nope/x' })).toMatchObject([
    { mark: 'warning', check: 'settings', says: unknown },
  ]);
});

test('The doctor command reports a tools module that fails and a tool that is left out, and still runs the other checks', async () => {
  const broken = await findings(folderWith({ 'toolpath.json': { tools: ['./absent.mjs'] } }));
  expect(broken.code).toBe(1);
  expect(broken.findings).toContainEqual(expect.objectContaining({ mark: 'problem', check: 'tools' }));
  expect(broken.findings).toContainEqual(expect.objectContaining({ mark: 'ok', check: 'port' }));
  const odd = await findings(
    folderWith({
      'toolpath.json': { tools: ['./t.mjs'] },
      't.mjs': `export const tools = [{ name: 'big', description: 'd', schema: { default: 10n }, invoke: () => 1 }];`,
    }),
  );
  expect(odd.code).toBe(0);
  expect(odd.findings.filter(({ check }) => check === 'tools')).toMatchObject([
    { mark: 'ok', says: '0 custom tools' },
    { mark: 'warning', says: expect.stringContaining('The tool "big" is left out') },
  ]);
});

test('The doctor command warns about a store that cannot be used', async () => {
  const folder = folderWith({
    'toolpath.json': { store: 'sqlite:./store.db' },
    'store.db': 'this is not a database, but it is long enough',
  });
  const { findings: found } = await findings(folder);
  expect(found).toContainEqual(
    expect.objectContaining({ mark: 'warning', check: 'store', says: expect.stringContaining('cannot be used') }),
  );
  expect(existsSync(path.join(folder, '.toolpath'))).toBe(false);
});

test('The doctor command reports a port in use as a problem, unless another Toolpath uses it', async () => {
  const folder = folderWith({});
  const stranger = createServer((_request, response) => response.end('{"status":"ok"}'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void stranger.close());
  const taken = await toolpath(['doctor', '--port', String((stranger.address() as AddressInfo).port)], folder);
  expect(taken.code).toBe(1);
  expect(taken.stdout).toMatch(/^problem {2}port {6}Port \d+ is in use/m);

  const child = startToolpath(['serve', '--port', '0', '--store', 'memory'], folder);
  const end = finished(child);
  const port = await new Promise<string>((resolve) => {
    child.stderr.on('data', (chunk) => {
      const [, found] = /"url":"[^"]*:(\d+)"/.exec(String(chunk)) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const ours = await toolpath(['doctor', '--port', port], folder);
  expect(ours.stdout).toMatch(/^ok {7}port {6}Toolpath \S+ is already running on port \d+\.$/m);
  expect(ours.code).toBe(0);
  child.kill('SIGTERM');
  await end;
});

test('Without the packages of the Python engines, the commands work, and the doctor command says what to install', async () => {
  const folder = folderWith({});
  const { code, findings: found } = await findings(folder, {
    NODE_OPTIONS: `--import=${hiding('@pydantic/monty', 'pyodide')}`,
  });
  expect(code).toBe(0);
  expect(found.filter(({ check }) => check === 'python')).toMatchObject([
    { mark: 'warning', says: 'The engine monty is not installed.', fix: expect.stringContaining('@pydantic/monty') },
    {
      mark: 'warning',
      says: 'The engine pyodide is not installed.',
      fix: expect.stringContaining('npm install pyodide'),
    },
  ]);
});

test('The doctor command reports a folder that cannot store the memory snapshot of Pyodide, and a list without engines', async () => {
  const python = async (settings: object) => {
    const { findings: found } = await findings(folderWith({ 'toolpath.json': { python: settings }, 'a.txt': '' }));
    return found.filter(({ check, mark }) => check === 'python' && mark !== 'ok');
  };
  const cache = await python({ cache: 'a.txt/cache' });
  // Pyodide is off on some machines; then the folder does not matter.
  if (!cache.some(({ says }) => says.startsWith('The engine pyodide')))
    expect(cache).toContainEqual(
      expect.objectContaining({ mark: 'warning', fix: expect.stringContaining('python.cache') }),
    );
  expect(await python({ engines: [] })).toMatchObject([
    { mark: 'warning', says: expect.stringContaining('No engine is enabled'), fix: expect.stringContaining('monty') },
  ]);
});

test('The doctor command reports a folder for the memory snapshot into which other users may write', async () => {
  const folder = folderWith({});
  const own = path.join(folder, '.toolpath', 'pyodide');
  mkdirSync(own, { recursive: true });
  chmodSync(own, 0o777);
  const { findings: found } = await findings(folder);
  if (process.getuid === undefined || found.some(({ says }) => /engine pyodide .* cannot be used/.test(says))) return;
  expect(found).toContainEqual(
    expect.objectContaining({ mark: 'warning', says: expect.stringContaining('other users may write into it') }),
  );
});

/** Returns a module that makes packages look as if they were not installed. */
function hiding(...packages: readonly string[]): string {
  const source = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (${JSON.stringify(packages)}.includes(name)) throw Object.assign(new Error('Cannot find ' + name), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    } });`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

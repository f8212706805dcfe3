import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ollamaTells, ollamaText } from './ollama.ts';
import { proves } from './requirements.ts';
import { finished, folderWith, startToolpath, toolpath } from './toolpath.ts';
import { startUpstream } from './upstream.ts';

const root = path.join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const greet = `export const tools = [{
  name: 'greet', description: 'Greets a person.',
  schema: { type: 'object', properties: { name: { type: 'string' }, times: { type: 'integer' } }, required: ['name'] },
  invoke: ({ name, times = 1 }: { name: string; times?: number }) => Array(times).fill('Hello, ' + name).join('! '),
}];`;

const withGreet = () => folderWith({ 'toolpath.json': { tools: ['./my-tools.ts'] }, 'my-tools.ts': greet });

describe('The help', () => {
  test('The options --version and --help and the help command print to standard output, without colours in a pipe', async () => {
    const folder = folderWith({});
    expect(await toolpath(['--version'], folder)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const help = await toolpath(['--help'], folder);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const word of ['serve', 'tools [NAME]', 'call NAME [JSON]', 'doctor', 'mcp', '--config FILE', '--port N']) {
      expect(help.stdout).toContain(word);
    }
    const all = await toolpath(['--help', '--all'], folder);
    expect(all).toEqual(await toolpath(['help', '--all'], folder));
    for (const word of ['doctor', '--config FILE', '--limits-tool-ms N', 'Exit codes'])
      expect(all.stdout).toContain(word);
    expect(help.stdout).not.toContain('\x1b');
    expect((await toolpath(['help', 'call'], folder)).stdout).toBe((await toolpath(['call', '--help'], folder)).stdout);
  });

  test('Wrong use of the command line gives exit code 2 and an error that suggests the right word or form', async () => {
    const folder = folderWith({});
    const misuses: [string[], string][] = [
      [['cal'], 'Unknown command "cal". Did you mean "call"?'],
      [['--prot', '1'], 'Unknown option --prot. Did you mean --port?'],
      [['call'], 'Usage: toolpath call NAME [JSON]'],
      [['tools', 'a', 'b'], 'Usage: toolpath tools [NAME]'],
      [['--port'], "Option '--port <value>' argument missing"],
      [['help', 'nonsense'], 'Unknown command "nonsense"'],
    ];
    for (const [args, message] of misuses) {
      const { code, stdout, stderr } = await toolpath(args, folder);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(message);
    }
  });
});

describe('The tools and call commands', () => {
  test('The tools and call commands use custom tools from a module next to the settings file', async () => {
    const folder = withGreet();
    expect(await toolpath(['tools'], folder)).toEqual({
      code: 0,
      stdout: 'greet\n  Greets a person.\n  { "name": string, "times"?: integer }\n',
      stderr: '',
    });
    expect(JSON.parse((await toolpath(['tools', '--json'], folder)).stdout)).toMatchObject({
      tools: [{ name: 'greet', wireName: 'greet' }],
    });
    expect(await toolpath(['call', 'greet', '{"name":"Ada"}'], folder)).toEqual({
      code: 0,
      stdout: 'Hello, Ada\n',
      stderr: '',
    });
    expect(await toolpath(['call', 'greet', '-'], folder, {}, '{"name":"Ada","times":"2"}')).toEqual({
      code: 0,
      stdout: 'Hello, Ada! Hello, Ada\n',
      stderr: 'note: The argument "times" was converted (text to number).\n',
    });
    const elsewhere = folderWith({});
    const config = path.join(folder, 'toolpath.json');
    expect((await toolpath(['call', 'greet', '{"name":"Ada"}', '--config', config], elsewhere)).stdout).toBe(
      'Hello, Ada\n',
    );
    expect((await toolpath(['call', 'greet', '{"name":"Ada"}'], elsewhere, { TOOLPATH_CONFIG: config })).stdout).toBe(
      'Hello, Ada\n',
    );
  });

  test('A tools module may use a default export or the export "tools", with zod, LangChain or plain JavaScript', async () => {
    const folder = folderWith({
      'toolpath.json': { tools: ['a.mjs', './b.ts', './c.cjs'] },
      'a.mjs': `import { tool } from '@langchain/core/tools'; import { z } from 'zod';
        export default [tool(({ n }) => String(n * 2), { name: 'double', description: 'Doubles.', schema: z.object({ n: z.number() }) })];`,
      'b.ts': `import { z } from 'zod';
        export const tools = [{ name: 'half', description: 'Halves.', schema: z.object({ n: z.number().default(8) }), invoke: ({ n }: { n: number }) => n / 2 }];`,
      'c.cjs': `exports.tools = [{ name: 'zero', description: 'Zero.', schema: {}, invoke: () => 0 }];`,
    });
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    expect((await toolpath(['call', 'double', '{"n":21}'], folder)).stdout).toBe('42\n');
    expect((await toolpath(['call', 'half'], folder)).stdout).toBe('4\n');
    expect((await toolpath(['call', 'zero'], folder)).stdout).toBe('0\n');
  });

  test('The call command reports a failed call on standard error and exits with code 1', async () => {
    const folder = withGreet();
    const { code, stdout, stderr } = await toolpath(['call', 'greet', '{}'], folder);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'Invalid arguments for "greet":\n- name: missing, expected string\nExpected: { "name": string, "times"?: integer }\n',
    );
    const json = await toolpath(['call', 'great', '{}', '--json'], folder);
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      status: 'error',
      failure: { kind: 'unknown-tool', nearest: 'greet' },
    });
    expect(await toolpath(['tools', 'great'], folder)).toMatchObject({ code: 1, stdout: '' });
  });

  test('Without settings, the sample tools are available', async () => {
    const folder = folderWith({});
    const { tools } = JSON.parse((await toolpath(['tools', '--json'], folder)).stdout);
    const names = tools.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual([
      'calculate',
      'convert_temperature',
      'days_between',
      'execute_sql',
      'get_current_datetime',
      'roll_dice',
      'search_schemas',
    ]);
    const { code, stdout } = await toolpath(
      ['call', 'execute_sql', '{"sql":"SELECT count(*) AS n FROM customers"}'],
      folder,
    );
    expect({ code, rows: JSON.parse(stdout).rows }).toEqual({ code: 0, rows: [[360]] });
    expect(
      (await toolpath(['call', 'convert_temperature', '{"value":20,"from":"celsius","to":"fahrenheit"}'], folder))
        .stdout,
    ).toBe('68 fahrenheit\n');
    expect(
      (await toolpath(['call', 'convert_temperature', '{"value":-1,"from":"kelvin","to":"celsius"}'], folder)).code,
    ).toBe(1);
    expect((await toolpath(['call', 'get_current_datetime', '{"timeZone":"Nowhere/Land"}'], folder)).code).toBe(1);
  });

  test('The error for a tools module that cannot be used names the module and the reason', async () => {
    const cases: [string, string, string][] = [
      ['./absent.ts', '', 'does not exist'],
      ['./broken.ts', 'export const tools = [', 'cannot be loaded'],
      ['./throws.mjs', '\nthrow new Error("no database");', 'cannot be loaded: no database (line 2).'],
      ['./enum.ts', 'enum A { B } export const tools = [];', 'Node strips types but does not compile TypeScript'],
      [
        './import.ts',
        `import 'not-installed-anywhere'; export const tools = [];`,
        'Install the packages that it imports',
      ],
      ['./none.ts', 'export const tool = {};', 'does not export an array of tools. Write: export const tools = [ … ];'],
      ['./nameless.ts', `export default [{ description: 'x' }];`, 'nameless.ts" is not usable: Tool 1 has no name'],
    ];
    for (const [module, source, message] of cases) {
      const folder = folderWith({
        'toolpath.json': { tools: [module] },
        ...(source === '' ? {} : { [module.slice(2)]: source }),
      });
      const { code, stdout, stderr } = await toolpath(['tools'], folder);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('    at ');
    }
  });

  test('The error for an ES module in a CommonJS package names the fix, and a real CommonJS module works', async () => {
    const folder = folderWith({
      'toolpath.json': { tools: ['./my-tools.ts'] },
      'my-tools.ts': `import path from 'node:path';\n${greet}`,
      'package.json': { type: 'commonjs' },
    });
    const { code, stderr } = await toolpath(['tools'], folder);
    expect(code).toBe(2);
    expect(stderr).toContain('Fix: run "npm pkg set type=module"');
    const classic = folderWith({
      'toolpath.json': { tools: ['./t.cjs'] },
      't.cjs': `const tools = [{ name: 'zero', description: 'Zero.', schema: {}, invoke: () => 0 }]; module.exports = { ...{ tools } };`,
    });
    expect((await toolpath(['call', 'zero'], classic)).stdout).toBe('0\n');
  });

  test('Ctrl-C cancels a call and ends the command even if the tool continues', async () => {
    const folder = folderWith({
      'toolpath.json': { tools: ['./t.ts'] },
      't.ts': `export default [{ name: 'stubborn', description: 'd', schema: {}, invoke: () => { console.error('running'); return new Promise((resolve) => setTimeout(resolve, 60_000)); } }];`,
    });
    const child = startToolpath(['call', 'stubborn'], folder);
    const end = finished(child);
    await new Promise<void>((resolve) =>
      child.stderr.on('data', (chunk) => String(chunk).includes('running') && resolve()),
    );
    child.kill('SIGINT');
    expect(await end).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The call to "stubborn" was cancelled: interrupted'),
    });
  });

  test('The errors for invalid settings name the line and the fix', async () => {
    const folder = folderWith({
      'toolpath.json': '{\n  // a comment\n  "prot": 1,\n  "limits": { "toolMs": "30s" },\n}',
    });
    const { code, stderr } = await toolpath(['tools'], folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/line 3.*"prot" is not a setting.*"port"/);
    expect(stderr).toMatch(/line 4.*limits\.toolMs: expected a whole number/);
  });
});

const noisy = `console.log('at import');
export const tools = [{ name: 'noisy', description: 'Prints.', schema: {}, invoke() { console.log('by console'); process.stdout.write('by stream\\n'); console.error('to stderr'); return 'answer'; } }];`;

proves(
  'S2.log.stderr',
  'Output that tools print goes to standard error; standard output has only the result',
  async () => {
    const folder = folderWith({
      'toolpath.json': { tools: ['./noisy.ts'], log: { level: 'debug' } },
      'noisy.ts': noisy,
    });
    const { stdout, stderr, code } = await toolpath(['call', 'noisy'], folder);
    expect({ stdout, code }).toEqual({ stdout: 'answer\n', code: 0 });
    for (const printed of ['at import', 'by console', 'by stream', 'to stderr', 'Tool executed.'])
      expect(stderr).toContain(printed);
  },
);

test('A tools module with an active timer does not keep a command from ending', async () => {
  const folder = folderWith({
    'toolpath.json': { tools: ['./t.ts'] },
    't.ts': `setInterval(() => {}, 1_000);\n${greet}`,
  });
  expect((await toolpath(['tools'], folder)).code).toBe(0);
  expect((await toolpath(['call', 'greet', '{"name":"Ada"}'], folder)).stdout).toBe('Hello, Ada\n');
  expect((await toolpath(['mcp'], folder)).code).toBe(0);
});

test('A tool whose schema cannot be written as JSON is left out with a warning, and the others are listed', async () => {
  const folder = folderWith({
    'toolpath.json': { tools: ['./t.ts', './greet.ts'] },
    'greet.ts': greet,
    't.ts': `const cyclic: Record<string, unknown> = { type: 'object' }; cyclic.properties = { self: cyclic };
      export const tools = [{ name: 'cyclic', description: 'd', schema: cyclic, invoke: () => 1 }, { name: 'big', description: 'd', schema: { default: 10n }, invoke: () => 1 }];`,
  });
  const { code, stdout, stderr } = await toolpath(['tools', '--json'], folder);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual(['greet']);
  expect(stderr.match(/warning: The tool "(?:cyclic|big)" is left out/g)).toHaveLength(2);
  expect(stderr).toContain('nested deeper');
});

describe('The serve command', () => {
  async function serving(folder: string, args: string[] = [], env = {}) {
    const child = startToolpath([...args, '--port', '0'], folder, env);
    const end = finished(child);
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (chunk) => {
        const found = /"url":"([^"]+)"/.exec(String(chunk));
        if (found?.[1]) resolve(found[1]);
      });
      end.then(({ stderr }) => reject(new Error(stderr)), reject);
    });
    return { child, url, end };
  }

  proves(
    'S2.log.stderr',
    'The serve command serves tools, logs JSON lines to standard error, and exits with code 0 on SIGTERM',
    async () => {
      const { child, url, end } = await serving(withGreet(), ['serve']);
      const response = await fetch(`${url}/tools/greet`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"Ada"}',
      });
      expect(await response.json()).toMatchObject({ status: 'ok', content: [{ text: 'Hello, Ada' }] });
      child.kill('SIGTERM');
      const { code, stdout, stderr } = await end;
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      const lines = stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.map(({ msg }) => msg)).toEqual([
        expect.stringMatching(/^Listening on http/),
        'Tool executed.',
        expect.stringMatching(/^Stopping/),
      ]);
    },
  );

  const question = (url: string, content: string) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content }] }),
    });

  test('Without settings, the serve command answers with a real tool call and says that it is not a language model', async () => {
    const { child, url, end } = await serving(folderWith({}));
    const response = await question(url, 'What is 20 celsius in fahrenheit?');
    expect(response.headers.get('x-toolpath-model')).toBe('pocket/pocket');
    const answer = await response.json();
    expect(answer).toMatchObject({ model: 'pocket/pocket', choices: [{ finish_reason: 'stop' }] });
    expect(JSON.stringify(answer)).toContain('68 fahrenheit');
    expect(await (await question(url, 'Write me a poem about autumn.')).text()).toContain('not a language model');
    child.kill('SIGTERM');
    const { stderr } = await end;
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ url, model: 'pocket/pocket', tools: 7 }));
    expect(lines).toContainEqual(expect.objectContaining({ tool: 'convert_temperature', msg: 'Tool executed.' }));
  });

  test('The serve command finds and uses a local model server, and mentions an API key without using or printing it', async () => {
    const upstream = await startUpstream({ models: ['qwen3:8b', 'nomic-embed-text'], tells: ollamaTells() });
    upstream.script(ollamaText('Found.'));
    const env = {
      TOOLPATH_DISCOVER: 'local',
      OLLAMA_HOST: new URL(upstream.url).host,
      ANTHROPIC_API_KEY: 'canary-key-value',
    };
    const { child, url, end } = await serving(folderWith({}), [], env);
    const answer = await (await question(url, 'Hello')).json();
    expect(answer).toMatchObject({ model: 'ollama/qwen3:8b', choices: [{ message: { content: 'Found.' } }] });
    expect(await (await fetch(`${url}/v1/models`)).json()).toMatchObject({ data: [{ id: 'ollama/qwen3:8b' }, {}] });
    child.kill('SIGTERM');
    const { stderr } = await end;
    expect(stderr).toContain('Found ollama at');
    expect(stderr).toContain('Found ANTHROPIC_API_KEY');
    expect(stderr).not.toContain('canary-key-value');
  });

  test('The serve command keeps serving if its log output is not read', async () => {
    const { child, url } = await serving(withGreet());
    child.stderr.removeAllListeners('data');
    child.stderr.pause();
    const body = JSON.stringify({ name: 'x'.repeat(2_000) });
    for (let calls = 0; calls < 300; calls++) {
      const response = await fetch(`${url}/tools/greet`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(200);
      await response.text();
    }
    child.kill('SIGKILL');
  });

  test('A second SIGTERM ends the serve command without waiting for a call that hangs', async () => {
    const folder = folderWith({
      'toolpath.json': { tools: ['./t.ts'] },
      't.ts': `export default [{ name: 'stalls', description: 'd', schema: {}, invoke: () => new Promise(() => {}) }];`,
    });
    const { child, url, end } = await serving(folder);
    fetch(`${url}/tools/stalls`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(
      () => {},
    );
    await sleep(200);
    child.kill('SIGTERM');
    await sleep(200);
    const startedAt = performance.now();
    child.kill('SIGTERM');
    expect((await end).code).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test('An unhandled promise rejection in a tool does not stop the serve command', async () => {
    const folder = folderWith({
      'toolpath.json': { tools: ['./t.ts'] },
      't.ts': `export default [{ name: 'forgets', description: 'd', schema: {}, invoke() { Promise.reject(new Error('forgotten')); return 'ok'; } }];`,
    });
    const { child, url, end } = await serving(folder);
    const call = () =>
      fetch(`${url}/tools/forgets`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(200);
    child.kill('SIGTERM');
    expect((await end).stderr).toContain('forgotten');
  });

  test('The serve command refuses to listen on all interfaces without a key, and logs no key', async () => {
    const folder = withGreet();
    const refused = await toolpath(['--host', '0.0.0.0'], folder);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('requires a key');
    const { child, url, end } = await serving(folder, ['--keys', 'env:MY_KEY', '--log-level', 'debug'], {
      MY_KEY: 'canary-key-value',
    });
    expect((await fetch(`${url}/tools`)).status).toBe(401);
    expect(
      (await fetch(`${url}/tools?x=canary-key-value`, { headers: { authorization: 'Bearer canary-key-value' } }))
        .status,
    ).toBe(200);
    child.kill('SIGTERM');
    const { stderr } = await end;
    expect(stderr).toContain('/tools');
    expect(stderr).not.toContain('canary-key-value');
  });
});

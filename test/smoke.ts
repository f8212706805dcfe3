/**
 * `npm run smoke`: packs the package, installs it into an empty project, and uses it there as a user would, on the
 * oldest supported Node. Needs the npm registry. Stops at the first difference and reports it.
 */
import assert from 'node:assert/strict';
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const OLDEST_NODE = '24.21.0'; // a release of Node 24, the oldest version that package.json allows
const repository = path.join(import.meta.dirname, '..');
const manifest = readJson(path.join(repository, 'package.json'));

const temporary = mkdtempSync(path.join(tmpdir(), 'toolpath smoke '));
try {
  const tarball = pack(path.join(temporary, 'pack'));
  const node = oldestNode(path.join(temporary, 'node'));
  const project = install(tarball, path.join(temporary, 'project'));
  useCommands(project, node);
  useLibrary(project, node);
  refuseOldNode(project);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function pack(directory: string): string {
  mkdirSync(directory);
  const out = npm(repository, 'pack', '--json', '--foreground-scripts=false', '--pack-destination', directory);
  const [packed] = JSON.parse(out);
  const files: string[] = packed.files.map((file: { path: string }) => file.path);

  const expected = [
    /^dist\/[\w./-]+\.(js|d\.ts)$/,
    /^bin\/toolpath\.cjs$/,
    /^(package\.json|toolpath\.schema\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  ];
  const surplus = files.filter((file) => !expected.some((pattern) => pattern.test(file)) || file.includes('.test.'));
  assert.deepEqual(surplus, [], 'The package contains files that do not belong in it.');

  const needed = ['bin/toolpath.cjs', 'dist/main.js', 'README.md', 'LICENSE', 'CHANGELOG.md', ...exportedFiles()];
  const missing = needed.filter((file) => !files.includes(file));
  assert.deepEqual(missing, [], 'The package lacks files.');
  done(`packed ${files.length} files, ${megabytes(packed.unpackedSize)}`);
  return path.join(directory, packed.filename);
}

function exportedFiles(): string[] {
  return Object.values<string | Record<string, string>>(manifest.exports)
    .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
    .map((target) => target.replace('./', ''));
}

/** Returns the oldest supported Node if npm has it for this platform, else the current Node. */
function oldestNode(directory: string): string {
  const name = `node-linux-${process.arch}`;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    done(`no packaged Node ${OLDEST_NODE} for this platform; using ${process.version} instead`);
    return process.execPath;
  }
  emptyProject(directory);
  npm(directory, 'install', '--no-save', `${name}@${OLDEST_NODE}`);
  return path.join(directory, 'node_modules', name, 'bin', 'node');
}

function install(tarball: string, project: string): string {
  emptyProject(project);
  npm(project, 'install', '--omit=dev', tarball);

  const modules = path.join(project, 'node_modules');
  const { packages } = readJson(path.join(modules, '.package-lock.json'));
  const withScripts = Object.keys(packages).filter((name) => packages[name].hasInstallScript);
  assert.deepEqual(withScripts, [], 'Installed packages have install scripts.');

  const bytes = globSync('**', { cwd: modules })
    .map((name) => statSync(path.join(modules, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  done(`installed ${Object.keys(packages).length} packages, ${megabytes(bytes)}, no install script`);
  return project;
}

function useCommands(project: string, node: string): void {
  write(project, 'toolpath.json', '{ "tools": ["./my-tools.ts"] } // comments are welcome');
  write(
    project,
    'my-tools.ts',
    `interface Guest { readonly name: string }
     export const tools = [{
       name: 'greet',
       description: 'Greets a guest by name.',
       schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
       invoke: async ({ name }: Guest) => \`Hello, \${name}!\`,
     }];`,
  );
  // The command that npm linked finds its Node in PATH, as it does for a user.
  const command = path.join(project, 'node_modules', '.bin', 'toolpath');
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  const toolpath = (...args: string[]) => spawnSync(command, args, { cwd: project, env, encoding: 'utf8' });
  const toolpathWith = (input: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: project, env, encoding: 'utf8', input });

  const version = toolpath('--version');
  expectExit(version, 0);
  assert.equal(version.stdout.trim(), manifest.version);

  const help = toolpath('--help');
  expectExit(help, 0);
  for (const word of ['toolpath', 'serve', 'tools', 'call']) assert.match(help.stdout, new RegExp(`\\b${word}\\b`));

  const tools = toolpath('tools', '--json');
  expectExit(tools, 0);
  const names = JSON.parse(tools.stdout).tools.map(({ name }: { name: string }) => name);
  assert.ok(names.includes('greet'), `\`toolpath tools --json\` does not list greet: ${names}`);

  const call = toolpath('call', 'greet', '{"name":"Ada"}');
  expectExit(call, 0);
  assert.equal(call.stdout.trim(), 'Hello, Ada!');

  const formats = toolpath('formats', '--json');
  expectExit(formats, 0);
  const ids = JSON.parse(formats.stdout).formats.map(({ id }: { id: string }) => id);
  assert.ok(ids.includes('hermes'), `\`toolpath formats --json\` does not list hermes: ${ids}`);

  const text = '<tool_call>{"name": "greet", "arguments": {"name": "Ada"}}</tool_call>';
  const parse = toolpathWith(text, 'parse', '--format', 'hermes');
  expectExit(parse, 0);
  const [event] = parse.stdout.trim().split('\n').slice(-1);
  assert.deepEqual(JSON.parse(event ?? '').arguments, { name: 'Ada' });

  expectExit(toolpath('call', 'greet', '{}'), 1);
  expectExit(toolpath('call', 'no_such_tool', '{}'), 1);
  done(`the commands work on Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
}

function useLibrary(project: string, node: string): void {
  const source = `
    import * as library from 'toolpath';
    import { ToolExecutor, ToolManager } from 'toolpath/tools';
    import { createReader, writeCalls } from 'toolpath/formats';
    import 'toolpath/settings';
    if (Object.keys(library).length === 0) throw new Error("'toolpath' exports nothing");
    if (typeof ToolExecutor !== 'function' || typeof ToolManager !== 'function') {
      throw new Error("'toolpath/tools' lacks ToolExecutor or ToolManager");
    }
    const reader = createReader({ formats: ['hermes'] });
    const text = writeCalls('hermes', [{ id: 'a1b2c3d4e', name: 'greet', arguments: { name: 'Ada' } }]);
    const calls = [...reader.push(text), ...reader.end()].filter(({ type }) => type === 'call');
    if (calls.length !== 1) throw new Error("'toolpath/formats' does not read the call that it wrote");
  `;
  write(project, 'use-library.js', source);
  expectExit(spawnSync(node, ['use-library.js'], { cwd: project, encoding: 'utf8' }), 0);

  const asked = `
    import { createServer } from 'node:http';
    import { createToolpath } from 'toolpath';
    const call = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } };
    const upstream = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      const isSecond = body.includes('"role":"tool"');
      const message = isSecond ? { role: 'assistant', content: 'It is 3.' } : { role: 'assistant', content: null, tool_calls: [call] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: isSecond ? 'stop' : 'tool_calls' }] }));
    });
    await new Promise((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const toolpath = createToolpath({
      model: 'up/m',
      backends: { up: { kind: 'openai', baseUrl: 'http://127.0.0.1:' + upstream.address().port + '/v1' } },
      store: 'sqlite:store.db',
      tools: [{ name: 'add', description: 'Adds.', schema: { type: 'object' }, invoke: ({ a, b }) => a + b }],
    });
    console.log((await toolpath.ask('What is 1 + 2?').message).content);
    await toolpath.close();
    upstream.close();
    upstream.closeAllConnections();
  `;
  write(project, 'ask.js', asked);
  const answered = spawnSync(node, ['ask.js'], { cwd: project, encoding: 'utf8', timeout: 30_000 });
  expectExit(answered, 0);
  assert.equal(answered.stdout.trim(), 'It is 3.');
  assert.equal(answered.stderr, '');
  done('a turn with a tool and a store works');

  write(project, 'use-library.ts', `${source}\nexport type { Format, Message } from 'toolpath/formats';`);
  const tsc = path.join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
  expectExit(spawnSync(process.execPath, [tsc, ...options, 'use-library.ts'], { cwd: project, encoding: 'utf8' }), 0);
  done('the library and its types can be imported');
}

function refuseOldNode(project: string): void {
  const system = process.env.npm_node_execpath ?? process.execPath;
  const version = execFileSync(system, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  if (Number.parseInt(version, 10) >= 24) {
    done(`the system's Node is ${version}; skipped the check with an old Node`);
    return;
  }

  const launcher = path.join(project, 'node_modules', 'toolpath', 'bin', 'toolpath.cjs');
  const refused = spawnSync(system, [launcher, '--version'], { encoding: 'utf8' });
  expectExit(refused, 1);
  assert.equal(refused.stdout, '');
  assert.match(refused.stderr, /^Toolpath needs Node 24 or newer; this is Node [\d.]+\. .+\n$/);
  assert.ok(refused.stderr.includes(version));
  done(`Node ${version} is rejected with one line`);
}

/** Runs the npm that started this script with that npm's own Node, because PATH contains this repository's Node. */
function npm(directory: string, ...args: string[]): string {
  const { npm_node_execpath: node = 'node', npm_execpath: cli } = process.env;
  const [command, first] = cli === undefined ? ['npm', []] : [node, [cli]];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const run = spawnSync(command, [...first, ...args, ...quiet], { cwd: directory, encoding: 'utf8' });
  expectExit(run, 0);
  return run.stdout;
}

function emptyProject(directory: string): void {
  mkdirSync(directory);
  write(directory, 'package.json', '{ "private": true, "type": "module" }');
}

function expectExit({ status, stdout, stderr, error }: SpawnSyncReturns<string>, expected: number): void {
  assert.equal(status, expected, `exit code ${status} instead of ${expected}\n${error ?? ''}${stdout}\n${stderr}`);
}

function write(directory: string, name: string, text: string): void {
  writeFileSync(path.join(directory, name), text);
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function done(line: string): void {
  console.log(`smoke: ${line}`);
}

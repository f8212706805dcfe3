import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { folderWith } from '../toolpath.ts';

/**
 * The real OpenCode, offline: all its files are in a temporary folder, and it can reach no server except the gateway. It
 * is large, so it is installed on request: run `npm run opencode:install`, or set TOOLPATH_OPENCODE to its path.
 */
export interface OpenCode {
  /** The working directory of OpenCode. */
  readonly folder: string;
  /** Requests to other servers. OpenCode's proxy records and rejects them. */
  readonly strayed: readonly string[];
  /** Runs `opencode run` with a task. */
  run(task: string, ...flags: readonly string[]): Promise<Ran>;
}

export interface Ran {
  readonly code: number | null;
  /** Events that `--format json` prints, one per line. */
  readonly events: readonly RanEvent[];
  readonly stderr: string;
}

export interface RanEvent {
  readonly type: string;
  readonly part?: {
    readonly type: string;
    readonly text?: string;
    readonly tool?: string;
    readonly reason?: string;
    readonly state?: { readonly status: string; readonly input?: unknown; readonly output?: string };
  };
}

/** Returns an installed binary that runs on this machine, or undefined. */
export function findOpenCode(): string | undefined {
  const { TOOLPATH_OPENCODE: given } = process.env;
  const candidates = given === undefined ? installed() : [given];
  return candidates.find((binary) => spawnSync(binary, ['--version']).status === 0);
}

/** Returns the binaries for this platform. Some machines need the variant for older processors or another C library. */
function installed(): string[] {
  const packages = path.join(import.meta.dirname, 'opencode', 'node_modules');
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return readdirSync(packages)
      .filter((name) => name.startsWith(`opencode-${platform}-${process.arch}`))
      .sort((a, b) => a.length - b.length)
      .map((name) => path.join(packages, name, 'bin', 'opencode'));
  } catch {
    return [];
  }
}

export async function openCode(binary: string, baseURL: string, files: Record<string, string>): Promise<OpenCode> {
  const folder = folderWith(files);
  const home = folderWith({});
  pretendPluginsAreInstalled(path.join(home, 'config', 'opencode'));
  const { proxy, strayed } = await trap();
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CACHE_HOME: path.join(home, 'cache'),
    XDG_STATE_HOME: path.join(home, 'state'),
    OPENCODE_CONFIG_CONTENT: JSON.stringify(settings(baseURL)),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_SHARE: '1',
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    NO_PROXY: '127.0.0.1,localhost',
  };
  const run = (task: string, ...flags: readonly string[]) =>
    finish(spawn(binary, ['run', '--format', 'json', ...flags, task], { cwd: folder, env, stdio: 'pipe' }));
  return { folder, strayed, run };
}

/** OpenCode's settings, as in the README: a provider with the chat-completions API. */
function settings(baseURL: string): object {
  const model = { name: 'mock', tool_call: true, limit: { context: 100_000, output: 8_000 } };
  return {
    autoupdate: false,
    share: 'disabled',
    enabled_providers: ['toolpath'],
    provider: {
      toolpath: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Toolpath',
        options: { baseURL, apiKey: 'a-clients-key' },
        models: { 'up/mock': model },
      },
    },
    model: 'toolpath/up/mock',
    small_model: 'toolpath/up/mock',
  };
}

/** Adds a lockfile that names OpenCode's plugin package. Without it, OpenCode would install the package. */
function pretendPluginsAreInstalled(folder: string): void {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  const lock = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } };
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
}

/** Starts a proxy that rejects every request and records it. */
async function trap(): Promise<{ proxy: string; strayed: readonly string[] }> {
  const strayed: string[] = [];
  const server = createServer((request, response) => {
    strayed.push(`${request.method} ${request.url}`);
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    strayed.push(`CONNECT ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { proxy: `http://127.0.0.1:${port}`, strayed };
}

function finish(child: ChildProcess): Promise<Ran> {
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdin?.end();
  child.stdout?.on('data', (written) => {
    stdout += written;
  });
  child.stderr?.on('data', (written) => {
    stderr += written;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      resolve({ code, events: lines.map((line) => JSON.parse(line)), stderr });
    });
  });
}

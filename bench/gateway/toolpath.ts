import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolCall } from './answers.ts';
import { endWithUs, type ReachableChild, stopChild } from './child.ts';

export interface ToolpathOptions {
  /** Node flags such as `--cpu-prof`. */
  readonly nodeFlags?: readonly string[];
  readonly backend?: BackendSettings;
  /** Further settings. */
  readonly settings?: object;
}

/** The kind of model server that the upstream imitates. */
export interface BackendSettings {
  readonly kind: 'openai' | 'anthropic' | 'ollama';
  /** Path of the base URL. */
  readonly basePath: '' | '/v1';
}

export interface StartedToolpath extends ReachableChild {
  /** Returns the end of the log, for error messages. */
  lastLines(): string;
}

/**
 * Starts the real `toolpath serve` in a temporary folder, with the default store and log level. Stopping it also removes the
 * folder.
 */
export async function startToolpath(
  upstreamPort: number,
  { nodeFlags = [], backend = { kind: 'openai', basePath: '/v1' }, settings = {} }: ToolpathOptions = {},
): Promise<StartedToolpath> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-bench-'));
  writeFileSync(
    path.join(folder, 'toolpath.json'),
    JSON.stringify({ ...ownSettings(upstreamPort, backend), ...settings }, null, 2),
  );
  writeFileSync(path.join(folder, 'tools.mjs'), TOOLS);
  const logFile = path.join(folder, 'log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [...nodeFlags, MAIN, 'serve'], {
    cwd: folder,
    env: ownSettingsOnly(process.env),
    stdio: ['ignore', 'ignore', log, 'ipc'],
  });
  closeSync(log);
  const tidy = () => rmSync(folder, { recursive: true, force: true });
  endWithUs(child, tidy);
  const port = await portIn(logFile, child);
  const stop = async () => {
    await stopChild(child);
    tidy();
  };
  return { pid: child.pid ?? 0, port, process: child, lastLines: () => lastLines(logFile), stop };
}

const MAIN = path.join(import.meta.dirname, '../../src/main.ts');

function ownSettings(upstreamPort: number, { kind, basePath }: BackendSettings): object {
  return {
    port: 0,
    backends: { up: { kind, baseUrl: `http://127.0.0.1:${upstreamPort}${basePath}` } },
    tools: ['./tools.mjs'],
  };
}

const TOOLS = `
export const tools = [{
  name: '${toolCall.name}',
  description: 'Takes a note.',
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  invoke: ({ text }) => 'noted: ' + text,
}];
`;

function ownSettingsOnly(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TOOLPATH_')));
}

async function portIn(logFile: string, child: ChildProcess): Promise<number> {
  const until = performance.now() + START_MS;
  while (performance.now() < until && child.exitCode === null) {
    const port = /"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(readFileSync(logFile, 'utf8'))?.[1];
    if (port !== undefined) return Number(port);
    await sleep(50);
  }
  throw new Error(`Toolpath did not start to listen. The last lines of its log:\n${lastLines(logFile)}`);
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, 'utf8').slice(-LAST_CHARACTERS);
}

const START_MS = 60_000;
const LAST_CHARACTERS = 4_000;

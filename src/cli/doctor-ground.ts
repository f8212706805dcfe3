import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { silentLog, truncate } from '../core/index.ts';
import type { Settings } from '../settings/index.ts';
import { openStore } from '../store/index.ts';
import { version } from '../version.ts';
import type { Finding } from './doctor-finding.ts';

export function lookAtNode(): Finding {
  const check = 'node';
  const says = `Toolpath ${version} on Node ${process.versions.node}`;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return { mark: 'ok', check, says };
  return { mark: 'problem', check, says, fix: `Install Node ${NEEDED_NODE} or newer.` };
}

const NEEDED_NODE = 24; // package.json, "engines"

/** Whether turns can be remembered. Makes no file where there is none. */
export async function lookAtStore({ store, limits }: Settings): Promise<Finding> {
  const check = 'store';
  const [, file] = /^sqlite:(.+)$/s.exec(store) ?? [];
  if (file !== undefined && !existsSync(file)) return lookAtFolder(file);
  let problem: string | undefined;
  const opened = await openStore(store, limits, {
    ...silentLog,
    warn: (_fields, message) => {
      problem ??= message;
    },
  });
  await opened.close();
  if (problem !== undefined) return { mark: 'warning', check, says: problem };
  return { mark: 'ok', check, says: file === undefined ? 'turns are remembered in memory' : `${file} can be written` };
}

/** Where the file will be made: the nearest folder that is there. */
function lookAtFolder(file: string): Finding {
  let folder = path.dirname(file);
  while (!existsSync(folder)) folder = path.dirname(folder);
  const check = 'store';
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return { mark: 'ok', check, says: `${file} can be made` };
  } catch {
    const fix = `give this user the right to write in ${folder}, or set "store" to another file or to "memory"`;
    return { mark: 'warning', check, says: `${file} cannot be made: ${folder} may not be written`, fix };
  }
}

export async function lookAtPort({ host, port, keys }: Settings, signal: AbortSignal): Promise<Finding> {
  const { whyNotListen } = await import('../doors/index.ts');
  const check = 'port';
  const problem = await whyNotListen({ host, port, keys });
  if (problem === undefined) return { mark: 'ok', check, says: port === 0 ? 'any' : `${port} is free on ${host}` };
  const other = await toolpathAt(host, port, signal);
  if (other !== undefined) return { mark: 'ok', check, says: `${port}: Toolpath ${other} is running there` };
  return { mark: 'problem', check, says: problem };
}

/** The version of a Toolpath that answers there. */
async function toolpathAt(host: string, port: number, signal: AbortSignal): Promise<string | undefined> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]);
  try {
    const name = EVERYWHERE.has(host) ? '127.0.0.1' : host;
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`;
    const answer = await fetch(url, { signal: patience, redirect: 'error' });
    const text = await beginningOf(answer);
    const { status, version: running } = JSON.parse(text) as { status?: unknown; version?: unknown };
    return status === 'ok' && typeof running === 'string' ? truncate(running, LONGEST_VERSION) : undefined;
  } catch {
    return undefined; // a stranger, or nobody
  }
}

/** No more than a Toolpath says: a stranger may talk without an end. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_LETTERS) break;
  }
  return text;
}

const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const MOST_MS = 1_000;
const MOST_LETTERS = 1_000;
const LONGEST_VERSION = 40;

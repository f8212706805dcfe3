import { createSocket } from 'node:dgram';
import { readdirSync } from 'node:fs';
import type { Inside } from './pyodide-inside.ts';

/** Tries what this process must not be able to do. Returns what it could do all the same, or undefined. */
export async function findHole(inside: Inside): Promise<string | undefined> {
  if (canReadFiles()) return 'The process can read files outside the sandbox.';
  const permission = DENIED.find((scope) => process.permission?.has(scope) !== false);
  if (permission !== undefined) return `Node's permission model does not deny "${permission}".`;
  if (canMakeCode()) return 'The process can make code from texts.';
  if (await canReachNetwork()) return 'The process can reach the network.';
  return findHoleInPython(inside);
}

/** The scopes of Node's permission model that every version has. Worker threads are needed; they inherit the permissions. */
const DENIED = ['fs.write', 'child', 'wasi', 'addon'];

function canReadFiles(): boolean {
  return !fails(() => readdirSync('/'));
}

function canMakeCode(): boolean {
  return !fails(() => new Function('return 1')());
}

/** Asks for a route without sending anything. A process without a network has no route, or may not even ask. */
function canReachNetwork(): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.connect(DISCARD_PORT, TEST_ADDRESS);
  }).finally(() => socket.close());
}

const TEST_ADDRESS = '192.0.2.1'; // reserved for documentation
const DISCARD_PORT = 9;

/** Tries what Python must not be able to do, in the same way. */
export function findHoleInPython(inside: Pick<Inside, 'limitMemory' | 'interrupt' | 'prove'>): string | undefined {
  inside.limitMemory(1024 * 1024); // the order that starts a program sets its own limit
  if (inside.prove(OVERSIZED) !== 'refused') return "The limit of Python's memory does not work.";
  inside.interrupt[0] = SIGINT;
  if (!fails(() => inside.prove(LENGTHY))) return 'Python cannot be interrupted.';
  if (inside.prove(`import os\nstr(os.path.exists(${JSON.stringify(process.execPath)}))`) !== 'False')
    return 'Python can see files of this machine.';
  if (inside.prove(GLOBALS) !== 'none') return 'Python can reach the global objects of JavaScript.';
  return undefined;
}

const SIGINT = 2;

const OVERSIZED = `
try:
    bytearray(64 * 1024 * 1024)
    answer = 'granted'
except MemoryError:
    answer = 'refused'
answer`;

const LENGTHY = `
for step in range(10_000_000):
    pass`;

const GLOBALS = `
import js
answer = [name for name in ('process', 'require', 'fetch', 'globalThis', 'Object', 'eval') if hasattr(js, name)]
', '.join(answer) or 'none'`;

function fails(attempt: () => unknown): boolean {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
}

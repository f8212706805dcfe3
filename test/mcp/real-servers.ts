import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gone, isRunning } from '../servers/hostile/running.ts';
import { bothEras, programOf } from './gateways.ts';
import { startProgram } from './http-program.ts';

/** A real server, started and reachable. */
export interface Started {
  readonly settings: object;
  /** Ends the server from outside, without a word; where the gateway does not start it, it is started again. */
  crash(): Promise<void>;
  /** After the gateway was closed: by then a program that it started must be gone. */
  stop(): Promise<void>;
}

export interface Subject {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly version: string;
  /** It tells what it heard, and can add a tool: ours does. */
  readonly isOurs: boolean;
  start(folder: string): Promise<Started>;
}

const [OLDER, MODERN] = ['2025-11-25', '2026-07-28'];
const everything = programOf('everything');

export const subjects: readonly Subject[] = [
  {
    name: 'server-everything over stdio',
    ...{ transport: 'stdio', version: OLDER, isOurs: false, start: overStdio(everything) },
  },
  {
    name: 'server-everything over HTTP',
    ...{ transport: 'http', version: OLDER, isOurs: false, start: overHttp(everything, 'streamableHttp', '/mcp') },
  },
  {
    name: 'server-everything over SSE',
    ...{ transport: 'sse', version: OLDER, isOurs: false, start: overHttp(everything, 'sse', '/sse') },
  },
  {
    name: 'a server of both eras over stdio, in the older',
    ...{ transport: 'stdio', version: OLDER, isOurs: true, start: overStdio(bothEras) },
  },
  {
    name: 'a server of both eras over stdio, in the modern',
    ...{ transport: 'stdio', version: MODERN, isOurs: true, start: overStdio(bothEras, { protocol: 'modern' }) },
  },
  {
    name: 'a server of both eras over HTTP',
    ...{ transport: 'http', version: MODERN, isOurs: true, start: overHttp(bothEras, 'http', '/mcp') },
  },
];

/** A program that is started by the gateway. Its pid is in a file: servers do not tell it. */
function overStdio(program: string, more: object = {}): Subject['start'] {
  return async (folder) => {
    const pidFile = path.join(folder, 'pid');
    const script = 'echo $$ > "$0"; exec "$@"';
    return {
      settings: { command: 'sh', args: ['-c', script, pidFile, process.execPath, program, 'stdio'], ...more },
      crash: async () => {
        const pid = Number(readFileSync(pidFile, 'utf8'));
        process.kill(pid, 'SIGKILL');
        await gone(pid);
      },
      stop: async () => {
        if (isRunning(Number(readFileSync(pidFile, 'utf8')))) throw new Error('it is left behind');
      },
    };
  };
}

/** A program that runs already, at an address. */
function overHttp(program: string, mode: string, at: string): Subject['start'] {
  return async () => {
    const server = await startProgram(program, mode);
    return {
      settings: { url: `http://127.0.0.1:${server.port}${at}` }, // which kind of HTTP it is must be found out
      crash: () => server.restart(),
      stop: () => server.kill(),
    };
  };
}

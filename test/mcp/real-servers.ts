import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gone, isRunning } from '../servers/hostile/running.ts';
import { bothEras, programOf } from './gateways.ts';
import { startProgram } from './http-program.ts';

/** A real server, started and reachable. */
export interface Started {
  readonly settings: object;
  /** Kills the server from outside. Starts it again unless the gateway does so. */
  crash(): Promise<void>;
  /** Must be called after the gateway was closed. Throws if a program that the gateway started still runs. */
  stop(): Promise<void>;
}

export interface Subject {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly version: string;
  /** True for our own server, which can report the cancellations that it received and can add a tool. */
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
    name: 'A server for both eras over stdio, in the older era',
    ...{ transport: 'stdio', version: OLDER, isOurs: true, start: overStdio(bothEras) },
  },
  {
    name: 'A server for both eras over stdio, in the modern era',
    ...{ transport: 'stdio', version: MODERN, isOurs: true, start: overStdio(bothEras, { protocol: 'modern' }) },
  },
  {
    name: 'A server for both eras over HTTP',
    ...{ transport: 'http', version: MODERN, isOurs: true, start: overHttp(bothEras, 'http', '/mcp') },
  },
];

/** A program that the gateway starts. The shell writes its pid to a file, because servers do not report it. */
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
        if (isRunning(Number(readFileSync(pidFile, 'utf8'))))
          throw new Error('The server still runs after the gateway was closed.');
      },
    };
  };
}

/** A program that already runs at a URL. */
function overHttp(program: string, mode: string, at: string): Subject['start'] {
  return async () => {
    const server = await startProgram(program, mode);
    return {
      settings: { url: `http://127.0.0.1:${server.port}${at}` }, // the gateway must detect the kind of HTTP transport
      crash: () => server.restart(),
      stop: () => server.kill(),
    };
  };
}

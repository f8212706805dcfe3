import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A running HTTP server program that listens on this machine. */
export interface HttpProgram {
  readonly port: number;
  /** Kills the program with SIGKILL, like a crash. */
  kill(): Promise<void>;
  /** Kills the program and starts it again on the same port. */
  restart(): Promise<void>;
}

/** Starts a program and waits until it listens. The caller must kill it. */
export async function startProgram(program: string, mode: string): Promise<HttpProgram> {
  let { child, port } = await start(program, mode, 0);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    port,
    kill,
    restart: async () => {
      await kill();
      ({ child, port } = await start(program, mode, port));
    },
  };
}

const loopback = path.join(import.meta.dirname, 'loopback.ts');

async function start(program: string, mode: string, port: number) {
  const { PATH = '' } = process.env;
  const child: ChildProcess = spawn(process.execPath, ['--import', loopback, program, mode], {
    env: { PATH, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [told] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [undefined])]);
  if (typeof told !== 'number') throw new Error(`${program} did not start.`);
  child.disconnect();
  return { child, port: told };
}

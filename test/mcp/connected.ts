import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import type { Connecting, InvokeConfig, Server, Tool } from '../../src/core/index.ts';
import { Connection } from '../../src/mcp/connection.ts';
import type { OpenSession } from '../../src/mcp/session.ts';
import { recordingLog } from '../recording-log.ts';
import { connecting, limits, serverOf } from './scripted-session.ts';

/** Uses fake timers in all tests of a file: time passes only through `pass`. */
export function stopTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export function connectionTo(open: OpenSession, said: Partial<Server> = {}, times: Partial<Connecting> = {}) {
  const log = recordingLog();
  const states: string[] = [];
  const connection: Connection = new Connection('files', serverOf(said), {
    connecting: { ...connecting, ...times },
    limits,
    log,
    onChange: () => states.push(connection.state),
    open,
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    await connection.close();
  });
  connection.start();
  const messages = () => log.lines.map(({ message }) => message);
  return { connection, log, states, messages };
}

/** Advances the fake time, and runs everything that happens meanwhile. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

function config(signal = new AbortController().signal): InvokeConfig {
  return { signal, progress: () => {}, toolCall: { type: 'tool_call', id: '1', name: 'echo', args: {} } };
}

export async function invoke({ tools }: Connection, signal?: AbortSignal): Promise<unknown> {
  const [tool] = tools as readonly (Tool & { invoke(args: object, given: InvokeConfig): unknown })[];
  return await tool?.invoke({}, config(signal));
}

export const refused = () => new Error('connection refused');

import { setTimeout as sleep } from 'node:timers/promises';
import {
  defaultLimits,
  type Event,
  type FinishEvent,
  type Limits,
  type ModelRequest,
} from '../../../src/core/index.ts';
import type { Backend } from '../../../src/models/contract.ts';
import type { HttpBackendOptions } from '../../../src/models/http/backend.ts';
import { type Clock, realClock } from '../../../src/models/http/clock.ts';
import { recordingLog } from '../../recording-log.ts';
import { type Action, type Play, startUpstream, type Upstream } from '../../upstream.ts';

/** The wire that the suite tests: its backend, and sample responses of a server. */
export interface WireUnderTest {
  readonly kind: string;
  create(options: HttpBackendOptions): Backend;
  /** Returns an ordinary answer with this text and a usage, streamed or not as the request asks. */
  text(text: string): Play;
  /** A complete stream, with text beyond ASCII and a call. */
  readonly stream: Buffer;
  /** The beginning of a stream with the text "Hel". */
  readonly beginning: readonly Action[];
  /** One event that adds a little text. */
  readonly event: string;
  /** Text that is not a valid event of this wire, to be sent after the end of an answer. */
  readonly junk: string;
  /** The beginning of a text event, up to its text, so that the event can have any length. */
  readonly openEvent: string;
  /** Other texts that a server may send in a stream, valid or invalid, including errors and ends. */
  readonly oddities: readonly string[];
  /** Returns an error response with this message, in this wire's form. */
  refusal(status: number, message: string, headers?: Record<string, string>): Play;
}

/** A backend and the server that it uses. */
export interface Ground {
  readonly upstream: Upstream;
  readonly backend: Backend;
  readonly log: ReturnType<typeof recordingLog>;
}

export async function open(
  wire: WireUnderTest,
  limits: Partial<Limits> = {},
  more: Partial<HttpBackendOptions> = {},
): Promise<Ground> {
  const upstream = await startUpstream();
  const log = recordingLog();
  const options = { name: 'up', baseUrl: upstream.url, clock: hastyClock, log, ...more };
  return { upstream, log, backend: wire.create({ ...options, limits: { ...defaultLimits, ...limits } }) };
}

/** A clock that does not wait between attempts. */
export const hastyClock: Clock = { ...realClock, sleep: () => Promise.resolve() };

export const aRequest: ModelRequest = {
  model: 'mock',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
  tools: [],
  choice: { kind: 'auto' },
  isStreamed: true,
  sampling: {},
};

export function iterate(backend: Backend, signal = new AbortController().signal, request = aRequest) {
  return backend.stream(request, signal)[Symbol.asyncIterator]();
}

/** Runs a complete step. */
export async function collect(
  backend: Backend,
  request: Partial<ModelRequest> = {},
  signal?: AbortSignal,
): Promise<{ events: readonly Event[]; finish: FinishEvent }> {
  return drained(iterate(backend, signal, { ...aRequest, ...request }));
}

/** Reads the rest of a step. */
export async function drained(
  reading: AsyncIterator<readonly Event[]>,
): Promise<{ events: readonly Event[]; finish: FinishEvent }> {
  const events: Event[] = [];
  for (let read = await reading.next(); read.done !== true; read = await reading.next()) events.push(...read.value);
  const finish = events.at(-1);
  if (finish?.type !== 'finish') throw new Error(`The step ended with ${JSON.stringify(finish)} instead of a finish.`);
  return { events, finish };
}

export function textOf(events: readonly Event[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

/** Returns the events with generated ids replaced by numbers and the pieces of each text joined. */
export function joined(events: readonly Event[]): readonly unknown[] {
  const ids = new Map<string, number>();
  const place = (id: string) => ids.get(id) ?? ids.set(id, ids.size).get(id);
  const pieces = events.map((event) => {
    if (event.type === 'call') return { ...event, call: { ...event.call, id: place(event.call.id) } };
    return 'id' in event ? { ...event, id: place(event.id) } : { ...event };
  });
  return pieces.reduce<Record<string, unknown>[]>((whole, piece) => {
    const last = whole.at(-1);
    const isMore = last !== undefined && 'text' in last && 'text' in piece && last.type === piece.type;
    if (isMore && last.id === Reflect.get(piece, 'id')) last.text = `${last.text}${piece.text}`;
    else whole.push(piece);
    return whole;
  }, []);
}

/** Waits until the server has received this many requests. */
export async function asked(upstream: Upstream, times = 1): Promise<void> {
  while (upstream.requests.length < times) await sleep(5);
}

/** Waits until the count stops changing, and returns it. Never resolves if the count keeps growing. */
export async function standstill(count: () => number): Promise<number> {
  for (let last = -1, calm = 0; calm < 6; await sleep(100)) {
    calm = count() === last ? calm + 1 : 0;
    last = count();
  }
  return count();
}

export const MEBIBYTE = 1024 * 1024;

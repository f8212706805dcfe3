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

/** What the suite knows of the wire that it runs over: who speaks it, and what a server would say in it. */
export interface WireUnderTest {
  readonly kind: string;
  create(options: HttpBackendOptions): Backend;
  /** An ordinary answer of this text, streamed or whole as it was asked for, with a usage. */
  text(text: string): Play;
  /** The whole of such a stream, with text beyond ASCII and a call in it. */
  readonly stream: Buffer;
  /** The body of a stream that says "Hel" and is not at its end. */
  readonly beginning: readonly Action[];
  /** One event that adds a little text. */
  readonly event: string;
  /** What is none of this wire's events, and comes too late to matter. */
  readonly junk: string;
  /** The beginning of an event that may be of any length. */
  readonly openEvent: string;
  /** Other things that a server may say in a stream, right or wrong, an error and an end among them. */
  readonly oddities: readonly string[];
  /** A refusal with this message, as this wire writes it. */
  refusal(status: number, message: string, headers?: Record<string, string>): Play;
}

/** A backend, and the server that it talks to. */
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

/** Waits for nothing between two attempts. */
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

/** A whole step. */
export async function collect(
  backend: Backend,
  request: Partial<ModelRequest> = {},
  signal?: AbortSignal,
): Promise<{ events: readonly Event[]; finish: FinishEvent }> {
  return drained(iterate(backend, signal, { ...aRequest, ...request }));
}

/** What is left of a step. */
export async function drained(
  reading: AsyncIterator<readonly Event[]>,
): Promise<{ events: readonly Event[]; finish: FinishEvent }> {
  const events: Event[] = [];
  for (let read = await reading.next(); read.done !== true; read = await reading.next()) events.push(...read.value);
  const finish = events.at(-1);
  if (finish?.type !== 'finish') throw new Error(`a step ended in ${JSON.stringify(finish)}`);
  return { events, finish };
}

export function textOf(events: readonly Event[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

/** Without what is made up, and without the cuts between the pieces of one text. */
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

/** Until the server was asked so often. */
export async function asked(upstream: Upstream, times = 1): Promise<void> {
  while (upstream.requests.length < times) await sleep(5);
}

/** Until the count has stood still for a while, which it never does where nothing stops it. Where it stands then. */
export async function standstill(count: () => number): Promise<number> {
  for (let last = -1, calm = 0; calm < 6; await sleep(100)) {
    calm = count() === last ? calm + 1 : 0;
    last = count();
  }
  return count();
}

export const MEBIBYTE = 1024 * 1024;

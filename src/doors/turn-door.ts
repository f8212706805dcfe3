import type { ServerResponse } from 'node:http';
import { type Ask, type BadRequest, type Event, type Failure, type Limits, truncate } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { Answer, type Turn } from '../turn/index.ts';
import type { AnswerHead, Rejection, WholeAnswer } from '../wires/index.ts';
import type { Bodies } from './body.ts';
import { cutOffUnread, type ErrorBody, type RawRoute, refuse, send } from './raw.ts';
import { SseStream } from './sse.ts';
import { OK, rejectionOf, STOPPING } from './status.ts';
import { whileWaiting } from './waiting.ts';

/**
 * A wire by which clients ask for turns over HTTP: a record of what is special about it. `turnRoute` does the rest. To add
 * one, write the record and its wire, and list the record in `http.ts`.
 */
export interface TurnDoor<Request extends Asked = Asked> extends AskReader<Request> {
  /** Messages to clients name the first. */
  readonly routes: readonly [Route, ...Route[]];
  /** The id of an answer is this, then the id of its turn. */
  readonly idPrefix: string;
  /** What a silent stream sends from time to time: an event or a comment that clients skip. */
  readonly heartbeat: string;
  /** Writes a streamed answer. `reject` says what a failure is over HTTP. */
  stream(head: AnswerHead, request: Request, reject: (failure: Failure) => Rejection): StreamWriter;
  /** The body of a whole answer. */
  whole(answer: WholeAnswer, head: AnswerHead, request: Request): object;
}

export type Route = readonly [method: string, path: `/${string}`];

/** Reads the wire's requests, and writes its errors. */
export interface AskReader<Request extends Asked = Asked> {
  /** `body` is bounded JSON; `key` stands for the client's key. */
  read(body: unknown, key: string, limits: Limits): Request | { readonly ok: false; readonly failure: BadRequest };
  readonly errorBody: ErrorBody;
}

/** A request that was read: the Ask, and whatever else the wire needs to write the answer. */
export interface Asked {
  readonly ok: true;
  readonly ask: Ask;
}

export interface StreamWriter {
  /** Server-sent events for a batch; empty when the batch holds nothing that the client may see. */
  write(batch: readonly Event[]): string;
}

/** Serves the turns of one door, whole or streamed. */
export function turnRoute(door: TurnDoor, gateway: Gateway, bodies: Bodies, stopping: AbortSignal): RawRoute {
  const { turns, settings } = gateway;
  return askRoute(door, gateway, bodies, stopping, async (request, response, abort) => {
    const started = await turns.start(request.ask, abort);
    if (!started.ok) return rejectionOf(started.failure);
    const { turn } = started;
    const createdAt = Math.floor(Date.now() / 1000);
    const head = { id: door.idPrefix + turn.id, createdAt, model: () => turn.model.id };
    const reject = (failure: Failure) => (stopping.aborted ? STOPPING : rejectionOf(failure));
    const failure = request.ask.isStreamed
      ? await stream(turn, door.stream(head, request, reject), response, door.heartbeat, settings.limits)
      : await answer(turn, (answered) => door.whole(answered, head, request), response, settings.limits);
    if (failure !== undefined) refuse(response, reject(failure), door.errorBody, headersOf(turn));
    return undefined;
  });
}

/**
 * A route that takes a conversation. Reads the request and lets `serve` answer it; `serve` returns a rejection if it has
 * written nothing. Straight on Node's request and response: a router and web objects would cost as much as all the rest.
 */
export function askRoute<Request extends Asked>(
  reader: AskReader<Request>,
  { settings, log }: Gateway,
  bodies: Bodies,
  stopping: AbortSignal,
  serve: (request: Request, response: ServerResponse, abort: AbortController) => Promise<Rejection | undefined>,
): RawRoute {
  return async (incoming, response, key) => {
    const refused = (rejection: Rejection): void => {
      log.info({ status: rejection.status, code: rejection.code, reason: rejection.message }, 'request refused');
      // The rest of an unread body would be taken for the next request, so the connection closes.
      refuse(response, rejection, reader.errorBody, incoming.complete ? {} : { connection: 'close' });
    };
    const body = await bodies.read(incoming);
    if (!body.ok) return refused(body.rejection);
    const request = reader.read(body.value, key, settings.limits);
    if (!request.ok) return refused(rejectionOf(request.failure));
    const rejection = await serve(request, response, whileWaiting(response, stopping));
    if (rejection !== undefined) refused(rejection);
  };
}

/** Returns the failure of a turn that failed before anything was written. */
async function stream(
  turn: Turn,
  writer: StreamWriter,
  response: ServerResponse,
  heartbeat: string,
  limits: Limits,
): Promise<Failure | undefined> {
  const sse = new SseStream(response, (isEarly) => headersOf(turn, isEarly), heartbeat, limits);
  for await (const batch of turn.events) {
    if (!sse.isOpen) {
      const failure = failureOf(batch);
      if (failure !== undefined) {
        sse.giveUp();
        return failure;
      }
    }
    const text = writer.write(batch);
    if (text === '') continue;
    // The last events go out with the end of the response: the client does not wait while the turn is tidied up.
    const waiting = isLast(batch) ? sse.end(text) : sse.write(text);
    if (waiting !== undefined) await waiting;
  }
  return undefined;
}

/** Returns the failure of a turn that failed; nothing was written then. */
async function answer(
  turn: Turn,
  bodyOf: (answered: Answer) => object,
  response: ServerResponse,
  { slowClientMs }: Limits,
): Promise<Failure | undefined> {
  const answered = new Answer();
  for await (const batch of turn.events) {
    answered.add(batch);
    // Sent before the loop ends: the client does not wait while the turn is tidied up.
    if (answered.isFinished && answered.finish.failure === undefined) {
      send(response, OK, headersOf(turn), bodyOf(answered));
    }
  }
  cutOffUnread(response, slowClientMs);
  return answered.finish.failure;
}

/** What was decided, for clients that see the answer alone. `isEarly`: another model of the chain may still answer. */
function headersOf({ id, plan, model, asked }: Turn, isEarly = false): Record<string, string> {
  const client = plan.visible.reduce((count, { owner }) => (owner === 'client' ? count + 1 : count), 0);
  const gateway = plan.visible.length - client;
  const tools = plan.isMixed ? `request;${client}, gateway;${gateway}` : `${plan.source};${plan.visible.length}`;
  const instead = model.isSubstitute ? `;instead-of=${encodeURIComponent(short(asked))}` : '';
  return {
    'x-request-id': id,
    'x-toolpath-turn': id,
    'x-toolpath-tools': tools,
    ...(isEarly && model.next !== undefined ? {} : { 'x-toolpath-model': encodeURI(short(model.id)) + instead }),
  };
}

/** A name from outside, short enough for a header. */
function short(name: string): string {
  return truncate(name, MOST_LETTERS).toWellFormed();
}

const MOST_LETTERS = 200;

function isLast(batch: readonly Event[]): boolean {
  return batch.at(-1)?.type === 'finish';
}

function failureOf(batch: readonly { readonly type: string; readonly failure?: Failure }[]): Failure | undefined {
  return batch.find(({ failure }) => failure !== undefined)?.failure;
}

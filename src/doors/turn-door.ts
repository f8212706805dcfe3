import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Ask, BadRequest, Event, Failure, Limits } from '../core/index.ts';
import { explainRecord } from '../explaining.ts';
import type { Gateway } from '../gateway.ts';
import { pauseSince } from '../pause.ts';
import { Answer, type Turn } from '../turn/index.ts';
import type { AnswerHead, Rejection, WholeAnswer } from '../wires/index.ts';
import type { Bodies } from './body.ts';
import { closeIfUnread, type ErrorBody, type RawRoute, refuse, send } from './raw.ts';
import { type SeveralAnswers, serveSeveral, startTurns } from './several-answers.ts';
import { SseStream } from './sse.ts';
import { OK, rejectionOf, STOPPING, withoutRetry } from './status.ts';
import { failureOf, headersOf, isLast } from './turn-response.ts';
import { abortOnDisconnect } from './waiting.ts';

/**
 * An HTTP API through which clients request turns, as a record of its specifics; `turnRoute` does the rest. To add an API,
 * write its wire and its record, and list the record in `http.ts`.
 */
export interface TurnDoor<Request extends Asked = Asked> extends AskReader<Request> {
  /** Error messages mention the first route. */
  readonly routes: readonly [Route, ...Route[]];
  /** Prefix of answer ids; the id of the turn follows. */
  readonly idPrefix: string;
  /** Text that a silent stream sends at intervals: an event or a comment that clients skip. */
  readonly heartbeat: string;
  /** Creates the writer of a streamed answer. `reject` converts a failure to an HTTP rejection. */
  stream(head: AnswerHead, request: Request, reject: (failure: Failure) => Rejection): StreamWriter;
  /** Returns the body of an answer that is not streamed. */
  whole(answer: WholeAnswer, head: AnswerHead, request: Request): object;
  /** Set if such a body is built from the events themselves. Replaces `whole`. */
  collect?(head: AnswerHead, request: Request, reject: (failure: Failure) => Rejection): AnswerCollector;
  /** True for a failure that an answer reports at its end, instead of an error. */
  isAnswer?(failure: Failure): boolean;
  /** Set if a request may ask for several answers. */
  readonly several?: SeveralAnswers<Request>;
}

export type Route = readonly [method: string, path: `/${string}`];

/** Reads the requests of a protocol and writes its errors. */
export interface AskReader<Request extends { readonly ok: true } = Asked> {
  /** Reads a request. `body` is JSON within the limits; `key` is the id of the client's key. */
  read(
    body: unknown,
    key: string,
    limits: Limits,
    headers: IncomingHttpHeaders,
  ): Request | { readonly ok: false; readonly failure: BadRequest };
  readonly errorBody: ErrorBody;
  /** Set if the values of the body are only passed on. */
  readonly isPassedOn?: true;
}

/** A request that was read. Doors may add fields that they need to write the answer. */
export interface Asked {
  readonly ok: true;
  readonly ask: Ask;
}

export interface StreamWriter {
  /** Returns a batch as server-sent events. Empty if the batch holds nothing that the client may see. */
  write(batch: readonly Event[]): string;
}

/** Collects the events of an answer that is not streamed. */
export interface AnswerCollector {
  add(batch: readonly Event[]): void;
  body(): object;
}

/** Returns the route that serves the turns of one door, streamed or not. */
export function turnRoute(door: TurnDoor, gateway: Gateway, bodies: Bodies, stopping: AbortSignal): RawRoute {
  const { turns } = gateway;
  const { limits } = gateway.settings;
  return askRoute(door, gateway, bodies, stopping, async (request, response, abort) => {
    const started = await startTurns(turns, door.several?.asks(request) ?? [request.ask], abort, limits);
    if (!started.ok) return rejectionOf(started.failure);
    const [turn, ...others] = started.turns;
    const createdAt = Math.floor(Date.now() / 1000);
    const head: AnswerHead = {
      id: door.idPrefix + turn.id,
      createdAt,
      model: () => turn.model.id,
      headers: () => headersOf(turn),
      toolCount: () => turn.plan.visible.length,
      explain: () => explainRecord(gateway, request.ask.key, turn.id),
    };
    const reject = (failure: Failure) => {
      const rejection = stopping.aborted ? STOPPING : rejectionOf(failure);
      return started.turns.some(({ hasRunTools }) => hasRunTools) ? withoutRetry(rejection) : rejection;
    };
    const failure =
      others.length > 0
        ? await serveSeveral(started.turns, door, { request, head, reject, response, abort, limits })
        : request.ask.isStreamed
          ? await stream(turn, door, door.stream(head, request, reject), response, limits)
          : await answer(turn, door, collectorOf(door, head, request, reject), response, limits);
    if (failure !== undefined) refuse(response, reject(failure), door.errorBody, headersOf(turn));
    return undefined;
  });
}

/**
 * Returns a route that reads a request and lets `serve` answer it. `serve` returns a rejection if it has written nothing.
 * The route uses Node's request and response directly: a router and web objects would take as long as all other work.
 */
export function askRoute<Request extends { readonly ok: true }>(
  reader: AskReader<Request>,
  { settings, log }: Gateway,
  bodies: Bodies,
  stopping: AbortSignal,
  serve: (request: Request, response: ServerResponse, abort: AbortController) => Promise<Rejection | undefined>,
): RawRoute {
  return async (incoming, response, key) => {
    const refused = (rejection: Rejection): void => {
      log.info(
        { status: rejection.status, code: rejection.code, reason: rejection.message },
        'The request was refused.',
      );
      // The connection closes because the rest of an unread body would be taken for the next request.
      refuse(response, rejection, reader.errorBody, incoming.complete ? {} : { connection: 'close' });
    };
    const body = await bodies.read(incoming, reader.isPassedOn);
    if (!body.ok) return refused(body.rejection);
    const startedAt = performance.now();
    const request = reader.read(body.value, key, settings.limits, incoming.headers);
    await pauseSince(startedAt);
    if (!request.ok) return refused(rejectionOf(request.failure));
    const rejection = await serve(request, response, abortOnDisconnect(response, stopping));
    if (rejection !== undefined) refused(rejection);
  };
}

/** Streams a turn to the client. Returns the failure of a turn that failed before anything was written. */
async function stream(
  turn: Turn,
  { heartbeat, isAnswer }: Pick<TurnDoor, 'heartbeat' | 'isAnswer'>,
  writer: StreamWriter,
  response: ServerResponse,
  limits: Limits,
): Promise<Failure | undefined> {
  const sse = new SseStream(response, (isEarly) => headersOf(turn, isEarly), heartbeat, limits);
  for await (const batch of turn.events) {
    if (!sse.isOpen) {
      const failure = failureOf(batch);
      if (failure !== undefined && isAnswer?.(failure) !== true) {
        sse.giveUp();
        return failure;
      }
    }
    const text = writer.write(batch);
    if (text === '') continue;
    // The last events end the response at once, so that the client does not wait for the turn's cleanup.
    const waiting = isLast(batch) ? sse.end(text) : sse.write(text);
    if (waiting !== undefined) await waiting;
  }
  return undefined;
}

function collectorOf<Request extends Asked>(
  door: TurnDoor<Request>,
  head: AnswerHead,
  request: Request,
  reject: (failure: Failure) => Rejection,
): AnswerCollector {
  if (door.collect !== undefined) return door.collect(head, request, reject);
  const answered = new Answer();
  return { add: (batch) => answered.add(batch), body: () => door.whole(answered, head, request) };
}

/** Sends the complete answer of a turn. Returns the failure of a turn that failed; nothing was written then. */
async function answer(
  turn: Turn,
  { isAnswer }: Pick<TurnDoor, 'isAnswer'>,
  collector: AnswerCollector,
  response: ServerResponse,
  { slowClientMs }: Limits,
): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  for await (const batch of turn.events) {
    collector.add(batch);
    const ended = failureOf(batch);
    if (ended !== undefined && isAnswer?.(ended) !== true) failure = ended;
    // Send before the loop ends, so that the client does not wait for the turn's cleanup.
    if (isLast(batch) && failure === undefined) send(response, OK, headersOf(turn), collector.body());
  }
  closeIfUnread(response, slowClientMs);
  return failure;
}

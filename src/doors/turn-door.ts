import type { ServerResponse } from 'node:http';
import { type Ask, type BadRequest, type Event, type Failure, type Limits, truncate } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { Answer, type Turn } from '../turn/index.ts';
import type { AnswerHead, Rejection, WholeAnswer } from '../wires/index.ts';
import type { Bodies } from './body.ts';
import { closeIfUnread, type ErrorBody, type RawRoute, refuse, send } from './raw.ts';
import { SseStream } from './sse.ts';
import { OK, rejectionOf, STOPPING } from './status.ts';
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
}

export type Route = readonly [method: string, path: `/${string}`];

/** Reads the requests of a protocol and writes its errors. */
export interface AskReader<Request extends Asked = Asked> {
  /** Reads a request. `body` is JSON within the limits; `key` is the id of the client's key. */
  read(body: unknown, key: string, limits: Limits): Request | { readonly ok: false; readonly failure: BadRequest };
  readonly errorBody: ErrorBody;
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

/** Returns the route that serves the turns of one door, streamed or not. */
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
 * Returns a route that reads a conversation and lets `serve` answer it. `serve` returns a rejection if it has written nothing.
 * The route uses Node's request and response directly: a router and web objects would take as long as all other work.
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
      log.info(
        { status: rejection.status, code: rejection.code, reason: rejection.message },
        'The request was refused.',
      );
      // The connection closes because the rest of an unread body would be taken for the next request.
      refuse(response, rejection, reader.errorBody, incoming.complete ? {} : { connection: 'close' });
    };
    const body = await bodies.read(incoming);
    if (!body.ok) return refused(body.rejection);
    const request = reader.read(body.value, key, settings.limits);
    if (!request.ok) return refused(rejectionOf(request.failure));
    const rejection = await serve(request, response, abortOnDisconnect(response, stopping));
    if (rejection !== undefined) refused(rejection);
  };
}

/** Streams a turn to the client. Returns the failure of a turn that failed before anything was written. */
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
    // The last events end the response at once, so that the client does not wait for the turn's cleanup.
    const waiting = isLast(batch) ? sse.end(text) : sse.write(text);
    if (waiting !== undefined) await waiting;
  }
  return undefined;
}

/** Sends the complete answer of a turn. Returns the failure of a turn that failed; nothing was written then. */
async function answer(
  turn: Turn,
  bodyOf: (answered: Answer) => object,
  response: ServerResponse,
  { slowClientMs }: Limits,
): Promise<Failure | undefined> {
  const answered = new Answer();
  for await (const batch of turn.events) {
    answered.add(batch);
    // Send before the loop ends, so that the client does not wait for the turn's cleanup.
    if (answered.isFinished && answered.finish.failure === undefined) {
      send(response, OK, headersOf(turn), bodyOf(answered));
    }
  }
  closeIfUnread(response, slowClientMs);
  return answered.finish.failure;
}

/**
 * Returns the headers that report the turn's decisions. If `isEarly`, another model of the fallback chain may still answer,
 * so the model header is left out.
 */
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

/** Truncates a client's model name to a length that fits a header. */
function short(name: string): string {
  return truncate(name, MAX_CHARACTERS).toWellFormed();
}

const MAX_CHARACTERS = 200;

function isLast(batch: readonly Event[]): boolean {
  return batch.at(-1)?.type === 'finish';
}

function failureOf(batch: readonly { readonly type: string; readonly failure?: Failure }[]): Failure | undefined {
  return batch.find(({ failure }) => failure !== undefined)?.failure;
}

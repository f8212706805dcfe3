import type { ServerResponse } from 'node:http';
import {
  type Ask,
  type Event,
  type Failure,
  type Limits,
  type Refused,
  refuse,
  type TurnFailure,
} from '../core/index.ts';
import { isLongSince, pause } from '../pause.ts';
import { Answer, mergeTurns, type Turn, type Turns } from '../turn/index.ts';
import type { AnswerHead, Rejection, WholeAnswer } from '../wires/index.ts';
import { closeIfUnread, send } from './raw.ts';
import { SseStream } from './sse.ts';
import { OK } from './status.ts';
import { failureOf, headersOf, isLast } from './turn-response.ts';

/** The part of a door that serves requests for several answers. Each answer is a separate turn. */
export interface SeveralAnswers<Request> {
  /** Returns one Ask for each answer that the request wants. */
  asks(request: Request): readonly Ask[];
  /** Creates the writer of a stream that has all answers. `place` is the index of the answer. */
  stream(head: AnswerHead, request: Request, reject: (failure: Failure) => Rejection): SeveralWriter;
  whole(answers: readonly WholeAnswer[], head: AnswerHead, request: Request): object;
}

export interface SeveralWriter {
  write(batch: readonly Event[], place: number): string;
}

/** At least one turn. */
export type RunningTurns = readonly [Turn, ...Turn[]];

export type StartedTurns =
  | { readonly ok: true; readonly turns: RunningTurns }
  | { readonly ok: false; readonly failure: TurnFailure };

/** Starts one turn for each Ask. If one of them cannot start, the others are aborted. */
export async function startTurns(
  turns: Turns,
  asks: readonly Ask[],
  abort: AbortController,
  { turnsAtOnce }: Limits,
): Promise<StartedTurns> {
  if (asks.length > turnsAtOnce) return refuseMany(asks.length, turnsAtOnce);
  const running: Turn[] = [];
  let startedAt = performance.now();
  for (const ask of asks) {
    if (isLongSince(startedAt)) {
      await pause(); // planning a long conversation takes time, and other requests must not wait
      startedAt = performance.now();
    }
    const started = await turns.start(ask, abort);
    if (!started.ok) {
      abort.abort(OTHER_FAILED);
      return started;
    }
    running.push(started.turn);
  }
  const [first, ...others] = running;
  if (first === undefined) throw new Error('A request must ask for at least one answer.');
  return { ok: true, turns: [first, ...others] };
}

/** Refuses a request that could never succeed. "Too many turns" would make clients retry it. */
function refuseMany(answers: number, most: number): Refused {
  const head = `n is ${answers}, but only ${most} turns may run at the same time, and each answer is one turn.`;
  return refuse('n', `${head} Ask for fewer answers, or raise "limits.turnsAtOnce".`);
}

const OTHER_FAILED = new Error('another answer of the same request failed');

/** The request that the turns answer, and the response to write. */
interface Serving<Request> {
  readonly request: Request;
  readonly head: AnswerHead;
  readonly reject: (failure: Failure) => Rejection;
  readonly response: ServerResponse;
  /** Aborts all turns. */
  readonly abort: AbortController;
  readonly limits: Limits;
}

interface SeveralDoor<Request> {
  readonly several?: SeveralAnswers<Request>;
  readonly heartbeat: string;
}

/** Sends the answers of all turns, streamed or not. Returns the failure of a turn that failed before anything was written. */
export async function serveSeveral<Request extends { readonly ask: Ask }>(
  turns: RunningTurns,
  { several, heartbeat }: SeveralDoor<Request>,
  serving: Serving<Request>,
): Promise<Failure | undefined> {
  if (several === undefined) throw new Error('This door serves one answer per request.');
  const { request, head, reject, response, limits } = serving;
  if (!request.ask.isStreamed) return answer(turns, (answers) => several.whole(answers, head, request), serving);
  const sse = new SseStream(response, (isEarly) => headersOfAll(turns, isEarly), heartbeat, limits);
  return stream(turns, several.stream(head, request, reject), sse, serving.abort);
}

/** Streams the answers, interleaved as they arrive. The first failure ends them all. */
async function stream(
  turns: RunningTurns,
  writer: SeveralWriter,
  sse: SseStream,
  abort: AbortController,
): Promise<Failure | undefined> {
  let left = turns.length;
  for await (const { batch, place } of mergeTurns(turns)) {
    const failure = failureOf(batch);
    if (failure !== undefined) {
      const isOpen = sse.isOpen;
      if (isOpen) void sse.end(writer.write(batch, place));
      else sse.giveUp();
      abort.abort(OTHER_FAILED);
      return isOpen ? undefined : failure;
    }
    if (isLast(batch)) left--;
    const text = writer.write(batch, place);
    const waiting = left === 0 ? sse.end(text) : text === '' ? undefined : sse.write(text);
    if (waiting !== undefined) await waiting;
  }
  return undefined;
}

/** Sends the answers together when all of them are complete. The first failure ends them all. */
async function answer(
  turns: RunningTurns,
  bodyOf: (answers: readonly WholeAnswer[]) => object,
  { response, abort, limits }: Omit<Serving<unknown>, 'request'>,
): Promise<Failure | undefined> {
  const answers = turns.map(() => new Answer());
  for await (const { batch, place } of mergeTurns(turns)) {
    answers[place]?.add(batch);
    const failure = failureOf(batch);
    if (failure === undefined) continue;
    abort.abort(OTHER_FAILED);
    return failure;
  }
  send(response, OK, headersOfAll(turns), bodyOf(answers));
  closeIfUnread(response, limits.slowClientMs);
  return undefined;
}

function headersOfAll([first, ...others]: RunningTurns, isEarly = false): Record<string, string> {
  return headersOf(
    first,
    isEarly,
    others.map(({ id }) => id),
  );
}

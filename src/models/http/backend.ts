import type { Event, Fields, Limits, Log, TurnFailure } from '../../core/index.ts';
import { tell } from '../../core/index.ts';
import type { Backend, BackendFacts, Demands, ModelRequest } from '../contract.ts';
import { failed, onlyFailure } from '../finish.ts';
import { type AnswerMachine, AnswerText } from './answer-text.ts';
import { Breaker } from './breaker.ts';
import { cancelled } from './cancelled.ts';
import { type Clock, realClock } from './clock.ts';
import { createHider } from './hider.ts';
import { ModelAnswer } from './model-answer.ts';
import { failureOf, readRefusal } from './refusal.ts';
import { requestHeaders } from './request-headers.ts';
import { type Attempted, attemptUntilBegun } from './retry.ts';
import { Transport } from './transport.ts';

export interface HttpBackendOptions {
  /** Its name in the settings. */
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly limits: Limits;
  readonly log: Log;
  /** What must appear in no message, beside its own key and headers. */
  readonly secrets?: readonly string[];
  readonly clock?: Clock;
}

/** What one wire has of its own. */
export interface Wire {
  readonly kind: string;
  readonly demands: Demands;
  /** Below the base URL. */
  readonly answerPath: string;
  readonly modelsPath: string;
  write(request: ModelRequest): Fields;
  newMachine(backend: string): AnswerMachine;
  /** The names in the server's list of models; undefined when it is no such list. */
  readModels(value: unknown): readonly string[] | undefined;
}

/** A backend that answers over HTTP: one wire, one address. */
export class HttpBackend implements Backend {
  readonly #options: HttpBackendOptions;
  readonly #wire: Wire;
  readonly #clock: Clock;
  readonly #url: URL;
  readonly #headers: string[];
  readonly #transport: Transport;
  readonly #breaker: Breaker;
  readonly #hide: (text: string) => string;
  readonly #facts: BackendFacts;
  #lastTrouble = '';

  constructor(wire: Wire, options: HttpBackendOptions) {
    const { name, baseUrl, apiKey = '', headers = {}, limits, secrets = [], clock = realClock } = options;
    this.#options = options;
    this.#wire = wire;
    this.#clock = clock;
    this.#url = new URL(baseUrl);
    this.#headers = requestHeaders(options);
    this.#transport = new Transport({ backend: name, origin: this.#url.origin, limits });
    this.#breaker = new Breaker(limits, clock.now);
    const { origin, pathname } = this.#url;
    this.#facts = { name, kind: wire.kind, address: `${origin}${pathname}`, demands: wire.demands };
    this.#hide = createHider([apiKey, ...Object.values(headers), ...this.#url.searchParams.values(), ...secrets]);
  }

  describe(): BackendFacts {
    return this.#facts;
  }

  /** A generator: leaving it closes the connection. Whoever waits for its next batch leaves by the signal. */
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<readonly Event[], void, undefined> {
    let answer: ModelAnswer | undefined;
    try {
      const body = Buffer.from(JSON.stringify(this.#wire.write(request)));
      const begun = await this.#begin(body, signal, request.turn);
      if (!begun.ok) {
        yield failed(begun.failure);
        return;
      }
      answer = begun.value.answer;
      yield begun.value.first;
      while (!answer.isOver) yield answer.next(); // `yield` awaits by itself
    } catch (error) {
      const { name: backend, log } = this.#options;
      log.error({ backend, err: error }, 'a bug of the gateway ended a step');
      yield failed({ kind: 'upstream-broken', backend, reason: 'the gateway could not read it' });
    } finally {
      answer?.leave();
    }
  }

  async models(signal: AbortSignal): Promise<readonly string[]> {
    const sent = await this.#transport.send(
      { method: 'GET', path: this.#path(this.#wire.modelsPath), headers: this.#headers },
      signal,
    );
    if (!sent.ok) throw new Error(tell(sent.failure));
    const { head, exchange } = sent;
    if (!isSuccess(head.status)) {
      const refusal = await readRefusal(head, exchange, this.#hide, this.#clock.date());
      throw new Error(tell(failureOf(this.#options.name, refusal)));
    }
    const pieces: string[] = [];
    for (let text = await exchange.read(); text !== undefined; text = await exchange.read()) pieces.push(text);
    if (exchange.failure !== undefined) throw new Error(tell(exchange.failure));
    const names = this.#wire.readModels(JSON.parse(pieces.join('')));
    if (names === undefined) throw new Error(`The backend "${this.#options.name}" sent no list of models.`);
    return names;
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  #begin(body: Buffer, signal: AbortSignal, turn: string | undefined): Promise<Attempted<Beginning>> {
    const { name: backend, limits, log } = this.#options;
    const { random, sleep } = this.#clock;
    return attemptUntilBegun(() => this.#guardedAttempt(body, signal), signal, {
      backend,
      turn,
      limits,
      log,
      random,
      sleep,
    });
  }

  async #guardedAttempt(body: Buffer, signal: AbortSignal): Promise<Attempted<Beginning>> {
    const { name: backend, log } = this.#options;
    const admission = this.#breaker.admit();
    if (!admission.ok) {
      const next = `next try in ${Math.ceil(admission.waitMs / 1_000)} s`;
      const reason = `it failed ${admission.failures} times in a row, last: ${this.#lastTrouble}; ${next}`;
      return { ok: false, failure: { kind: 'upstream-unreachable', backend, reason }, isFinal: true };
    }
    const attempted = await this.#attempt(body, signal);
    const hasOpened = this.#breaker.report(attempted.ok ? 'lives' : fateOf(attempted.failure));
    if (!attempted.ok) this.#lastTrouble = tell(attempted.failure);
    if (hasOpened && !attempted.ok) {
      log.warn(
        { backend, reason: tell(attempted.failure) },
        'a backend fails again and again: it is spared for a while',
      );
    }
    return attempted;
  }

  /** One request, until it has something to show. */
  async #attempt(body: Buffer, signal: AbortSignal): Promise<Attempted<Beginning>> {
    const { name: backend, limits } = this.#options;
    const path = this.#path(this.#wire.answerPath);
    const sent = await this.#transport.send({ method: 'POST', path, headers: this.#headers, body }, signal);
    if (!sent.ok) return sent;
    const { head, exchange } = sent;
    if (!isSuccess(head.status)) {
      const refusal = await readRefusal(head, exchange, this.#hide, this.#clock.date());
      return { ok: false, failure: signal.aborted ? cancelled(signal) : failureOf(backend, refusal) };
    }
    const machine = this.#wire.newMachine(backend);
    const text = new AnswerText({ backend, machine, eventBytes: limits.eventBytes });
    const answer = new ModelAnswer(exchange, text, (failure) => this.#judge(failure));
    const first = await answer.next();
    const failure = onlyFailure(first);
    return failure === undefined ? { ok: true, value: { first, answer } } : { ok: false, failure };
  }

  /** An error inside an answer counts as the status that it names, and no server's words pass with a secret in them. */
  #judge(failure: TurnFailure): TurnFailure {
    switch (failure.kind) {
      case 'upstream-failed':
        return failureOf(this.#options.name, { ...failure, message: this.#hide(failure.message) });
      case 'upstream-broken':
        return { ...failure, reason: this.#hide(failure.reason) };
      default:
        return failure;
    }
  }

  /** Below the base URL, whose query (`?api-version=…`) stays. */
  #path(below: string): string {
    const { pathname, search } = this.#url;
    return `${pathname.endsWith('/') ? pathname.slice(0, -1) : pathname}${below}${search}`;
  }
}

/** An answer, and the first that it has to show. */
interface Beginning {
  readonly first: readonly Event[];
  readonly answer: ModelAnswer;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A server that refuses is alive; one whose client left is neither. */
function fateOf(failure: TurnFailure): 'lives' | 'failed' | 'unknown' {
  switch (failure.kind) {
    case 'upstream-unreachable':
    case 'upstream-failed':
    case 'upstream-silent':
    case 'upstream-broken':
      return 'failed';
    case 'turn-cancelled':
      return 'unknown';
    default:
      return 'lives';
  }
}

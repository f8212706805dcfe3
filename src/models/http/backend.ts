import type { Event, Limits, Log, ModelRequest, TurnFailure } from '../../core/index.ts';
import { Observer, tell } from '../../core/index.ts';
import { createSecretFinder, isSecretParameter, type SecretFinder } from '../../log/index.ts';
import { pauseSince } from '../../pause.ts';
import type { Wire } from '../../wires/index.ts';
import type { Backend, BackendFacts, ModelFacts, Overflow } from '../contract.ts';
import { withDeclaredTools } from '../declared.ts';
import { DroppedParameters } from '../dropped-parameters.ts';
import { failed, onlyFailure } from '../finish.ts';
import { RELAYED_APIS, type Relayed, type RelayedApi, type RelayRequest } from '../relay.ts';
import { logRetries } from '../upstream-log.ts';
import { AnswerSecrets } from './answer-secrets.ts';
import { AnswerText } from './answer-text.ts';
import { Breaker } from './breaker.ts';
import { cancelled } from './cancelled.ts';
import { type Clock, realClock } from './clock.ts';
import { encodeJson } from './encode-json.ts';
import type { Exchange, Head } from './exchange.ts';
import { createMessageRedactor } from './hider.ts';
import { ModelAnswer } from './model-answer.ts';
import { questionsTo, type Server } from './questions.ts';
import { failureOf, type Refusal, readRefusal, refusesTools } from './refusal.ts';
import { RelayedText } from './relayed-text.ts';
import { requestHeaders } from './request-headers.ts';
import { type Attempted, attemptUntilBegun } from './retry.ts';
import { Transport } from './transport.ts';

export interface HttpBackendOptions {
  /** The backend's name in the settings. */
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly limits: Limits;
  readonly log: Log;
  /** Receives every attempt to get an answer. If omitted, the backend logs its retries itself. */
  readonly observer?: Observer | undefined;
  /** Texts to redact from messages, in addition to `apiKey`, the values of `headers` and the query values of `baseUrl`. */
  readonly secrets?: readonly string[];
  readonly clock?: Clock;
}

/** A kind of model server: the wire it speaks, its paths, its headers and how to inspect its models. */
export interface Provider {
  readonly kind: string;
  readonly wire: Wire;
  readonly overflow: Overflow;
  readonly tellsNativeTools?: boolean;
  /** Path below the base URL. */
  readonly answerPath: string;
  readonly modelsPath: string;
  /** Paths of the server's other APIs. */
  readonly relayPaths?: Readonly<Partial<Record<RelayedApi, string>>>;
  /** Returns the headers that this kind of server needs, including the key if there is one. */
  headers(apiKey: string | undefined): Readonly<Record<string, string>>;
  /** Asks the server about a model. Errors from `get` and `post` may propagate. */
  inspect(model: string, server: Server): Promise<ModelFacts>;
}

/** Returns the authorization header that most servers expect, or no header without a key. */
export function bearer(apiKey: string | undefined): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

/** A backend that is reached over HTTP at one address, with one wire. */
export class HttpBackend implements Backend {
  readonly #options: HttpBackendOptions;
  readonly #provider: Provider;
  readonly #clock: Clock;
  readonly #url: URL;
  readonly #headers: string[];
  readonly #transport: Transport;
  readonly #breaker: Breaker;
  readonly #observer: Observer;
  readonly #hide: (text: string) => string;
  /** Finds the secrets in answers. Undefined if there are none to find. */
  readonly #secrets: SecretFinder | undefined;
  readonly #facts: BackendFacts;
  readonly #isKeyless: boolean;
  readonly #dropped: DroppedParameters;
  #lastTrouble = '';

  constructor(provider: Provider, options: HttpBackendOptions) {
    const { name, baseUrl, apiKey = '', headers = {}, limits, secrets = [], clock = realClock } = options;
    this.#options = options;
    this.#dropped = new DroppedParameters(name, options.log);
    this.#provider = provider;
    this.#clock = clock;
    this.#url = new URL(baseUrl);
    this.#headers = requestHeaders(provider.headers(options.apiKey), options);
    this.#transport = new Transport({ backend: name, origin: this.#url.origin, limits });
    this.#breaker = new Breaker(limits, clock.now);
    this.#observer = options.observer ?? observerWith(options.log);
    const { origin, pathname } = this.#url;
    const { kind, wire, overflow, tellsNativeTools = false } = provider;
    const { demands, restrictsTools = false } = wire;
    const relays = RELAYED_APIS.filter((api) => provider.relayPaths?.[api] !== undefined);
    const address = `${origin}${pathname}`;
    this.#facts = { name, kind, address, demands, overflow, tellsNativeTools, restrictsTools, relays };
    this.#isKeyless =
      apiKey === '' && !Object.keys(headers).some((name) => /^(?:authorization|x-api-key)$/i.test(name));
    const named = [...Object.entries(headers), ...this.#url.searchParams];
    this.#secrets = createSecretFinder([apiKey, ...secretsAmong(named), ...secrets]);
    this.#hide = createMessageRedactor([
      apiKey,
      ...Object.values(headers),
      ...this.#url.searchParams.values(),
      ...secrets,
    ]);
  }

  describe(): BackendFacts {
    return this.#facts;
  }

  /** Closes the connection when the generator is returned. To stop a pending `next()`, abort the signal. */
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<readonly Event[], void, undefined> {
    let answer: ModelAnswer | undefined;
    try {
      const asked = withDeclaredTools(request, this.#facts.demands);
      const begun = await this.#begin(asked, signal);
      if (!begun.ok) {
        yield failed(begun.failure);
        return;
      }
      answer = begun.value.answer;
      yield begun.value.first;
      while (!answer.isOver) yield answer.next(); // `yield` awaits the promise
    } catch (error) {
      const { name: backend, log } = this.#options;
      log.error({ backend, err: error }, 'An internal error ended a step.');
      yield failed({
        kind: 'upstream-broken',
        backend,
        reason: "the gateway could not read it because of an internal error; see the gateway's log",
      });
    } finally {
      answer?.leave();
    }
  }

  async relay({ api, body }: RelayRequest, signal: AbortSignal): Promise<Relayed> {
    const { name: backend, log } = this.#options;
    const below = this.#provider.relayPaths?.[api];
    if (below === undefined) throw new Error(`The backend "${backend}" has no ${api}.`);
    try {
      const bytes = await encodeJson(body);
      const begun = await this.#untilBegun(() => this.#attemptRelay(below, bytes, signal), {}, signal);
      return begun.ok ? { ok: true, answer: begun.value } : begun;
    } catch (error) {
      log.error({ backend, err: error }, 'An internal error ended a request.');
      return { ok: false, failure: { kind: 'bug' } };
    }
  }

  async models(signal: AbortSignal): Promise<readonly string[]> {
    const { wire, modelsPath } = this.#provider;
    const names = wire.readModels(await this.#questions(signal).get(modelsPath));
    if (names === undefined) throw new Error(`The backend "${this.#options.name}" sent no list of models.`);
    return names.map((name) => this.#secrets?.hide(name) ?? name);
  }

  inspect(model: string, signal: AbortSignal): Promise<ModelFacts> {
    return this.#provider.inspect(model, this.#questions(signal));
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async #begin(request: ModelRequest, signal: AbortSignal): Promise<Attempted<Beginning>> {
    const startedAt = performance.now();
    const { body, left } = this.#provider.wire.write(request);
    const notices = this.#dropped.tell(left);
    await pauseSince(startedAt);
    const outgoing: Outgoing = { request, body: await encodeJson(body) };
    const begun = await this.#untilBegun(() => this.#attempt(outgoing, signal), request, signal);
    if (!begun.ok || notices.length === 0) return begun;
    const { first, answer } = begun.value;
    return { ok: true, value: { answer, first: [...notices, ...first] } };
  }

  /** Repeats an attempt as the limits allow, unless the backend has failed too often in a row. */
  #untilBegun<Value>(
    attempt: () => Promise<Attempted<Value>>,
    { turn, hasNext = false }: Pick<ModelRequest, 'turn' | 'hasNext'>,
    signal: AbortSignal,
  ): Promise<Attempted<Value>> {
    const { name: backend, limits } = this.#options;
    const { random, sleep } = this.#clock;
    const options = { backend, turn, hasNext, limits, observer: this.#observer, random, sleep };
    return attemptUntilBegun(() => this.#guarded(attempt), signal, options);
  }

  async #guarded<Value>(attempt: () => Promise<Attempted<Value>>): Promise<Attempted<Value>> {
    const { name: backend, log } = this.#options;
    const admission = this.#breaker.admit();
    if (!admission.ok) {
      const next = `next attempt in ${Math.ceil(admission.waitMs / 1_000)} s`;
      const reason = `it failed ${admission.failures} times in a row (last failure: ${this.#lastTrouble}); ${next}`;
      return { ok: false, failure: { kind: 'upstream-unreachable', backend, reason }, isFinal: true };
    }
    const attempted = await attempt();
    const hasOpened = this.#breaker.report(attempted.ok ? 'lives' : fateOf(attempted.failure));
    if (!attempted.ok) this.#lastTrouble = clauseOf(attempted.failure);
    if (hasOpened && !attempted.ok) {
      log.warn(
        { backend, reason: tell(attempted.failure) },
        'The backend failed too often in a row; requests to it are paused for a while.',
      );
    }
    return attempted;
  }

  /** Sends one request and waits for the first events of its answer. */
  async #attempt({ request, body }: Outgoing, signal: AbortSignal): Promise<Attempted<Beginning>> {
    const { name: backend, limits } = this.#options;
    const { wire, answerPath } = this.#provider;
    const sent = await this.#send(answerPath, body, request, signal);
    if (!sent.ok) return sent;
    const { exchange } = sent.value;
    const machine = wire.newReader(backend, request);
    const text = new AnswerText({ backend, machine, framing: wire.framing, eventBytes: limits.eventBytes });
    const secrets = this.#secrets && new AnswerSecrets(this.#secrets);
    const answer = new ModelAnswer(exchange, text, (failure) => this.#judge(failure, request), secrets);
    const first = await answer.next();
    const failure = onlyFailure(first);
    return failure === undefined ? { ok: true, value: { first, answer } } : { ok: false, failure };
  }

  /** Sends one request and waits for the first text of its answer. */
  async #attemptRelay(below: string, body: Buffer, signal: AbortSignal): Promise<Attempted<RelayedText>> {
    const sent = await this.#send(below, body, NO_TOOLS, signal);
    if (!sent.ok) return sent;
    const { head, exchange } = sent.value;
    const contentType = head.headers.get('content-type') ?? 'application/json';
    const first = await exchange.read();
    const judge = (failure: TurnFailure) => this.#judge(failure, NO_TOOLS);
    const answer = new RelayedText(contentType, first, exchange, judge, this.#secrets);
    const { failure } = answer;
    return first === undefined && failure !== undefined ? { ok: false, failure } : { ok: true, value: answer };
  }

  /** Sends a request to a path below the base URL and waits for the head of a successful response. */
  async #send(below: string, body: Buffer, request: Declared, signal: AbortSignal): Promise<Attempted<Received>> {
    const path = this.#path(below);
    const sent = await this.#transport.send({ method: 'POST', path, headers: this.#headers, body }, signal);
    if (!sent.ok) return sent;
    const { head, exchange } = sent;
    if (isSuccess(head.status)) return { ok: true, value: { head, exchange } };
    const refusal = await readRefusal(head, exchange, this.#hide, this.#clock.date());
    return { ok: false, failure: signal.aborted ? cancelled(signal) : this.#failureOf(refusal, request) };
  }

  /** Redacts secrets from the failure, and treats an error inside an answer like the HTTP status that it names. */
  #judge(failure: TurnFailure, request: Declared): TurnFailure {
    switch (failure.kind) {
      case 'upstream-failed':
        return this.#failureOf({ ...failure, message: this.#hide(failure.message) }, request);
      case 'upstream-broken':
        return { ...failure, reason: this.#hide(failure.reason) };
      default:
        return failure;
    }
  }

  #failureOf(refusal: Refusal, { tools, model }: Declared): TurnFailure {
    const { name } = this.#options;
    const failure = failureOf(name, refusal);
    if (failure.kind === 'upstream-credentials' && this.#isKeyless) return { ...failure, isKeyless: true };
    const isRefused = failure.kind === 'upstream-rejected' || failure.kind === 'upstream-failed';
    const isToolless = isRefused && tools.length > 0 && refusesTools(failure.message);
    return isToolless ? { ...failure, toolless: `${name}/${model}` } : failure;
  }

  #questions(signal: AbortSignal): Server {
    const { name: backend } = this.#options;
    const { date } = this.#clock;
    const pathOf = (below: string, isFromRoot: boolean) => this.#path(below, isFromRoot);
    const asking = { backend, transport: this.#transport, headers: this.#headers, pathOf, hide: this.#hide, date };
    return questionsTo(asking, signal);
  }

  /** Returns the full path for one below the base URL. Keeps the base URL's query (`?api-version=…`). */
  #path(below: string, isFromRoot = false): string {
    const { pathname, search } = this.#url;
    const base = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
    const path = `${isFromRoot && base.endsWith('/v1') ? base.slice(0, -3) : base}${below}`;
    return below.includes('?') ? `${path}${search.replace('?', '&')}` : `${path}${search}`;
  }
}

/** Returns the values of headers and of URL parameters whose names are those of secrets, also without `Bearer`. */
function secretsAmong(named: readonly (readonly [name: string, value: string])[]): string[] {
  return named.filter(([name]) => isSecretParameter(name)).flatMap(([, value]) => [value, value.replace(/^\S+ /, '')]);
}

function observerWith(log: Log): Observer {
  const observer = new Observer();
  logRetries(observer, log);
  return observer;
}

/** The part of a request that explains a refusal. */
type Declared = Pick<ModelRequest, 'tools' | 'model'>;

const NO_TOOLS: Declared = { tools: [], model: '' };

/** The head of a successful response, and the exchange to read its body from. */
interface Received {
  readonly head: Head;
  readonly exchange: Exchange;
}

interface Outgoing {
  readonly request: ModelRequest;
  /** The request in the wire's JSON. */
  readonly body: Buffer;
}

/** An answer that has begun, and its first events. */
interface Beginning {
  readonly first: readonly Event[];
  readonly answer: ModelAnswer;
}

/** Describes a failure inside another one. The reason of an unreachable backend needs no second sentence around it. */
function clauseOf(failure: TurnFailure): string {
  return failure.kind === 'upstream-unreachable' ? failure.reason : tell(failure).replace(/\.$/, '');
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A server that refuses a request is alive. A cancelled request says nothing about its server. */
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

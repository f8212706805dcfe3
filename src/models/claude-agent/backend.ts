import { type Event, type FinishEvent, type ModelRequest, Observer, type TurnFailure } from '../../core/index.ts';
import { createSecretFinder, type SecretFinder } from '../../log/index.ts';
import { messagesWire } from '../../wires/index.ts';
import type { Backend, BackendFacts } from '../contract.ts';
import { withDeclaredTools } from '../declared.ts';
import { DroppedParameters } from '../dropped-parameters.ts';
import { failed, onlyFailure } from '../finish.ts';
import { AnswerSecrets } from '../http/answer-secrets.ts';
import { type Clock, realClock } from '../http/clock.ts';
import { createMessageRedactor } from '../http/hider.ts';
import { type Attempted, attemptUntilBegun } from '../http/retry.ts';
import type { AgentAnswer } from './answer.ts';
import { hasKey } from './environment.ts';
import { AgentLauncher, type LauncherOptions } from './launcher.ts';
import { canContinue, PausedRuns, resultsFor, writtenForm } from './paused.ts';
import { exactPrompt, textPrompt } from './prompt.ts';
import { type AgentRequest, writeAgentRequest } from './request.ts';
import type { AgentRun } from './run.ts';
import { expectedNext } from './spare.ts';
import { AgentStep } from './step.ts';

export interface ClaudeAgentOptions extends LauncherOptions {
  readonly observer?: Observer | undefined;
  /** Texts to redact, in addition to `apiKey` and the values of `headers`. */
  readonly secrets?: readonly string[];
  readonly clock?: Clock;
}

/**
 * Creates a backend that asks the Claude Agent SDK. Every tool of a request becomes a tool of an MCP server in this process. If
 * the gateway runs all of the tools, one child process serves the whole turn: it waits in its tool calls while the gateway runs
 * them. Otherwise it answers one step, and the calls go back to the turn.
 */
export function createClaudeAgentBackend(options: ClaudeAgentOptions): Backend {
  return new ClaudeAgentBackend(options);
}

class ClaudeAgentBackend implements Backend {
  readonly #options: ClaudeAgentOptions;
  readonly #clock: Clock;
  readonly #observer: Observer;
  readonly #facts: BackendFacts;
  readonly #hide: (text: string) => string;
  readonly #secrets: SecretFinder | undefined;
  readonly #launcher: AgentLauncher;
  /** Runs that wait for the next step of their turn. */
  readonly #paused: PausedRuns;
  readonly #dropped: DroppedParameters;
  /** True if the installed version of Claude Code cannot be given an exact history. */
  #needsTextHistory = false;

  constructor(options: ClaudeAgentOptions) {
    const { name, baseUrl, apiKey = '', headers = {}, secrets = [], clock = realClock } = options;
    this.#options = options;
    this.#dropped = new DroppedParameters(name, options.log);
    this.#clock = clock;
    this.#observer = options.observer ?? new Observer();
    const address = baseUrl === undefined ? 'a child process' : `a child process for ${withoutQuery(baseUrl)}`;
    this.#facts = { name, kind: 'claude-agent', address, demands: messagesWire.demands, overflow: 'refused' };
    const all = [apiKey, ...Object.values(headers), ...secrets];
    this.#hide = withoutHost(baseUrl, createMessageRedactor(all));
    this.#secrets = createSecretFinder(all);
    this.#launcher = new AgentLauncher(options, this.#hide, () => this.#makeRoom());
    this.#paused = new PausedRuns((run) => this.#launcher.release(run, false));
  }

  describe(): BackendFacts {
    return this.#facts;
  }

  async *stream(request: ModelRequest, asked: AbortSignal): AsyncGenerator<readonly Event[], void, undefined> {
    const signal = this.#launcher.untilClosed(asked);
    let begun: BegunStep | undefined;
    let finish: FinishEvent | undefined;
    try {
      const written = writeAgentRequest(withDeclaredTools(request, this.#facts.demands));
      const notices = [...this.#dropped.tell(written.left), ...this.#tellRewritten(written)];
      const resumed = await this.#resume(written, request, signal);
      const attempted = resumed?.ok === true ? resumed : await this.#begin(written, request, signal, resumed);
      if (!attempted.ok) {
        yield failed(attempted.failure);
        return;
      }
      begun = { ...attempted.value, first: [...notices, ...attempted.value.first] };
      for await (const batch of batchesOf(begun)) {
        const last = batch.at(-1);
        if (last?.type === 'finish') finish = last;
        yield batch;
      }
    } catch (error) {
      const { name: backend, log } = this.#options;
      log.error({ backend, err: error }, 'An internal error ended a step.');
      const reason = "the gateway could not read it because of an internal error; see the gateway's log";
      yield failed({ kind: 'upstream-broken', backend, reason });
    } finally {
      if (begun !== undefined) this.#conclude(begun, finish, request);
    }
  }

  /** Returns the aliases of the newest models. Other names are also accepted. Rejects if the SDK is not installed. */
  async models(): Promise<readonly string[]> {
    const loaded = await this.#launcher.load();
    if (!loaded.ok) throw new Error(loaded.message);
    return ['sonnet', 'opus', 'haiku'];
  }

  async inspect() {
    return { nativeTools: true, media: ['image'] } as const;
  }

  async close(): Promise<void> {
    await this.#launcher.close();
  }

  /** Starts a run for the request. Repeats the attempt as the limits allow. `made` is an attempt that has already failed. */
  #begin(
    written: AgentRequest,
    request: ModelRequest,
    signal: AbortSignal,
    made: Attempted<BegunStep> | undefined,
  ): Promise<Attempted<BegunStep>> {
    const { name: backend, limits } = this.#options;
    const { random, sleep } = this.#clock;
    const { turn, hasNext = false } = request;
    const options = { backend, turn, hasNext, limits, observer: this.#observer, random, sleep };
    let before = made;
    const attempt = async () => {
      const failed = before;
      before = undefined;
      return failed ?? (await this.#attempt(written, request, signal));
    };
    return attemptUntilBegun(attempt, signal, options);
  }

  async #attempt(written: AgentRequest, request: ModelRequest, signal: AbortSignal): Promise<Attempted<BegunStep>> {
    const { name: backend, log } = this.#options;
    const excess = refuseLarge(backend, written);
    if (excess !== undefined) return { ok: false, failure: excess, isFinal: true };
    const prompt = this.#needsTextHistory ? textPrompt(written) : exactPrompt(written);
    const launched = await this.#launcher.launch(written, prompt, signal);
    if (!launched.ok) return launched;
    const attempted = await this.#read(launched.run, written, request, signal);
    if (attempted !== 'too-early') {
      const isLost =
        launched.isSpare && !attempted.ok && attempted.isOfChild && attempted.failure.kind === 'upstream-unreachable';
      return isLost ? this.#attempt(written, request, signal) : attempted;
    }
    if (prompt.length === 1) return { ok: false, failure: { kind: 'upstream-broken', backend, reason: UNASKED } };
    if (!this.#needsTextHistory) log.warn({ backend }, NO_HISTORY);
    this.#needsTextHistory = true;
    return this.#attempt(written, request, signal);
  }

  /** Reads the first events of a step. Ends the run if the step fails before its answer, or asks the model too early. */
  async #read(
    run: AgentRun,
    written: AgentRequest,
    { sampling: { responseFormat } }: ModelRequest,
    signal: AbortSignal,
  ): Promise<ReadStep> {
    const { name: backend, limits } = this.#options;
    const release = () => this.#launcher.release(run, false);
    const mayBeEnvelope = responseFormat === undefined || responseFormat.kind === 'text';
    const step = new AgentStep(run, written, { backend, limits, hide: this.#hide, mayBeEnvelope });
    const events = this.#withoutSecrets(step.events(signal));
    const first = await events.next().catch((error: unknown) => {
      release();
      throw error;
    });
    const failure = first.done === true ? undefined : onlyFailure(first.value);
    if (first.done !== true && failure === undefined) {
      const missing = step.missingTools.map((tool) => this.#tellMissing(tool));
      return { ok: true, value: { run, written, step, first: [...missing, ...first.value], events } };
    }
    release();
    if (failure === undefined) return 'too-early';
    return { ok: false, failure: this.#judge(failure), isOfChild: step.hasExited || OF_CHILD.has(failure.kind) };
  }

  /** Tells a refused key from a missing one. */
  #judge(failure: TurnFailure): TurnFailure {
    const isKeyless = failure.kind === 'upstream-credentials' && !hasKey(this.#options);
    return isKeyless ? { ...failure, isKeyless } : failure;
  }

  async *#withoutSecrets(events: AsyncIterable<readonly Event[]>): AsyncGenerator<readonly Event[], void, undefined> {
    const secrets = this.#secrets && new AnswerSecrets(this.#secrets);
    for await (const batch of events) {
      const cleaned = secrets === undefined ? batch : secrets.push(batch);
      if (cleaned.length > 0) yield cleaned;
    }
  }

  /**
   * Continues the paused run of the turn. Returns undefined if a new run is needed, which gets the whole history. A failure of
   * the model's server counts as an attempt.
   */
  async #resume(
    written: AgentRequest,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<Attempted<BegunStep> | undefined> {
    const paused = this.#paused.take(request.turnEnd);
    if (paused === undefined) return undefined;
    const results = resultsFor(paused, written);
    if (results === undefined || !(await paused.run.settle(results))) {
      this.#launcher.release(paused.run, false);
      return undefined;
    }
    const resumed = await this.#read(paused.run, written, request, signal);
    if (resumed === 'too-early') return undefined;
    return resumed.ok || signal.aborted || !resumed.isOfChild ? resumed : undefined;
  }

  /** Keeps the run for the next step of the turn if the agent can continue by itself. Otherwise ends it. */
  #conclude(
    { run, written, step: { answer } }: BegunStep,
    finish: FinishEvent | undefined,
    request: ModelRequest,
  ): void {
    const { turnEnd } = request;
    const hasCalls = finish?.reason === 'calls';
    const mayPause = hasCalls && written.isLoop && turnEnd?.aborted === false;
    if (mayPause && answer.hasOwnIds && canContinue(written, answer.calls.values())) {
      this.#paused.keep(turnEnd, { run, request: writtenForm(written), calls: answer.calls });
      if (this.#launcher.isAwaited) this.#makeRoom();
      return;
    }
    this.#launcher.release(run, finish?.reason === 'stop' && answer.hasText);
    if (hasCalls && !written.isLoop) this.#prepare(request, answer);
  }

  /**
   * Ends the oldest paused run if all slots are held by paused ones. Their tools may wait for the request that needs the slot:
   * a tool of the gateway can also ask this backend.
   */
  #makeRoom(): void {
    if (this.#paused.count >= this.#options.limits.agentProcesses) this.#paused.endOldest();
  }

  /** Starts a child for the request that will bring the results of these calls. It only saves time, so it may not fail the step. */
  #prepare(request: ModelRequest, answer: AgentAnswer): void {
    const { name: backend, log } = this.#options;
    try {
      const next = withDeclaredTools(expectedNext(request, answer), this.#facts.demands);
      this.#launcher.prepare(writeAgentRequest(next));
    } catch (error) {
      log.warn({ backend, err: error }, 'No agent could be started in advance.');
    }
  }

  #tellRewritten({ hasRewrittenTools }: AgentRequest): readonly Event[] {
    if (!hasRewrittenTools) return [];
    const { name: backend, log } = this.#options;
    log.warn({ backend }, REWRITTEN);
    return [{ type: 'notice', message: REWRITTEN }];
  }

  #tellMissing(tool: string): Event {
    const { name: backend, log } = this.#options;
    log.warn({ backend, tool }, 'The agent left a tool out, because it does not accept the definition of the tool.');
    const message = `The agent left out the tool ${JSON.stringify(tool)}, because it does not accept its definition.`;
    return { type: 'notice', message };
  }
}

/** Failures before the answer that a new child process may not have. */
const OF_CHILD: ReadonlySet<TurnFailure['kind']> = new Set(['upstream-silent', 'upstream-broken']);

type ReadStep =
  | { readonly ok: true; readonly value: BegunStep }
  /** `isOfChild`: the child process failed, and not the model's server. */
  | { readonly ok: false; readonly failure: TurnFailure; readonly isOfChild: boolean }
  | 'too-early';

/** A step whose answer has begun. */
interface BegunStep {
  readonly run: AgentRun;
  readonly written: AgentRequest;
  readonly step: AgentStep;
  readonly first: readonly Event[];
  /** The events after the first ones. */
  readonly events: AsyncIterable<readonly Event[]>;
}

async function* batchesOf({ first, events }: BegunStep): AsyncGenerator<readonly Event[], void, undefined> {
  yield first;
  yield* events;
}

const REWRITTEN =
  'The agent composes or removes some Unicode characters in the definitions of the tools, which are too large to be sent unchanged.';
const NO_HISTORY =
  'This version of Claude Code cannot be given a history, so earlier messages are sent as one text. Update the Claude Agent SDK.';
const UNASKED = 'the agent answered before it had read the request';

/** Refuses parameters that the agent cannot be given: they travel in an environment variable. */
function refuseLarge(backend: string, { parameters }: AgentRequest): TurnFailure | undefined {
  const size = Buffer.byteLength(JSON.stringify(parameters));
  if (size <= MOST_PARAMETER_BYTES) return undefined;
  const message = `The parameters of the request, mostly the schema of the answer, have ${size} bytes. The agent accepts at most ${MOST_PARAMETER_BYTES}.`;
  return { kind: 'upstream-rejected', backend, status: 400, message };
}

/** Linux limits a variable to 128 KiB. */
const MOST_PARAMETER_BYTES = 120_000;

/** Also removes the backend's address from messages, because clients see them. */
function withoutHost(baseUrl: string | undefined, hide: (text: string) => string): (text: string) => string {
  const host = baseUrl === undefined ? '' : (URL.parse(baseUrl)?.host ?? '');
  return host === '' ? hide : (text) => hide(text).replaceAll(host, 'the server');
}

/** The query of an address may contain a key. */
function withoutQuery(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  return url === null ? baseUrl : url.origin + url.pathname;
}

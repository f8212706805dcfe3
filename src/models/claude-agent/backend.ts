import { type Event, type Limits, type Log, type ModelRequest, Observer, type TurnFailure } from '../../core/index.ts';
import { createSecretFinder, type SecretFinder } from '../../log/index.ts';
import { messagesWire } from '../../wires/index.ts';
import type { Backend, BackendFacts } from '../contract.ts';
import { withDeclaredTools } from '../declared.ts';
import { failed, onlyFailure } from '../finish.ts';
import { AnswerSecrets } from '../http/answer-secrets.ts';
import { cancelled } from '../http/cancelled.ts';
import { type Clock, realClock } from '../http/clock.ts';
import { ConnectionSlots } from '../http/connection-slots.ts';
import { createMessageRedactor } from '../http/hider.ts';
import { type Attempted, attemptUntilBegun } from '../http/retry.ts';
import { environmentOf, ScratchFolders } from './environment.ts';
import { canContinue, type PausedRun, resultsFor, writtenForm } from './paused.ts';
import { exactPrompt, type Prompt, textPrompt } from './prompt.ts';
import { type AgentRequest, writeAgentRequest } from './request.ts';
import { AgentRun } from './run.ts';
import { type AgentSdk, type LoadedSdk, loadAgentSdk } from './sdk.ts';
import { AgentStep } from './step.ts';

export interface ClaudeAgentOptions {
  /** The backend's name in the settings. */
  readonly name: string;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Path of another Claude Code program than the SDK's own. */
  readonly executable?: string | undefined;
  readonly limits: Limits;
  readonly log: Log;
  readonly observer?: Observer | undefined;
  /** Texts to redact, in addition to `apiKey` and the values of `headers`. */
  readonly secrets?: readonly string[];
  readonly clock?: Clock;
  /** Loads the SDK. Tests replace it. */
  readonly load?: () => Promise<LoadedSdk>;
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
  readonly #folders = new ScratchFolders();
  readonly #slots: ConnectionSlots;
  readonly #runs = new Set<AgentRun>();
  /** Runs that wait for the next step of their turn, by the id of the turn. */
  readonly #paused = new Map<string, PausedRun>();
  readonly #told = new Set<string>();
  #sdk: Promise<LoadedSdk> | undefined;
  /** True if the installed version of Claude Code cannot be given an exact history. */
  #needsTextHistory = false;
  #isClosed = false;

  constructor(options: ClaudeAgentOptions) {
    const { name, apiKey = '', headers = {}, secrets = [], limits, clock = realClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#observer = options.observer ?? new Observer();
    const address = options.baseUrl === undefined ? 'a child process' : `a child process for ${options.baseUrl}`;
    this.#facts = { name, kind: 'claude-agent', address, demands: messagesWire.demands, overflow: 'refused' };
    const all = [apiKey, ...Object.values(headers), ...secrets];
    this.#hide = createMessageRedactor(all);
    this.#secrets = createSecretFinder(all);
    this.#slots = new ConnectionSlots(limits.agentProcesses);
  }

  describe(): BackendFacts {
    return this.#facts;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<readonly Event[], void, undefined> {
    let active: ActiveStep | undefined;
    try {
      const written = writeAgentRequest(withDeclaredTools(request, this.#facts.demands));
      this.#tellLeft(written.left);
      const resumed = await this.#resume(written, request, signal);
      const begun = resumed ?? (await this.#begin(written, request, signal));
      if (!begun.ok) {
        yield failed(begun.failure);
        return;
      }
      active = begun.value;
      for (let events = active.first; ; ) {
        active.note(events);
        yield events;
        const next = await active.events.next();
        if (next.done === true) break;
        events = next.value;
      }
    } catch (error) {
      const { name: backend, log } = this.#options;
      log.error({ backend, err: error }, 'An internal error ended a step.');
      const reason = "the gateway could not read it because of an internal error; see the gateway's log";
      yield failed({ kind: 'upstream-broken', backend, reason });
    } finally {
      if (active !== undefined) this.#conclude(active, request);
    }
  }

  /** Returns the aliases of the newest models. Other names of models are accepted, too. */
  models(): Promise<readonly string[]> {
    return Promise.resolve(['sonnet', 'opus', 'haiku']);
  }

  inspect(): Promise<{ nativeTools: true; media: readonly ['image'] }> {
    return Promise.resolve({ nativeTools: true, media: ['image'] });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#paused.clear();
    await Promise.all([...this.#runs].map((run) => run.end(false)));
    this.#folders.remove();
  }

  /** Starts a run for the request. Repeats the attempt as the limits allow. */
  #begin(written: AgentRequest, request: ModelRequest, signal: AbortSignal): Promise<Attempted<ActiveStep>> {
    const { name: backend, limits } = this.#options;
    const { random, sleep } = this.#clock;
    const { turn, hasNext = false } = request;
    const options = { backend, turn, hasNext, limits, observer: this.#observer, random, sleep };
    return attemptUntilBegun(() => this.#attempt(written, request, signal), signal, options);
  }

  async #attempt(written: AgentRequest, request: ModelRequest, signal: AbortSignal): Promise<Attempted<ActiveStep>> {
    const { name: backend } = this.#options;
    const size = JSON.stringify(written.parameters).length;
    if (size > MOST_PARAMETERS) return final(tooLarge(backend, size));
    this.#sdk ??= (this.#options.load ?? loadAgentSdk)();
    const loaded = await this.#sdk;
    if (!loaded.ok)
      return final({ kind: 'backend-unusable', message: `The backend "${backend}" cannot be used. ${loaded.message}` });
    if (!(await this.#slots.take(signal))) return final(cancelled(signal));
    const isExact = !this.#needsTextHistory;
    const started = await this.#start(loaded.sdk, written, isExact ? exactPrompt(written) : textPrompt(written));
    if (!started.ok) return started;
    const attempted = await this.#read(started.value, written, request, signal);
    if (attempted !== 'too-early') return attempted;
    this.#needsTextHistory = true;
    const { log } = this.#options;
    log.warn(
      { backend },
      'This version of Claude Code cannot be given a history; earlier messages are sent as one text. Update the Claude Agent SDK.',
    );
    return this.#attempt(written, request, signal);
  }

  async #start(sdk: AgentSdk, written: AgentRequest, prompt: Prompt): Promise<Attempted<AgentRun>> {
    const { name: backend, executable, limits } = this.#options;
    try {
      if (this.#isClosed) throw new Error('the backend was closed');
      const folders = await this.#folders.open();
      const env = environmentOf(this.#options, folders);
      const run = new AgentRun(sdk, written, prompt, {
        env,
        cwd: folders.work,
        executable,
        maxTurns: limits.steps + 1,
      });
      this.#runs.add(run);
      return { ok: true, value: run };
    } catch (error) {
      this.#slots.release();
      const reason = this.#hide(Error.isError(error) ? error.message : String(error));
      return {
        ok: false,
        failure: { kind: 'upstream-unreachable', backend, reason: `its agent could not be started: ${reason}` },
      };
    }
  }

  /** Reads the first events of a step. Ends the run if it has failed. */
  async #read(
    run: AgentRun,
    written: AgentRequest,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<Attempted<ActiveStep> | 'too-early'> {
    const { name: backend, limits } = this.#options;
    const { responseFormat } = request.sampling;
    const mayBeEnvelope = responseFormat === undefined || responseFormat.kind === 'text';
    const step = new AgentStep(run, written, { backend, limits, hide: this.#hide, mayBeEnvelope });
    const events = this.#withoutSecrets(step.events(signal));
    const first = await events.next();
    if (step.isTooEarly || first.done === true) {
      this.#release(run, false);
      return 'too-early';
    }
    const failure = onlyFailure(first.value);
    if (failure !== undefined) {
      this.#release(run, false);
      return { ok: false, failure };
    }
    const missing = step.missingTools.map((name) => this.#missing(name));
    return { ok: true, value: new ActiveStep(run, written, step, [...missing, ...first.value], events) };
  }

  async *#withoutSecrets(events: AsyncIterable<readonly Event[]>): AsyncGenerator<readonly Event[], void, undefined> {
    const secrets = this.#secrets && new AnswerSecrets(this.#secrets);
    for await (const batch of events) {
      const cleaned = secrets === undefined ? batch : secrets.push(batch);
      if (cleaned.length > 0) yield cleaned;
    }
  }

  /** Continues the paused run of the turn, if it can answer the request. Undefined if a new run is needed. */
  async #resume(
    written: AgentRequest,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<Attempted<ActiveStep> | undefined> {
    const { turn = '' } = request;
    const paused = this.#paused.get(turn);
    if (paused === undefined) return undefined;
    this.#paused.delete(turn);
    const results = resultsFor(paused, written);
    if (results === undefined) {
      this.#release(paused.run, false);
      return undefined;
    }
    paused.run.settle(results);
    const resumed = await this.#read(paused.run, written, request, signal);
    // The history is complete, so a new run can answer if this one has failed.
    return resumed === 'too-early' || (!resumed.ok && !signal.aborted) ? undefined : resumed;
  }

  /** Keeps the run for the next step of the turn if the agent can go on by itself. Otherwise ends it. */
  #conclude({ run, written, step, finish }: ActiveStep, { turn = '', turnEnd }: ModelRequest): void {
    const { answer } = step;
    const hasEnded = finish?.failure === undefined && finish?.reason === 'stop';
    const mayPause = written.isLoop && finish?.reason === 'calls' && turn !== '' && turnEnd?.aborted === false;
    if (!mayPause || !answer.hasOwnIds || !canContinue(written, answer.calls.values())) {
      this.#release(run, hasEnded);
      return;
    }
    const calls = new Set(answer.calls.keys());
    this.#paused.set(turn, { run, request: writtenForm(written), calls });
    turnEnd?.addEventListener('abort', () => this.#abandon(turn), { once: true });
  }

  #abandon(turn: string): void {
    const paused = this.#paused.get(turn);
    this.#paused.delete(turn);
    if (paused !== undefined) this.#release(paused.run, false);
  }

  /** Ends a run in the background, and then frees its slot. */
  #release(run: AgentRun, isIdle: boolean): void {
    void run
      .end(isIdle)
      .catch((error: unknown) =>
        this.#options.log.warn({ backend: this.#options.name, err: error }, 'An agent could not be ended.'),
      )
      .finally(() => {
        if (this.#runs.delete(run)) this.#slots.release();
      });
  }

  #missing(tool: string): Event {
    const { name: backend, log } = this.#options;
    log.warn({ backend, tool }, 'The agent left a tool out, because it does not accept the definition of the tool.');
    return {
      type: 'notice',
      message: `The agent left out the tool ${JSON.stringify(tool)}, because it does not accept its definition.`,
    };
  }

  /** Logs each dropped parameter once, because clients repeat the same parameters in every request. */
  #tellLeft(members: readonly string[]): void {
    const { name: backend, log } = this.#options;
    for (const member of members) {
      if (this.#told.has(member) || this.#told.size >= MOST_TOLD) continue;
      this.#told.add(member);
      log.warn({ backend, member }, 'Dropped a parameter of the request: the agent does not support it.');
    }
  }
}

/** A step that has begun. */
class ActiveStep {
  readonly run: AgentRun;
  readonly written: AgentRequest;
  readonly step: AgentStep;
  readonly first: readonly Event[];
  readonly events: AsyncGenerator<readonly Event[], void, undefined>;
  finish: Extract<Event, { type: 'finish' }> | undefined;

  constructor(
    run: AgentRun,
    written: AgentRequest,
    step: AgentStep,
    first: readonly Event[],
    events: AsyncGenerator<readonly Event[], void, undefined>,
  ) {
    this.run = run;
    this.written = written;
    this.step = step;
    this.first = first;
    this.events = events;
  }

  note(events: readonly Event[]): void {
    const last = events.at(-1);
    if (last?.type === 'finish') this.finish = last;
  }
}

function final(failure: TurnFailure): { readonly ok: false; readonly failure: TurnFailure; readonly isFinal: true } {
  return { ok: false, failure, isFinal: true };
}

/** Parameters travel in an environment variable, which may have 128 KiB on Linux. */
const MOST_PARAMETERS = 120_000;
const MOST_TOLD = 100; // clients choose the names, so the set must be bounded

function tooLarge(backend: string, size: number): TurnFailure {
  const message = `The parameters of the request, mostly the schema of the answer, have ${size} characters. The agent accepts at most ${MOST_PARAMETERS}.`;
  return { kind: 'upstream-rejected', backend, status: 400, message };
}

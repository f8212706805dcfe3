import {
  type Connecting,
  type Decision,
  type Limits,
  type Log,
  messageOf,
  type Observer,
  type Server,
  type ServerChange,
  type Tool,
} from '../core/index.ts';
import { Calls, LONGEST_WAIT_MS } from './calls.ts';
import { causesOf, classifyError } from './classify-error.ts';
import { ConnectLimit } from './connect-limit.ts';
import { JunkReport, labelled, observerFor, type TroubleReport } from './connection-log.ts';
import { CurrentSession } from './current-session.ts';
import { type Off, reportOf, standingOf, whyOff } from './off.ts';
import { openSession } from './open-session.ts';
import { Overdue } from './overdue.ts';
import { Pulse } from './pulse.ts';
import { CALLABLE, rounded, type ServerReport, STANDING, type State, withoutUndefined } from './report.ts';
import { type PrepareTools, ServerList } from './server-list.ts';
import { adviceOn, ConnectError, reasonOf } from './server-problem.ts';
import type { OpenSession, Session } from './session.ts';
import { ServerTools } from './tool.ts';
import { delayBefore, Pausing, settledWithin, throttled, within } from './waiting.ts';

export interface ConnectionOptions {
  readonly connecting: Connecting;
  readonly limits: Limits;
  readonly log: Log;
  /** Receives every change of the connection. If omitted, the connection logs its changes itself. */
  readonly observer?: Observer | undefined;
  /** Called whenever the server's state or tools have changed. */
  readonly onChange: () => void;
  /** Prepares the tools of each list before they are offered. */
  readonly prepare?: PrepareTools | undefined;
  /** Returns the names that settings outside `mcpServers` give to tools of this server, by setting. */
  readonly named?: ((server: string) => Readonly<Record<string, readonly string[]>>) | undefined;
  /** Returns the flag or setting of the filter if it admits no tool of this server, which is not started then. */
  readonly filteredBy?: ((server: string) => string | undefined) | undefined;
  /** Replaces the function that opens sessions, for tests. */
  readonly open?: OpenSession | undefined;
}

/** One MCP server during the life of the gateway: connects to it, keeps it connected, and calls its tools. */
export class Connection {
  readonly name: string;
  readonly #server: Server;
  /** Why the server is never started; undefined if it is. */
  readonly off: Off | undefined;
  readonly #options: ConnectionOptions;
  readonly #log: Log;
  readonly #observer: Observer;
  readonly #closing = new AbortController();
  readonly #settled = Promise.withResolvers<void>();
  readonly #tried = Promise.withResolvers<void>();
  readonly #hadTime = Promise.withResolvers<void>();
  readonly #current = new CurrentSession();
  readonly #overdue = new Overdue(() => void this.#pulse?.doubt());
  readonly #calls: Calls;
  readonly #junk: JunkReport;
  readonly #list: ServerList;
  readonly #refresh: () => void;
  readonly #limit: ConnectLimit;
  #life: Promise<void> | undefined;
  #pulse: Pulse | undefined;
  /** Time at which the tools became callable; a short loss of the connection does not change it. */
  #callableAt = 0;
  #state: State;
  #attempt = 1;
  #connectMs: number | undefined;
  #latencyMs: number | undefined;
  /** The current wait before an attempt; undefined when not waiting. */
  #pausing: Pausing | undefined;
  #trouble: TroubleReport | undefined;

  constructor(name: string, server: Server, options: ConnectionOptions) {
    this.name = name;
    this.#server = server;
    this.#options = options;
    this.#log = labelled(options.log, { server: name });
    this.#observer = options.observer ?? observerFor(options.log);
    this.off = whyOff(server, options.filteredBy?.(name));
    this.#state = this.off === undefined ? 'connecting' : 'disabled';
    this.#limit = new ConnectLimit(server, options.connecting);
    this.#calls = new Calls(name, this.#current, this.#overdue, () => this.trouble);
    this.#junk = new JunkReport(this.#log);
    this.#refresh = throttled(() => this.#readAgain(), REFRESH_PAUSE_MS, this.#closing.signal);
    const tools = new ServerTools(name, server, (...call) => this.#calls.run(...call), options.named?.(name));
    this.#list = new ServerList(tools, this.#log, this.#refresh, options.prepare);
  }

  /** Starts connecting, and keeps the server connected until `close`. A disabled server is only reported. */
  start(): void {
    if (this.off !== undefined) {
      this.#observe({ kind: 'off', reason: this.trouble, check: reportOf(this.off).check });
    } else if (this.#life === undefined) {
      void settledWithin(this.tried, this.#options.connecting.waitMs).then(this.#hadTime.resolve);
      this.#life = this.#live().catch((error: unknown) => this.#observe({ kind: 'broken', error }));
    }
  }

  #observe(change: ServerChange): void {
    if (!this.#observer.hasListener('server-changed')) return;
    this.#observer.tell({ type: 'server-changed', server: this.name, change });
  }

  get state(): State {
    return this.#state;
  }

  /** The tools of the last list that was read, in any state. */
  get tools(): readonly Tool[] {
    return this.#list.tools;
  }

  /** Decisions on tools that are not in `tools`: excluded or unusable ones, and unknown names in the settings. */
  get leftOut(): readonly Decision[] {
    return this.#list.leftOut;
  }

  /** Resolves when the server is ready for the first time or has used up its attempts. Never resolves for a disabled server. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Resolves when the first attempt has succeeded or failed. */
  get tried(): Promise<void> {
    return this.#tried.promise;
  }

  /** Resolves when the first attempt has ended or has lasted `mcp.waitMs`. Turns wait for this, so that a server delays them once. */
  get hadTime(): Promise<void> {
    return this.#hadTime.promise;
  }

  /** True if the server's tools can be called, and could be called at `since`, a time of `performance.now()`. */
  wasCallable(since: number): boolean {
    return CALLABLE.has(this.#state) && this.#callableAt <= since;
  }

  /** Why the server's tools cannot be called, as a clause without a full stop. */
  get trouble(): string {
    if (this.off !== undefined) return `server "${this.name}" is ${standingOf(this.off)}`;
    const reason = this.#trouble?.reason ?? this.#note;
    const why = reason === undefined ? '' : `: ${reason}`;
    return `server "${this.name}" is ${STANDING[this.#state]}${why}`;
  }

  get #note(): string | undefined {
    return this.#state === 'connecting' ? this.#limit.note : undefined;
  }

  /** Starts the next attempt at once, unless the last one ended a moment ago. Called when a tool of the server is wanted. */
  hurry(): void {
    this.#pausing?.endAfter(Math.max(HURRY_MS, this.#options.connecting.baseDelayMs));
  }

  report(): ServerReport {
    const session = this.#current.get();
    const known = {
      title: session?.title,
      version: session?.version,
      connectMs: rounded(this.#connectMs),
      latencyMs: rounded(this.#latencyMs),
      note: this.#note,
      lastError: this.#trouble?.reason,
      check: this.#trouble?.check,
      junk: this.#junk.first,
      retryInMs: this.#pausing?.leftMs(),
    };
    return {
      name: this.name,
      state: this.#state,
      transport: session?.over ?? this.#server.transport,
      tools: this.#list.tools.length,
      findings: this.#list.findings,
      attempt: this.#attempt,
      stderr: session?.stderr() ?? this.#trouble?.stderr ?? '',
      junkLines: this.#junk.lines,
      ...withoutUndefined(known),
      ...(this.off === undefined ? {} : reportOf(this.off)),
    };
  }

  /** Ends the connection, and resolves when its session is closed and no further attempt can start. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('Toolpath is stopping'));
    this.#list.forget();
    this.#settled.resolve();
    this.#tried.resolve();
    const session = this.#current.get();
    this.#current.clear();
    this.#current.giveUp();
    if (this.off === undefined) this.#state = 'gone';
    await session?.close('Toolpath is stopping').catch(() => {});
    await this.#life;
  }

  /**
   * Attempts are counted from the last success; the server is `gone` after `connecting.attempts` failures. After a connection
   * that has served is lost, the next attempt starts at once. The delays grow only while attempts fail, or while connections
   * end soon after they open and before the server has answered a call.
   */
  async #live(): Promise<void> {
    const { signal } = this.#closing;
    let shortLives = 0;
    for (let step = 1; !signal.aborted; step++) {
      const delayMs = delayBefore(step, this.#options.connecting);
      if (shortLives > 0 && this.#state === 'degraded' && delayMs > LONGEST_WAIT_MS) this.#leaveOut(delayMs);
      const session = await this.#connect(delayMs);
      this.#tried.resolve();
      if (session === undefined) continue;
      const since = performance.now();
      await this.#keep(session);
      const hasServed = this.#calls.hasAnswered(session) || performance.now() - since >= STABLE_MS;
      shortLives = hasServed ? 0 : shortLives + 1;
      step = Math.max(0, shortLives - 1);
    }
  }

  /** Makes one attempt: waits, does the handshake and reads the tool list. Returns undefined if the attempt failed. */
  async #connect(delayMs: number): Promise<Session | undefined> {
    const { signal } = this.#closing;
    await this.#pause(delayMs);
    if (signal.aborted) return undefined;
    const isGone = this.#attempt > this.#options.connecting.attempts;
    const { downloadMs } = this.#limit;
    this.#observe({ kind: 'connecting', attempt: this.#attempt, delayMs, isGone, downloadMs });
    const startedAt = performance.now();
    try {
      const session = await within(this.#limit.ms, signal, (limited) => this.#open(limited));
      this.#connectMs = performance.now() - startedAt;
      return session;
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      return undefined;
    }
  }

  async #pause(delayMs: number): Promise<void> {
    this.#pausing = new Pausing(delayMs, this.#closing.signal);
    await this.#pausing.over;
    this.#pausing = undefined;
  }

  async #open(signal: AbortSignal): Promise<Session> {
    const { connecting, limits, open = openSession } = this.#options;
    const session = await open(
      this.#server,
      {
        limits,
        connectMs: this.#limit.ms,
        elicitation: this.#server.elicitation ?? connecting.elicitation,
        log: this.#log,
        onJunk: (junk) => this.#junk.add(junk),
        onListChanged: () => this.#changed(),
        onHeard: () => this.#heard(),
      },
      signal,
    );
    try {
      await this.#read(session, signal);
      return session;
    } catch (error) {
      const stderr = session.stderr();
      await session.close('its tools could not be listed').catch(() => {});
      throw new ConnectError(classifyError(error, session.end()), stderr, error);
    }
  }

  /** Uses a session until it ends. */
  async #keep(session: Session): Promise<void> {
    const pulse = new Pulse(session, this.#pulseOptions());
    this.#pulse = pulse;
    this.#overdue.heard();
    try {
      this.#enter(session);
      await session.ended;
      this.#lose(session);
    } finally {
      pulse.stop();
      this.#pulse = undefined;
      await session.close('Toolpath had an internal error').catch(() => {}); // has ended already, unless code here threw
    }
  }

  #enter(session: Session): void {
    const { title, version } = session;
    const fields = { tools: this.tools.length, title, version, durationMs: Math.round(this.#connectMs ?? 0) };
    this.#observe({ kind: 'connected', attempt: this.#attempt, about: fields });
    this.#trouble = undefined;
    this.#limit.endFirst();
    this.#current.set(session);
    if (!CALLABLE.has(this.#state)) this.#callableAt = performance.now();
    this.#change('ready');
    this.#settled.resolve();
    if (this.#list.isStale) this.#refresh();
    if (this.#closing.signal.aborted) void session.close('Toolpath is stopping').catch(() => {});
  }

  #lose(session: Session): void {
    this.#current.clear();
    this.#attempt = 1;
    if (this.#closing.signal.aborted) return;
    const [reason, stderr] = [session.end(), session.stderr()];
    this.#trouble = { reason, check: LOST_CHECK, stderr };
    this.#change('degraded');
    this.#observe({ kind: 'lost', reason, stderr });
  }

  /**
   * Withdraws the server's tools until the next attempt. Calls must not wait for a distant attempt, and tools that work for
   * only a moment should not be offered.
   */
  #leaveOut(delayMs: number): void {
    this.#current.giveUp();
    this.#change('gone');
    this.#observe({ kind: 'unsteady', delayMs });
  }

  #fail(error: unknown): void {
    const attempt = this.#attempt++;
    const before = this.#trouble;
    const stderr = causesOf(error).find((cause) => cause instanceof ConnectError)?.stderr ?? '';
    const trouble = classifyError(error);
    if (trouble.kind === 'late') this.#limit.endFirst();
    this.#trouble = { reason: reasonOf(trouble), check: adviceOn(trouble, this.#server), stderr };
    if (attempt >= this.#options.connecting.attempts) {
      this.#change('gone');
      this.#settled.resolve();
      this.#current.giveUp();
    }
    const { attempts } = this.#options.connecting;
    const isNews = this.#trouble.reason !== before?.reason;
    this.#observe({ kind: 'failed', attempt, attempts, ...this.#trouble, isNews });
  }

  async #read(session: Session, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    await this.#list.read(session, signal);
    this.#latencyMs = performance.now() - startedAt;
  }

  /** Handles the server's notification that its tool list has changed. */
  #changed(): void {
    this.#list.isStale = true;
    this.#refresh();
  }

  async #readAgain(): Promise<void> {
    const session = this.#current.get();
    if (session === undefined) return; // connecting reads the list anyway
    const before = this.tools;
    try {
      await within(this.#limit.ms, this.#closing.signal, (signal) => this.#read(session, signal));
    } catch (error) {
      this.#list.isStale = true;
      if (this.#current.get() === session) this.#observe({ kind: 'not-listed', reason: messageOf(error) });
      return;
    }
    if (this.#current.get() !== session) return;
    this.#observe({ kind: 'listed', tools: this.tools.length, isNews: this.tools !== before });
    this.#change('ready');
  }

  #heard(): void {
    this.#overdue.heard();
    this.#pulse?.heard();
  }

  #pulseOptions() {
    return {
      everyMs: this.#options.connecting.pingMs,
      log: this.#log,
      signal: this.#closing.signal,
      isBusy: () => this.#overdue.isBusy,
      onBeat: (latencyMs: number) => {
        this.#latencyMs = latencyMs;
        if (this.#list.isStale) this.#refresh();
      },
    };
  }

  #change(state: State): void {
    this.#state = state;
    this.#options.onChange();
  }
}

const LOST_CHECK =
  'Toolpath reconnects automatically. If this keeps happening, look at what the server wrote to stderr.';

/** A connection that lasted this long has served, even without a call: if it is lost, the server is reconnected at once. */
const STABLE_MS = 10_000;
/** Minimum pause after a failed attempt before `hurry` can start the next one. */
const HURRY_MS = 5_000;
/** Minimum pause between two reads of a tool list that changes constantly. */
const REFRESH_PAUSE_MS = 250;

import {
  type Connecting,
  type Decision,
  type Limits,
  type Log,
  messageOf,
  Observer,
  type Server,
  type ServerChange,
  type Tool,
} from '../core/index.ts';
import { Calls, LONGEST_WAIT_MS } from './calls.ts';
import { causesOf, classifyError } from './classify-error.ts';
import { JunkReport, labelled, logServers, type TroubleReport } from './connection-log.ts';
import { CurrentSession } from './current-session.ts';
import { openSession } from './open-session.ts';
import { watchPulse } from './pulse.ts';
import type { ServerReport, State } from './report.ts';
import { ServerList } from './server-list.ts';
import { adviceOn, ConnectError, reasonOf } from './server-problem.ts';
import type { OpenSession, Session } from './session.ts';
import { ServerTools } from './tool.ts';
import { delayBefore, Pausing, throttled, within } from './waiting.ts';

export interface ConnectionOptions {
  readonly connecting: Connecting;
  readonly limits: Limits;
  readonly log: Log;
  /** Receives every change of the connection. If omitted, the connection logs its changes itself. */
  readonly observer?: Observer | undefined;
  /** Called whenever the server's state or tools have changed. */
  readonly onChange: () => void;
  /** Returns the names that settings outside `mcpServers` give to tools of this server, by setting. */
  readonly named?: ((server: string) => Readonly<Record<string, readonly string[]>>) | undefined;
  /** Replaces the function that opens sessions, for tests. */
  readonly open?: OpenSession | undefined;
}

/** One MCP server during the life of the gateway: connects to it, keeps it connected, and calls its tools. */
export class Connection {
  readonly name: string;
  readonly #server: Server;
  readonly #options: ConnectionOptions;
  readonly #log: Log;
  readonly #observer: Observer;
  readonly #closing = new AbortController();
  readonly #settled = Promise.withResolvers<void>();
  readonly #tried = Promise.withResolvers<void>();
  readonly #current = new CurrentSession();
  readonly #calls: Calls;
  readonly #junk: JunkReport;
  readonly #list: ServerList;
  readonly #refresh: () => void;
  #life: Promise<void> | undefined;
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
    this.#observer = options.observer ?? observerWith(options.log);
    this.#state = server.disabled ? 'disabled' : 'connecting';
    this.#calls = new Calls(name, this.#current, () => this.trouble);
    this.#junk = new JunkReport(this.#log);
    this.#refresh = throttled(() => this.#readAgain(), REFRESH_PAUSE_MS, this.#closing.signal);
    const tools = new ServerTools(name, server, (...call) => this.#calls.run(...call), options.named?.(name));
    this.#list = new ServerList(tools, this.#log, this.#refresh);
  }

  /** Starts connecting, and keeps the server connected until `close`. Does nothing for a disabled server. */
  start(): void {
    if (!this.#server.disabled)
      this.#life ??= this.#live().catch((error: unknown) => this.#observe({ kind: 'broken', error }));
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

  /** Why the server's tools cannot be called, as a clause without a full stop. */
  get trouble(): string {
    const why = this.#trouble === undefined ? '' : `: ${this.#trouble.reason}`;
    return `server "${this.name}" is ${STANDING[this.#state]}${why}`;
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
    if (!this.#server.disabled) this.#state = 'gone';
    await session?.close('Toolpath is stopping').catch(() => {});
    await this.#life;
  }

  /**
   * Attempts are counted from the last success; the server is `gone` after `connecting.attempts` failures. After a stable
   * connection is lost, the next attempt starts at once. If connections repeatedly end soon after they open, the delays grow.
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
      shortLives = performance.now() - since >= STABLE_MS ? 0 : shortLives + 1;
      step = Math.max(0, shortLives - 1);
    }
  }

  /** Makes one attempt: waits, does the handshake and reads the tool list. Returns undefined if the attempt failed. */
  async #connect(delayMs: number): Promise<Session | undefined> {
    const { signal } = this.#closing;
    await this.#pause(delayMs);
    if (signal.aborted) return undefined;
    const isGone = this.#attempt > this.#options.connecting.attempts;
    this.#observe({ kind: 'connecting', attempt: this.#attempt, delayMs, isGone });
    const startedAt = performance.now();
    try {
      const session = await within(this.#connectLimitMs(), signal, (limited) => this.#open(limited));
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
        connectMs: this.#connectLimitMs(),
        elicitation: this.#server.elicitation ?? connecting.elicitation,
        log: this.#log,
        onJunk: (junk) => this.#junk.add(junk),
        onListChanged: () => this.#changed(),
        onHeard: () => this.#calls.heard(),
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
    const stopPulse = watchPulse(session, this.#pulse());
    try {
      this.#enter(session);
      await session.ended;
      this.#lose(session);
    } finally {
      stopPulse();
      await session.close('Toolpath had an internal error').catch(() => {}); // has ended already, unless code here threw
    }
  }

  #enter(session: Session): void {
    const { title, version } = session;
    const fields = { tools: this.tools.length, title, version, durationMs: Math.round(this.#connectMs ?? 0) };
    this.#observe({ kind: 'connected', attempt: this.#attempt, about: fields });
    this.#trouble = undefined;
    this.#current.set(session);
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
      await within(this.#connectLimitMs(), this.#closing.signal, (signal) => this.#read(session, signal));
    } catch (error) {
      this.#list.isStale = true;
      if (this.#current.get() !== session) return;
      this.#observe({ kind: 'not-listed', reason: messageOf(error) });
      return;
    }
    if (this.#current.get() !== session) return;
    this.#observe({ kind: 'listed', tools: this.tools.length, isNews: this.tools !== before });
    this.#change('ready');
  }

  #pulse() {
    return {
      everyMs: this.#options.connecting.pingMs,
      log: this.#log,
      signal: this.#closing.signal,
      isBusy: () => this.#calls.isBusy,
      onBeat: (latencyMs: number) => {
        this.#latencyMs = latencyMs;
        if (this.#list.isStale) this.#refresh();
      },
    };
  }

  #connectLimitMs(): number {
    return this.#server.connectMs ?? this.#options.connecting.connectMs;
  }

  #change(state: State): void {
    this.#state = state;
    this.#options.onChange();
  }
}

const STANDING: Readonly<Record<State, string>> = {
  connecting: 'still connecting',
  ready: 'not connected',
  degraded: 'not connected',
  gone: 'not connected',
  disabled: 'disabled in the settings',
};

const LOST_CHECK =
  'Toolpath reconnects automatically. If this keeps happening, look at what the server wrote to stderr.';

/** A connection that lasted this long counts as stable: if it is lost, the first attempt to reconnect starts at once. */
const STABLE_MS = 30_000;
/** Minimum pause after a failed attempt before `hurry` can start the next one. */
const HURRY_MS = 5_000;
/** Minimum pause between two reads of a tool list that changes constantly. */
const REFRESH_PAUSE_MS = 250;

/** Rounds to a tenth of a millisecond. */
function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 10) / 10;
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function observerWith(log: Log): Observer {
  const observer = new Observer();
  logServers(observer, log);
  return observer;
}

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
import { JunkReport, labelled, logServers, type TroubleReport } from './connection-log.ts';
import { CurrentSession } from './current-session.ts';
import { openSession } from './open-session.ts';
import { watchPulse } from './pulse.ts';
import { causesOf, readTrouble } from './read-trouble.ts';
import type { ServerReport, State } from './report.ts';
import { ServerList } from './server-list.ts';
import type { OpenSession, Session } from './session.ts';
import { ServerTools } from './tool.ts';
import { adviceOn, ConnectError, reasonOf } from './trouble.ts';
import { calmly, delayBefore, Pausing, within } from './waiting.ts';

export interface ConnectionOptions {
  readonly connecting: Connecting;
  readonly limits: Limits;
  readonly log: Log;
  /** Is told of every change. Without one, the connection writes them to its own log. */
  readonly observer?: Observer | undefined;
  /** Whenever its state or its tools have changed. */
  readonly onChange: () => void;
  /** What settings beside its own call a server's tools, by setting. */
  readonly named?: ((server: string) => Readonly<Record<string, readonly string[]>>) | undefined;
  /** For tests. */
  readonly open?: OpenSession | undefined;
}

/** One server from the start of the gateway to its end: connected, kept connected, called. */
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
  /** While the next attempt is waited for. */
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
    this.#refresh = calmly(() => this.#readAgain(), REFRESH_PAUSE_MS, this.#closing.signal);
    const tools = new ServerTools(name, server, (...call) => this.#calls.run(...call), options.named?.(name));
    this.#list = new ServerList(tools, this.#log, this.#refresh);
  }

  /** Begins to connect, and keeps at it until it is closed. */
  start(): void {
    if (!this.#server.disabled)
      this.#life ??= this.#live().catch((error: unknown) => this.#observe({ kind: 'broken', error }));
  }

  #observe(change: ServerChange): void {
    if (!this.#observer.hears('server-changed')) return;
    this.#observer.tell({ type: 'server-changed', server: this.name, change });
  }

  get state(): State {
    return this.#state;
  }

  /** As they were listed last, whatever its state is. */
  get tools(): readonly Tool[] {
    return this.#list.tools;
  }

  /** Why others that it has, or was thought to have, are not among them. */
  get leftOut(): readonly Decision[] {
    return this.#list.leftOut;
  }

  /** Resolves once it is ready for the first time, or is known not to be. Never for a disabled one. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Resolves when the first attempt is over, however it ended. */
  get tried(): Promise<void> {
    return this.#tried.promise;
  }

  /** How it is, where its tools cannot be called. */
  get trouble(): string {
    const why = this.#trouble === undefined ? '' : `: ${this.#trouble.reason}`;
    return `server "${this.name}" is ${STANDING[this.#state]}${why}`;
  }

  /** Somebody wants its tools: the next attempt comes at once, unless there was one a moment ago. */
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

  /** Resolves when nothing of it is left. */
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
   * Attempts count from the last success: that many may fail before the server is gone. One that was there is connected again at
   * once; where connections die as soon as they are there, again and again, the pauses before the attempts grow with that.
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

  /** One attempt: the wait before it, the handshake, the list. */
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
      throw new ConnectError(readTrouble(error, session.end()), stderr, error);
    }
  }

  /** From the moment a session is there until it has ended. */
  async #keep(session: Session): Promise<void> {
    const stopPulse = watchPulse(session, this.#pulse());
    try {
      this.#enter(session);
      await session.ended;
      this.#lose(session);
    } finally {
      stopPulse();
      await session.close('Toolpath failed').catch(() => {}); // ended already, unless something here broke
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

  /** Nobody is to wait for a connection that is far away, or to be offered what it would bring for a moment. */
  #leaveOut(delayMs: number): void {
    this.#current.giveUp();
    this.#change('gone');
    this.#observe({ kind: 'unsteady', delayMs });
  }

  #fail(error: unknown): void {
    const attempt = this.#attempt++;
    const before = this.#trouble;
    const stderr = causesOf(error).find((cause) => cause instanceof ConnectError)?.stderr ?? '';
    const trouble = readTrouble(error);
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

  /** The server said that its list has changed. */
  #changed(): void {
    this.#list.isStale = true;
    this.#refresh();
  }

  async #readAgain(): Promise<void> {
    const session = this.#current.get();
    if (session === undefined) return; // the list is read when it is connected
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

const LOST_CHECK = 'It is connected again by itself. If this goes on, its stderr may say why.';

/** A connection that held so long was a good one: if it is lost, the first attempt comes at once. */
const STABLE_MS = 30_000;
/** Between two attempts that somebody asks for. */
const HURRY_MS = 5_000;
/** Between two readings of a list that changes all the time. */
const REFRESH_PAUSE_MS = 250;

/** To a tenth. */
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

import {
  type Connecting,
  type InvokeConfig,
  type Limits,
  type Log,
  type Server,
  type Tool,
  ToolFailure,
} from '../core/index.ts';
import { whatToCheck } from './advice.ts';
import { delayBefore } from './attempts.ts';
import { CurrentSession } from './current-session.ts';
import type { Definition, JsonObject } from './definitions.ts';
import { failureOf, isClosed, isUnsent, messageOf } from './errors.ts';
import { JunkReport } from './junk-report.ts';
import { labelled } from './labelled.ts';
import { watchPulse } from './pulse.ts';
import type { ServerReport, State } from './report.ts';
import { ServerList } from './server-list.ts';
import { ConnectError, type OpenSession, openSession, type Session } from './session.ts';
import { ServerTools } from './tool.ts';
import { calmly, pause, within } from './waiting.ts';

export interface ConnectionOptions {
  readonly connecting: Connecting;
  readonly limits: Limits;
  readonly log: Log;
  /** Whenever its state or its tools have changed. */
  readonly onChange: () => void;
  /** For tests. */
  readonly open?: OpenSession | undefined;
}

/** One server from the start of the house to its end: connected, kept connected, called. */
export class Connection {
  readonly name: string;
  readonly #server: Server;
  readonly #options: ConnectionOptions;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #settled = Promise.withResolvers<void>();
  readonly #tried = Promise.withResolvers<void>();
  readonly #current = new CurrentSession();
  readonly #junk: JunkReport;
  readonly #list: ServerList;
  readonly #refresh: () => void;
  #life: Promise<void> | undefined;
  #state: State;
  #attempt = 0;
  #calls = 0;
  #connectMs: number | undefined;
  #latencyMs: number | undefined;
  #trouble: { readonly reason: string; readonly check: string; readonly stderr: string } | undefined;

  constructor(name: string, server: Server, options: ConnectionOptions) {
    this.name = name;
    this.#server = server;
    this.#options = options;
    this.#log = labelled(options.log, { server: name });
    this.#state = server.disabled ? 'disabled' : 'connecting';
    this.#junk = new JunkReport(this.#log);
    const tools = new ServerTools(name, server, (definition, args, config) => this.#call(definition, args, config));
    this.#refresh = calmly(() => this.#readAgain(), REFRESH_PAUSE_MS, this.#closing.signal);
    this.#list = new ServerList(tools, this.#log, this.#refresh);
  }

  /** Begins to connect, and keeps at it until it is closed. */
  start(): void {
    if (!this.#server.disabled) this.#life ??= this.#live();
  }

  get state(): State {
    return this.#state;
  }

  /** As they were listed last, whatever its state is. */
  get tools(): readonly Tool[] {
    return this.#list.tools;
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

  report(): ServerReport {
    const session = this.#current.get();
    const known = {
      title: session?.title,
      version: session?.version,
      connectMs: this.#connectMs,
      latencyMs: this.#latencyMs,
      lastError: this.#trouble?.reason,
      check: this.#trouble?.check,
    };
    return {
      name: this.name,
      state: this.#state,
      transport: this.#server.transport,
      tools: this.#list.tools.length,
      findings: this.#list.findings,
      attempt: this.#attempt,
      stderr: session?.stderr() ?? this.#trouble?.stderr ?? '',
      junkLines: this.#junk.lines,
      ...withoutUndefined(known),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('Toolpath is stopping'));
    this.#list.forget();
    this.#settled.resolve();
    this.#tried.resolve();
    this.#current.giveUp();
    await this.#current
      .get()
      ?.close()
      .catch(() => {});
    await this.#life;
  }

  async #live(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 1; !signal.aborted; ) {
      const session = await this.#connect(attempt);
      this.#tried.resolve();
      if (session === undefined) {
        attempt++;
        continue;
      }
      const since = performance.now();
      const stopPulse = watchPulse(session, this.#pulse());
      const reason = await session.ended;
      stopPulse();
      this.#lose(session, reason);
      // One that dies as soon as it is there is not tried without a pause.
      attempt = performance.now() - since >= STABLE_MS ? 1 : attempt + 1;
    }
  }

  /** One attempt: the wait before it, the handshake, the list. */
  async #connect(attempt: number): Promise<Session | undefined> {
    const { signal } = this.#closing;
    const delayMs = delayBefore(attempt, this.#options.connecting);
    this.#attempt = attempt;
    this.#log.info({ attempt, delayMs }, 'connecting to MCP server');
    await pause(delayMs, signal);
    if (signal.aborted) return undefined;
    const startedAt = performance.now();
    try {
      const session = await within(this.#connectLimitMs(), signal, (limited) => this.#open(limited));
      this.#enter(session, performance.now() - startedAt);
      return session;
    } catch (error) {
      if (!signal.aborted) this.#fail(attempt, error);
      return undefined;
    }
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
      },
      signal,
    );
    try {
      await this.#read(session, signal);
      return session;
    } catch (error) {
      const stderr = session.stderr();
      await session.close().catch(() => {});
      throw new ConnectError(error, stderr);
    }
  }

  #enter(session: Session, connectMs: number): void {
    this.#connectMs = connectMs;
    this.#trouble = undefined;
    this.#current.set(session);
    this.#change('ready');
    this.#settled.resolve();
    const { title, version } = session;
    const fields = { tools: this.tools.length, title, version, durationMs: Math.round(connectMs) };
    this.#log.info(fields, `MCP connection succeeded on attempt ${this.#attempt}`);
    if (this.#list.isStale) this.#refresh();
    if (this.#closing.signal.aborted) void session.close().catch(() => {});
  }

  #lose(session: Session, reason: string): void {
    this.#current.clear();
    if (this.#closing.signal.aborted) return;
    const stderr = session.stderr();
    this.#trouble = {
      reason,
      check: 'It is connected again by itself. If this goes on, its stderr may say why.',
      stderr,
    };
    this.#change('degraded');
    this.#log.warn({ reason, stderr }, 'MCP connection lost; connecting again');
  }

  #fail(attempt: number, error: unknown): void {
    const { attempts } = this.#options.connecting;
    const reason = messageOf(error);
    const check = whatToCheck(error, this.#server);
    const stderr = error instanceof ConnectError ? error.stderr : '';
    const nextMs = delayBefore(attempt + 1, this.#options.connecting);
    this.#trouble = { reason, check, stderr };
    if (attempt < attempts) {
      this.#log.warn({ attempt, reason, stderr, nextMs }, 'MCP connection failed; trying again');
      return;
    }
    this.#change('gone');
    this.#settled.resolve();
    this.#current.giveUp();
    if (attempt === attempts) {
      const message = `MCP connection failed after ${attempts} attempts: going on without its tools (degraded), and trying again in the background`;
      this.#log.error({ reason, stderr, check, nextMs }, message);
    } else {
      this.#log.warn({ attempt, reason, stderr, nextMs }, 'MCP server is still not there');
    }
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
    try {
      await within(this.#connectLimitMs(), this.#closing.signal, (signal) => this.#read(session, signal));
    } catch (error) {
      this.#list.isStale = true;
      this.#log.warn({ reason: messageOf(error) }, 'MCP tools could not be listed anew; the old list is kept for now');
      return;
    }
    if (this.#current.get() !== session) return;
    this.#log.info({ tools: this.tools.length }, 'MCP tools listed anew');
    this.#change('ready');
  }

  #pulse() {
    return {
      everyMs: this.#options.connecting.pingMs,
      log: this.#log,
      signal: this.#closing.signal,
      isBusy: () => this.#calls > 0,
      onBeat: (latencyMs: number) => {
        this.#latencyMs = latencyMs;
        if (this.#list.isStale) this.#refresh();
      },
    };
  }

  async #call(definition: Definition, args: JsonObject, { signal, progress }: InvokeConfig): Promise<unknown> {
    const call = (session: Session) => session.call(definition, args, { signal, onProgress: progress });
    const session = this.#current.get() ?? (await this.#next(signal));
    this.#calls++;
    try {
      return await call(session);
    } catch (error) {
      if (!isUnsent(error)) throw await this.#explain(error, session);
      // It never arrived; the server was restarted, say. Once more, over a new connection.
      await session.close().catch(() => {});
      const current = this.#current.get(); // another call may have been first to notice
      const next = current === undefined || current === session ? await this.#next(signal) : current;
      return await call(next).catch((again: unknown) => Promise.reject(failureOf(again, this.name)));
    } finally {
      this.#calls--;
    }
  }

  /** The next session; throws where none is to be expected soon. */
  async #next(signal: AbortSignal): Promise<Session> {
    const isHopeless = this.#state === 'gone' || this.#closing.signal.aborted;
    const session = isHopeless ? undefined : await this.#current.next(signal);
    if (session !== undefined) return session;
    throw new ToolFailure({ kind: 'unavailable', reason: this.trouble });
  }

  /** Of a connection that ended within a call, how it ended says more than that it did. */
  async #explain(error: unknown, session: Session): Promise<ToolFailure> {
    if (!isClosed(error)) return failureOf(error, this.name);
    const reason = `server "${this.name}" went away during the call: ${await session.ended}. What it had begun may be done or not`;
    return new ToolFailure({ kind: 'unavailable', reason }, { cause: error });
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

/** A connection that held so long was a good one: if it is lost, the first attempt comes at once. */
const STABLE_MS = 30_000;
/** Between two readings of a list that changes all the time. */
const REFRESH_PAUSE_MS = 250;

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

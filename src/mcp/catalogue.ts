import {
  type Connecting,
  type Decision,
  type Limits,
  type Log,
  type Missing,
  Observer,
  type Server,
  type Tool,
} from '../core/index.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { logServers } from './connection-log.ts';
import { type AbsentServer, decideAbsent, isSameServer } from './left-out.ts';
import { CALLABLE, type ServerReport, type State } from './report.ts';
import type { OpenSession } from './session.ts';
import { isToolOf } from './tool.ts';
import { Milestone } from './waiting.ts';

export interface CatalogueOptions {
  readonly connecting: Connecting;
  readonly limits: Limits;
  readonly log: Log;
  readonly observer?: Observer | undefined;
  /** Called with a server's callable tools whenever they change; with an empty list when the server is gone. */
  readonly offer: (server: string, tools: readonly Tool[]) => void;
  /** As in `ConnectionOptions`. */
  readonly prepare?: ConnectionOptions['prepare'];
  /** As in `ConnectionOptions`. Names that no tool of the server has are reported. */
  readonly named?: ConnectionOptions['named'];
  readonly filteredBy?: ConnectionOptions['filteredBy'];
  /** Replaces the function that opens sessions, for tests. */
  readonly open?: OpenSession | undefined;
}

/** A tool that a server lists, or listed before it disconnected, with the state of that server. */
export interface CatalogueTool {
  readonly tool: Tool;
  readonly server: string;
  readonly state: State;
}

/** All MCP servers and their tools. Servers are independent: a slow or failing server does not delay the others. */
export class Catalogue {
  readonly #connections: readonly Connection[];
  readonly #offer: CatalogueOptions['offer'];
  readonly #offered = new Map<string, readonly Tool[]>();
  /** Reached when every server has connected once or used up all its attempts. */
  readonly settled: Milestone;
  /** Reached when every server has finished its first attempt or has had `mcp.waitMs` for it. Turns, and calls of unknown tools, wait for this only. */
  readonly hadTime: Milestone;
  #tools: readonly CatalogueTool[] | undefined;
  #absent: { readonly servers: readonly AbsentServer[]; readonly decisions: readonly Decision[] } = NOBODY_ABSENT;

  constructor(servers: Readonly<Record<string, Server>>, { offer, ...options }: CatalogueOptions) {
    this.#offer = offer;
    const { observer = new Observer() } = options;
    logServers(observer, options.log);
    this.#connections = Object.entries(servers).map(([name, server]) => {
      const connection: Connection = new Connection(name, server, {
        ...options,
        observer,
        onChange: () => this.#changed(connection),
      });
      return connection;
    });
    const enabled = this.#connections.filter(({ state }) => state !== 'disabled');
    this.settled = new Milestone(enabled.map(({ settled }) => settled));
    this.hadTime = new Milestone(enabled.map(({ hadTime }) => hadTime));
  }

  /** Starts connecting to all servers concurrently, and returns at once. */
  start(): void {
    for (const connection of this.#connections) connection.start();
  }

  /** Returns a report on each server, in the order of the settings. */
  servers(): readonly ServerReport[] {
    return this.#connections.map((connection) => connection.report());
  }

  /** Returns all tools, including those of servers that are gone. Returns the same array until something changes. */
  tools(): readonly CatalogueTool[] {
    this.#tools ??= this.#connections.flatMap(({ name, state, tools }) =>
      tools.map((tool) => ({ tool, server: name, state })),
    );
    return this.#tools;
  }

  /** Returns the names of enabled servers whose tools are not available now. */
  missing(): readonly string[] {
    return this.#connections.filter(({ state }) => MISSING.has(state)).map(({ name }) => name);
  }

  /** Returns the names of servers that are not started because a variable that they need is not set. */
  lacking(): readonly string[] {
    return this.#connections.filter(({ off }) => off?.kind === 'unset').map(({ name }) => name);
  }

  /**
   * Returns a decision for each MCP tool that is not available, with the reason. Includes names that only the settings
   * mention. Returns the same array until something changes.
   */
  absent(): readonly Decision[] {
    const servers = this.#connections.map((connection): AbsentServer => {
      const { name, state, off, tools, leftOut } = connection;
      if (CALLABLE.has(state)) return { name, state, tools: NONE, leftOut };
      // Read from the report, because a failed attempt changes `lastError` and `check` without a change of state.
      const { note, lastError: trouble = note, check } = connection.report();
      return { name, state, off, tools, leftOut: NOTHING_LEFT, trouble, check };
    });
    const before = this.#absent.servers;
    const isSame = servers.length === before.length && servers.every((server, at) => isSameServer(server, before[at]));
    if (!isSame) this.#absent = { servers, decisions: servers.flatMap(decideAbsent) };
    return this.#absent.decisions;
  }

  /** Like `settled`, for the server of this name, or for the servers that a tool of this name may belong to. */
  settledOf(name: string): Milestone {
    const meant = this.#connections.filter((server) => server.name === name || isToolOf(server.name, name));
    return new Milestone(meant.filter(({ state }) => state !== 'disabled').map(({ settled }) => settled));
  }

  /**
   * Returns why a wanted tool cannot be called, and makes its server reconnect soon. `name` is the tool's name in the gateway
   * or on a wire. A server that connected after `since` (a time of `performance.now()`) counts as missing, because the caller
   * planned without its tools. Returns undefined if no missing or disabled server would have such a tool.
   */
  whyMissing(
    name: string,
    isAllowed: (server: string) => boolean = () => true,
    since = Number.POSITIVE_INFINITY,
  ): Missing | undefined {
    const missing = this.#connections.find(
      (server) => !server.wasCallable(since) && isToolOf(server.name, name) && isAllowed(server.name),
    );
    if (missing === undefined) return undefined;
    missing.hurry();
    return { reason: missing.trouble, isGone: missing.state === 'disabled' };
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  #changed({ name, state, tools }: Connection): void {
    this.#tools = undefined;
    const callable = CALLABLE.has(state) ? tools : NONE;
    if (this.#offered.get(name) === callable) return;
    this.#offered.set(name, callable);
    this.#offer(name, callable);
  }
}

const MISSING: ReadonlySet<State> = new Set<State>(['connecting', 'gone']);
const NONE: readonly Tool[] = [];
const NOTHING_LEFT: readonly Decision[] = [];
const NOBODY_ABSENT = { servers: [], decisions: [] };

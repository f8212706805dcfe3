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
  /** A server's tools that can be called, whenever they have changed; none when it is gone. */
  readonly offer: (server: string, tools: readonly Tool[]) => void;
  /** What settings beside its own call a server's tools, by setting: a name that none has is told of. */
  readonly named?: ConnectionOptions['named'];
  /** For tests. */
  readonly open?: OpenSession | undefined;
}

/** A tool that some server has or had, and how that server is. */
export interface CatalogueTool {
  readonly tool: Tool;
  readonly server: string;
  readonly state: State;
}

/** All servers and all their tools. Every server lives for itself: what one does or does not do holds up no other. */
export class Catalogue {
  readonly #connections: readonly Connection[];
  readonly #offer: CatalogueOptions['offer'];
  readonly #offered = new Map<string, readonly Tool[]>();
  /** Every server has connected once, or is known not to: all its attempts failed. */
  readonly settled: Milestone;
  /** Every server has connected once, or failed to at its first attempt: what comes later is not waited for by turns. */
  readonly tried: Milestone;
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
    this.tried = new Milestone(enabled.map(({ tried }) => tried));
  }

  /** Connects to all servers, side by side, and waits for none. */
  start(): void {
    for (const connection of this.#connections) connection.start();
  }

  /** In the order of the settings. */
  servers(): readonly ServerReport[] {
    return this.#connections.map((connection) => connection.report());
  }

  /** Also those of servers that are gone. The same array as long as nothing changed. */
  tools(): readonly CatalogueTool[] {
    this.#tools ??= this.#connections.flatMap(({ name, state, tools }) =>
      tools.map((tool) => ({ tool, server: name, state })),
    );
    return this.#tools;
  }

  /** Servers whose tools should be there and are not. */
  missing(): readonly string[] {
    return this.#connections.filter(({ state }) => MISSING.has(state)).map(({ name }) => name);
  }

  /** Tools that servers have, or were thought to have, and that are not there, each with why. The same array as long as nothing changed. */
  absent(): readonly Decision[] {
    const servers = this.#connections.map((connection): AbsentServer => {
      const { name, state, tools, leftOut } = connection;
      if (CALLABLE.has(state)) return { name, state, tools: NONE, leftOut };
      // An attempt that fails changes what to check, and nothing else that anybody is told of.
      const { lastError: trouble, check } = connection.report();
      return { name, state, tools, leftOut: NOTHING_LEFT, trouble, check };
    });
    const before = this.#absent.servers;
    const isSame = servers.length === before.length && servers.every((server, at) => isSameServer(server, before[at]));
    if (!isSame) this.#absent = { servers, decisions: servers.flatMap(decideAbsent) };
    return this.#absent.decisions;
  }

  /** As `settled`, for one server, or for those whose tool this would be. */
  settledOf(name: string): Milestone {
    const meant = this.#connections.filter((server) => server.name === name || isToolOf(server.name, name));
    return new Milestone(meant.filter(({ state }) => state !== 'disabled').map(({ settled }) => settled));
  }

  /**
   * Somebody wants a tool of this name, as it is called here or on a wire, and it is not among those that can be called: why?
   * Its server is tried again at once.
   */
  whyMissing(name: string, isAllowed: (server: string) => boolean = () => true): Missing | undefined {
    const missing = this.#connections.find(
      ({ state, name: server }) => !CALLABLE.has(state) && isToolOf(server, name) && isAllowed(server),
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

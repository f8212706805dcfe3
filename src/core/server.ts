/** An MCP server as the settings name it: how it is reached, and what holds for it alone. */
export type Server = StdioServer | HttpServer;

/** A program that is started, and spoken to over its standard input and output. */
export interface StdioServer extends ServerHead {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** All that it gets of an environment, beside a few variables that no program can do without. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** An address. `any` is tried as `http` first, and as the older `sse` where the server knows no better. */
export interface HttpServer extends ServerHead {
  readonly transport: 'http' | 'sse' | 'any';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface ServerHead {
  readonly disabled: boolean;
  /** Tools that the model sees without searching, by the server's own names or by those that they have here. `*` stands for anything. */
  readonly always: readonly string[];
  /** Only these of its tools, here and below by the server's own names; all where it is absent, none where it is empty. */
  readonly includeTools?: readonly string[];
  readonly excludeTools: readonly string[];
  /** Other names for its tools, by its own. */
  readonly rename: Readonly<Record<string, string>>;
  readonly protocol: Protocol;
  readonly elicitation?: Elicitation;
  readonly connectMs?: number;
  readonly toolMs?: number;
  readonly callsAtOnce?: number;
}

/**
 * The era of MCP that is spoken: `legacy` begins with `initialize`, `modern` (2026-07-28 and later) has no handshake.
 * `auto` finds out.
 */
export type Protocol = 'auto' | 'legacy' | 'modern';

/**
 * What a server hears that asks the user for input, where there is no user to ask: no; what its form says is the
 * default, where that is enough; or, with `off`, that asking is not possible here.
 */
export type Elicitation = 'decline' | 'defaults' | 'off';

/** How connections to servers are made and kept. */
export interface Connecting {
  /** Attempts before a server counts as gone; it is tried further, in the background. */
  readonly attempts: number;
  readonly baseDelayMs: number;
  readonly longestDelayMs: number;
  readonly connectMs: number;
  readonly waitMs: number;
  readonly pingMs: number;
  readonly elicitation: Elicitation;
}

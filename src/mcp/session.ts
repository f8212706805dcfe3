import type { Elicitation, Limits, Log, Progress, Server } from '../core/index.ts';
import type { Definition, Finding, JsonObject } from './definitions.ts';
import type { Junk } from './stdio/index.ts';

/** What a session needs to know beside its server. */
export interface SessionOptions {
  readonly limits: Limits;
  readonly connectMs: number;
  readonly elicitation: Elicitation;
  readonly log: Log;
  readonly onJunk: (junk: Junk) => void;
  readonly onListChanged: () => void;
  /** With every message of the server. */
  readonly onHeard: () => void;
}

/** Tools as a server lists them now. */
export interface ToolList {
  readonly definitions: readonly Definition[];
  /** Left out, or changed on the way in. */
  readonly findings: readonly Finding[];
  /** How long the server says that the list stays as it is. */
  readonly freshMs?: number;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** What a session runs over. */
export type Over = 'stdio' | 'http' | 'sse';

/** One connection to a server, from its handshake to its end. Its methods throw what the SDK throws, a call also `Unsent`. */
export interface Session {
  /** What the server calls itself. */
  readonly title: string;
  readonly version: string;
  readonly over: Over;
  /** Resolves when the connection has ended, whoever ended it. Never rejects. */
  readonly ended: Promise<void>;
  /** How it ended, as far as that is known by now. */
  end(): string;
  list(signal: AbortSignal): Promise<ToolList>;
  call(definition: Definition, args: JsonObject, options: CallOptions): Promise<unknown>;
  /** Is it there? */
  ping(signal: AbortSignal): Promise<void>;
  /** What is kept of its stderr. */
  stderr(): string;
  close(reason: string): Promise<void>;
}

/** How a session is opened: the real way, or a test's. Rejects with a ConnectError; nothing is left open then. */
export type OpenSession = (server: Server, options: SessionOptions, signal: AbortSignal) => Promise<Session>;

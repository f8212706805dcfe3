import type { Elicitation, Limits, Log, Progress, Server } from '../core/index.ts';
import type { Definition, Finding, JsonObject } from './definitions.ts';
import type { Junk } from './stdio/index.ts';

/** Options for opening a session, besides the server itself. */
export interface SessionOptions {
  readonly limits: Limits;
  readonly connectMs: number;
  readonly elicitation: Elicitation;
  readonly log: Log;
  readonly onJunk: (junk: Junk) => void;
  readonly onListChanged: () => void;
  /** Called for every message from the server. */
  readonly onHeard: () => void;
}

/** A server's current tool list. */
export interface ToolList {
  readonly definitions: readonly Definition[];
  /** Tools that were left out or changed during validation. */
  readonly findings: readonly Finding[];
  /** Time for which the server declares the list fresh. */
  readonly freshMs?: number;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Transport of a session. */
export type Over = 'stdio' | 'http' | 'sse';

/** One connection to a server, from its handshake to its end. Methods reject with the SDK's errors; `call` also with `Unsent`. */
export interface Session {
  /** The server's own name and version. */
  readonly title: string;
  readonly version: string;
  readonly over: Over;
  /** Resolves when either side has ended the connection. Never rejects. */
  readonly ended: Promise<void>;
  /** Returns how the session ended, as far as is known, as a clause without a full stop. */
  end(): string;
  list(signal: AbortSignal): Promise<ToolList>;
  call(definition: Definition, args: JsonObject, options: CallOptions): Promise<unknown>;
  /** Resolves if the server answers. */
  ping(signal: AbortSignal): Promise<void>;
  /** Returns the kept part of the server's stderr output. */
  stderr(): string;
  close(reason: string): Promise<void>;
}

/** Opens a session. Rejects with a ConnectError, and leaves nothing open then. Tests replace it. */
export type OpenSession = (server: Server, options: SessionOptions, signal: AbortSignal) => Promise<Session>;

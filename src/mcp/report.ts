import type { Server } from '../core/index.ts';
import type { Finding } from './definitions.ts';

/**
 * State of a server:
 * - `connecting`: it has not connected yet.
 * - `ready`: its tools can be called.
 * - `degraded`: the connection was lost a moment ago. Its tools are kept, and calls wait for the new connection.
 * - `gone`: all attempts failed, or connections do not last. Its tools are withdrawn; attempts continue in the background.
 * - `disabled`: the settings disable it.
 */
export type State = 'connecting' | 'ready' | 'degraded' | 'gone' | 'disabled';

/** States in which a server's tools can be called. */
export const CALLABLE: ReadonlySet<State> = new Set<State>(['ready', 'degraded']);

/** Status of a server for people and the API. */
export interface ServerReport {
  readonly name: string;
  readonly state: State;
  /** The transport in use; the configured one while the server is not connected. */
  readonly transport: Server['transport'];
  /** The server's own name and version. */
  readonly title?: string;
  /** The negotiated MCP version. */
  readonly version?: string;
  readonly tools: number;
  /** The first tools that were left out or changed, with the reasons. */
  readonly findings: readonly Finding[];
  /** Duration of the last successful attempt to connect. */
  readonly connectMs?: number;
  /** Duration of the last tool list or ping. */
  readonly latencyMs?: number;
  /** Number of the attempt that is running, is next or has succeeded, counted from 1. */
  readonly attempt: number;
  /** Time until the next attempt, while the connection waits for it. */
  readonly retryInMs?: number;
  /** The current problem; `check` is the advice on it. */
  readonly lastError?: string;
  readonly check?: string;
  readonly stderr: string;
  /** Number of lines on stdout that were not MCP messages; `junk` is the first of them. */
  readonly junkLines: number;
  readonly junk?: string;
}

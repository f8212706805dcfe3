import type { Server } from '../core/index.ts';
import type { Finding } from './definitions.ts';

/**
 * State of a server:
 * - `connecting`: it has not connected yet.
 * - `ready`: its tools can be called.
 * - `degraded`: the connection was lost a moment ago. Its tools are kept, and calls wait for the new connection.
 * - `gone`: all attempts failed, or connections do not last. Its tools are withdrawn; attempts continue in the background.
 * - `disabled`: it is never started: the settings disable it, a variable that it needs is not set, or the filter admits none of
 *   its tools.
 */
export type State = 'connecting' | 'ready' | 'degraded' | 'gone' | 'disabled';

/** States in which a server's tools can be called. */
export const CALLABLE: ReadonlySet<State> = new Set<State>(['ready', 'degraded']);

/** Why a server's tools cannot be called, as the end of the sentence "server x is …". */
export const STANDING: Readonly<Record<State, string>> = {
  connecting: 'still connecting',
  ready: 'connected now, but was not when this turn was planned; its tools can be used from the next message on',
  degraded: 'not connected and is reconnecting',
  gone: 'not connected',
  disabled: 'disabled in the settings',
};

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
  /** A remark on the state that is not a problem, as a clause. */
  readonly note?: string;
  /** The current problem; `check` is the advice on it. */
  readonly lastError?: string;
  readonly check?: string;
  readonly stderr: string;
  /** Number of lines on stdout that were not MCP messages; `junk` is the first of them. */
  readonly junkLines: number;
  readonly junk?: string;
}

/** Rounds to a tenth of a millisecond, for a report. */
export function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 10) / 10;
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Removes the fields that are not known, because a report omits them. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

import type { Server } from '../core/index.ts';
import type { Finding } from './definitions.ts';

/**
 * `connecting`: for the first time. `ready`: its tools can be called. `degraded`: it was lost a moment ago, its tools are kept
 * and calls wait. `gone`: all attempts failed, or it comes and goes; its tools are withdrawn, and it is tried again in the background.
 */
export type State = 'connecting' | 'ready' | 'degraded' | 'gone' | 'disabled';

/** Its tools can be called. */
export const CALLABLE: ReadonlySet<State> = new Set<State>(['ready', 'degraded']);

/** All that a person wants to see of a server. */
export interface ServerReport {
  readonly name: string;
  readonly state: State;
  /** What it is reached over; as the settings have it, where it is not connected. */
  readonly transport: Server['transport'];
  /** What the server calls itself. */
  readonly title?: string;
  /** The version of MCP that is spoken. */
  readonly version?: string;
  readonly tools: number;
  /** Tools that were left out or changed, and why; the first of them. */
  readonly findings: readonly Finding[];
  /** How long connecting took, and the last round trip. */
  readonly connectMs?: number;
  readonly latencyMs?: number;
  /** The attempt that is under way, or that succeeded. */
  readonly attempt: number;
  /** Until the next attempt, while it waits for that. */
  readonly retryInMs?: number;
  /** What is wrong, and what to look at. */
  readonly lastError?: string;
  readonly check?: string;
  readonly stderr: string;
  /** Lines on its stdout that were no messages, and the first of them. */
  readonly junkLines: number;
  readonly junk?: string;
}

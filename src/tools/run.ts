import type { Call, Limits, Note, Progress } from '../core/index.ts';
import { type Decoded, decodeArguments } from './arguments/index.ts';

/** The state of one call while the executor handles it. */
export interface Run {
  readonly call: Call;
  limitMs: number;
  /** The parsed arguments, or the reason why they cannot be parsed. */
  readonly decoded: Decoded;
  /** The decoded arguments; after the check, the arguments that the tool gets. Undefined if decoding failed. */
  args: unknown;
  notes: readonly Note[];
  durationMs: number;
  /** The redacted arguments, captured before the tool ran; undefined if it did not run. */
  shown: unknown;
  /** Fields that identify the call's origin in the log. */
  readonly labels: object;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Time of the last progress observation, on the executor's clock. */
  toldAtMs: number;
}

/** The options of a call that its run keeps. */
export interface RunOptions {
  /** Fields added to the call's log lines, to identify its origin. */
  readonly labels?: object | undefined;
  /** Receives the tool's progress reports. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The JSON text of arguments that are already parsed. A text parameter then gets the digits of a number as written. */
  readonly argumentsText?: string | undefined;
}

export function startRun(
  given: Call,
  limits: Limits,
  { labels = {}, onProgress, argumentsText: text }: RunOptions = {},
): Run {
  const call: Call = { id: textOrNone(given.id), name: textOrNone(given.name), arguments: given.arguments };
  const bounds = { deepest: limits.argumentDepth, mostValues: limits.argumentValues };
  const decoded = { ...(text !== undefined && { text }), ...decodeArguments(call.arguments, bounds) };
  const args = decoded.ok ? decoded.value : undefined;
  return {
    call,
    limitMs: limits.toolMs,
    decoded,
    args,
    notes: [],
    durationMs: 0,
    shown: undefined,
    labels,
    onProgress,
    toldAtMs: Number.NEGATIVE_INFINITY,
  };
}

/** Returns an empty string for a value that is not a string; JavaScript callers may pass anything. */
function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

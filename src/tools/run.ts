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

export function startRun(given: Call, limits: Limits, labels: object, onProgress?: Run['onProgress']): Run {
  const call: Call = { id: textOrNone(given.id), name: textOrNone(given.name), arguments: given.arguments };
  const decoded = decodeArguments(call.arguments, { deepest: limits.argumentDepth, mostValues: limits.argumentValues });
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

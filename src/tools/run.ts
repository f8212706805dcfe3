import type { Call, Limits, Note, Progress, StrictJson } from '../core/index.ts';
import { decodeArguments } from './arguments/index.ts';

/** One call on its way through the executor. */
export interface Run {
  readonly call: Call;
  limitMs: number;
  /** What the model wrote, read; or why it cannot be. */
  readonly decoded: StrictJson;
  /** As they were decoded, then as the tool gets them; undefined while there are none. */
  args: unknown;
  notes: readonly Note[];
  durationMs: number;
  /** The arguments without secrets, as they were before the tool ran; undefined if it did not run. */
  shown: unknown;
  /** For the log: whose call it is. */
  readonly labels: object;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** When its progress was last observed. */
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

/** JavaScript callers may hand in anything. */
function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

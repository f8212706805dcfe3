import type { Call, Note } from '../core/index.ts';

/** One call on its way through the executor. */
export interface Run {
  readonly call: Call;
  limitMs: number;
  /** As the model wrote them, then as the tool gets them. */
  args: unknown;
  notes: readonly Note[];
  durationMs: number;
  /** The arguments without secrets, as they were before the tool ran. */
  logged: unknown;
}

export function startRun(call: Call, limitMs: number): Run {
  return { call, limitMs, args: call.arguments, notes: [], durationMs: 0, logged: undefined };
}

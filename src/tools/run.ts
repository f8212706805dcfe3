import type { Call, Note } from '../core/index.ts';
import { decodeArguments } from './arguments/index.ts';

/** One call on its way through the executor. */
export interface Run {
  readonly call: Call;
  limitMs: number;
  /** As the model wrote them (a text only if it is not JSON), then as the tool gets them. */
  args: unknown;
  notes: readonly Note[];
  durationMs: number;
  /** The arguments without secrets, as they were before the tool ran. */
  logged: unknown;
}

export function startRun(call: Call, limitMs: number): Run {
  const decoded = decodeArguments(call.arguments);
  const args = decoded.ok ? decoded.value : call.arguments;
  return { call, limitMs, args, notes: [], durationMs: 0, logged: undefined };
}

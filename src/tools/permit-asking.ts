import type { CallFailure } from '../core/index.ts';
import { runUnder } from './deadline.ts';
import { failureOfEnd } from './ending.ts';
import type { Permit, PermitRequest, Verdict } from './permit.ts';

/**
 * Asks the permit; returns a failure if the call must not run, otherwise undefined. A permit that throws, times out or
 * returns anything but a verdict denies the call. `name` is the tool's name in the call.
 */
export async function askPermit(
  permit: Permit,
  request: PermitRequest,
  name: string,
  limitMs: number,
): Promise<CallFailure | undefined> {
  let answer: GivenVerdict | Promise<Verdict> | undefined;
  try {
    answer = permit(request);
  } catch {
    answer = undefined;
  }
  if (answer instanceof Promise) {
    const waiting = answer;
    const ended = await runUnder(limitMs, request.signal, () => waiting);
    if (ended.kind === 'cancelled') return failureOfEnd(ended, request.tool, name);
    answer = ended.kind === 'returned' ? (ended.value as GivenVerdict | undefined) : undefined;
  }
  if (answer?.allow === true) return undefined;
  const { rule = 'permit', reason = 'the permission check failed or gave no reason' } = { ...answer };
  return { kind: 'denied', tool: name, rule, reason };
}

/** A verdict from untyped code. */
interface GivenVerdict {
  readonly allow?: unknown;
  readonly rule?: string;
  readonly reason?: string;
}

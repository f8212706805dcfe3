import type { CallFailure } from '../core/index.ts';
import { runUnder } from './deadline.ts';
import { failureOfEnd } from './ending.ts';
import type { Permit, PermitRequest, Verdict } from './permit.ts';

/** Why a call of this name may not go on, if so. A permit that fails, or answers with anything but a verdict, refuses. */
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
  const { rule = 'permit', reason = 'whether it is allowed could not be found out' } = { ...answer };
  return { kind: 'denied', tool: name, rule, reason };
}

/** A verdict as foreign code may give it. */
interface GivenVerdict {
  readonly allow?: unknown;
  readonly rule?: string;
  readonly reason?: string;
}

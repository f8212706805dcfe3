import { type TurnFailure, tell } from '../core/index.ts';
import type { ResolvedModel } from '../models/index.ts';
import { type ModelPlan, planFor, type TurnRequest } from './planning.ts';
import type { TurnRun } from './run.ts';
import type { TurnContext } from './services.ts';

/**
 * Switches the turn to the next model of the fallback chain if another model may succeed. This is possible only while
 * nothing of the answer was sent and no tool has run. Returns false if the turn must end with the failure.
 */
export async function fallBack(run: TurnRun, failure: TurnFailure): Promise<boolean> {
  if (!run.opening.isSilent || run.signal.aborted) return false;
  const next = await nextAfter(run.model, failure, run, run.context);
  if (next === undefined) return false;
  const fields = { turn: run.id, from: run.model.id, to: next.model.id, reason: tell(failure) };
  run.context.log.warn(fields, 'A model failed before it answered; trying the next model of the fallback chain.');
  run.switchTo(next);
  return true;
}

/**
 * Returns the plan for the next model of the chain that can satisfy the request, or undefined if there is none or if another
 * model would fail in the same way.
 */
export async function nextAfter(
  { next }: ResolvedModel,
  failure: TurnFailure,
  request: TurnRequest,
  context: TurnContext,
): Promise<ModelPlan | undefined> {
  if (!isWorthAnother(failure)) return undefined;
  for (let model = next; model !== undefined; model = model.next) {
    const planned = await planFor(model, request, context);
    if (planned.ok) return planned.planned;
  }
  return undefined;
}

function isWorthAnother(failure: TurnFailure): boolean {
  switch (failure.kind) {
    case 'upstream-unreachable':
    case 'upstream-credentials':
    case 'upstream-busy':
    case 'upstream-failed':
    case 'upstream-silent':
    case 'upstream-broken':
    case 'empty-answer':
    case 'prompt-too-long':
      return true;
    case 'upstream-rejected':
      return lacksModel(failure) || failure.code === 'context_length_exceeded' || NO_CREDIT.test(failure.message);
    case 'bad-request':
    case 'unknown-model':
    case 'backend-unusable': // a chain contains usable models only
    case 'stuck':
    case 'turn-timeout':
    case 'turn-cancelled':
    case 'too-many-turns':
    case 'bug':
      return false;
    default:
      return failure satisfies never;
  }
}

/** Returns true if the server says that it does not have the model. Many providers report that with status 400. */
export function lacksModel({ status, message }: Extract<TurnFailure, { kind: 'upstream-rejected' }>): boolean {
  return status === 404 || NO_MODEL.test(message);
}

const NO_MODEL =
  /\bmodel\b[^.:'"]{0,60}\b(?:does )?(?:not exist|not found|not supported)\b|is not a valid model\b|\b(?:invalid|unknown|no such) model(?=[\s:]|$)/i;
/** Many providers also report used-up credit with status 400. */
const NO_CREDIT =
  /credit balance|insufficient (?:credit|quota|balance|funds)|exceeded your current quota|billing (?:hard limit|details|not active|is not active)/i;

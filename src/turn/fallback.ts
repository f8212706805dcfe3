import { type TurnFailure, tell } from '../core/index.ts';
import { prepare } from './discovery/prepare.ts';
import type { TurnGround } from './ground.ts';
import type { Conversation } from './history/conversation.ts';
import type { PlannedTurn } from './loop.ts';

/** The same turn for the next model of its chain, where another one may do better. Only before anything of this request was said or run. */
export async function fallBack(
  turn: PlannedTurn,
  failure: TurnFailure,
  conversation: Conversation,
  ground: TurnGround,
): Promise<PlannedTurn | undefined> {
  const next = await nextAfter(turn, failure, conversation, ground);
  if (next === undefined) return undefined;
  const fields = { turn: turn.id, from: turn.model.id, to: next.model.id, reason: tell(failure) };
  ground.log.warn(fields, 'a model failed before it had said anything: the next one is asked');
  return next;
}

/** Who would be asked after that failure. */
export async function nextAfter(
  turn: PlannedTurn,
  failure: TurnFailure,
  conversation: Conversation,
  ground: TurnGround,
): Promise<PlannedTurn | undefined> {
  return isWorthAnother(failure) ? nextOf(turn, conversation, ground) : undefined;
}

/** The next that can keep what the request asks for, in its own format. */
async function nextOf(
  turn: PlannedTurn,
  conversation: Conversation,
  ground: TurnGround,
): Promise<PlannedTurn | undefined> {
  const next = turn.next?.();
  if (next === undefined) return undefined;
  const planned = await prepare(next, conversation, ground);
  return planned.ok ? planned.turn : nextOf(next, conversation, ground);
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
      return failure.status === 404 || failure.code === 'context_length_exceeded' || isElsewhere(failure.message);
    case 'bad-request':
    case 'unknown-model':
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

/** No such model, no more credit: that says nothing of the next one. Many providers say it with a plain 400. */
function isElsewhere(message: string): boolean {
  return NO_MODEL.test(message) || NO_CREDIT.test(message);
}

const NO_MODEL =
  /\bmodel\b[^.:'"]{0,60}\b(?:does )?(?:not exist|not found|not supported)\b|is not a valid model\b|\b(?:invalid|unknown|no such) model(?=[\s:]|$)/i;
const NO_CREDIT =
  /credit balance|insufficient (?:credit|quota|balance|funds)|exceeded your current quota|billing (?:hard limit|details|not active|is not active)/i;

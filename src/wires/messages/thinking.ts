import { type Fields, isAbsent, isRecord } from '../../core/index.ts';
import { EFFORTS, type Effort, type Family } from './family.ts';

/** What bears on whether a model may think. */
export interface Circumstances {
  readonly family: Family;
  /** What the whole answer may take. */
  readonly answerTokens: number;
  /** The model is made to call a tool. */
  readonly isForced: boolean;
  /** The assistant's turn is under way, and did not begin with a thought; or what it thought was lost on its way. */
  readonly isThoughtless: boolean;
}

export interface ThinkingPlan {
  readonly thinking?: Fields;
  readonly effort?: Effort;
  /** The answer's bound, which must leave room behind the thoughts. */
  readonly answerTokens: number;
  /** The request itself asks for thoughts. */
  readonly isAsked: boolean;
  /** Thoughts may come, so earlier ones go back. */
  readonly isPossible: boolean;
  readonly left: readonly string[];
}

/**
 * Thinking as the client wants it, as far as the model takes it: with a forced choice it is refused, and with a budget also
 * in the middle of a turn that has no thoughts at its beginning.
 */
export function planThinking(extra: Fields, circumstances: Circumstances): ThinkingPlan {
  const { family, isForced, isThoughtless } = circumstances;
  const wish = isAbsent(extra.thinking) ? wishOf(extra.reasoning_effort, circumstances) : ownWish(extra.thinking);
  const type = wish.thinking?.type;
  const isActive = type === 'enabled' || type === 'adaptive';
  const isRefused = isActive && (isForced || (type === 'enabled' && isThoughtless));
  const thinking = isRefused ? undefined : wish.thinking;
  const isSilent = thinking === undefined && family.rest === 'silence';
  return {
    ...(thinking !== undefined && { thinking }),
    ...(wish.effort !== undefined && { effort: wish.effort }),
    answerTokens: roomBehind(thinking, circumstances.answerTokens),
    isAsked: isActive && !isRefused,
    isPossible: !isSilent && type !== 'disabled',
    left: wish.isLeft === true || isRefused ? [isAbsent(extra.thinking) ? 'reasoning_effort' : 'thinking'] : [],
  };
}

interface Wish {
  readonly thinking?: Fields;
  readonly effort?: Effort;
  /** It cannot be met. */
  readonly isLeft?: boolean;
}

function ownWish(thinking: unknown): Wish {
  return isRecord(thinking) ? { thinking } : { isLeft: true };
}

/** An effort in chat completions' words: none, minimal, low, medium, high, xhigh, max. */
function wishOf(effort: unknown, { family, answerTokens }: Circumstances): Wish {
  if (isAbsent(effort)) return {};
  if (effort === 'none') return restOf(family);
  const budget = typeof effort === 'string' ? BUDGETS.get(effort) : undefined;
  if (budget === undefined) return { isLeft: true };
  switch (family.thinking) {
    case 'none':
      return { isLeft: true };
    case 'budget': {
      const tokens = Math.min(budget, Math.floor(answerTokens / 2));
      return tokens < LEAST_BUDGET ? { isLeft: true } : { thinking: { type: 'enabled', budget_tokens: tokens } };
    }
    case 'adaptive': {
      const display = family.isSecretive ? { display: 'summarized' } : {};
      return { thinking: { type: 'adaptive', ...display }, effort: nearestEffort(String(effort), family) };
    }
    default:
      return family.thinking satisfies never;
  }
}

function restOf({ rest }: Family): Wish {
  switch (rest) {
    case 'silence':
      return {};
    case 'disabled':
    case 'between_tools':
      return { thinking: { type: rest } };
    case 'never':
      return { effort: 'low' };
    default:
      return rest satisfies never;
  }
}

/** The highest that is known to the model and not beyond what was asked for. */
function nearestEffort(asked: string, { efforts }: Family): Effort {
  const most = EFFORTS.indexOf(asked as Effort); // -1 for what is less than low
  return efforts.findLast((effort) => EFFORTS.indexOf(effort) <= most) ?? 'low';
}

const LEAST_BUDGET = 1_024;
/** Tokens for the models that want a number: the least that is accepted, then about twice as much for each word. */
const BUDGETS: ReadonlyMap<string, number> = new Map([
  ['minimal', LEAST_BUDGET],
  ['low', 2_048],
  ['medium', 8_192],
  ['high', 16_384],
  ['xhigh', 32_000],
  ['max', 32_000],
]);

/** A budget is part of the answer's bound, and must be less: what was meant for the answer comes on top then. */
function roomBehind(thinking: Fields | undefined, answerTokens: number): number {
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : undefined;
  return typeof budget === 'number' && budget >= answerTokens ? budget + answerTokens : answerTokens;
}

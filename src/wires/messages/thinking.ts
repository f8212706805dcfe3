import { type Fields, isAbsent, isRecord, type ReasoningWish } from '../../core/index.ts';
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
  /** What the client wants is done. */
  readonly isHeeded: boolean;
}

/**
 * Thinking as the client wants it, by this wire's own word (`own`) or else by a neutral one, as far as the model takes it: with a forced choice it is refused, and with a budget also
 * in the middle of a turn that has no thoughts at its beginning.
 */
export function planThinking(
  own: unknown,
  wanted: ReasoningWish | undefined,
  circumstances: Circumstances,
): ThinkingPlan {
  const { family, isForced, isThoughtless } = circumstances;
  const wish = isAbsent(own) ? wishOf(wanted, circumstances) : ownWish(own, family);
  const type = wish.thinking?.type;
  const isActive = type === 'enabled' || type === 'adaptive';
  const isRefused = isActive && (isForced || (type === 'enabled' && isThoughtless));
  const thinking = isRefused ? undefined : wish.thinking;
  const isSilent = thinking === undefined && family.rest === 'silence';
  return {
    ...(thinking !== undefined && { thinking }),
    ...(wish.effort !== undefined && { effort: wish.effort }),
    answerTokens: roomBehind(thinking, circumstances),
    isAsked: isActive && !isRefused,
    isPossible: !isSilent && type !== 'disabled',
    isHeeded: wish.isLeft !== true && !isRefused,
  };
}

interface Wish {
  readonly thinking?: Fields;
  readonly effort?: Effort;
  /** It cannot be met. */
  readonly isLeft?: boolean;
}

const UNMET: Wish = { isLeft: true };

/** As it stands, but for a budget where that is refused: there the model decides by itself. */
function ownWish(thinking: unknown, family: Family): Wish {
  if (!isRecord(thinking)) return UNMET;
  const { type, budget_tokens: _, ...others } = thinking;
  return { thinking: type === 'enabled' && family.isBudgetless ? { ...adaptive(family), ...others } : thinking };
}

function wishOf(wanted: ReasoningWish | undefined, { family, answerTokens }: Circumstances): Wish {
  if (wanted === undefined) return {};
  if (wanted.kind === 'off') return restOf(family);
  const most = mostTokens(wanted, answerTokens);
  if (most === undefined) return UNMET;
  switch (family.thinking) {
    case 'none':
      return UNMET;
    case 'budget':
      return most < LEAST_BUDGET ? UNMET : { thinking: { type: 'enabled', budget_tokens: most } };
    case 'adaptive': {
      const effort = wanted.kind === 'effort' ? { effort: nearestEffort(wanted.effort, family) } : {};
      return { thinking: adaptive(family), ...effort };
    }
    default:
      return family.thinking satisfies never;
  }
}

function adaptive({ isSecretive }: Family): Fields {
  return { type: 'adaptive', ...(isSecretive && { display: 'summarized' }) };
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

/** What thoughts may take: of a word half of the answer at most. Undefined for a word that nobody knows. */
function mostTokens(wanted: Exclude<ReasoningWish, { kind: 'off' }>, answerTokens: number): number | undefined {
  if (wanted.kind === 'budget') return Math.min(Math.max(wanted.tokens, LEAST_BUDGET), answerTokens - LEAST_ANSWER);
  const budget = BUDGETS.get(wanted.kind === 'effort' ? wanted.effort : 'medium');
  return budget === undefined ? undefined : Math.min(budget, Math.floor(answerTokens / 2));
}

const LEAST_BUDGET = 1_024;
const LEAST_ANSWER = 1_024;
/** Tokens for the models that want a number: the least that is accepted, then about twice as much for each word. */
const BUDGETS: ReadonlyMap<string, number> = new Map([
  ['minimal', LEAST_BUDGET],
  ['low', 2_048],
  ['medium', 8_192],
  ['high', 16_384],
  ['xhigh', 32_000],
  ['max', 32_000],
]);

/**
 * A budget is part of the answer's bound, and must be less: what was meant for the answer comes on top then, as far as the
 * model can answer at all.
 */
function roomBehind(thinking: Fields | undefined, { answerTokens, family }: Circumstances): number {
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : undefined;
  if (typeof budget !== 'number' || !Number.isSafeInteger(budget) || budget < answerTokens) return answerTokens;
  return Math.max(Math.min(budget + answerTokens, family.mostAnswerTokens), budget + 1);
}

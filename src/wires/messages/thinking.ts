import { type Fields, isAbsent, isRecord, type ReasoningWish } from '../../core/index.ts';
import { EFFORTS, type Effort, type Family } from './family.ts';

/** The facts that decide whether a model may reason. */
export interface Circumstances {
  readonly family: Family;
  /** Token limit of the complete answer, including reasoning. */
  readonly answerTokens: number;
  /** True if the tool choice is forced. */
  readonly isForced: boolean;
  /** True if the current assistant turn did not start with reasoning, or if that reasoning was lost. */
  readonly lacksReasoning: boolean;
}

export interface ThinkingPlan {
  readonly thinking?: Fields;
  readonly effort?: Effort;
  /** Token limit of reasoning and answer together, so it is larger than the budget for reasoning. */
  readonly answerTokens: number;
  /** True if the request turns reasoning on. */
  readonly isAsked: boolean;
  /** True if the model may reason, so earlier reasoning must be sent back. */
  readonly isPossible: boolean;
  /** True if the client's request for reasoning is fulfilled. */
  readonly isApplied: boolean;
}

/**
 * Plans reasoning as the client wants it and the model supports it. `own` is the client's `thinking` field, which overrides
 * the neutral `wanted`. The API refuses reasoning with a forced tool choice, and reasoning with a budget in the middle of a
 * turn that did not start with reasoning.
 */
export function planThinking(
  own: unknown,
  wanted: ReasoningWish | undefined,
  circumstances: Circumstances,
): ThinkingPlan {
  const { family, isForced, lacksReasoning } = circumstances;
  const wish = isAbsent(own) ? wishOf(wanted, circumstances) : ownWish(own, family);
  const type = wish.thinking?.type;
  const isActive = type === 'enabled' || type === 'adaptive';
  const isRefused = isActive && (isForced || (type === 'enabled' && lacksReasoning));
  const thinking = isRefused ? undefined : wish.thinking;
  const isSilent = thinking === undefined && family.rest === 'silence';
  return {
    ...(thinking !== undefined && { thinking }),
    ...(wish.effort !== undefined && { effort: wish.effort }),
    answerTokens: roomBehind(thinking, circumstances),
    isAsked: isActive && !isRefused,
    isPossible: !isSilent && type !== 'disabled',
    isApplied: wish.isLeft !== true && !isRefused,
  };
}

interface Wish {
  readonly thinking?: Fields;
  readonly effort?: Effort;
  /** True if the request cannot be fulfilled. */
  readonly isLeft?: boolean;
}

const UNMET: Wish = { isLeft: true };

/** Keeps the client's `thinking` unchanged, except that a budget becomes adaptive reasoning if the model refuses budgets. */
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

/** Returns the highest effort that the model supports and that does not exceed the requested one; `low` if there is none. */
function nearestEffort(asked: string, { efforts }: Family): Effort {
  const most = EFFORTS.indexOf(asked as Effort); // -1 for "minimal", which is below "low".
  return efforts.findLast((effort) => EFFORTS.indexOf(effort) <= most) ?? 'low';
}

/** Returns the token budget for reasoning; for an effort word, at most half of the answer. Undefined for an unknown word. */
function mostTokens(wanted: Exclude<ReasoningWish, { kind: 'off' }>, answerTokens: number): number | undefined {
  if (wanted.kind === 'budget') return Math.min(Math.max(wanted.tokens, LEAST_BUDGET), answerTokens - LEAST_ANSWER);
  const budget = BUDGETS.get(wanted.kind === 'effort' ? wanted.effort : 'medium');
  return budget === undefined ? undefined : Math.min(budget, Math.floor(answerTokens / 2));
}

const LEAST_BUDGET = 1_024;
const LEAST_ANSWER = 1_024;
/** Token budgets by effort, for models that need a number. `minimal` is the smallest budget that the API accepts. */
const BUDGETS: ReadonlyMap<string, number> = new Map([
  ['minimal', LEAST_BUDGET],
  ['low', 2_048],
  ['medium', 8_192],
  ['high', 16_384],
  ['xhigh', 32_000],
  ['max', 32_000],
]);

/**
 * Returns the token limit of the answer. The limit includes the reasoning budget and must be larger than it. If it is not,
 * the limit grows by the budget, up to the maximum of the model, but always stays above the budget.
 */
function roomBehind(thinking: Fields | undefined, { answerTokens, family }: Circumstances): number {
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : undefined;
  if (typeof budget !== 'number' || !Number.isSafeInteger(budget) || budget < answerTokens) return answerTokens;
  return Math.max(Math.min(budget + answerTokens, family.mostAnswerTokens), budget + 1);
}

import type { Budget, Decision, FormatName, Plan, TurnFailure } from '../core/index.ts';
import type { ModelRequest } from '../models/index.ts';
import { asksForGateway } from '../select/index.ts';
import { openConversation } from './conversation.ts';
import { draftStep } from './draft.ts';
import { fit } from './fit.ts';
import type { TurnGround } from './ground.ts';
import type { PlannedTurn } from './loop.ts';
import { prepare } from './prepare.ts';
import { tokensOfMessages, tokensOfTools } from './size.ts';

/** What a turn would do, and why, without doing it. */
export interface Explanation {
  /** Who would be asked. */
  readonly model: string;
  readonly plan: Plan;
  /** Those of the plan, then tools that cannot be had now. */
  readonly decisions: readonly Decision[];
  /** What the model would be sent. */
  readonly request: ModelRequest;
  /** About how many tokens that takes. */
  readonly tokens: { readonly messages: number; readonly tools: number };
  /** Why it would not be sent, if so. */
  readonly failure?: TurnFailure;
}

export type Explained =
  | { readonly ok: true; readonly explanation: Explanation }
  | { readonly ok: false; readonly failure: TurnFailure };

/** As the turn itself does it, up to the first step. Nothing is kept, and no model is asked. */
export async function explainTurn(turn: PlannedTurn, ground: TurnGround): Promise<Explained> {
  const conversation = await openConversation(turn.ask, ground);
  const prepared = await prepare(turn, conversation, ground, true);
  if (!prepared.ok) return prepared;
  const draft = draftStep(prepared.turn, conversation.items, 1, ground);
  const { plan, request, failure } = await fit(draft, prepared.turn, ground);
  return {
    ok: true,
    explanation: {
      model: prepared.turn.model.id,
      plan,
      decisions: [...plan.decisions, ...absentFor(prepared.turn, ground)],
      request,
      tokens: tokensOf(request, plan),
      ...(failure !== undefined && { failure }),
    },
  };
}

/** Where tools are told in text, they are among the messages. */
function tokensOf({ messages, tools }: ModelRequest, plan: Plan): Explanation['tokens'] {
  const all = tokensOfMessages(messages) + tokensOfTools(tools);
  const ofTools = Math.min(all, tokensOfTools(plan.visible));
  return { messages: all - ofTools, tools: ofTools };
}

/** Where a request wants nothing of the gateway's, who is absent is not missed. */
export function absentFor(
  { wish }: PlannedTurn,
  { absentTools }: Pick<TurnGround, 'absentTools'>,
): readonly Decision[] {
  return asksForGateway(wish) ? (absentTools?.() ?? []) : [];
}

/** What is remembered of a turn: for whoever asks why, by its id. */
export interface TurnRecord {
  readonly id: string;
  readonly startedAt: string;
  readonly model: string;
  /** What the client called it. */
  readonly asked: string;
  readonly source: Plan['source'];
  readonly format: FormatName;
  readonly formatDecision?: Plan['formatDecision'];
  readonly budget?: Budget;
  /** The tools that the model was told of, by their names on the wire, and those that it found on the way. */
  readonly visible: readonly string[];
  readonly callable: readonly string[];
  readonly decisions: readonly Decision[];
  readonly finish?: string;
  readonly durationMs?: number;
}

export function recordOf(
  { id, ask, model, plan }: PlannedTurn,
  startedAt: Date,
  absent: readonly Decision[] = [],
): TurnRecord {
  return {
    id,
    startedAt: startedAt.toISOString(),
    model: model.id,
    asked: ask.model,
    source: plan.source,
    format: plan.format,
    ...(plan.formatDecision !== undefined && { formatDecision: plan.formatDecision }),
    ...(plan.budget !== undefined && { budget: plan.budget }),
    visible: plan.visible.map(({ name }) => name),
    callable: plan.callable.map(({ name }) => name),
    decisions: absent.length === 0 ? plan.decisions : [...plan.decisions, ...absent],
  };
}

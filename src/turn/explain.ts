import type { Decision, Failure, FinishReason, Plan, TurnFailure, VisibleTool } from '../core/index.ts';
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
  /** Its decisions, then those of tools that cannot be had now. */
  readonly decided: Decided;
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
      decided: decidedIn(plan, absentFor(prepared.turn, ground)),
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

/** What is remembered of a turn for whoever asks why, by its id. Without the client's tools and messages: there are many turns. */
export interface TurnRecord extends Decided {
  readonly id: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly model: string;
  /** What the client called it. */
  readonly asked: string;
  readonly finish: FinishReason | 'left';
  readonly failure?: Failure;
}

/** What a plan came to. */
export interface Decided
  extends Pick<Plan, 'source' | 'isMixed' | 'budget' | 'format' | 'understood' | 'formatDecision' | 'decisions'> {
  /** The tools that the model is told of, by their names on the wire, and those that it found since its first message. */
  readonly visible: readonly string[];
  readonly callable: readonly string[];
  /** The gateway's among them, as they are told. */
  readonly told: readonly VisibleTool[];
}

/** `absent`: tools that cannot be had now. */
export function decidedIn(plan: Plan, absent: readonly Decision[]): Decided {
  const { source, isMixed, budget, format, understood, formatDecision, decisions } = plan;
  return {
    source,
    isMixed,
    ...(budget !== undefined && { budget }),
    format,
    understood,
    ...(formatDecision !== undefined && { formatDecision }),
    decisions: absent.length === 0 ? decisions : [...decisions, ...absent],
    visible: plan.visible.map(({ name }) => name),
    callable: plan.callable.map(({ name }) => name),
    told: [...plan.callable, ...plan.visible].filter(({ owner }) => owner === 'gateway'),
  };
}

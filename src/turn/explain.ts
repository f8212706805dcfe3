import type { Decision, Failure, FinishReason, Plan, TurnFailure, VisibleTool } from '../core/index.ts';
import type { ModelRequest } from '../models/index.ts';
import { asksForGateway } from '../select/index.ts';
import { openConversation } from './conversation.ts';
import { draftStep } from './draft.ts';
import { nextAfter } from './fallback.ts';
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
  /** How many tokens the model's window holds, where that is known and had to be. */
  readonly window?: number;
  /** Those before it in its chain that would fail. */
  readonly passedOver: readonly PassedOver[];
  /** Why it would not be sent, if so. */
  readonly failure?: TurnFailure;
}

export type Explained =
  | { readonly ok: true; readonly explanation: Explanation }
  | { readonly ok: false; readonly failure: TurnFailure };

/** As the turn itself does it, up to the first step that would be sent. Nothing is kept, and no model is asked. */
export async function explainTurn(turn: PlannedTurn, ground: TurnGround): Promise<Explained> {
  const conversation = await openConversation(turn.ask, ground);
  const prepared = await prepare(turn, conversation, ground);
  if (!prepared.ok) return prepared;
  const passedOver: PassedOver[] = [];
  for (let asked = prepared.turn; ; ) {
    const draft = draftStep(asked, conversation.items, 1, ground);
    const { plan, request, window, failure } = await fit(draft, asked, ground);
    const next = failure === undefined ? undefined : await nextAfter(asked, failure, conversation, ground);
    if (failure !== undefined && next !== undefined) {
      passedOver.push({ model: asked.model.id, failure });
      asked = next;
      continue;
    }
    const decided = decidedIn(plan, absentFor(asked, ground));
    const told = { model: asked.model.id, passedOver, plan, decided, request, tokens: tokensOf(request, plan) };
    const rest = { ...(window !== undefined && { window }), ...(failure !== undefined && { failure }) };
    return { ok: true, explanation: { ...told, ...rest } };
  }
}

/** A model that would be asked first, and why it is not. */
export interface PassedOver {
  readonly model: string;
  readonly failure: TurnFailure;
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
  const { source, isMixed, budget, format, understood, formatDecision } = plan;
  return {
    source,
    isMixed,
    ...(budget !== undefined && { budget }),
    format,
    understood,
    ...(formatDecision !== undefined && { formatDecision }),
    decisions: withAbsent(plan.decisions, absent),
    visible: plan.visible.map(({ name }) => name),
    callable: plan.callable.map(({ name }) => name),
    told: [...plan.callable, ...plan.visible].filter(({ owner }) => owner === 'gateway'),
  };
}

/** One for each tool: what is told still, and cannot be had, says both. */
function withAbsent(decisions: readonly Decision[], absent: readonly Decision[]): readonly Decision[] {
  if (absent.length === 0) return decisions;
  const gone = decisions.filter(({ rule }) => rule === 'gone');
  if (gone.length === 0) return [...decisions, ...absent];
  const byName = new Map(absent.map((decision) => [decision.tool, decision]));
  const isGone = new Set(gone.map(({ tool }) => tool));
  const told = decisions.map((decision) => {
    const away = decision.rule === 'gone' ? byName.get(decision.tool) : undefined;
    return away === undefined ? decision : { ...decision, flip: `${decision.flip}; to have it called, ${away.flip}` };
  });
  return [...told, ...absent.filter(({ tool }) => !isGone.has(tool))];
}

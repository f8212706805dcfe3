import type { ModelRequest, Plan, TurnFailure } from '../core/index.ts';
import { absentFor, type Decided, decidedIn } from './decided.ts';
import { prepare } from './discovery/prepare.ts';
import { nextAfter } from './fallback.ts';
import type { TurnGround } from './ground.ts';
import { openConversation } from './history/conversation.ts';
import type { PlannedTurn } from './loop.ts';
import { draftStep } from './prompt/draft.ts';
import { fit } from './prompt/fit.ts';
import { tokensOfMessages, tokensOfTools } from './prompt/size.ts';

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
export async function explainPlanned(turn: PlannedTurn, ground: TurnGround): Promise<Explained> {
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

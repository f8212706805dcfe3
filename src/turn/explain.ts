import type { Decided, ModelRequest, Plan, TurnFailure } from '../core/index.ts';
import { asksForGateway } from '../select/index.ts';
import { decidedIn } from './decided.ts';
import { nextAfter } from './fallback.ts';
import type { ModelPlan, TurnRequest } from './planning.ts';
import { draftStep } from './prompt/draft.ts';
import { fit } from './prompt/fit.ts';
import { tokensOfMessages, tokensOfTools } from './prompt/size.ts';
import type { TurnContext } from './services.ts';

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
export async function explainPlanned(
  request: TurnRequest,
  planned: ModelPlan,
  context: TurnContext,
): Promise<Explained> {
  const passedOver: PassedOver[] = [];
  for (let { model, wish, tools, choice } = planned; ; ) {
    const state = { ...request, model, tools, choice, transcript: request.conversation.items, step: 1, context };
    const { request: asked, window, failure, omitted, omittedTools } = await fit(draftStep(state), state);
    const next = failure === undefined ? undefined : await nextAfter(model, failure, request, context);
    if (failure !== undefined && next !== undefined) {
      passedOver.push({ model: model.id, failure });
      ({ model, wish, tools, choice } = next);
      continue;
    }
    if (omittedTools.size > 0) tools.omit(omittedTools, omitted.appended);
    const { plan } = tools;
    const absent = asksForGateway(wish) ? (context.catalogue.absentTools?.() ?? []) : [];
    const told = { model: model.id, passedOver, plan, decided: decidedIn(plan, absent), request: asked };
    const rest = { ...(window !== undefined && { window }), ...(failure !== undefined && { failure }) };
    return { ok: true, explanation: { ...told, tokens: tokensOf(asked, plan), ...rest } };
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

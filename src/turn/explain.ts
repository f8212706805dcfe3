import type { Decided, ModelRequest, Plan, TurnFailure } from '../core/index.ts';
import { asksForGateway } from '../select/index.ts';
import { decidedIn } from './decided.ts';
import { nextAfter } from './fallback.ts';
import type { ModelPlan, TurnRequest } from './planning.ts';
import { prepareStep } from './prompt/prepare.ts';
import { tokensOfShownTools } from './prompt/shown-tokens.ts';
import { tokensOfMessages, tokensOfTools } from './prompt/size.ts';
import type { TurnContext } from './services.ts';

/** A description of what a turn would do, and why. */
export interface Explanation {
  /** Id of the model that would be asked. */
  readonly model: string;
  readonly plan: Plan;
  /** The plan's decisions, followed by those about tools that are currently unavailable. */
  readonly decided: Decided;
  /** The request that the model would get. */
  readonly request: ModelRequest;
  /** Estimated size of that request. */
  readonly tokens: { readonly messages: number; readonly tools: number };
  /** Size of the model's context window in tokens. Undefined if unknown, or if the prompt is too short for it to matter. */
  readonly window?: number;
  /** Earlier models of the fallback chain that would fail. */
  readonly passedOver: readonly PassedOver[];
  /** The reason why the request would not be sent; undefined if it would be. */
  readonly failure?: TurnFailure;
}

export type Explained =
  | { readonly ok: true; readonly explanation: Explanation }
  | { readonly ok: false; readonly failure: TurnFailure };

/** Plans and drafts the first step exactly as a turn does, but stores nothing and asks no model. */
export async function explainPlanned(
  request: TurnRequest,
  planned: ModelPlan,
  context: TurnContext,
): Promise<Explained> {
  const passedOver: PassedOver[] = [];
  for (let { model, wish, tools, choice, allowed } = planned; ; ) {
    const first = { transcript: request.conversation.items, step: 1, isWithoutTools: false };
    const { fitted } = await prepareStep({ ...request, ...first, model, tools, choice, allowed, context });
    const { request: asked, window, failure, omitted, omittedTools } = fitted;
    const next = failure === undefined ? undefined : await nextAfter(model, failure, request, context);
    if (failure !== undefined && next !== undefined) {
      passedOver.push({ model: model.id, failure });
      ({ model, wish, tools, choice, allowed } = next);
      continue;
    }
    if (omittedTools.size > 0) tools.omit(omittedTools, omitted.appended);
    const { plan } = tools;
    const absent = asksForGateway(wish) ? (context.catalogue.absentTools?.() ?? []) : [];
    const told = { model: model.id, passedOver, plan, decided: decidedIn(plan, absent), request: asked };
    const rest = { ...(window !== undefined && { window }), ...(failure !== undefined && { failure }) };
    return { ok: true, explanation: { ...told, tokens: tokensOf(asked, plan, request.ask.parallel), ...rest } };
  }
}

/** A model of the fallback chain that is skipped, and the reason. */
export interface PassedOver {
  readonly model: string;
  readonly failure: TurnFailure;
}

/** Divides the request's tokens into messages and tools. In a text format, the messages contain the tools. */
function tokensOf({ messages, tools }: ModelRequest, plan: Plan, parallel?: boolean): Explanation['tokens'] {
  const all = tokensOfMessages(messages) + tokensOfTools(tools);
  const ofTools = tokensOfShownTools(plan.visible, plan, parallel);
  return { messages: all - ofTools, tools: ofTools };
}

import type { Limits, VisibleTool } from '../core/index.ts';
import type { ModelRequest } from '../models/index.ts';
import type { Item } from './arrangement.ts';
import type { Ground } from './ground.ts';
import { guard } from './guards.ts';
import type { PlannedTurn } from './loop.ts';
import { withBase, withContext, withFinds } from './prompt.ts';
import { isText, TEXT_DEMANDS, textWriter } from './text-prompt.ts';
import { writeTranscript } from './transcript.ts';

/** What a step asks of its model, and how that is written for it. */
export interface Draft {
  /** In our own words: calls and outcomes as such, and all tools. */
  readonly request: ModelRequest;
  /** As it is sent, with these of its tools. */
  write(tools: readonly VisibleTool[]): ModelRequest;
  /** The model is to answer without tools, although they stay declared. */
  readonly isMuted: boolean;
  readonly isLastStep: boolean;
}

/** What the model is asked next. */
export function draftStep(
  { id, ask, plan, model, choice, discovery }: PlannedTurn,
  items: readonly Item[],
  step: number,
  { limits, prompt = '' }: Pick<Ground, 'limits' | 'prompt'>,
): Draft {
  const { demands } = model.backend.describe();
  const told = discovery === undefined ? items : withFinds(items, discovery.behind);
  const { messages, staleSteps } = guard(writeTranscript(told, isText(plan) ? TEXT_DEMANDS : demands));
  const isLastStep = step >= limits.steps;
  const isOver = isLastStep && (step > 1 || plan.visible.every(({ owner }) => owner === 'gateway'));
  const isMuted = choice.kind === 'none' || isOver || staleSteps >= mostStale(items, limits);
  const request: ModelRequest = {
    turn: id,
    model: model.model,
    messages: withContext(withBase(messages, prompt), ask.context),
    tools: plan.visible,
    choice: isMuted ? { kind: 'none' } : step === 1 ? choice : { kind: 'auto' },
    ...(ask.parallel === undefined ? {} : { parallel: ask.parallel }),
    ...(model.next !== undefined && step === 1 ? { hasNext: true } : {}),
    isStreamed: ask.isStreamed,
    extra: ask.extra,
  };
  const write = isText(plan) ? textWriter(request, plan, demands) : nativeWriter(request);
  return { request, write, isMuted, isLastStep };
}

function nativeWriter(request: ModelRequest): Draft['write'] {
  return (tools) => {
    if (tools === request.tools) return request;
    return { ...request, tools, choice: tools.length === 0 ? { kind: 'auto' } : request.choice };
  };
}

/**
 * Clients watch their own agents, and some wait for something by asking again: they get twice the patience. Whether it
 * failed is known of our own outcomes only, so what does not say it is a client's.
 */
function mostStale(items: readonly Item[], { repeatedCalls }: Limits): number {
  const last = items.at(-1);
  const isTheirs = last?.kind === 'exchange' && last.exchanged.some(({ result }) => result?.isError === undefined);
  return (isTheirs ? 2 : 1) * (repeatedCalls - 1);
}

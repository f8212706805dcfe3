import type { Limits, Message, VisibleTool } from '../core/index.ts';
import type { ModelRequest } from '../models/index.ts';
import type { Item } from './arrangement.ts';
import type { Ground } from './ground.ts';
import { guard } from './guards.ts';
import type { PlannedTurn } from './loop.ts';
import { type Finds, withBase, withContext, withFinds } from './prompt.ts';
import { isText, TEXT_DEMANDS, textWriter } from './text-prompt.ts';
import { writeTranscript } from './transcript.ts';

/** What a step asks of its model, and how that is written for it. */
export interface Draft {
  /** In our own words: calls and outcomes as such, all tools, and all that was found. */
  readonly request: ModelRequest;
  /** What was found for messages, and is told behind them. */
  readonly finds: readonly Finds[];
  /** As it is sent, without what there is no room for. */
  write(left?: Left): ModelRequest;
  /** The model is to answer without tools, although they stay declared. */
  readonly isMuted: boolean;
  readonly isLastStep: boolean;
}

/** What of a prompt may be left out: declared tools, and what was found for messages. */
export type Left = ReadonlySet<VisibleTool | Finds>;
export const NOTHING_LEFT: Left = new Set();

/** What the model is asked next. */
export function draftStep(
  { id, ask, plan, model, choice, discovery, unsaid = NOTHING_LEFT }: PlannedTurn,
  items: readonly Item[],
  step: number,
  { limits, prompt = '' }: Pick<Ground, 'limits' | 'prompt'>,
): Draft {
  const { demands } = model.backend.describe();
  const finds = discovery?.finds.filter((each) => !unsaid.has(each)) ?? [];
  const guarded = (told: readonly Finds[]) =>
    guard(writeTranscript(withFinds(items, told), isText(plan) ? TEXT_DEMANDS : demands));
  const inFull = (messages: readonly Message[]) => withContext(withBase(messages, prompt), ask.context);
  const { messages, staleSteps } = guarded(finds);
  const isLastStep = step >= limits.steps;
  const isOver = isLastStep && (step > 1 || plan.visible.every(({ owner }) => owner === 'gateway'));
  const isMuted = choice.kind === 'none' || isOver || staleSteps >= mostStale(items, limits);
  const request: ModelRequest = {
    turn: id,
    model: model.model,
    messages: inFull(messages),
    tools: plan.visible,
    choice: isMuted ? { kind: 'none' } : step === 1 ? choice : { kind: 'auto' },
    ...(ask.parallel === undefined ? {} : { parallel: ask.parallel }),
    ...(model.next !== undefined && step === 1 ? { hasNext: true } : {}),
    isStreamed: ask.isStreamed,
    extra: ask.extra,
  };
  const writerOf = (given: ModelRequest) => (isText(plan) ? textWriter(given, plan, demands) : nativeWriter(given));
  const writeAll = writerOf(request);
  const write = (left = NOTHING_LEFT): ModelRequest => {
    const tools = left.size === 0 ? request.tools : request.tools.filter((tool) => !left.has(tool));
    const told = finds.filter((each) => !left.has(each));
    if (told.length === finds.length) return writeAll(tools);
    return writerOf({ ...request, messages: inFull(guarded(told).messages) })(tools);
  };
  return { request, finds, write, isMuted, isLastStep };
}

function nativeWriter(request: ModelRequest): (tools: readonly VisibleTool[]) => ModelRequest {
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

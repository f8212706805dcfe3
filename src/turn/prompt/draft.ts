import type { Ask, Limits, Message, ModelRequest, ToolChoice, VisibleTool } from '../../core/index.ts';
import type { ResolvedModel } from '../../models/index.ts';
import type { TurnTools } from '../discovery/turn-tools.ts';
import type { Item } from '../history/arrangement.ts';
import { writeTranscript } from '../history/transcript.ts';
import { meantIn } from '../reading/dispatch.ts';
import type { TurnContext } from '../services.ts';
import { guard } from './guards.ts';
import { type AppendedFinds, withBase, withContext, withFinds } from './prompt.ts';
import { isText, TEXT_DEMANDS, textWriter } from './text-prompt.ts';

/** The request of one step, and a function that writes it in the model's format. */
export interface Draft {
  /** The request in neutral form, with all tools and all texts that are appended to messages. */
  readonly request: ModelRequest;
  readonly appended: readonly AppendedFinds[];
  /** Writes the request as it is sent to the model, without the omitted parts. */
  write(omitted?: Omitted): ModelRequest;
  /** Why the model must answer without calling tools, although they stay declared; undefined if it may call tools. */
  readonly mutedBy: MutedBy | undefined;
  readonly isLastStep: boolean;
}

/** The tool choice `none`, the limit of steps, or the limit of repeated calls. */
export type MutedBy = 'choice' | 'steps' | 'repetition';

/** The parts of a prompt that are dropped because the context window is too small. */
export interface Omitted {
  /** Declared tools. */
  readonly tools: ReadonlySet<VisibleTool>;
  readonly appended: ReadonlySet<AppendedFinds>;
}

export const NOTHING_OMITTED: Omitted = { tools: new Set(), appended: new Set() };

/** The state of a turn from which its next step is drafted. */
export interface StepState {
  readonly id: string;
  readonly ask: Ask;
  readonly model: ResolvedModel;
  readonly tools: TurnTools;
  readonly choice: ToolChoice;
  readonly transcript: readonly Item[];
  readonly step: number;
  readonly context: TurnContext;
}

/** Drafts the next request to the model. */
export function draftStep({ id, ask, model, tools, choice, transcript: items, step, context }: StepState): Draft {
  const { limits, policy } = context;
  const { plan, appended } = tools;
  const { demands } = model.backend.describe();
  const guarded = (told: readonly AppendedFinds[]) =>
    guard(writeTranscript(withFinds(items, told), isText(plan) ? TEXT_DEMANDS : demands), meantIn(ask));
  const framed = (messages: readonly Message[]) => withContext(withBase(messages, policy.prompt ?? ''), ask.context);
  const { messages, staleSteps } = guarded(appended);
  const isLastStep = step >= limits.steps;
  const isOver = isLastStep && (step > 1 || plan.visible.every(({ owner }) => owner === 'gateway'));
  const isRepeating = staleSteps >= mostStale(items, limits);
  const mutedBy = choice.kind === 'none' ? 'choice' : isOver ? 'steps' : isRepeating ? 'repetition' : undefined;
  const request: ModelRequest = {
    turn: id,
    model: model.model,
    messages: framed(messages),
    tools: plan.visible,
    choice: mutedBy !== undefined ? { kind: 'none' } : step === 1 ? choice : { kind: 'auto' },
    ...(ask.parallel === undefined ? {} : { parallel: ask.parallel }),
    ...(model.next !== undefined && step === 1 ? { hasNext: true } : {}),
    isStreamed: ask.isStreamed,
    sampling: ask.sampling,
    ...(ask.extra === undefined ? {} : { extra: ask.extra }),
  };
  const writerOf = (given: ModelRequest) => (isText(plan) ? textWriter(given, plan, demands) : nativeWriter(given));
  const writeAll = writerOf(request);
  const write = ({ tools: left, appended: unsaid } = NOTHING_OMITTED): ModelRequest => {
    const declared = left.size === 0 ? request.tools : request.tools.filter((tool) => !left.has(tool));
    if (unsaid.size === 0) return writeAll(declared);
    const rest = guarded(appended.filter((each) => !unsaid.has(each))).messages;
    return writerOf({ ...request, messages: framed(rest) })(declared);
  };
  return { request, appended, write, mutedBy, isLastStep };
}

function nativeWriter(request: ModelRequest): (tools: readonly VisibleTool[]) => ModelRequest {
  return (tools) => {
    if (tools === request.tools) return request;
    return { ...request, tools, choice: tools.length === 0 ? { kind: 'auto' } : request.choice };
  };
}

/**
 * Returns the number of steps without new results after which the model must answer without tools. Client tools get twice
 * the limit, because agents poll. A result without `isError` came from the client.
 */
function mostStale(items: readonly Item[], { repeatedCalls }: Limits): number {
  const last = items.at(-1);
  const isTheirs = last?.kind === 'exchange' && last.exchanged.some(({ result }) => result?.isError === undefined);
  return (isTheirs ? 2 : 1) * (repeatedCalls - 1);
}

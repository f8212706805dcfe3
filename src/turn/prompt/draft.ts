import type {
  AllowedTools,
  Ask,
  Demands,
  Limits,
  Message,
  ModelRequest,
  ToolChoice,
  VisibleTool,
} from '../../core/index.ts';
import type { ResolvedModel } from '../../models/index.ts';
import type { TurnTools } from '../discovery/turn-tools.ts';
import type { Item } from '../history/arrangement.ts';
import { meet, writeTranscript } from '../history/transcript.ts';
import { meantIn } from '../reading/dispatch.ts';
import type { TurnContext } from '../services.ts';
import { choiceOf, type MutedBy } from './choice.ts';
import { guard } from './guards.ts';
import { describeOthers, mediaAfterOutcomes, movesMedia, type ShownMedia } from './media.ts';
import { type AppendedFinds, type Retry, withAllowed, withBase, withContext, withFinds, withRetry } from './prompt.ts';
import { breakLargeTexts, isText, TEXT_DEMANDS, textWriter } from './text-prompt.ts';

/** The request of one step, and a function that writes it in the model's format. */
export interface Draft {
  /** The request in neutral form, with all tools and all texts that are appended to messages. */
  readonly request: ModelRequest;
  readonly appended: readonly AppendedFinds[];
  /** Writes the request as it is sent to the model, without the omitted parts. */
  write(omitted?: Omitted): ModelRequest;
  /** Why the model must answer without calling tools, although they stay declared; undefined if it may call tools. */
  readonly mutedBy: MutedBy | undefined;
  /** The tools that the model may call; undefined if it may call all of them. */
  readonly allowed: AllowedTools | undefined;
  readonly isLastStep: boolean;
}

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
  readonly allowed: AllowedTools | undefined;
  readonly transcript: readonly Item[];
  readonly step: number;
  /** Set if the step is asked for again. */
  readonly retry?: Retry | undefined;
  /** True if no tools are declared in this step. */
  readonly isWithoutTools: boolean;
  /** Aborts when the turn is over. */
  readonly turnEnd?: AbortSignal | undefined;
  readonly context: TurnContext;
}

/** Drafts the next request to the model. */
export async function draftStep(state: StepState, shownMedia: ShownMedia): Promise<Draft> {
  const {
    id,
    ask,
    model,
    tools,
    choice,
    allowed,
    transcript: items,
    step,
    retry,
    isWithoutTools,
    turnEnd,
    context,
  } = state;
  const { limits, policy } = context;
  const { plan, appended } = tools;
  const { demands, restrictsTools } = model.backend.describe();
  const guarded = (told: readonly AppendedFinds[]) =>
    guard(writeTranscript(withFinds(items, told), isText(plan) ? TEXT_DEMANDS : demands), meantIn(ask));
  const told = isText(plan) || restrictsTools !== true ? allowed : undefined;
  const isMovable = movesMedia(model, plan);
  const framed = (messages: readonly Message[]) => {
    const instructed = withAllowed(withBase(messages, policy.prompt ?? ''), told);
    return withRetry(describeOthers(withContext(instructed, ask.context), shownMedia, isMovable), retry);
  };
  const { messages, staleSteps } = guarded(appended);
  const isLastStep = step >= Math.min(limits.steps, ask.steps ?? limits.steps);
  const isOver = isLastStep && (step > 1 || plan.visible.every(({ owner }) => owner === 'gateway'));
  const isRepeating = staleSteps >= mostStale(items, limits);
  const exhausted = isOver ? 'steps' : isRepeating ? 'repetition' : undefined;
  const { choice: chosen, mutedBy, allowed: callable } = choiceOf({ plan, choice, allowed, step, exhausted });
  const request: ModelRequest = {
    turn: id,
    ...(turnEnd !== undefined && { turnEnd }),
    model: model.model,
    messages: framed(messages),
    tools: isWithoutTools ? NO_TOOLS : plan.visible,
    choice: isWithoutTools ? { kind: 'auto' } : chosen,
    ...(callable === undefined ? {} : { allowed: callable }),
    ...(ask.parallel === undefined ? {} : { parallel: ask.parallel }),
    ...(model.next !== undefined && step === 1 ? { hasNext: true } : {}),
    isStreamed: ask.isStreamed,
    sampling: ask.sampling,
    ...(ask.extra === undefined ? {} : { extra: ask.extra }),
  };
  const broken = await breakLargeTexts(request.messages, plan);
  const writerOf = (given: ModelRequest) =>
    isText(plan) ? textWriter(given, plan, demands, broken) : nativeWriter(given, demands);
  const writeAll = writerOf(request);
  const write = ({ tools: left, appended: unsaid } = NOTHING_OMITTED): ModelRequest => {
    const declared = left.size === 0 ? request.tools : request.tools.filter((tool) => !left.has(tool));
    if (unsaid.size === 0) return writeAll(declared);
    const rest = guarded(appended.filter((each) => !unsaid.has(each))).messages;
    return writerOf({ ...request, messages: framed(rest) })(declared);
  };
  return { request, appended, write, mutedBy, allowed: callable, isLastStep };
}

const NO_TOOLS: readonly VisibleTool[] = [];

function nativeWriter(given: ModelRequest, demands: Demands): (tools: readonly VisibleTool[]) => ModelRequest {
  const messages = demands.mediaAfterOutcomes === true ? mediaAfterOutcomes(given.messages) : given.messages;
  const request = messages === given.messages ? given : { ...given, messages: meet(messages, demands) };
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

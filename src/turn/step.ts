import type { Ask, Event, Plan } from '../core/index.ts';
import { isPython } from '../select/index.ts';
import type { MutedBy } from './prompt/choice.ts';
import type { Fitted } from './prompt/fit.ts';
import { NO_MEDIA, type ShownMedia } from './prompt/media.ts';
import { prepareStep } from './prompt/prepare.ts';
import { hasMedia, tokensOfMessages, tokensOfTools } from './prompt/size.ts';
import { outcomesIn } from './prompt/text-prompt.ts';
import { FormatReading } from './reading/format-reading.ts';
import type { Held } from './reading/held-text.ts';
import { StepReading } from './reading/step-reading.ts';
import type { TurnRun } from './run.ts';

/** One model call in progress. */
export interface Step {
  readonly fitted: Fitted;
  /** The media of tool results in the request. */
  readonly shownMedia: ShownMedia;
  /** As in the draft. */
  readonly mutedBy: MutedBy | undefined;
  readonly isLastStep: boolean;
  /** A notice for the client, sent before the answer. */
  readonly notice: Event | undefined;
  /** The model's own events. Pulling the first one sends the request. */
  readonly answer: AsyncIterable<readonly Event[]>;
  /** Finds calls that the model wrote as text. */
  readonly format: FormatReading;
  /** Divides calls by owner, and collects what the turn needs from the answer. */
  readonly reading: StepReading;
  readonly startedAt: number;
}

/**
 * Prepares the next request so that it fits the model's context window. The request is sent when the answer is first
 * pulled.
 */
export async function askModel(run: TurnRun): Promise<Step> {
  const { context, ask, model, tools, signal } = run;
  const { log } = context;
  const { draft, fitted, shownMedia } = await prepareStep(run, run.suspectMedia.size > 0 ? NO_MEDIA : undefined);
  if (fitted.roomTokens !== undefined) tools.leaveRoom(fitted.roomTokens);
  const notice = fitted.omittedTools.size === 0 ? undefined : omit(run, fitted);
  const { plan } = run;
  const { mutedBy, allowed, isLastStep, request } = draft;
  const isMuted = mutedBy !== undefined;
  const isSingle = ask.parallel === false;
  const reading = new StepReading({
    plan,
    before: run.memory.text,
    isMuted,
    allowed,
    mustCall: request.choice.kind === 'required' || request.choice.kind === 'named',
    isSingle,
    held: isMuted ? undefined : heldText(ask, plan),
    begun: run.retry?.text,
  });
  run.reading = reading;
  if (fitted.failure !== undefined) reading.fail(fitted.failure);
  if (context.observer.hasListener('step-started')) {
    const about = { turn: run.id, model: model.id, step: run.step };
    context.observer.tell({
      type: 'step-started',
      ...about,
      format: plan.format,
      toolCount: fitted.request.tools.length,
    });
  }
  return {
    fitted,
    shownMedia,
    mutedBy,
    isLastStep,
    notice,
    answer: fitted.failure === undefined ? model.backend.stream(fitted.request, signal) : NO_ANSWER,
    format: new FormatReading({
      plan,
      isMuted,
      showsPrograms: mutedBy === 'choice',
      isSingle,
      messages: request.messages,
      outcomes: outcomesIn(run.transcript.at(-1), plan),
      log,
      turn: run.id,
    }),
    reading,
    startedAt: performance.now(),
  };
}

/**
 * Returns the text to keep back, because the client parses the answer and may see only the last step's text. Without
 * gateway tools, a further step is rare: the model called a tool that it may not call. Then JSON streams as it arrives.
 */
function heldText({ sampling: { responseFormat }, isStreamed }: Ask, { visible, callable }: Plan): Held | undefined {
  if (responseFormat === undefined || responseFormat.kind === 'text') return undefined;
  const hasGatewayTools = [...visible, ...callable].some((tool) => tool.owner === 'gateway' && !isPython(tool));
  return isStreamed && !hasGatewayTools ? 'prose' : 'all';
}

const NO_ANSWER: AsyncIterable<readonly Event[]> = {
  async *[Symbol.asyncIterator]() {},
};

/** Removes the tools that do not fit the context window from the plan, logs that, and returns a notice for the client. */
function omit({ id, model, tools, context }: TurnRun, { omitted, omittedTools }: Fitted): Event {
  tools.omit(omittedTools, omitted.appended);
  const fields = { turn: id, model: model.id, left: omittedTools.size, tools: tools.plan.visible.length };
  context.log.warn(
    fields,
    "The prompt exceeds the model's context window; dropped the tools that are least relevant to the question.",
  );
  const count = omittedTools.size === 1 ? '1 tool was' : `${omittedTools.size} tools were`;
  return { type: 'notice', message: `${count} dropped, because the prompt would exceed the model's context window.` };
}

/**
 * Compares the prompt tokens that the model reports with our estimate. This improves later estimates, and detects
 * servers that silently truncate the prompt.
 */
export function compareSize({ id, model, context }: TurnRun, { fitted, reading: { finish } }: Step): void {
  if (finish.failure !== undefined || model.backend.describe().hasNoPromptCache === true) return;
  const { request, characters, estimate, isChosen } = fitted;
  const calibration = context.calibrations.of(model.id);
  if (isChosen === true) calibration.chosen = Math.max(calibration.chosen, request.contextTokens ?? 0);
  const read = finish.usage?.promptTokens;
  if (read === undefined || hasMedia(request.messages)) return;
  const estimated = () => estimate ?? tokensOfMessages(request.messages) + tokensOfTools(request.tools);
  calibration.compare(read, characters, estimated, id);
  if (estimate !== undefined) calibration.learn(read, estimate);
}

export function observeStep({ id, model, step, context }: TurnRun, { reading, startedAt }: Step): void {
  if (!context.observer.hasListener('step-finished')) return;
  const { finish, calls } = reading;
  context.observer.tell({
    type: 'step-finished',
    turn: id,
    model: model.id,
    step,
    finish: finish.reason,
    callCount: calls.length,
    usage: finish.usage,
    failure: finish.failure,
    durationMs: Math.round(performance.now() - startedAt),
  });
}

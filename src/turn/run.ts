import type {
  AllowedTools,
  Ask,
  Event,
  FinishEvent,
  FinishReason,
  Plan,
  ToolChoice,
  TurnFailure,
} from '../core/index.ts';
import type { ResolvedModel } from '../models/index.ts';
import { asksForGateway } from '../select/index.ts';
import { decidedIn } from './decided.ts';
import type { TurnTools } from './discovery/turn-tools.ts';
import type { Item } from './history/arrangement.ts';
import { type Conversation, readIn } from './history/conversation.ts';
import { Memory } from './history/memory.ts';
import type { ModelPlan, TurnRequest } from './planning.ts';
import { NO_MEDIA, type ShownMedia } from './prompt/media.ts';
import type { Retry } from './prompt/prompt.ts';
import { AnswerStart } from './reading/answer-start.ts';
import type { StepReading } from './reading/step-reading.ts';
import type { TurnContext } from './services.ts';
import { Tally } from './tally.ts';
import { type TurnSlot, TurnTimeout } from './turn-slot.ts';

/** A turn's events. Events that arrived together form one batch. */
export type Batches = AsyncGenerator<readonly Event[], void, undefined>;

/** The handling of one request, up to the final answer or the hand-over to the client. */
export interface Turn {
  readonly id: string;
  /** The model name in the client's request. */
  readonly asked: string;
  /** The model that is asked. Until the first event, the turn may still switch to another model of the fallback chain. */
  readonly model: ResolvedModel;
  readonly plan: Plan;
  /** True if a gateway tool has run for this request, also if that was before an interruption. */
  readonly hasRunTools: boolean;
  /** Never throws; ends with exactly one `finish` event. No model is asked before the first batch is pulled. */
  readonly events: AsyncIterable<readonly Event[]>;
}

/**
 * A running turn. Holds all of its current state (model, plan, step, transcript), and manages its slot among concurrent
 * turns, its timeout and its end.
 */
export class TurnRun implements Turn {
  readonly id: string;
  readonly ask: Ask;
  readonly conversation: Conversation;
  readonly context: TurnContext;
  readonly events: Turn['events'];
  /** Records the turn's steps so far. */
  readonly memory: Memory;
  readonly opening = new AnswerStart();
  /** Time at which the tools had been chosen, on the clock of `performance.now()`. */
  readonly plannedAt = performance.now();
  readonly #tally = new Tally();
  /** The history for the next step: the client's messages, then the steps of this turn. */
  readonly transcript: Item[];
  /** Number of the current model call. A repetition after an empty answer does not count. */
  step = 1;
  /** Number of attempts at this step, including the current one. */
  tries = 1;
  /** Set if the current attempt follows an answer that was cut off. */
  retry: Retry | undefined;
  /** True if the current step declares no tools, because the model called tools when it was told not to. */
  isWithoutTools = false;
  /** Media of tool results that the model may have refused. They are not shown while it is asked again. */
  suspectMedia: ShownMedia = NO_MEDIA;
  /** The step that is being read; undefined between steps. */
  reading: StepReading | undefined;
  #planned: ModelPlan;
  readonly #abort: AbortController;
  readonly #end = new AbortController();
  readonly #place: TurnSlot;
  #isFinished = false;

  constructor(
    { id, ask, conversation }: TurnRequest,
    planned: ModelPlan,
    { abort, place }: { readonly abort: AbortController; readonly place: TurnSlot },
    context: TurnContext,
    loop: (run: TurnRun) => Batches,
  ) {
    this.id = id;
    this.ask = ask;
    this.conversation = conversation;
    this.context = context;
    this.memory = new Memory(ask, conversation.prefix, context);
    this.transcript = [...conversation.items];
    this.#planned = planned;
    this.#abort = abort;
    this.#place = place;
    this.events = loop(this);
  }

  get asked(): string {
    return this.ask.model;
  }

  get model(): ResolvedModel {
    return this.#planned.model;
  }

  get tools(): TurnTools {
    return this.#planned.tools;
  }

  get plan(): Plan {
    return this.#planned.tools.plan;
  }

  /** The request's tool choice. `choiceOf` decides for which steps it holds. */
  get choice(): ToolChoice {
    return this.#planned.choice;
  }

  /** The tools that the model may call, by wire name; undefined if it may call all of them. */
  get allowed(): AllowedTools | undefined {
    return this.#planned.allowed;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** True if the same request was interrupted recently, after a step with calls. */
  get isInterrupted(): boolean {
    return this.context.interrupted.find(this.ask) !== undefined;
  }

  get hasRunTools(): boolean {
    return this.memory.hasRunTools;
  }

  /** Aborts when the turn is over, however it ends. */
  get turnEnd(): AbortSignal {
    return this.#end.signal;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Starts the turn. Called when its events are first read. */
  begin(): void {
    this.#place.pull();
    this.#announce();
    const { observer } = this.context;
    if (!observer.hasListener('turn-started')) return;
    const { id: turn, asked, model, ask } = this;
    observer.tell({ type: 'turn-started', turn, key: ask.key, asked, model: model.id, isStreamed: ask.isStreamed });
  }

  /** Switches to another model of the fallback chain and repeats the current step with it. */
  switchTo(planned: ModelPlan): void {
    this.#planned = planned;
    this.#announce();
    this.tools.readAgain(readIn(this.transcript.slice(this.conversation.items.length)));
    this.suspectMedia = NO_MEDIA;
    this.#tally.forget();
    this.opening.forget();
    this.tries = 1;
    this.retry = undefined;
    this.isWithoutTools = false;
  }

  /** Begins the next step, after the outcomes of this one. */
  nextStep(): void {
    this.step++;
    this.tries = 1;
    this.retry = undefined;
    this.#place.restart();
  }

  /** Stores what this model is shown of the tools, so that later requests can repeat it byte for byte. */
  #announce(): void {
    const { announcementId, toKeep } = this.tools;
    this.memory.announcementId = announcementId;
    if (toKeep !== undefined) this.context.store.announce(toKeep);
  }

  /** Adds the usage of a completed step. */
  count({ finish }: StepReading): void {
    this.#tally.add(finish.usage);
  }

  /**
   * Ends the turn and returns its `finish` event. Details of `said`, the last step's own `finish`, are kept if its
   * reason is the same.
   */
  finish(reason: FinishReason, said?: FinishEvent): readonly [FinishEvent] {
    return this.#finish({ ...(said?.reason === reason && said), type: 'finish', reason, ...this.#usage() });
  }

  /**
   * Ends the turn with a failure and returns its `finish` event. If the turn was aborted, the abort replaces the given
   * failure.
   */
  fail(given: TurnFailure): readonly [FinishEvent] {
    const failure = this.signal.aborted ? abortedBy(this.signal) : given;
    return this.#finish({ type: 'finish', reason: 'failed', failure, ...this.#usage() });
  }

  /** Releases the turn's slot. If the client disconnected mid-turn, keeps what was done so that a retry can resume. */
  end(): void {
    this.#place.leave();
    this.#end.abort();
    if (this.#isFinished) {
      this.memory.leave();
      return;
    }
    this.memory.breakOff(this.reading?.shownText ?? '');
    this.#abort.abort(new Error('the client stopped reading the events'));
    this.#observe(undefined);
  }

  #finish(finish: FinishEvent): readonly [FinishEvent] {
    this.#isFinished = true;
    this.#observe(finish); // first, because the client may ask for the turn's record as soon as it has the event
    return [finish];
  }

  #observe(finish: FinishEvent | undefined): void {
    const { observer, catalogue } = this.context;
    if (!observer.hasListener('turn-finished')) return;
    const { id: turn, ask, asked, model, plan } = this;
    const absent = asksForGateway(this.#planned.wish) ? (catalogue.absentTools?.() ?? []) : [];
    observer.tell({
      type: 'turn-finished',
      turn,
      key: ask.key,
      asked,
      model: model.id,
      isSubstitute: model.isSubstitute,
      decided: decidedIn(plan, absent),
      finish: finish?.reason ?? 'left',
      usage: finish?.usage,
      failure: finish?.failure,
      durationMs: Math.round(performance.now() - this.#place.startedAt),
    });
  }

  #usage(): Pick<FinishEvent, 'usage'> {
    const { usage } = this.#tally;
    return usage === undefined ? {} : { usage };
  }
}

/** Converts the reason of an aborted signal to a failure: a timeout or a cancellation. */
export function abortedBy({ reason }: AbortSignal): TurnFailure {
  if (reason instanceof TurnTimeout) return { kind: 'turn-timeout', limitMs: reason.limitMs };
  return {
    kind: 'turn-cancelled',
    reason: reason instanceof Error ? reason.message : 'the client cancelled the request',
  };
}

import type { Ask, Event, FinishEvent, FinishReason, Plan, ToolChoice, TurnFailure } from '../core/index.ts';
import type { ResolvedModel } from '../models/index.ts';
import { asksForGateway } from '../select/index.ts';
import { decidedIn } from './decided.ts';
import type { TurnTools } from './discovery/turn-tools.ts';
import type { Item } from './history/arrangement.ts';
import { type Conversation, readIn } from './history/conversation.ts';
import { Memory } from './history/memory.ts';
import { type TurnPlace, TurnTimeout } from './place.ts';
import type { ModelPlan, TurnRequest } from './planning.ts';
import { Opening } from './reading/opening.ts';
import type { StepReading } from './reading/step-reading.ts';
import type { TurnContext } from './services.ts';
import { Tally } from './tally.ts';

/** A turn's events, in batches of what arrived together. */
export type Batches = AsyncGenerator<readonly Event[], void, undefined>;

/** The handling of one Ask, up to the answer or the hand-over to the client. */
export interface Turn {
  readonly id: string;
  /** What the client called the model. */
  readonly asked: string;
  /** The model that is asked. Until the first event another one of its chain may take its place. */
  readonly model: ResolvedModel;
  readonly plan: Plan;
  /** Never throws; ends with exactly one `finish`. No model is asked before the first pull. */
  readonly events: AsyncIterable<readonly Event[]>;
}

/**
 * A turn under way: the one place for its current state (model, plan, step, transcript), and the frame around it (its place among
 * other turns, its time limit, its end).
 */
export class TurnRun implements Turn {
  readonly id: string;
  readonly ask: Ask;
  readonly conversation: Conversation;
  readonly context: TurnContext;
  readonly events: Turn['events'];
  /** What the turn did so far. */
  readonly memory: Memory;
  readonly opening = new Opening();
  readonly #tally = new Tally();
  /** What the next step is asked about: the client's history, and the steps of this turn. */
  readonly transcript: Item[];
  /** Counts the calls of the model; an empty answer that is asked for again does not count. */
  step = 1;
  /** How often this step was asked. */
  tries = 1;
  /** The step that is being read, if one is. */
  reading: StepReading | undefined;
  #planned: ModelPlan;
  readonly #abort: AbortController;
  readonly #place: TurnPlace;
  #isFinished = false;

  constructor(
    { id, ask, conversation }: TurnRequest,
    planned: ModelPlan,
    { abort, place }: { readonly abort: AbortController; readonly place: TurnPlace },
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

  /** What the request demands of the first step. */
  get choice(): ToolChoice {
    return this.#planned.choice;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The same request was interrupted a moment ago, after tools had run. */
  get isInterrupted(): boolean {
    return this.context.interrupted.find(this.ask) !== undefined;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** The events are being read: the turn runs from here on. */
  begin(): void {
    this.#place.pull();
    this.#announce();
    const { observer } = this.context;
    if (!observer.hears('turn-started')) return;
    const { id: turn, asked, model, ask } = this;
    observer.tell({ type: 'turn-started', turn, key: ask.key, asked, model: model.id, isStreamed: ask.isStreamed });
  }

  /** Goes on with the next model of the chain, from the start of this request. */
  switchTo(planned: ModelPlan): void {
    this.#planned = planned;
    this.#announce();
    this.tools.readAgain(readIn(this.transcript.slice(this.conversation.items.length)));
    this.#tally.forget();
    this.opening.forget();
    this.tries = 1;
  }

  /** What this model is told of tools must be told again, in the same letters, when the conversation goes on. */
  #announce(): void {
    const { announcementId, toKeep } = this.tools;
    this.memory.announcementId = announcementId;
    if (toKeep !== undefined) this.context.store.announce(toKeep);
  }

  /** A step has been read to its end. */
  count({ finish }: StepReading): void {
    this.#tally.add(finish.usage);
  }

  /** The one event that ends the turn. `said`: how the model's last step ended, which may say more about the reason. */
  finish(reason: FinishReason, said?: FinishEvent): readonly [FinishEvent] {
    return this.#finish({ ...(said?.reason === reason && said), type: 'finish', reason, ...this.#usage() });
  }

  /** The same for a failure. If the turn was aborted, that is the failure. */
  fail(given: TurnFailure): readonly [FinishEvent] {
    const failure = this.signal.aborted ? abortedBy(this.signal) : given;
    return this.#finish({ type: 'finish', reason: 'failed', failure, ...this.#usage() });
  }

  /** Gives up the turn's place, and keeps what was done if the client left in the middle, so that a retry can resume. */
  end(): void {
    this.#place.leave();
    if (this.#isFinished) {
      this.memory.leave();
      return;
    }
    this.memory.breakOff(this.reading?.text ?? '');
    this.#abort.abort(new Error('its events were not read to the end'));
    this.#observe(undefined);
  }

  #finish(finish: FinishEvent): readonly [FinishEvent] {
    this.#isFinished = true;
    this.#observe(finish); // before the client can ask for the turn's record
    return [finish];
  }

  #observe(finish: FinishEvent | undefined): void {
    const { observer, catalogue } = this.context;
    if (!observer.hears('turn-finished')) return;
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

/** Why the turn was stopped from outside. */
export function abortedBy({ reason }: AbortSignal): TurnFailure {
  if (reason instanceof TurnTimeout) return { kind: 'turn-timeout', limitMs: reason.limitMs };
  return { kind: 'turn-cancelled', reason: reason instanceof Error ? reason.message : 'the client gave up' };
}

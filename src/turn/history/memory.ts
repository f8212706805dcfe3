import type {
  Ask,
  Call,
  Continuation,
  ContinuationStep,
  ContinuedCall,
  Log,
  Part,
  ReasoningPart,
} from '../../core/index.ts';
import type { Store } from '../../store/index.ts';
import type { Ran } from '../ran.ts';
import type { StepReading } from '../reading/step-reading.ts';
import type { Exchange, Exchanged } from './arrangement.ts';
import { textHash } from './fingerprint.ts';
import type { Interrupted } from './interrupted.ts';
import { gapBetween } from './joined.ts';
import { partsOf, withoutMedia } from './outcome-parts.ts';

/** The services that store what a turn did. */
interface MemoryContext {
  readonly store: Store;
  readonly interrupted: Interrupted;
  readonly log: Log;
}

/** Records the steps of a turn, for the model's next step and for the client's next request. */
export class Memory {
  readonly #ask: Ask;
  readonly #prefix: string;
  readonly #context: MemoryContext;
  readonly #steps: ContinuationStep[] = [];
  /** The text that the client has received so far. */
  text = '';
  /** True if a gateway tool has run for this request, also if that was before an interruption. */
  hasRunTools = false;
  /** Id of the tool announcement that the model was given; undefined if that is not stored. */
  announcementId: string | undefined;
  /** Time of the first interruption, if the turn was resumed and has made no progress since. */
  #brokenSince: number | undefined;
  /** True if the turn ended with a text and had no hidden steps. */
  #isPlain = false;

  constructor(ask: Ask, prefix: string, context: MemoryContext) {
    this.#ask = ask;
    this.#prefix = prefix;
    this.#context = context;
  }

  /** Restores the steps that the same request had completed before it was interrupted. */
  resume(): Resumed {
    const { steps = [], hasRunTools = false, at } = this.#context.interrupted.find(this.#ask) ?? {};
    this.hasRunTools = hasRunTools;
    this.#brokenSince = at;
    const last = steps.at(-1);
    const isOpen = last?.calls.some(({ outcome }) => outcome === undefined) === true;
    const exchanges = (isOpen ? steps.slice(0, -1) : steps).map((step) => this.#push(step));
    return isOpen && last !== undefined ? { exchanges, open: last } : { exchanges };
  }

  /**
   * Completes an interrupted step. `ran` has the outcomes of the gateway calls that had none, in the order of those
   * calls.
   */
  close(step: ContinuationStep, ran: readonly Ran[]): Exchange {
    const rest = [...ran];
    const calls = step.calls.flatMap((each) =>
      isUnfinishedGatewayCall(each) ? continuedBy(each.call, rest.shift()) : [each],
    );
    const open = (all: readonly ContinuedCall[]) => all.filter(isUnfinishedGatewayCall).length;
    if (open(calls) < open(step.calls)) this.#brokenSince = undefined; // the retry made progress
    return this.#push({ ...step, calls });
  }

  /**
   * Adds a step with calls, and returns it as the model must see it. `ran` has the outcomes of the gateway's calls, in
   * order.
   */
  add({ text, calls, reasoning, isTextHidden }: StepReading, ran: readonly Ran[]): Exchange {
    this.#brokenSince = undefined;
    let settled = 0;
    const continued = calls.flatMap(({ call, meant, clientId }): readonly ContinuedCall[] => {
      if (clientId === undefined) return continuedBy(call, ran[settled++]);
      return [meant === call ? { call, clientId } : { call, clientId, meant: asText(meant) }];
    });
    const hidden = isTextHidden ? { isTextHidden } : {};
    return this.#push({ text, calls: continued, ...reasoningOf(reasoning), ...hidden });
  }

  /** Adds what became of programs that waited for the client. `ran` has the outcomes of their calls, in order. */
  addPrograms(calls: readonly Call[], ran: readonly Ran[]): Exchange {
    this.#brokenSince = undefined;
    const continued = calls.flatMap((call, place) => continuedBy(call, ran[place]));
    return this.#push({ text: '', calls: continued, continuesPrograms: true });
  }

  /** The calls of the last step that the client must run. */
  get clientCalls(): readonly ContinuedCall[] {
    return (this.#steps.at(-1)?.calls ?? []).filter(({ clientId }) => clientId !== undefined);
  }

  /** The calls among `clientCalls` that programs made. */
  get programCalls(): readonly ContinuedCall[] {
    return this.clientCalls.filter(({ madeBy }) => madeBy !== undefined);
  }

  /** Stores a turn that ends with calls for the client. */
  handOver(): Promise<void> {
    return this.#keep(this.#steps);
  }

  /** Stores a turn that ends with a text. A turn without hidden steps is stored later, by `leave`. */
  async finish({ text, reasoning }: StepReading): Promise<void> {
    this.#see(text);
    if (this.#steps.length > 0) await this.#keep([...this.#steps, { text, calls: [], ...reasoningOf(reasoning) }]);
    else this.#isPlain = true;
  }

  /**
   * Must be called at the end of a finished turn. Stores a turn without hidden steps only now, so that the client does
   * not wait.
   */
  leave(): void {
    if (!this.#isPlain) return;
    this.#context.interrupted.forget(this.#ask);
    this.#context.store.note(this.#continuation([])); // distinguishes this answer from its branches
  }

  /** Stores an interrupted turn, so that a retry can resume it or the client can continue from the text it received. */
  breakOff(text: string): void {
    const { interrupted, store } = this.#context;
    const done = { steps: this.#steps, hasRunTools: this.hasRunTools };
    if (this.#steps.length > 0) interrupted.keep(this.#ask, done, this.#brokenSince);
    this.#see(text);
    if (this.text === '' && this.#steps.length === 0) return;
    const steps = text === '' && this.#steps.length > 0 ? this.#steps : [...this.#steps, { text, calls: [] }];
    store.note({ ...this.#continuation(steps), isBroken: true });
  }

  /** Forgets an interrupted turn that would fail again in the same way if it were resumed. */
  giveUp(): void {
    this.#context.interrupted.forget(this.#ask);
  }

  /** Saves the turn. A store error is only logged, because it must not fail a turn that already has its answer. */
  async #keep(steps: readonly ContinuationStep[]): Promise<void> {
    const { store, log, interrupted } = this.#context;
    interrupted.forget(this.#ask);
    try {
      if (await store.save(this.#continuation(steps))) return;
      if (await store.save(this.#continuation(steps.map(withoutMedia)))) return;
      log.warn({}, "The store has no room for a turn's hidden calls; the next request continues without them.");
    } catch (error) {
      log.warn(
        { err: error },
        'Saving a turn to the store failed; the next request continues without its hidden calls.',
      );
    }
  }

  #continuation(steps: readonly ContinuationStep[]): Continuation {
    const { announcementId } = this;
    const announced = announcementId === undefined ? {} : { announcementId };
    return { key: this.#ask.key, prefix: this.#prefix, text: textHash(this.text), steps, ...announced };
  }

  #push(step: ContinuationStep): Exchange {
    if (step.isTextHidden !== true) this.#see(step.text);
    this.#steps.push(step);
    return exchangeOf(step);
  }

  #see(text: string): void {
    this.text += gapBetween(this.text, text) + text;
  }
}

export interface Resumed {
  /** The completed steps. */
  readonly exchanges: readonly Exchange[];
  /**
   * The last step, if some of its calls have no outcome: interrupted gateway calls, or client calls that were not
   * handed over.
   */
  readonly open?: ContinuationStep;
}

/** True for a gateway call without an outcome. */
export function isUnfinishedGatewayCall({ clientId, outcome, program }: ContinuedCall): boolean {
  return clientId === undefined && outcome === undefined && program === undefined;
}

/** Returns a gateway call for the store, followed by the calls that its program wants the client to run. */
function continuedBy(call: Call, ran: Ran | undefined): readonly ContinuedCall[] {
  const { waiting, read = [] } = ran ?? {};
  if (waiting === undefined) return [{ call, ...outcomeOf(ran) }];
  const made = waiting.calls.map(({ number, call: own }): ContinuedCall => {
    return { call: asText(own), clientId: own.id, madeBy: { callId: call.id, number } };
  });
  return [{ call, program: waiting.program, ...(read.length > 0 && { read }) }, ...made];
}

/**
 * Converts an outcome for the store. Returns nothing for a call that was cancelled with its turn, so that a retry runs
 * it again, or continues its program.
 */
function outcomeOf(ran: Ran | undefined): Pick<ContinuedCall, 'outcome' | 'read' | 'cancelled'> {
  const { outcome, read = [], cancelled } = ran ?? {};
  if (outcome === undefined || (outcome.status === 'error' && outcome.failure.kind === 'cancelled'))
    return cancelled === undefined ? {} : { cancelled };
  const settled = { content: partsOf(outcome), isError: outcome.status === 'error' };
  return { outcome: settled, ...(read.length > 0 && { read }) };
}

function exchangeOf({ text, calls, reasoning = [], continuesPrograms }: ContinuationStep): Exchange {
  const content: readonly Part[] = text === '' ? reasoning : [...reasoning, { type: 'text', text }];
  const own = calls.filter(({ madeBy }) => madeBy === undefined);
  const exchanged = own.map(
    ({ call, outcome, read }): Exchanged => ({
      call,
      result: outcome && { role: 'tool', callId: call.id, ...outcome },
      ...(read !== undefined && { read }),
    }),
  );
  const assistant = { role: 'assistant' as const, content, calls: own.map(({ call }) => call) };
  return { kind: 'exchange', assistant, exchanged, ...(continuesPrograms && { continuesPrograms }) };
}

/** Returns the call with its arguments as JSON text, as it is handed over to the client. */
function asText(call: Call): Call {
  return typeof call.arguments === 'string' ? call : { ...call, arguments: JSON.stringify(call.arguments ?? {}) };
}

function reasoningOf(reasoning: readonly ReasoningPart[]): { reasoning?: readonly ReasoningPart[] } {
  return reasoning.length === 0 ? {} : { reasoning };
}

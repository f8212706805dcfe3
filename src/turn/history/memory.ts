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
import { partsOf, type Ran } from '../calls.ts';
import type { StepReading } from '../reading/step-reading.ts';
import type { Exchange, Exchanged } from './arrangement.ts';
import { textHash } from './fingerprint.ts';
import type { Interrupted } from './interrupted.ts';
import { gapBetween } from './joined.ts';

/** Where it is kept. */
interface MemoryContext {
  readonly store: Store;
  readonly interrupted: Interrupted;
  readonly log: Log;
}

/** What a turn did so far: for the model's next step, and for the client's next request. */
export class Memory {
  readonly #ask: Ask;
  readonly #prefix: string;
  readonly #context: MemoryContext;
  readonly #steps: ContinuationStep[] = [];
  /** What the client saw of the steps so far. */
  text = '';
  /** Which ToolAnnouncement its model was given, where that is kept. */
  announcementId: string | undefined;
  /** When it broke off first, if it was taken up and got no further yet. */
  #brokenSince: number | undefined;
  /** It ended in words, and nothing was hidden. */
  #isPlain = false;

  constructor(ask: Ask, prefix: string, context: MemoryContext) {
    this.#ask = ask;
    this.#prefix = prefix;
    this.#context = context;
  }

  /** Takes up what the same request had done when it broke off; its last step may have been cut off among its calls. */
  resume(): Resumed {
    const { steps = [], at } = this.#context.interrupted.find(this.#ask) ?? {};
    this.#brokenSince = at;
    const last = steps.at(-1);
    const isOpen = last?.calls.some(({ outcome }) => outcome === undefined) === true;
    const exchanges = (isOpen ? steps.slice(0, -1) : steps).map((step) => this.#push(step));
    return isOpen && last !== undefined ? { exchanges, open: last } : { exchanges };
  }

  /** Closes a step that was cut off: this is what came of its calls of ours that had no outcome, in their order. */
  close(step: ContinuationStep, ran: readonly Ran[]): Exchange {
    const rest = [...ran];
    const calls = step.calls.map((each) => (isOurOpen(each) ? { ...each, ...outcomeOf(rest.shift()) } : each));
    const open = (all: readonly ContinuedCall[]) => all.filter(isOurOpen).length;
    if (open(calls) < open(step.calls)) this.#brokenSince = undefined; // it got further
    return this.#push({ ...step, calls });
  }

  /** A step with calls, as the model must see it, and what came of the gateway's calls, in their order. */
  add({ text, calls, reasoning }: StepReading, ran: readonly Ran[]): Exchange {
    this.#brokenSince = undefined;
    let settled = 0;
    const continued = calls.map(({ call, meant, clientId }): ContinuedCall => {
      if (clientId === undefined) return { call, ...outcomeOf(ran[settled++]) };
      return meant === call ? { call, clientId } : { call, clientId, meant: asText(meant) };
    });
    return this.#push({ text, calls: continued, ...reasoningOf(reasoning) });
  }

  /** The turn ends in calls for the client. */
  handOver(): Promise<void> {
    return this.#keep(this.#steps);
  }

  /** The turn ends in words. */
  async finish({ text, reasoning }: StepReading): Promise<void> {
    this.#see(text);
    if (this.#steps.length > 0) await this.#keep([...this.#steps, { text, calls: [], ...reasoningOf(reasoning) }]);
    else this.#isPlain = true;
  }

  /** The turn is over. A turn that hid nothing is stored only now, so that the client does not wait for it. */
  leave(): void {
    if (!this.#isPlain) return;
    this.#context.interrupted.forget(this.#ask);
    this.#context.store.note(this.#continuation([])); // to be told from its branches
  }

  /** The turn breaks off in the middle of a step, or behind one. The client may go on from what it saw. */
  breakOff(text: string): void {
    const { interrupted, store } = this.#context;
    if (this.#steps.length > 0) interrupted.keep(this.#ask, this.#steps, this.#brokenSince);
    this.#see(text);
    if (this.text === '' && this.#steps.length === 0) return;
    const steps = text === '' && this.#steps.length > 0 ? this.#steps : [...this.#steps, { text, calls: [] }];
    store.note({ ...this.#continuation(steps), isBroken: true });
  }

  /** Nothing can be gained by going on from here. */
  giveUp(): void {
    this.#context.interrupted.forget(this.#ask);
  }

  /** A store that fails must not take an answer down that is there already. */
  async #keep(steps: readonly ContinuationStep[]): Promise<void> {
    const { store, log, interrupted } = this.#context;
    interrupted.forget(this.#ask);
    try {
      if (await store.save(this.#continuation(steps))) return;
      log.warn({}, "there is no room to remember a turn's hidden calls: the next request goes on without them");
    } catch (error) {
      log.warn({ err: error }, 'a turn could not be remembered: the next request goes on without its hidden calls');
    }
  }

  #continuation(steps: readonly ContinuationStep[]): Continuation {
    const { announcementId } = this;
    const announced = announcementId === undefined ? {} : { announcementId };
    return { key: this.#ask.key, prefix: this.#prefix, text: textHash(this.text), steps, ...announced };
  }

  #push(step: ContinuationStep): Exchange {
    this.#see(step.text);
    this.#steps.push(step);
    return exchangeOf(step);
  }

  #see(text: string): void {
    this.text += gapBetween(this.text, text) + text;
  }
}

export interface Resumed {
  /** What need not be done again. */
  readonly exchanges: readonly Exchange[];
  /** The last step, if calls of it had no outcome yet: ours that were cut off, or the client's, not handed over. */
  readonly open?: ContinuationStep;
}

/** A call of ours that has no outcome. */
export function isOurOpen({ clientId, outcome }: ContinuedCall): boolean {
  return clientId === undefined && outcome === undefined;
}

/** Of a call that was cut off with its turn nothing came: it may be made again. */
function outcomeOf(ran: Ran | undefined): Pick<ContinuedCall, 'outcome' | 'read'> {
  const { outcome, read = [] } = ran ?? {};
  if (outcome === undefined || (outcome.status === 'error' && outcome.failure.kind === 'cancelled')) return {};
  const settled = { content: partsOf(outcome), isError: outcome.status === 'error' };
  return { outcome: settled, ...(read.length > 0 && { read }) };
}

function exchangeOf({ text, calls, reasoning = [] }: ContinuationStep): Exchange {
  const content: readonly Part[] = text === '' ? reasoning : [...reasoning, { type: 'text', text }];
  const exchanged = calls.map(
    ({ call, outcome, read }): Exchanged => ({
      call,
      result: outcome && { role: 'tool', callId: call.id, ...outcome },
      ...(read !== undefined && { read }),
    }),
  );
  const assistant = { role: 'assistant' as const, content, calls: calls.map(({ call }) => call) };
  return { kind: 'exchange', assistant, exchanged };
}

/** As the client is handed it. */
function asText(call: Call): Call {
  return typeof call.arguments === 'string' ? call : { ...call, arguments: JSON.stringify(call.arguments ?? {}) };
}

function reasoningOf(reasoning: readonly ReasoningPart[]): { reasoning?: readonly ReasoningPart[] } {
  return reasoning.length === 0 ? {} : { reasoning };
}

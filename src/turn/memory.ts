import type { Ask, Continuation, ContinuationStep, Fields, Outcome, Part } from '../core/index.ts';
import type { Exchange, Exchanged } from './arrangement.ts';
import { partsOf } from './calls.ts';
import { textHash } from './fingerprint.ts';
import type { TurnGround } from './ground.ts';
import { gapBetween } from './joined.ts';
import type { StepReading } from './step.ts';

/** What a turn did so far: for the model's next step, and for the client's next request. */
export class Memory {
  readonly #ask: Ask;
  readonly #prefix: string;
  readonly #ground: TurnGround;
  readonly #steps: ContinuationStep[] = [];
  /** What the client saw of the steps so far. */
  text = '';

  constructor(ask: Ask, prefix: string, ground: TurnGround) {
    this.#ask = ask;
    this.#prefix = prefix;
    this.#ground = ground;
  }

  /** Takes up what the same request had done when it broke off: the exchanges that need not be made again. */
  resume(): readonly Exchange[] {
    return this.#ground.interrupted.find(this.#ask).map((step) => this.#push(step));
  }

  /** A step with calls, as the model must see it. The outcomes are those of the gateway's calls, in their order. */
  add({ text, calls, state }: StepReading, outcomes: readonly Outcome[]): Exchange {
    let settled = 0;
    const continued = calls.map(({ call, clientId }) => {
      if (clientId !== undefined) return { call, clientId };
      const outcome = outcomes[settled++];
      if (outcome === undefined) return { call };
      return { call, outcome: { content: partsOf(outcome), isError: outcome.status === 'error' } };
    });
    return this.#push({ text, calls: continued, ...stateOf(state) });
  }

  /** The turn ends in calls for the client. */
  handOver(): Promise<void> {
    return this.#keep(this.#steps);
  }

  /** The turn ends in words. What had nothing to hide is noted all the same, to be told from its branches. */
  async finish({ text, state }: StepReading): Promise<void> {
    this.#see(text);
    if (this.#steps.length > 0) return this.#keep([...this.#steps, { text, calls: [], ...stateOf(state) }]);
    this.#ground.interrupted.forget(this.#ask);
    this.#ground.siblings.addPlain(this.#continuation([]));
  }

  /** The turn breaks off in the middle of a step, or behind one. The client may go on from what it saw. */
  breakOff(text: string): void {
    const { interrupted, siblings, store } = this.#ground;
    if (this.#steps.length > 0) interrupted.keep(this.#ask, this.#steps);
    this.#see(text);
    if (this.text === '') return;
    const broken = { ...this.#continuation([...this.#steps, { text, calls: [] }]), isBroken: true as const };
    siblings.addHiding(broken);
    store.note(broken);
  }

  /** Nothing can be gained by going on from here. */
  giveUp(): void {
    this.#ground.interrupted.forget(this.#ask);
  }

  /** A store that fails must not take an answer down that is there already. */
  async #keep(steps: readonly ContinuationStep[]): Promise<void> {
    const { store, siblings, log, interrupted } = this.#ground;
    interrupted.forget(this.#ask);
    const kept = this.#continuation(steps);
    siblings.addHiding(kept);
    try {
      if (await store.save(kept)) return;
      log.warn({}, "there is no room to remember a turn's hidden calls: the next request goes on without them");
    } catch (error) {
      log.warn({ err: error }, 'a turn could not be remembered: the next request goes on without its hidden calls');
    }
  }

  #continuation(steps: readonly ContinuationStep[]): Continuation {
    return { key: this.#ask.key, prefix: this.#prefix, text: textHash(this.text), steps };
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

function exchangeOf({ text, calls, state }: ContinuationStep): Exchange {
  const content: readonly Part[] = text === '' ? [] : [{ type: 'text', text }];
  const exchanged = calls.map(
    ({ call, outcome }): Exchanged => ({ call, result: outcome && { role: 'tool', callId: call.id, ...outcome } }),
  );
  const extra = state === undefined ? {} : { extra: state };
  const assistant = { role: 'assistant' as const, content, calls: calls.map(({ call }) => call), ...extra };
  return { kind: 'exchange', assistant, exchanged };
}

function stateOf(state: Fields): { state?: Fields } {
  return Object.keys(state).length === 0 ? {} : { state };
}

import type { ContinuationStep, Outcome, Part } from '../core/index.ts';
import type { Exchange, Exchanged } from './arrangement.ts';
import { contentOf } from './calls.ts';
import { textHash } from './fingerprint.ts';
import type { TurnGround } from './ground.ts';
import { gapBetween } from './joined.ts';
import type { StepCall } from './step.ts';

/** What a turn did so far: for the model's next step, and for the client's next request. */
export class Memory {
  readonly #key: string;
  readonly #prefix: string;
  readonly #ground: TurnGround;
  readonly #steps: ContinuationStep[] = [];
  /** What the client saw so far. */
  text = '';

  constructor(key: string, prefix: string, ground: TurnGround) {
    this.#key = key;
    this.#prefix = prefix;
    this.#ground = ground;
  }

  /** Takes up what the same request had done when it broke off: the exchanges that need not be made again. */
  resume(): readonly Exchange[] {
    return this.#ground.interrupted.find(this.#key, this.#prefix).map((step) => this.#push(step));
  }

  /** A step with calls, as the model must see it. The outcomes are those of the gateway's calls, in their order. */
  add(text: string, calls: readonly StepCall[], outcomes: readonly Outcome[]): Exchange {
    let settled = 0;
    const continued = calls.map(({ call, clientId }) => {
      if (clientId !== undefined) return { call, clientId };
      const outcome = outcomes[settled++];
      if (outcome === undefined) return { call };
      return { call, outcome: { content: contentOf(outcome), isError: outcome.status === 'error' } };
    });
    return this.#push({ text, calls: continued });
  }

  /** The turn ends in calls for the client. */
  handOver(): Promise<void> {
    return this.#keep(this.#steps);
  }

  /** The turn ends in words. */
  finish(text: string): Promise<void> {
    this.#see(text);
    return this.#keep(this.#steps.length === 0 ? [] : [...this.#steps, { text, calls: [] }]);
  }

  /** The turn breaks off. */
  breakOff(): void {
    if (this.#steps.length > 0) this.#ground.interrupted.keep(this.#key, this.#prefix, this.#steps);
  }

  /** A store that fails must not take an answer down that is there already. */
  async #keep(steps: readonly ContinuationStep[]): Promise<void> {
    const { store, log, interrupted } = this.#ground;
    const continuation = { key: this.#key, prefix: this.#prefix, text: textHash(this.text), steps };
    interrupted.forget(this.#key, this.#prefix);
    try {
      if (await store.save(continuation)) return;
      log.warn({}, "a turn's hidden calls are too large to be remembered: the next request goes on without them");
    } catch (error) {
      log.warn({ err: error }, 'a turn could not be remembered: the next request goes on without its hidden calls');
    }
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

function exchangeOf({ text, calls }: ContinuationStep): Exchange {
  const content: readonly Part[] = text === '' ? [] : [{ type: 'text', text }];
  const exchanged = calls.map(
    ({ call, outcome }): Exchanged => ({ call, result: outcome && { role: 'tool', callId: call.id, ...outcome } }),
  );
  const assistant = { role: 'assistant' as const, content, calls: calls.map(({ call }) => call) };
  return { kind: 'exchange', assistant, exchanged };
}

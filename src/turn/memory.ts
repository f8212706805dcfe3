import type { Continuation, ContinuationStep, Outcome, Part } from '../core/index.ts';
import type { Exchange, Exchanged } from './arrangement.ts';
import { contentOf } from './calls.ts';
import { textHash } from './fingerprint.ts';
import type { Ground } from './ground.ts';
import { gapBetween } from './joined.ts';
import type { StepCall } from './step.ts';

/** What a turn did so far: for the model's next step, and for the client's next request. */
export class Memory {
  readonly #key: string;
  readonly #prefix: string;
  readonly #steps: ContinuationStep[] = [];
  /** What the client saw so far. */
  text = '';

  constructor(key: string, prefix: string) {
    this.#key = key;
    this.#prefix = prefix;
  }

  /** A step with calls. The outcomes are those of the gateway's calls, in their order. */
  add(text: string, calls: readonly StepCall[], outcomes: readonly Outcome[]): void {
    let settled = 0;
    const continued = calls.map(({ call, clientId }) => {
      if (clientId !== undefined) return { call, clientId };
      const outcome = outcomes[settled++];
      if (outcome === undefined) return { call };
      return { call, outcome: { content: contentOf(outcome), isError: outcome.status === 'error' } };
    });
    this.#see(text);
    this.#steps.push({ text, calls: continued });
  }

  /** The last step as the model must see it. */
  lastExchange(): Exchange {
    const { text, calls } = this.#steps.at(-1) ?? { text: '', calls: [] };
    const content: readonly Part[] = text === '' ? [] : [{ type: 'text', text }];
    const exchanged = calls.map(
      ({ call, outcome }): Exchanged => ({
        call,
        result: outcome && { role: 'tool', callId: call.id, ...outcome },
      }),
    );
    return {
      kind: 'exchange',
      assistant: { role: 'assistant', content, calls: calls.map(({ call }) => call) },
      exchanged,
    };
  }

  /** The turn as it must be kept when it ends in calls for the client. */
  handedOver(): Continuation {
    return { key: this.#key, prefix: this.#prefix, text: textHash(this.text), steps: this.#steps };
  }

  /** The turn as it must be kept when it ends in words. */
  finished(text: string): Continuation {
    this.#see(text);
    const steps = this.#steps.length === 0 ? [] : [...this.#steps, { text, calls: [] }];
    return { key: this.#key, prefix: this.#prefix, text: textHash(this.text), steps };
  }

  /** A store that fails must not take an answer down that is there already. */
  async keep(continuation: Continuation, { store, log }: Ground): Promise<void> {
    try {
      if (await store.save(continuation)) return;
      log.warn({}, "a turn's hidden calls are too large to be remembered: the next request goes on without them");
    } catch (error) {
      log.warn({ err: error }, 'a turn could not be remembered: the next request goes on without its hidden calls');
    }
  }

  #see(text: string): void {
    this.text += gapBetween(this.text, text) + text;
  }
}

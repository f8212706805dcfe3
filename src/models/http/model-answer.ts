import type { Event, TurnFailure } from '../../core/index.ts';
import type { AnswerSecrets } from './answer-secrets.ts';
import type { AnswerText } from './answer-text.ts';
import type { Exchange } from './exchange.ts';

/** An answer that is being received: reads text from the exchange and turns it into events. */
export class ModelAnswer {
  readonly #exchange: Exchange;
  readonly #text: AnswerText;
  readonly #judge: (failure: TurnFailure) => TurnFailure;
  readonly #secrets: AnswerSecrets | undefined;

  /** `judge` replaces the failure that the answer ends in, if it ends in one. `secrets` are removed from all events. */
  constructor(
    exchange: Exchange,
    text: AnswerText,
    judge: (failure: TurnFailure) => TurnFailure,
    secrets?: AnswerSecrets,
  ) {
    this.#exchange = exchange;
    this.#text = text;
    this.#judge = judge;
    this.#secrets = secrets;
  }

  get isOver(): boolean {
    return this.#text.isOver;
  }

  /** Returns the events of the text that arrived since the last call, at least one. The last event of all is the finish. */
  async next(): Promise<readonly Event[]> {
    for (;;) {
      const text = await this.#exchange.read();
      const received = text === undefined ? this.#ended() : this.#text.push(text);
      const events = this.#secrets?.push(received) ?? received;
      if (this.#text.isOver) return this.#finished(events);
      if (events.length > 0) return events;
    }
  }

  /** Closes the connection if the answer is not over. */
  leave(): void {
    if (!this.#text.isOver) this.#exchange.leave();
  }

  #ended(): readonly Event[] {
    const { failure } = this.#exchange;
    return failure === undefined ? this.#text.end() : this.#text.fail(failure);
  }

  #finished(events: readonly Event[]): readonly Event[] {
    const finish = events.at(-1);
    if (finish?.type !== 'finish' || finish.failure === undefined) {
      this.#exchange.drain();
      return events;
    }
    this.#exchange.leave();
    return [...events.slice(0, -1), { ...finish, failure: this.#judge(finish.failure as TurnFailure) }];
  }
}

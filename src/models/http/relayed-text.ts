import type { TurnFailure } from '../../core/index.ts';
import type { SecretFinder, SecretStream } from '../../log/index.ts';
import { isEventStream, type RelayedAnswer } from '../relay.ts';
import type { Exchange } from './exchange.ts';
import { RelayedEvents } from './relayed-events.ts';

/** An answer that is passed on as it arrives, without the secrets of the settings. */
export class RelayedText implements RelayedAnswer {
  readonly contentType: string;
  readonly #exchange: Exchange;
  readonly #judge: (failure: TurnFailure) => TurnFailure;
  /** The text that arrived first, until it is read. */
  #first: string | undefined;
  /** Undefined if there are no secrets to remove, and at the end of the text. */
  #secrets: Pick<SecretStream, 'push' | 'end'> | undefined;

  /** `judge` replaces the failure that the answer ends in, if it ends in one. */
  constructor(
    contentType: string,
    first: string | undefined,
    exchange: Exchange,
    judge: (failure: TurnFailure) => TurnFailure,
    secrets: SecretFinder | undefined,
  ) {
    this.contentType = secrets === undefined ? contentType : secrets.hide(contentType);
    this.#first = first;
    this.#exchange = exchange;
    this.#judge = judge;
    this.#secrets = secrets && (isEventStream(contentType) ? new RelayedEvents(secrets) : secrets.stream());
  }

  get failure(): TurnFailure | undefined {
    const { failure } = this.#exchange;
    return failure && this.#judge(failure);
  }

  async read(): Promise<string | undefined> {
    for (;;) {
      const text = await this.#readRaw();
      if (this.#secrets === undefined) return text;
      const cleaned = text === undefined ? this.#secrets.end() : this.#secrets.push(text);
      if (text === undefined) this.#secrets = undefined;
      if (cleaned !== '') return cleaned;
      if (text === undefined) return undefined;
    }
  }

  async #readRaw(): Promise<string | undefined> {
    const first = this.#first;
    this.#first = undefined;
    return first ?? this.#exchange.read();
  }
}

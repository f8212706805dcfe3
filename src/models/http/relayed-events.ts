import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type Fields, isDeeperThan, isRecord, MOST_DEPTH, parseJson } from '../../core/index.ts';
import type { SecretFinder, SecretStream } from '../../log/index.ts';

/**
 * Removes secrets from the server-sent events of a completion that is passed on, also where events divide the text of a
 * choice. Returns complete events. The data of an event that needs no change stays as it is. Comments, ids
 * and retry times are left out.
 */
export class RelayedEvents {
  readonly #finder: SecretFinder;
  readonly #parser = createParser({ onEvent: (message) => this.#take(message) });
  /** The text of each choice that has not ended, by index. */
  readonly #texts = new Map<number, SecretStream>();
  /** The last event that had choices. */
  #last: Completion | undefined;
  #cleaned = '';

  constructor(finder: SecretFinder) {
    this.#finder = finder;
  }

  push(text: string): string {
    this.#parser.feed(text);
    return this.#taken();
  }

  /** Returns the rest. */
  end(): string {
    this.#parser.feed('\n\n'); // some servers omit the final line end
    this.#endChoices();
    return this.#taken();
  }

  #take({ event, data }: EventSourceMessage): void {
    if (data === DONE) this.#endChoices();
    const completion = completionIn(data);
    this.#write(completion === undefined ? data : this.#cleanCompletion(completion, data), event);
  }

  #cleanCompletion(completion: Completion, data: string): string {
    const choices = completion.choices.map((choice) =>
      isRecord(choice) ? this.#cleanChoice(choice, completion) : choice,
    );
    const isSame = choices.every((choice, place) => choice === completion.choices[place]);
    return isSame ? data : JSON.stringify({ ...completion, choices });
  }

  #cleanChoice(choice: Fields, completion: Completion): Fields {
    const index = typeof choice.index === 'number' ? choice.index : 0;
    const given = typeof choice.text === 'string' ? choice.text : '';
    const stream = this.#texts.get(index) ?? this.#finder.stream();
    const isLast = typeof choice.finish_reason === 'string';
    const text = stream.push(given) + (isLast ? stream.end() : '');
    if (isLast) this.#texts.delete(index);
    else this.#texts.set(index, stream);
    this.#last = completion;
    return text === given ? choice : { ...choice, text };
  }

  /** Writes the rest of the choices that the server did not finish. */
  #endChoices(): void {
    for (const [index, stream] of this.#texts) {
      const choice = { index, text: stream.end(), logprobs: null, finish_reason: null };
      if (choice.text !== '') this.#write(JSON.stringify({ ...this.#last, choices: [choice] }));
    }
    this.#texts.clear();
  }

  #write(data: string, event?: string): void {
    const lines = data.split('\n').map((line) => `data: ${line}\n`);
    this.#cleaned += this.#finder.hide(`${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`);
  }

  #taken(): string {
    const cleaned = this.#cleaned;
    this.#cleaned = '';
    return cleaned;
  }
}

const DONE = '[DONE]';

type Completion = Fields & { readonly choices: readonly unknown[] };

/** Returns the completion in an event; undefined for other data, which is searched for secrets as it is. */
function completionIn(data: string): Completion | undefined {
  if (data.length > MOST_CHARACTERS) return undefined;
  const value = parseJson(data);
  const isCompletion = isRecord(value) && Array.isArray(value.choices) && !isDeeperThan(value, MOST_DEPTH);
  return isCompletion ? (value as unknown as Completion) : undefined;
}

/** A piece of a completion is far shorter. Parsing more could delay other requests. */
const MOST_CHARACTERS = 1024 * 1024;

import { type Event, type Fields, isRecord } from '../../../core/index.ts';
import { CallsReader } from '../../answer/calls.ts';

/**
 * Reads the calls of one answer. The input of a call arrives in pieces after the start of its block. Some servers put the
 * input into the start instead; if it is in both, the pieces count.
 */
export class MessageCalls {
  readonly #calls: CallsReader;
  readonly #nameOf: (written: string) => string;
  /** Number of the call for each block index. Servers misnumber blocks, so calls are counted here. */
  readonly #byBlock = new Map<unknown, number>();
  #count = 0;
  /** Input from the start of the current call, kept until it is clear whether pieces follow. */
  #given: unknown;
  /** True if the input of the last call came as a JSON value instead of text. */
  #isLastGiven = false;

  constructor(newId: () => string, nameOf: (written: string) => string) {
    this.#calls = new CallsReader(newId, 'messages');
    this.#nameOf = nameOf;
  }

  get count(): number {
    return this.#count;
  }

  /** True if at least one call has started. */
  get isAny(): boolean {
    return this.#calls.isAny;
  }

  /**
   * State of the last call. If the input came as a JSON value, the state is unclear: servers may have closed the brackets of
   * a truncated input, or dropped the part that they could not parse.
   */
  get last(): CallsReader['last'] {
    return this.#isLastGiven ? 'unclear' : this.#calls.last;
  }

  /** Starts a call. Like `append` and `settle`, returns the reason if the answer is unusable. */
  begin(block: Fields, index: unknown, events: Event[]): string | undefined {
    const trouble = this.settle(events);
    if (trouble !== undefined) return trouble;
    const { id, name, input, caller } = block;
    this.#count++;
    this.#byBlock.set(index, this.#count);
    this.#given = isEmpty(input) ? undefined : input;
    this.#isLastGiven = false;
    const written = typeof name === 'string' ? this.#nameOf(name) : undefined;
    const beside = isRecord(caller) && caller.type !== 'direct' ? { caller } : {};
    return this.#calls.read({ ...beside, index: this.#count, id, function: { name: written, arguments: '' } }, events);
  }

  append(text: string, index: unknown, events: Event[]): string | undefined {
    if (text === '') return undefined;
    this.#given = undefined;
    const call = this.#byBlock.get(index) ?? this.#count;
    return this.#calls.read({ index: call, function: { arguments: text } }, events);
  }

  /**
   * Emits the input from the start of the current call if no pieces came. Call this when the block ends or another one
   * starts.
   */
  settle(events: Event[]): string | undefined {
    if (this.#given === undefined) return undefined;
    const given = this.#given;
    this.#given = undefined;
    this.#isLastGiven = typeof given !== 'string';
    return this.#calls.read({ index: this.#count, function: { arguments: given } }, events);
  }

  end(events: Event[]): void {
    this.#calls.end(events);
  }
}

function isEmpty(input: unknown): boolean {
  if (input === undefined || input === null || input === '') return true;
  return typeof input === 'object' && Object.keys(input).length === 0;
}

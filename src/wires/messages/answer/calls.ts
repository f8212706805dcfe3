import { type Event, type Fields, isRecord } from '../../../core/index.ts';
import { CallsReader } from '../../answer/calls.ts';

/**
 * The calls of one answer. A call's input comes in pieces behind its start; some servers write it into the start instead,
 * and some into both, where the pieces count.
 */
export class MessageCalls {
  readonly #calls: CallsReader;
  readonly #nameOf: (written: string) => string;
  /** Which call each block is: servers number blocks wrongly, so calls are counted here. */
  readonly #byBlock = new Map<unknown, number>();
  #count = 0;
  /** The input that stood in its start, until it is known whether pieces come. */
  #given: unknown;
  /** The last call's input came as a value. */
  #isLastGiven = false;

  constructor(newId: () => string, nameOf: (written: string) => string) {
    this.#calls = new CallsReader(newId, 'messages');
    this.#nameOf = nameOf;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether there is a call to make. */
  get isAny(): boolean {
    return this.#calls.isAny;
  }

  /**
   * How far the last call had come. Of a value nobody can tell: servers close the brackets of what was cut off, or leave
   * out what they could not read.
   */
  get last(): CallsReader['last'] {
    return this.#isLastGiven ? 'unclear' : this.#calls.last;
  }

  /** All of these return what makes the answer unusable. */
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

  /** The current call has ended, or another block begins. */
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

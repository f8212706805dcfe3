import { createParser } from 'eventsource-parser';
import { type Event, hasTooManyValues, MOST_JSON_VALUES, parseJson, type TurnFailure } from '../../core/index.ts';
import { quoted } from '../../log/index.ts';
import type { AnswerReader, Framing } from '../../wires/index.ts';
import { cutOff } from '../finish.ts';
import { Frame } from './frame.ts';
import { Lines } from './lines.ts';

export interface AnswerTextOptions {
  /** The backend's name, for failures. */
  readonly backend: string;
  readonly machine: AnswerReader;
  readonly framing: Framing;
  readonly eventBytes: number;
}

/**
 * Turns a server's response text into events as it arrives. The text itself decides how it is read (as a stream or as one
 * JSON value), not the request and not the response headers. The class does no I/O, and the way the text is split into
 * pieces never changes the events.
 */
export class AnswerText {
  readonly #backend: string;
  readonly #machine: AnswerReader;
  readonly #eventBytes: number;
  readonly #framing: Framing;
  #splitter: Splitter | undefined;
  readonly #frame: Frame;
  #shape: 'unknown' | 'stream' | 'whole' | 'junk' = 'unknown';
  /** The text received so far, until its shape is known. Text that is not a stream is held until the end. */
  #held: string[] = [];
  #heldLength = 0;
  /** Number of characters since the last complete event. */
  #sinceEvent = 0;
  #batch: Event[] = [];
  #isOver = false;

  constructor({ backend, machine, framing, eventBytes }: AnswerTextOptions) {
    this.#backend = backend;
    this.#machine = machine;
    this.#frame = new Frame(machine.ignoredField);
    this.#eventBytes = eventBytes;
    this.#framing = framing;
  }

  /** True once the answer has finished. Later text is ignored. */
  get isOver(): boolean {
    return this.#isOver;
  }

  push(text: string): readonly Event[] {
    if (this.#isOver) return [];
    if (this.#shape === 'stream') this.#feed(text);
    else this.#hold(text);
    return this.#taken();
  }

  /** Finishes the answer. Call it when the server has sent everything. */
  end(): readonly Event[] {
    if (this.#isOver) return [];
    if (this.#shape === 'unknown' && this.#heldLength > 0) this.#shape = 'junk'; // too short to be recognised
    switch (this.#shape) {
      case 'stream':
        this.#splitter?.feed('\n\n'); // some servers omit the final line end
        if (!this.#isOver) this.#finish(false);
        break;
      case 'whole':
        this.#onWhole(this.#held.join(''));
        break;
      case 'junk':
        this.#refuse();
        break;
      case 'unknown':
        this.#break('the answer is empty');
        break;
      default:
        this.#shape satisfies never;
    }
    return this.#taken();
  }

  /** Ends the answer with this failure. */
  fail(failure: TurnFailure): readonly Event[] {
    if (!this.#isOver) this.#close(failure);
    return this.#taken();
  }

  #hold(text: string): void {
    const more = this.#heldLength === 0 ? text.trimStart() : text; // also removes a byte order mark and keep-alive blanks
    if (more === '') return;
    this.#held.push(more);
    this.#heldLength += more.length;
    if (this.#shape === 'unknown') this.#recognise();
    else if (this.#shape === 'junk' && this.#heldLength >= MOST_JUNK) this.#refuse();
  }

  #recognise(): void {
    const beginning = this.#held.join('');
    const onData = (data: string) => this.#onData(data);
    if (beginning.startsWith('{')) {
      if (this.#framing === 'lines') this.#stream(beginning, new Lines(onData));
      else this.#shape = 'whole';
    } else if (FIELDS.some((field) => beginning.startsWith(field))) {
      this.#stream(beginning, createParser({ onEvent: ({ data }) => onData(data) }));
    } else if (!FIELDS.some((field) => field.startsWith(beginning))) this.#shape = 'junk';
  }

  #stream(beginning: string, splitter: Splitter): void {
    this.#shape = 'stream';
    this.#splitter = splitter;
    this.#held = [];
    this.#feed(beginning);
  }

  #feed(text: string): void {
    this.#sinceEvent += text.length;
    this.#splitter?.feed(text);
    if (this.#sinceEvent > this.#eventBytes && !this.#isOver) this.#breakTooLong();
  }

  #onData(data: string): void {
    this.#sinceEvent = 0;
    if (this.#isOver) return;
    if (data === DONE) {
      this.#finish(true);
      return;
    }
    const text = this.#machine.isPlain ? this.#frame.textOf(data) : undefined;
    if (text !== undefined && data.length <= this.#eventBytes) {
      if (text !== '') this.#batch.push({ type: 'text', text });
      return;
    }
    const value = data.length > this.#eventBytes ? undefined : parseJson(data);
    if (value === undefined) this.#onNoJson(data.trim());
    else this.#onValue(value, data);
    const { failure, isDone } = this.#machine;
    if ((failure !== undefined || isDone) && !this.#isOver) this.#finish(isDone);
  }

  #onValue(value: unknown, data: string): void {
    const events = this.#machine.chunk(value);
    this.#add(events);
    const [only, more] = events;
    if (only?.type === 'text' && more === undefined && this.#machine.isPlain) {
      this.#frame.learn(data, only.text, (other) => this.#machine.plainText(parseJson(other)));
    } else if (events.length > 0) this.#frame.forget(); // these events may change how the reader reads an identical event
  }

  #onNoJson(data: string): void {
    if (data === DONE) this.#finish(true);
    else if (data.length > this.#eventBytes) this.#breakTooLong();
    else if (hasTooManyValues(data)) this.#break(`one of its events has ${TOO_MANY_VALUES}`);
    else if (data !== '') this.#break(`one of its events is not JSON: ${quoted(data)}`);
  }

  #onWhole(text: string): void {
    const value = parseJson(text);
    if (value === undefined) {
      const fault = hasTooManyValues(text)
        ? `has ${TOO_MANY_VALUES}`
        : `is not JSON, or is incomplete JSON: ${quoted(text)}`;
      this.#break(`the answer ${fault}`);
      return;
    }
    this.#add(this.#machine.whole(value));
    this.#finish(true);
  }

  #breakTooLong(): void {
    this.#break(`one of its events is longer than ${this.#eventBytes} bytes (limits.eventBytes)`);
  }

  #refuse(): void {
    this.#break(`the answer is neither JSON nor an event stream: ${quoted(this.#held.join(''))}`);
  }

  #break(reason: string): void {
    this.#close({ kind: 'upstream-broken', backend: this.#backend, reason });
  }

  #finish(isDone: boolean): void {
    this.#isOver = true;
    this.#held = [];
    this.#add(this.#machine.end(isDone));
  }

  #close(failure: TurnFailure): void {
    this.#isOver = true;
    this.#held = [];
    this.#add(cutOff(this.#machine.end(false), failure));
  }

  #add(events: readonly Event[]): void {
    for (const event of events) this.#batch.push(event);
  }

  #taken(): readonly Event[] {
    const batch = this.#batch;
    this.#batch = [];
    return batch;
  }
}

const DONE = '[DONE]';
const TOO_MANY_VALUES = `more than ${MOST_JSON_VALUES} JSON values`;
/** The possible beginnings of a line of server-sent events. `:` begins a comment. */
const FIELDS = [':', 'data:', 'event:', 'id:', 'retry:'];
const MOST_JUNK = 400; // characters; enough to quote in the failure

/** Splits a stream into its values. */
interface Splitter {
  feed(text: string): void;
}

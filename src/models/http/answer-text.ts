import { createParser } from 'eventsource-parser';
import type { Event, TurnFailure } from '../../core/index.ts';
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
 * A server's text, as it arrives, to events. What arrives decides how it is read, not what was asked for nor what the
 * headers say: server-sent events, or one JSON value. Pure, and how the text is cut never changes the events.
 */
export class AnswerText {
  readonly #backend: string;
  readonly #machine: AnswerReader;
  readonly #eventBytes: number;
  readonly #framing: Framing;
  #splitter: Splitter | undefined;
  readonly #frame: Frame;
  #shape: 'unknown' | 'stream' | 'whole' | 'junk' = 'unknown';
  /** The beginning, until its shape is known; then, of what is no stream, all of it. */
  #held: string[] = [];
  #heldLength = 0;
  /** Characters since the last event that was complete. */
  #sinceEvent = 0;
  #batch: Event[] = [];
  #isOver = false;

  constructor({ backend, machine, framing, eventBytes }: AnswerTextOptions) {
    this.#backend = backend;
    this.#machine = machine;
    this.#frame = new Frame(machine.idleMember);
    this.#eventBytes = eventBytes;
    this.#framing = framing;
  }

  /** Has it finished? What comes afterwards is ignored. */
  get isOver(): boolean {
    return this.#isOver;
  }

  push(text: string): readonly Event[] {
    if (this.#isOver) return [];
    if (this.#shape === 'stream') this.#feed(text);
    else this.#hold(text);
    return this.#taken();
  }

  /** The server has said everything. */
  end(): readonly Event[] {
    if (this.#isOver) return [];
    if (this.#shape === 'unknown' && this.#heldLength > 0) this.#shape = 'junk'; // too short to be anything
    switch (this.#shape) {
      case 'stream':
        this.#splitter?.feed('\n\n'); // some servers forget the last line's end
        if (!this.#isOver) this.#finish(false);
        break;
      case 'whole':
        this.#onWhole(this.#held.join(''));
        break;
      case 'junk':
        this.#refuse();
        break;
      case 'unknown':
        this.#break('it is empty');
        break;
      default:
        this.#shape satisfies never;
    }
    return this.#taken();
  }

  /** Nothing more will come, for this reason. */
  fail(failure: TurnFailure): readonly Event[] {
    if (!this.#isOver) this.#close(failure);
    return this.#taken();
  }

  #hold(text: string): void {
    const more = this.#heldLength === 0 ? text.trimStart() : text; // also of a byte order mark, and of keep-alives
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
    const value = data.length > this.#eventBytes ? undefined : parsed(data);
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
      this.#frame.learn(data, only.text, (other) => this.#machine.plainText(parsed(other)));
    } else if (events.length > 0) this.#frame.forget(); // what it told may change what the same event means
  }

  #onNoJson(data: string): void {
    if (data === DONE) this.#finish(true);
    else if (data.length > this.#eventBytes) this.#breakTooLong();
    else if (data !== '') this.#break(`one of its events is not JSON: ${quoted(data)}`);
  }

  #onWhole(text: string): void {
    const value = parsed(text);
    if (value === undefined) {
      this.#break(`it is not JSON, or only a part of it: ${quoted(text)}`);
      return;
    }
    this.#add(this.#machine.whole(value));
    this.#finish(true);
  }

  #breakTooLong(): void {
    this.#break(`one of its events is longer than ${this.#eventBytes} bytes`);
  }

  #refuse(): void {
    this.#break(`it is neither JSON nor a stream of events: ${quoted(this.#held.join(''))}`);
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
/** How a line of server-sent events can begin, a comment included. */
const FIELDS = [':', 'data:', 'event:', 'id:', 'retry:'];
const MOST_JUNK = 400; // enough to quote, not worth waiting for more

/** Cuts a stream into its values. */
interface Splitter {
  feed(text: string): void;
}

/** No JSON value is undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

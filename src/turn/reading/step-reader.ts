import type { FinishReason, Plan } from '../../core/index.ts';
import {
  createReader,
  EventRestorer,
  type Format,
  type Reader,
  type ReaderEvent,
  type ReaderOptions,
} from '../../formats/index.ts';
import { declared } from '../../select/index.ts';
import { isText, recordsOf } from '../prompt/text-prompt.ts';
import { isAside, isBare, withoutExamples } from './quotations.ts';

/** Reads the text of one step from its first piece on. */
export interface StepReader {
  /** The server has told a thought by itself: so it does with all of them. */
  skipThoughts(): void;
  push(text: string): readonly ReaderEvent[];
  end(reason: FinishReason): readonly ReaderEvent[];
}

/**
 * None where there is nothing to find. A family whose messages have headers is read by them, natively too: nobody writes those
 * tokens by chance, and a server that leaves them in the text leaves its thoughts there as well. Without
 * tools nothing is a call, but there may be thoughts.
 */
export function stepReader(plan: Plan, isMuted: boolean): StepReader | undefined {
  const { understood } = plan;
  const tools =
    plan.callable.length === 0 ? declared(plan.visible) : [...declared(plan.visible), ...declared(plan.callable)];
  const formats = recordsOf(understood);
  if (isText(plan)) {
    const policy = isMuted ? MUTED_POLICY : TEXT_POLICY;
    const options = { formats, tools, policy, keepsWritten: formats.some(isBare) };
    const reader = plan.startsInReasoning === true ? new OpenedReader(options) : new PlainReader(options);
    return new RestoringReader(isMuted ? reader : new DraftsReader(reader, options), formats);
  }
  if (understood.length === 0 || tools.length === 0 || isMuted) return undefined;
  const options = { formats: bareOf(formats), tools, policy: NATIVE_POLICY, keepsWritten: true };
  const hasHeaders = formats.some(({ header }) => header !== undefined);
  return hasHeaders ? new PlainReader(options) : new NativeReader(options);
}

/** What a model writes behind its calls, before anybody has run them, it makes up: their outcomes, mostly. */
const TEXT_POLICY = { textAround: 'trimmed', textAfter: 'ends' } as const;
const MUTED_POLICY = { textAround: 'exact' } as const;
const NATIVE_POLICY = { unknownTools: 'text', inFences: 'text' } as const;

/** Formats without what is not a call in them; headers tell thoughts and calls apart, and stay. */
function bareOf(records: readonly Format[]): readonly Format[] {
  const known = bare.get(records) ?? records.map(({ reasoning, content, ignored, ...calls }): Format => calls);
  bare.set(records, known);
  return known;
}

const bare = new WeakMap<readonly Format[], readonly Format[]>();

class PlainReader implements StepReader {
  readonly #reader: Reader;

  constructor(options: ReaderOptions) {
    this.#reader = createReader(options);
  }

  skipThoughts(): void {}

  push(text: string): readonly ReaderEvent[] {
    return this.#reader.push(text);
  }

  end(): readonly ReaderEvent[] {
    return this.#reader.end();
  }
}

/**
 * Of a model that does native calls: its text is told letter for letter, but for calls that it ends in, which its server has
 * missed. Those wait for the end; words behind them show that they were examples.
 */
class NativeReader implements StepReader {
  readonly #reader: Reader;
  /** The text that is not told yet, and what was read in it. */
  #untold = '';
  #held: ReaderEvent[] = [];
  /** Calls, or what began like one, are the last that was said. */
  #endsInCalls = false;
  #letters = 0;

  constructor(options: ReaderOptions) {
    this.#reader = createReader(options);
  }

  skipThoughts(): void {}

  push(text: string): readonly ReaderEvent[] {
    const events = this.#reader.push(text);
    this.#letters += text.length;
    const { position } = this.#reader;
    // Nearly always the text is told as it came: then nothing has to be held.
    const [only] = events;
    const isPlain = events.length === 1 && only?.type === 'text' && only.text === text && position === this.#letters;
    if (isPlain && this.#untold === '' && this.#held.length === 0) return events;
    this.#untold += text;
    for (const event of events) this.#hold(event);
    return position === undefined || this.#endsInCalls ? NOTHING : this.#tell(position);
  }

  end(): readonly ReaderEvent[] {
    return withoutExamples([...this.#held, ...this.#reader.end()], this.#untold);
  }

  #hold(event: ReaderEvent): void {
    this.#held.push(event);
    if (event.type === 'text') this.#endsInCalls &&= event.text.trim() === '';
    else this.#endsInCalls ||= !isAside(event);
  }

  #tell(position: number): readonly ReaderEvent[] {
    const letters = this.#untold.length - (this.#letters - position);
    const text = this.#untold.slice(0, letters);
    const asides = this.#held.filter(isAside);
    this.#untold = this.#untold.slice(letters);
    this.#held = [];
    return text === '' ? asides : [{ type: 'text', text }, ...asides];
  }
}

const NOTHING: readonly ReaderEvent[] = [];

/** Of a model that was told control tokens broken: where it copies one, it is whole again. */
class RestoringReader implements StepReader {
  readonly #reader: StepReader;
  readonly #restorer: EventRestorer;

  constructor(reader: StepReader, formats: readonly Format[]) {
    this.#reader = reader;
    this.#restorer = new EventRestorer(formats);
  }

  skipThoughts(): void {
    this.#reader.skipThoughts();
  }

  push(text: string): readonly ReaderEvent[] {
    return this.#restorer.push(this.#reader.push(text));
  }

  end(reason: FinishReason): readonly ReaderEvent[] {
    return [...this.#restorer.push(this.#reader.end(reason)), ...this.#restorer.end()];
  }
}

/**
 * Of a model whose template opens its thoughts: unless the server tells them apart by itself, the text begins among them.
 * What nobody closed was no thought then, as far as anybody can tell: it is told as the answer too.
 */
class OpenedReader implements StepReader {
  readonly #options: ReaderOptions;
  #reader: Reader | undefined;
  /** Whether nothing but the template says that these are thoughts. */
  #isInside = true;
  /** White space before anything was said. */
  #blank = '';
  #said = '';
  #thoughts = '';

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  skipThoughts(): void {
    if (this.#reader === undefined) this.#isInside = false;
  }

  push(text: string): readonly ReaderEvent[] {
    this.#blank += this.#reader === undefined ? text : '';
    if (this.#reader === undefined && this.#blank.trim() === '') return NOTHING; // thoughts of the server's own may follow
    const said = this.#reader === undefined ? this.#blank : text;
    this.#reader ??= createReader({ ...this.#options, startInReasoning: this.#isInside });
    const told = this.#reader.push(said);
    if (this.#isInside) this.#follow(said, told);
    return told;
  }

  end(reason: FinishReason): readonly ReaderEvent[] {
    const told = this.#reader?.end() ?? [];
    if (this.#isInside) this.#follow('', told);
    return isOver(reason) && this.#isInside && this.#isUnmarked() ? [...told, UNCLOSED, ...this.#readAgain()] : told;
  }

  #follow(text: string, told: readonly ReaderEvent[]): void {
    this.#said += text;
    for (const event of told) {
      if (event.type === 'reasoning') this.#thoughts += event.text;
      else if (event.type !== 'notice') this.#isInside = false; // they are over
    }
    if (!this.#isInside) this.#said = this.#thoughts = '';
  }

  /** A marker is no part of the thoughts: with one, of whichever kind, the model itself has told them apart. */
  #isUnmarked(): boolean {
    const said = this.#said.trim();
    return said !== '' && said === this.#thoughts.trim();
  }

  /** As an answer. Its calls stand at the end: others are drafts. */
  #readAgain(): readonly ReaderEvent[] {
    const reader = createReader({ ...this.#options, policy: MUTED_POLICY, keepsWritten: true });
    const events = withoutExamples([...reader.push(this.#said), ...reader.end()], this.#said);
    const hasCalls = events.some(({ type }) => type === 'call');
    return events.map((event) =>
      hasCalls && event.type === 'text' ? { ...event, text: event.text.trimEnd() } : event,
    );
  }
}

/** A limit may end an answer in the middle of its reasoning; these reasons mean that the model said all it wanted to. */
function isOver(reason: FinishReason): boolean {
  return reason === 'stop' || reason === 'stop-sequence' || reason === 'pause' || reason === 'calls';
}

/**
 * Of a model that drafts calls among its thoughts: where it never closes them, and they end in a call, that was no draft. A
 * server that waits for it would wait for ever.
 */
class DraftsReader implements StepReader {
  readonly #reader: StepReader;
  readonly #options: ReaderOptions;
  /** What was thought since anything else was said, and whether there was a draft in it. */
  #thoughts = '';
  #hasDraft = false;

  constructor(reader: StepReader, options: ReaderOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  skipThoughts(): void {
    this.#reader.skipThoughts();
  }

  push(text: string): readonly ReaderEvent[] {
    const told = this.#reader.push(text);
    for (const event of told) this.#follow(event);
    return told;
  }

  end(reason: FinishReason): readonly ReaderEvent[] {
    const told = this.#reader.end(reason);
    for (const event of told) this.#follow(event);
    return this.#hasDraft && isOver(reason) ? [...told, ...this.#callsAtEnd()] : told;
  }

  #follow(event: ReaderEvent): void {
    if (event.type === 'reasoning') this.#thoughts += event.text;
    else if (event.type === 'notice') this.#hasDraft ||= event.code === 'in-reasoning';
    else if (event.type !== 'text' || event.text.trim() !== '') {
      this.#thoughts = '';
      this.#hasDraft = false;
    }
  }

  #callsAtEnd(): readonly ReaderEvent[] {
    const reader = createReader({ ...this.#options, policy: MUTED_POLICY, keepsWritten: true });
    const events = withoutExamples([...reader.push(this.#thoughts), ...reader.end()], this.#thoughts);
    return events.filter(({ type }) => type !== 'text');
  }
}

const UNCLOSED: ReaderEvent = {
  type: 'notice',
  code: 'repaired',
  message: 'the model closed no thoughts: what it said is its answer',
};

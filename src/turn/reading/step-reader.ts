import type { FinishReason, Plan } from '../../core/index.ts';
import {
  createReader,
  EventRestorer,
  type Format,
  type Reader,
  type ReaderEvent,
  type ReaderOptions,
} from '../../formats/index.ts';
import { type DeclaredTool, declared, findPython, PYTHON_TAG } from '../../select/index.ts';
import { isText, recordsOf } from '../prompt/text-prompt.ts';
import { isAside, isBare, withoutExamples } from './repeated-results.ts';

/** An incremental parser for the text of one step. */
export interface StepReader {
  /** Must be called when the server reports reasoning by itself. Then it separates all reasoning from the text. */
  skipThoughts(): void;
  push(text: string): readonly ReaderEvent[];
  end(reason: FinishReason): readonly ReaderEvent[];
}

/**
 * Creates the parser for a step; undefined if there is nothing to look for. In a text format there may be reasoning
 * even without tools. A family whose messages have headers is parsed by those headers even with native calls: such
 * tokens do not occur by chance, and a server that leaves them in the text leaves the reasoning there too. `outcomes` are
 * those with which a prompt in a text format ends. If `showsPrograms`, a program in the text is an example for the user.
 */
export function stepReader(
  plan: Plan,
  isMuted: boolean,
  outcomes: readonly string[] = [],
  showsPrograms = false,
): StepReader | undefined {
  const { understood } = plan;
  const formats = recordsOf(understood);
  if (isText(plan)) {
    const tools = showsPrograms
      ? callableIn(plan).filter((tool) => tool.name !== findPython(plan)?.wireName)
      : withPythonTag(callableIn(plan), plan);
    const inventedResults = tools.length === 0 ? 'kept' : 'cut'; // without tools there is nothing to invent
    const policy = { ...(isMuted ? MUTED_POLICY : TEXT_POLICY), inventedResults } as const;
    const options = { formats, tools, policy, keepsWritten: formats.some(isBare), outcomes };
    const reader = plan.startsInReasoning === true ? new OpenedReader(options) : new PlainReader(options);
    return new RestoringReader(isMuted ? reader : new DraftsReader(reader, options), formats);
  }
  const tools = callableIn(plan);
  if (understood.length === 0 || tools.length === 0 || isMuted) return undefined;
  const options = { formats: bareOf(formats), tools, policy: NATIVE_POLICY, keepsWritten: true };
  const hasHeaders = formats.some(({ header }) => header !== undefined);
  return hasHeaders ? new PlainReader(options) : new NativeReader(options);
}

function callableIn({ visible, callable }: Plan): readonly DeclaredTool[] {
  return callable.length === 0 ? declared(visible) : [...declared(visible), ...declared(callable)];
}

/** Adds the name by which some families call the tool that runs programs. */
function withPythonTag(tools: readonly DeclaredTool[], plan: Plan): readonly DeclaredTool[] {
  const python = tools.find(({ name }) => name === findPython(plan)?.wireName);
  const isFree = tools.every(({ name }) => name !== PYTHON_TAG);
  return python !== undefined && isFree ? [...tools, { ...python, name: PYTHON_TAG }] : tools;
}

/** Text after the calls is dropped: the model made it up before the calls ran, usually as invented results. */
const TEXT_POLICY = { textAround: 'trimmed', textAfter: 'ends' } as const;
const MUTED_POLICY = { textAround: 'exact' } as const;
/** Reasoning that is read again, as the answer. */
const AGAIN_POLICY = { textAround: 'exact', textAfter: 'kept' } as const;
const NATIVE_POLICY = { unknownTools: 'text', inFences: 'text' } as const;

/**
 * Returns the formats without their rules for reasoning, content and ignored markers. Headers stay, because they
 * separate reasoning from calls.
 */
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
 * The parser for a model with native calls. Its text passes unchanged, except for calls at its end, which the server
 * has missed. Calls are held back until the end of the text; text after them shows that they were only examples.
 */
class NativeReader implements StepReader {
  readonly #reader: Reader;
  /** The text that is held back, and the events read from it. */
  #untold = '';
  #held: ReaderEvent[] = [];
  /** True if the held text ends with calls, or with the start of one. */
  #endsInCalls = false;
  #characters = 0;

  constructor(options: ReaderOptions) {
    this.#reader = createReader(options);
  }

  skipThoughts(): void {}

  push(text: string): readonly ReaderEvent[] {
    const events = this.#reader.push(text);
    this.#characters += text.length;
    const { position } = this.#reader;
    // Nearly always the text passes unchanged and nothing is held back.
    const [only] = events;
    const isPlain = events.length === 1 && only?.type === 'text' && only.text === text && position === this.#characters;
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
    const characters = this.#untold.length - (this.#characters - position);
    const text = this.#untold.slice(0, characters);
    const asides = this.#held.filter(isAside);
    this.#untold = this.#untold.slice(characters);
    this.#held = [];
    return text === '' ? asides : [{ type: 'text', text }, ...asides];
  }
}

const NOTHING: readonly ReaderEvent[] = [];

/** Restores control tokens that were broken up in the prompt and that the model copied. */
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
 * The parser for a model whose chat template opens the reasoning. The text starts inside the reasoning, unless the
 * server separates the reasoning itself. If the reasoning is never closed, it may have been the answer, so it is also
 * emitted as the answer.
 */
class OpenedReader implements StepReader {
  readonly #options: ReaderOptions;
  #reader: Reader | undefined;
  /** True while only the template indicates that the text is reasoning. */
  #isInside = true;
  /** Leading whitespace. */
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
    // The server may still report reasoning by itself.
    if (this.#reader === undefined && this.#blank.trim() === '') return NOTHING;
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
      else if (event.type !== 'notice') this.#isInside = false; // the reasoning has ended
    }
    if (!this.#isInside) this.#said = this.#thoughts = '';
  }

  /** True if the text has no marker. Any marker shows that the model itself separated its reasoning from the answer. */
  #isUnmarked(): boolean {
    const said = this.#said.trim();
    return said !== '' && said === this.#thoughts.trim();
  }

  /** Reads the text again, as the answer. Only calls at its end count; others are drafts. */
  #readAgain(): readonly ReaderEvent[] {
    const reader = createReader({
      ...this.#options,
      policy: { ...this.#options.policy, ...AGAIN_POLICY },
      keepsWritten: true,
    });
    const events = withoutExamples([...reader.push(this.#said), ...reader.end()], this.#said);
    const hasCalls = events.some(({ type }) => type === 'call');
    return events.map((event) =>
      hasCalls && event.type === 'text' ? { ...event, text: event.text.trimEnd() } : event,
    );
  }
}

/** True if the model finished by itself. A limit or a failure may end the text in the middle of the reasoning. */
function isOver(reason: FinishReason): boolean {
  return reason === 'stop' || reason === 'stop-sequence' || reason === 'pause' || reason === 'calls';
}

/**
 * Finds real calls inside reasoning. Calls in reasoning are usually drafts. If the reasoning is never closed and ends
 * with a call, the model meant that call: it has stopped to wait for the result.
 */
class DraftsReader implements StepReader {
  readonly #reader: StepReader;
  readonly #options: ReaderOptions;
  /** The reasoning since the last other output, and whether it has a call in it. */
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
    const reader = createReader({
      ...this.#options,
      policy: { ...this.#options.policy, ...AGAIN_POLICY },
      keepsWritten: true,
    });
    const events = withoutExamples([...reader.push(this.#thoughts), ...reader.end()], this.#thoughts);
    return events.filter(({ type }) => type !== 'text');
  }
}

const UNCLOSED: ReaderEvent = {
  type: 'notice',
  code: 'repaired',
  message: 'The model never ended its reasoning, so its text is also used as the answer.',
};

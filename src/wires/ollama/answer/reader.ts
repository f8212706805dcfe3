import {
  type Event,
  type Fields,
  type FinishEvent,
  isRecord,
  newCallId,
  type TurnFailure,
  type Usage,
  type WireFields,
} from '../../../core/index.ts';
import type { AnswerReader } from '../../answer/answer-reader.ts';
import { CallsReader } from '../../answer/calls.ts';
import { quote } from '../../answer/error.ts';
import { ThinkReader } from '../../answer/think.ts';
import { readWords } from '../../chat/answer/content.ts';
import { finishReason } from '../../chat/answer/finish.ts';
import { ollamaError } from './error.ts';

/**
 * Turns the answer of an Ollama server into Events. Call `chunk` for each line of a stream, or `whole` for an unstreamed
 * answer, then `end`. The reader does no I/O and never throws, and its events keep the contract of `Backend.stream`. The
 * message in a failure is the server's own text and may contain a key.
 */
export class OllamaAnswer implements AnswerReader {
  readonly #backend: string;
  readonly #think: ThinkReader;
  readonly #calls: CallsReader;
  #usage: Usage | undefined;
  #reason: string | undefined;
  #failure: TurnFailure | undefined;
  #isDone = false;
  #isEnded = false;

  /** If `separatesReasoning` is true, another reader separates reasoning from text, so both stay in the text here. */
  constructor(backend: string, newId: () => string = newCallId, separatesReasoning = false) {
    this.#backend = backend;
    this.#think = new ThinkReader(separatesReasoning);
    this.#calls = new CallsReader(newId, 'ollama');
  }

  /** Set as soon as the server reports an error or sends an unusable value. */
  get failure(): TurnFailure | undefined {
    return this.#failure;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  get isPlain(): boolean {
    return this.#think.isPlain && !this.#isOver;
  }

  readonly ignoredField = 'created_at';

  /** Reads one parsed line. */
  chunk(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const text = this.plainText(value);
    if (text !== undefined) return text === '' ? NOTHING : [{ type: 'text', text }];
    const line = this.#admit(value);
    return line === undefined ? NOTHING : this.#read(line);
  }

  /** Reads a parsed unstreamed answer. */
  whole(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const answer = this.#admit(value);
    if (answer === undefined) return NOTHING;
    if (!isRecord(answer.message) && answer.done !== true) this.#break(`it contains no message: ${quote(value)}`);
    return this.#read(answer);
  }

  /** Returns held-back text, the calls, and the only `finish`. */
  end(isDone: boolean): readonly Event[] {
    if (this.#isEnded) return NOTHING;
    this.#isEnded = true;
    const events: Event[] = [];
    if (this.#failure === undefined) this.#endText(isDone || this.#isDone, events);
    if (this.#failure === undefined) this.#calls.end(events);
    events.push(this.#finish());
    return events;
  }

  /** Returns the text of a line that contains nothing else. This is the fast path, because most lines are like that. */
  plainText(value: unknown): string | undefined {
    if (!this.isPlain || !isRecord(value) || value.done !== false) return undefined;
    const { message } = value;
    if (!isRecord(message) || typeof message.content !== 'string') return undefined;
    for (const name in value) if (!isEnvelope(name)) return undefined;
    for (const name in message) if (name !== 'role' && name !== 'content') return undefined;
    return message.content;
  }

  get #isOver(): boolean {
    return this.#isEnded || this.#isDone || this.#failure !== undefined;
  }

  /** Returns the value if it is an object without an error. Otherwise sets the failure and returns undefined. */
  #admit(value: unknown): Fields | undefined {
    if (!isRecord(value)) {
      this.#break(`it is not a JSON object: ${quote(value)}`);
      return undefined;
    }
    this.#failure = ollamaError(this.#backend, value);
    return this.#failure === undefined ? value : undefined;
  }

  #read(line: Fields): readonly Event[] {
    const events: Event[] = [];
    if (isRecord(line.message)) this.#readMessage(line.message, events);
    if (line.done === true) this.#readEnd(line);
    return events;
  }

  #readMessage(message: Fields, events: Event[]): void {
    const { reasoning, text } = readWords(message);
    if (reasoning !== '') {
      this.#think.settle(events); // The server separates reasoning itself, so a marker in its content is text.
      events.push({ type: 'reasoning', text: reasoning, state: STATE });
    }
    if (text !== '') this.#think.push(text, events);
    this.#readCalls(message.tool_calls, events);
  }

  /**
   * Reads complete calls. Every call is complete, even if the answer ends at the token limit: Ollama's parsers emit a call
   * only when its arguments are complete. A truncated call stays text, or is an error.
   */
  #readCalls(calls: unknown, events: Event[]): void {
    if (!isRecord(calls) && !(Array.isArray(calls) && calls.length > 0)) return;
    const trouble = this.#calls.readWhole(calls, events);
    if (trouble !== undefined) this.#break(trouble);
  }

  #readEnd(line: Fields): void {
    this.#isDone = true;
    this.#reason = typeof line.done_reason === 'string' ? line.done_reason : undefined;
    this.#usage = usageIn(line);
  }

  #endText(isComplete: boolean, events: Event[]): void {
    this.#think.end(events);
    if (!isComplete) this.#break('the stream ended without a done line');
  }

  #break(reason: string): void {
    this.#failure ??= { kind: 'upstream-broken', backend: this.#backend, reason };
  }

  #finish(): FinishEvent {
    const usage = this.#usage && { usage: this.#usage };
    if (this.#failure !== undefined) return { type: 'finish', reason: 'failed', ...usage, failure: this.#failure };
    return { type: 'finish', reason: finishReason(this.#reason, this.#calls), ...usage };
  }
}

const NOTHING: readonly Event[] = [];

/** One shared object: pieces of a stream with the same state object are joined. */
const STATE: WireFields = { ollama: { member: 'thinking' } };

function isEnvelope(name: string): boolean {
  return name === 'message' || name === 'done' || name === 'model' || name === 'created_at';
}

/**
 * Older versions omit the prompt count if the prompt was cached. The usage is then undefined, because the count was not
 * 0.
 */
function usageIn({ prompt_eval_count: prompt, eval_count: completion }: Fields): Usage | undefined {
  if (!isCount(prompt)) return undefined;
  return { promptTokens: prompt, completionTokens: isCount(completion) ? completion : 0 };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

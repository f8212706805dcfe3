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
 * The machine that turns what Ollama sent into Events: the lines of a stream, or one whole answer, which is a line that
 * is done. Pure but for the ids that it makes up. Whatever the server sent, nothing is thrown, and the events keep the
 * contract of `Backend.stream`. The words in a failure are the server's own: they may quote a key.
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

  /** `readsThoughts`: somebody else does, so they stay in the text. */
  constructor(backend: string, newId: () => string = newCallId, readsThoughts = false) {
    this.#backend = backend;
    this.#think = new ThinkReader(readsThoughts);
    this.#calls = new CallsReader(newId, 'ollama');
  }

  /** Set as soon as the server reports an error, or sends what cannot be an answer. */
  get failure(): TurnFailure | undefined {
    return this.#failure;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  get isPlain(): boolean {
    return this.#think.isPlain && !this.#isOver;
  }

  readonly idleMember = 'created_at';

  /** One parsed line. */
  chunk(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const text = this.plainText(value);
    if (text !== undefined) return text === '' ? NOTHING : [{ type: 'text', text }];
    const line = this.#admit(value);
    return line === undefined ? NOTHING : this.#read(line);
  }

  /** A parsed whole answer. */
  whole(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const answer = this.#admit(value);
    if (answer === undefined) return NOTHING;
    if (!isRecord(answer.message) && answer.done !== true) this.#break(`there is no message in it: ${quote(value)}`);
    return this.#read(answer);
  }

  /** What was held back, the calls, and the one `finish`. */
  end(isDone: boolean): readonly Event[] {
    if (this.#isEnded) return NOTHING;
    this.#isEnded = true;
    const events: Event[] = [];
    if (this.#failure === undefined) this.#endText(isDone || this.#isDone, events);
    if (this.#failure === undefined) this.#calls.end(events);
    events.push(this.#finish());
    return events;
  }

  /** The text of a line that has nothing else to tell. Most are like that, so they are asked first, and cheaply. */
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

  /** An object without an error in it. */
  #admit(value: unknown): Fields | undefined {
    if (!isRecord(value)) {
      this.#break(`what it sent is no object: ${quote(value)}`);
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
      this.#think.settle(events); // this server tells thoughts apart: a marker in its content is content
      events.push({ type: 'reasoning', text: reasoning, state: STATE });
    }
    if (text !== '') this.#think.push(text, events);
    this.#readCalls(message.tool_calls, events);
  }

  /**
   * Each is whole, wherever it stands, and although the limit ended the answer: Ollama's parsers pass a call on when its
   * arguments are complete. One that was cut off stays text, or is an error.
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
    if (!isComplete) this.#break('the stream ended before it was done');
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

/** One object: pieces of a stream are joined by it. */
const STATE: WireFields = { ollama: { member: 'thinking' } };

function isEnvelope(name: string): boolean {
  return name === 'message' || name === 'done' || name === 'model' || name === 'created_at';
}

/** Older versions leave the prompt's count out where it was cached: then there is none, for it was not nothing. */
function usageIn({ prompt_eval_count: prompt, eval_count: completion }: Fields): Usage | undefined {
  if (!isCount(prompt)) return undefined;
  return { promptTokens: prompt, completionTokens: isCount(completion) ? completion : 0 };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

import {
  type Event,
  type Fields,
  type FinishEvent,
  isRecord,
  newCallId,
  type TurnFailure,
} from '../../../core/index.ts';
import { CallsReader } from '../../answer/calls.ts';
import { endedByError, quote, reportedError } from '../../answer/error.ts';
import { ThinkReader } from '../../answer/think.ts';
import { blocksTold } from '../reasoning.ts';
import { isUsage, readUsage } from '../usage.ts';
import { readWords } from './content.ts';
import { ChatExtras } from './extras.ts';
import { finishReason } from './finish.ts';

/**
 * Turns the answer of a chat-completions server into Events. Call `chunk` for each chunk of a stream, or `whole` for an
 * unstreamed answer, then `end`. The reader does no I/O and never throws, and its events keep the contract of
 * `Backend.stream`. The message in a failure is the server's own text and may contain a key.
 */
export class ChatAnswer {
  readonly #backend: string;
  readonly #think: ThinkReader;
  readonly #calls: CallsReader;
  readonly #extras = new ChatExtras();
  #usage: Fields | undefined;
  /** The last finish reason that the server sent. */
  #reason: string | undefined;
  #failure: TurnFailure | undefined;
  /** True once any text, reasoning or call has arrived. */
  #hasBegun = false;
  #isEnded = false;

  /** If `separatesReasoning` is true, another reader separates reasoning from text, so both stay in the text here. */
  constructor(backend: string, newId: () => string = newCallId, separatesReasoning = false) {
    this.#backend = backend;
    this.#think = new ThinkReader(separatesReasoning);
    this.#calls = new CallsReader(newId);
  }

  /** Set as soon as the server reports an error or sends an unusable value. */
  get failure(): TurnFailure | undefined {
    return this.#failure;
  }

  /** Always false: this protocol marks the end with `[DONE]`, which is not a JSON value. */
  readonly isDone = false;

  /** OpenAI's padding against traffic analysis. */
  readonly ignoredField = 'obfuscation';

  /** True if text needs no further processing. */
  get isPlain(): boolean {
    return this.#think.isPlain && !this.#isOver;
  }

  /** Reads one parsed chunk of a stream. */
  chunk(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const text = this.plainText(value);
    if (text !== undefined) return text === '' ? NOTHING : [{ type: 'text', text }];
    return this.#readChunk(value);
  }

  /** Reads a parsed unstreamed answer. */
  whole(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const answer = this.#admit(value);
    if (answer === undefined) return NOTHING;
    const choice = ourChoice(answer.choices);
    const message = choice?.message ?? choice?.delta;
    if (choice === undefined || !(isRecord(message) || typeof choice.finish_reason === 'string')) {
      this.#break(`it contains no choice with a message: ${quote(value)}`);
      return NOTHING;
    }
    return this.#readAnswer(answer, choice, isRecord(message) ? message : {}, true);
  }

  /**
   * Returns held-back text, the calls, and the only `finish`. `isDone`: the server sent [DONE], or the answer was not
   * streamed.
   */
  end(isDone: boolean): readonly Event[] {
    if (this.#isEnded) return NOTHING;
    this.#isEnded = true;
    const events: Event[] = [];
    if (this.#failure === undefined) this.#think.end(events);
    if (this.#reason === undefined && !isDone) this.#break('the stream ended without a finish reason');
    if (this.#failure === undefined) this.#calls.end(events);
    events.push(this.#finish());
    return events;
  }

  get #isOver(): boolean {
    return this.#isEnded || this.#failure !== undefined;
  }

  /** Returns the text of a chunk that contains nothing else new. This is the fast path, because most chunks are like that. */
  plainText(value: unknown): string | undefined {
    if (!this.#think.isPlain || !isRecord(value)) return undefined;
    const choice: unknown = Array.isArray(value.choices) ? value.choices[0] : undefined;
    if (!isRecord(choice) || choice.index !== 0) return undefined;
    const delta = choice.delta;
    if (!isRecord(delta) || typeof delta.content !== 'string') return undefined;
    for (const name in value) if (!this.#extras.isOld(name, value[name])) return undefined;
    for (const name in choice) if (choice[name] !== null && name !== 'delta' && name !== 'index') return undefined;
    for (const name in delta) if (delta[name] !== null && name !== 'content' && name !== 'role') return undefined;
    return delta.content;
  }

  #readChunk(value: unknown): readonly Event[] {
    const chunk = this.#admit(value);
    if (chunk === undefined) return NOTHING;
    const choices = chunk.choices;
    // Neither a choice nor a usage: a keep-alive, or an unknown extension.
    if (!Array.isArray(choices) && !isUsage(chunk.usage)) return NOTHING;
    const choice = ourChoice(choices);
    return this.#readAnswer(chunk, choice, this.#deltaOf(choice), !isRecord(choice?.delta));
  }

  /** Some servers repeat the complete message at the end of a stream. Others send only that message, which is then read. */
  #deltaOf(choice: Fields | undefined): Fields {
    const { delta, message } = choice ?? {};
    if (isRecord(delta)) return delta;
    return isRecord(message) && !this.#hasBegun ? message : {};
  }

  /** Returns the value if it is an object without an error. Otherwise sets the failure and returns undefined. */
  #admit(value: unknown): Fields | undefined {
    const answer: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
    if (!isRecord(answer)) {
      this.#break(`it is not a JSON object: ${quote(value)}`);
      return undefined;
    }
    this.#failure = reportedError(this.#backend, answer) ?? this.#errorInChoice(answer.choices);
    return this.#failure === undefined ? answer : undefined;
  }

  #errorInChoice(choices: unknown): TurnFailure | undefined {
    const choice = ourChoice(choices);
    return choice && reportedError(this.#backend, choice);
  }

  #readAnswer(answer: Fields, choice: Fields | undefined, message: Fields, isWhole: boolean): readonly Event[] {
    const events: Event[] = [];
    const usage = answer.usage ?? choice?.usage;
    if (isUsage(usage)) this.#usage = usage;
    this.#extras.ofAnswer(answer, events);
    this.#readWords(message, events);
    this.#readCalls(message, isWhole, events);
    const parts = blocksTold(message);
    if (parts.length > 0) events.push({ type: 'reasoning-blocks', parts });
    this.#extras.ofMessage(message, events);
    if (choice !== undefined) {
      this.#extras.ofChoice(choice, events);
      this.#readReason(choice.finish_reason);
    }
    return events;
  }

  #readWords(message: Fields, events: Event[]): void {
    const { reasoning, text, state } = readWords(message);
    if (reasoning !== '') {
      // The server separates reasoning itself, so a marker in its content is text.
      this.#think.settle(events);
      events.push({ type: 'reasoning', text: reasoning, ...(state !== undefined && { state }) });
    }
    if (text !== '') this.#think.push(text, events);
    this.#hasBegun ||= reasoning !== '' || text !== '';
  }

  #readCalls(message: Fields, isWhole: boolean, events: Event[]): void {
    const { tool_calls: list, function_call: single } = message;
    const isList = isRecord(list) || (Array.isArray(list) && list.length > 0);
    if (!isList && !isRecord(single)) return;
    this.#hasBegun = true;
    const calls = isList ? list : { function: single };
    const trouble = isWhole ? this.#calls.readWhole(calls, events) : this.#calls.read(calls, events);
    if (trouble !== undefined) this.#break(trouble);
  }

  #readReason(reason: unknown): void {
    if (typeof reason !== 'string' || reason === '') return;
    this.#reason = reason;
    this.#failure ??= endedByError(this.#backend, reason);
  }

  #break(reason: string): void {
    this.#failure ??= { kind: 'upstream-broken', backend: this.#backend, reason };
  }

  #finish(): FinishEvent {
    const usage = this.#usage && { usage: readUsage(this.#usage) };
    if (this.#failure !== undefined) return { type: 'finish', reason: 'failed', ...usage, failure: this.#failure };
    return { type: 'finish', reason: finishReason(this.#reason, this.#calls), ...usage };
  }
}

const NOTHING: readonly Event[] = [];

/** Returns the choice at index 0, because requests never ask for more than one choice. */
function ourChoice(choices: unknown): Fields | undefined {
  return Array.isArray(choices) ? choices.find(isOurs) : undefined;
}

function isOurs(choice: unknown): choice is Fields {
  if (!isRecord(choice)) return false;
  const index = choice.index ?? 0;
  return index === 0 || index === '0';
}

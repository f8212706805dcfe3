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
 * The machine that turns what a chat-completions server sent into Events: the chunks of a stream, or one whole answer,
 * then the end. Pure but for the ids that it makes up. Whatever the server sent, nothing is thrown, and the events keep
 * the contract of `Backend.stream`. The words in a failure are the server's own: they may quote a key.
 */
export class ChatAnswer {
  readonly #backend: string;
  readonly #think: ThinkReader;
  readonly #calls: CallsReader;
  readonly #extras = new ChatExtras();
  #usage: Fields | undefined;
  /** The last reason that the server gave for ending. */
  #reason: string | undefined;
  #failure: TurnFailure | undefined;
  /** Whether any words or calls came. */
  #hasBegun = false;
  #isEnded = false;

  /** `readsThoughts`: somebody else does, so they stay in the text. */
  constructor(backend: string, newId: () => string = newCallId, readsThoughts = false) {
    this.#backend = backend;
    this.#think = new ThinkReader(readsThoughts);
    this.#calls = new CallsReader(newId);
  }

  /** Set as soon as the server reports an error, or sends what cannot be an answer. */
  get failure(): TurnFailure | undefined {
    return this.#failure;
  }

  /** On this wire the end is no value: it is [DONE]. */
  readonly isDone = false;

  /** Padding against eavesdroppers. */
  readonly idleMember = 'obfuscation';

  /** The text passes as it is, and everything beside it has been told. */
  get isPlain(): boolean {
    return this.#think.isPlain && !this.#isOver;
  }

  /** One parsed chunk of a stream. */
  chunk(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const text = this.plainText(value);
    if (text !== undefined) return text === '' ? NOTHING : [{ type: 'text', text }];
    return this.#readChunk(value);
  }

  /** A parsed whole answer. */
  whole(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const answer = this.#admit(value);
    if (answer === undefined) return NOTHING;
    const choice = ourChoice(answer.choices);
    const message = choice?.message ?? choice?.delta;
    if (choice === undefined || !(isRecord(message) || typeof choice.finish_reason === 'string')) {
      this.#break(`there is no choice with a message in it: ${quote(value)}`);
      return NOTHING;
    }
    return this.#readAnswer(answer, choice, isRecord(message) ? message : {}, true);
  }

  /** What was held back, the calls, and the one `finish`. `isDone`: the server said [DONE], or the answer was whole. */
  end(isDone: boolean): readonly Event[] {
    if (this.#isEnded) return NOTHING;
    this.#isEnded = true;
    const events: Event[] = [];
    if (this.#failure === undefined) this.#think.end(events);
    if (this.#reason === undefined && !isDone) this.#break('the stream ended without saying why');
    if (this.#failure === undefined) this.#calls.end(events);
    events.push(this.#finish());
    return events;
  }

  get #isOver(): boolean {
    return this.#isEnded || this.#failure !== undefined;
  }

  /** The text of a chunk that has nothing else to tell. Most are like that, so they are asked first, and cheaply. */
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
    // Neither a choice nor a count: a sign of life, or another server's invention.
    if (!Array.isArray(choices) && !isUsage(chunk.usage)) return NOTHING;
    const choice = ourChoice(choices);
    return this.#readAnswer(chunk, choice, this.#deltaOf(choice), !isRecord(choice?.delta));
  }

  /** Some servers repeat the whole message at the end of a stream; others send nothing but that. */
  #deltaOf(choice: Fields | undefined): Fields {
    const { delta, message } = choice ?? {};
    if (isRecord(delta)) return delta;
    return isRecord(message) && !this.#hasBegun ? message : {};
  }

  /** An object without an error in it. */
  #admit(value: unknown): Fields | undefined {
    const answer: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
    if (!isRecord(answer)) {
      this.#break(`what it sent is no object: ${quote(value)}`);
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
      // This server tells thoughts apart: a marker in its content is content.
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

/** The one at index 0: never is more than one asked for. */
function ourChoice(choices: unknown): Fields | undefined {
  return Array.isArray(choices) ? choices.find(isOurs) : undefined;
}

function isOurs(choice: unknown): choice is Fields {
  if (!isRecord(choice)) return false;
  const index = choice.index ?? 0;
  return index === 0 || index === '0';
}

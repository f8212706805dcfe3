import {
  type Event,
  type Fields,
  type FinishEvent,
  isRecord,
  newCallId,
  type TurnFailure,
} from '../../../core/index.ts';
import type { AnswerReader } from '../../answer/answer-reader.ts';
import { quote } from '../../answer/error.ts';
import { MessageCalls } from './calls.ts';
import { readError } from './error.ts';
import { extrasOfBlock, extrasOfEnd } from './extras.ts';
import { Ending } from './finish.ts';
import { ReasoningBlocks } from './thoughts.ts';
import { TokenCount } from './usage.ts';

export interface MessagesAnswerOptions {
  /** The backend's name, used in failures. */
  readonly backend: string;
  /** The model that writes the answer. Its reasoning blocks are valid only for this model. */
  readonly model: string;
  /** Returns the real name of a tool for the name used in this protocol. */
  readonly nameOf?: (written: string) => string;
  readonly newId?: () => string;
}

/**
 * Turns the answer of a Messages API server into Events. Call `chunk` for each event of a stream, or `whole` for an
 * unstreamed message, then `end`. The reader does no I/O and never throws, and its events keep the contract of
 * `Backend.stream`. The message in a failure is the server's own text and may contain a key.
 */
export class MessagesAnswer implements AnswerReader {
  readonly #backend: string;
  readonly #calls: MessageCalls;
  readonly #thoughts: ReasoningBlocks;
  readonly #tokens = new TokenCount();
  /** True inside a block of the provider's own tools, whose input is ignored. */
  #isForeign = false;
  #hasText = false;
  readonly #ending = new Ending();
  #failure: TurnFailure | undefined;
  #isDone = false;
  #isEnded = false;

  constructor({ backend, model, nameOf = (name) => name, newId = newCallId }: MessagesAnswerOptions) {
    this.#backend = backend;
    this.#thoughts = new ReasoningBlocks(model);
    this.#calls = new MessageCalls(newId, nameOf);
  }

  get failure(): TurnFailure | undefined {
    return this.#failure;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** True if text needs no further processing: there was text before, and no reasoning block that follows text. */
  get isPlain(): boolean {
    return this.#hasText && !this.#isOver && !this.#thoughts.isAmongText;
  }

  plainText(value: unknown): string | undefined {
    if (!this.isPlain || !isRecord(value) || value.type !== 'content_block_delta') return undefined;
    const { delta } = value;
    return isRecord(delta) && delta.type === 'text_delta' && typeof delta.text === 'string' ? delta.text : undefined;
  }

  /** Reads one event of a stream. */
  chunk(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const text = this.plainText(value);
    if (text !== undefined) return text === '' ? NOTHING : [{ type: 'text', text }];
    const event = this.#admit(value);
    if (event === undefined) return NOTHING;
    const events: Event[] = [];
    this.#read(event, events);
    return events;
  }

  /** Reads an unstreamed message. */
  whole(value: unknown): readonly Event[] {
    if (this.#isOver) return NOTHING;
    const message = this.#admit(value);
    if (message === undefined) return NOTHING;
    const events: Event[] = [];
    this.#readMessage(message, events);
    return events;
  }

  /** Returns held-back reasoning blocks, the calls, and the only `finish`. */
  end(isDone: boolean): readonly Event[] {
    if (this.#isEnded) return NOTHING;
    this.#isEnded = true;
    const events: Event[] = [];
    if (!this.#ending.isSaid && !isDone) this.#break('the stream ended without a stop reason');
    if (this.#failure === undefined) {
      this.#thoughts.end(events);
      this.#settle(events);
    }
    if (this.#failure === undefined) this.#calls.end(events);
    events.push(this.#finish());
    return events;
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
    this.#failure = readError(this.#backend, value);
    return this.#failure === undefined ? value : undefined;
  }

  /** Reads one event. Events of other types are keep-alives or unknown, and are ignored. */
  #read(event: Fields, events: Event[]): void {
    switch (event.type) {
      case 'message_start':
        if (isRecord(event.message)) this.#tokens.read(event.message.usage);
        return;
      case 'content_block_start':
        if (isRecord(event.content_block)) this.#begin(event.content_block, event.index, events);
        return;
      case 'content_block_delta':
        if (isRecord(event.delta)) this.#append(event.delta, event.index, events);
        return;
      case 'content_block_stop':
        this.#stop(events);
        return;
      case 'message_delta':
        this.#tokens.read(event.usage);
        if (isRecord(event.delta)) this.#conclude(event.delta, events);
        return;
      case 'message_stop':
        this.#isDone = true;
        return;
      case 'message':
        this.#readMessage(event, events);
        this.#isDone = true;
        return;
      default:
        return;
    }
  }

  #readMessage(message: Fields, events: Event[]): void {
    const { content } = message;
    if (!Array.isArray(content) && typeof content !== 'string' && typeof message.stop_reason !== 'string') {
      this.#break(`it contains no message with content: ${quote(message)}`);
      return;
    }
    this.#tokens.read(message.usage);
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }];
    for (const [index, block] of blocks.entries()) {
      if (isRecord(block)) this.#begin(block, index, events);
      this.#stop(events);
    }
    this.#conclude(message, events);
  }

  /** Starts a block. The start may already contain content; in an unstreamed message it contains all of it. */
  #begin(block: Fields, index: unknown, events: Event[]): void {
    this.#stop(events);
    switch (block.type) {
      case 'text':
        this.#say(block.text, events);
        extrasOfBlock(block, events);
        return;
      case 'thinking':
        this.#thoughts.begin(this.#calls.count, this.#hasText);
        this.#thoughts.think(textIn(block.thinking), events);
        this.#thoughts.sign(textIn(block.signature));
        return;
      case 'redacted_thinking':
        this.#thoughts.redact(textIn(block.data), this.#calls.count, this.#hasText, events);
        return;
      case 'tool_use':
        this.#break(this.#calls.begin(block, index, events));
        return;
      default:
        this.#isForeign = true;
        extrasOfBlock(block, events);
    }
  }

  #append(delta: Fields, index: unknown, events: Event[]): void {
    switch (delta.type) {
      case 'text_delta':
        this.#thoughts.close(events);
        this.#say(delta.text, events);
        return;
      case 'thinking_delta':
        if (!this.#thoughts.isOpen) this.#thoughts.begin(this.#calls.count, this.#hasText);
        this.#thoughts.think(textIn(delta.thinking), events);
        return;
      case 'signature_delta':
        this.#thoughts.sign(textIn(delta.signature));
        return;
      case 'input_json_delta':
        if (!this.#isForeign) this.#break(this.#calls.append(textIn(delta.partial_json), index, events));
        return;
      case 'citations_delta':
        extrasOfBlock({ citations: [delta.citation] }, events);
        return;
      default:
        return;
    }
  }

  #stop(events: Event[]): void {
    this.#isForeign = false;
    this.#thoughts.close(events);
    this.#settle(events);
  }

  #settle(events: Event[]): void {
    this.#break(this.#calls.settle(events));
  }

  #say(value: unknown, events: Event[]): void {
    const text = textIn(value);
    if (text === '') return;
    this.#hasText = true;
    this.#thoughts.pass(text);
    events.push({ type: 'text', text });
  }

  #conclude(ending: Fields, events: Event[]): void {
    this.#ending.read(ending);
    extrasOfEnd(ending, events);
  }

  #break(reason: string | undefined): void {
    if (reason !== undefined) this.#failure ??= { kind: 'upstream-broken', backend: this.#backend, reason };
  }

  #finish(): FinishEvent {
    const usage = this.#tokens.usage;
    const counted = usage && { usage };
    if (this.#failure !== undefined) return { type: 'finish', reason: 'failed', ...counted, failure: this.#failure };
    return { ...this.#ending.finish(this.#calls), ...counted };
  }
}

const NOTHING: readonly Event[] = [];

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

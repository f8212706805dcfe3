import type { Event, Failure, Fields, FinishEvent, Usage } from '../../core/index.ts';
import type { Rejection } from '../rejection.ts';
import type { AnswerHead } from '../whole-answer.ts';
import { CallDeltas, type CallShape, USUAL_CALLS } from './call-shape.ts';
import { chatErrorBody } from './error-body.ts';
import { REASONING, writeBlocks } from './reasoning.ts';
import { writeUsage } from './usage.ts';
import { finishReason } from './write-answer.ts';

export interface ChatStreamOptions {
  /** The form in which the client receives calls. */
  readonly shape?: CallShape;
  /** Index of the choice that is written. */
  readonly index?: number;
  /** True if other choices are in the same stream. Then the caller ends the stream, with `end`. */
  readonly isPart?: boolean;
}

/**
 * Writes a turn's events as one stream of chat-completion chunks, whatever the number of steps. Only client calls are
 * written, with consecutive indexes.
 */
export class ChatStream {
  readonly #answer: AnswerHead;
  /** JSON of the fields that are the same in every chunk. It is built once, with the first chunk. */
  #head = '';
  #textHead = '';
  readonly #includeUsage: boolean;
  readonly #reject: (failure: Failure) => Rejection;
  readonly #shape: CallShape;
  readonly #index: number;
  readonly #isPart: boolean;
  readonly #calls: CallDeltas;
  /**
   * Fields of the whole answer (`system_fingerprint`, `service_tier`) for the next chunk with a choice. They get no separate
   * chunk, because clients read `choices[0]` of every chunk.
   */
  #unwritten: Fields | undefined;
  #isBegun = false;

  /** `reject` converts a failure to the error that the client receives. */
  constructor(
    head: AnswerHead,
    includeUsage: boolean,
    reject: (failure: Failure) => Rejection,
    { shape = USUAL_CALLS, index = 0, isPart = false }: ChatStreamOptions = {},
  ) {
    this.#answer = head;
    this.#includeUsage = includeUsage;
    this.#reject = reject;
    this.#shape = shape;
    this.#index = index;
    this.#isPart = isPart;
    this.#calls = new CallDeltas(shape);
  }

  /** Returns the chunks for a batch; empty if the batch contains nothing for the client. */
  write(batch: readonly Event[]): string {
    if (this.#head === '' && batch.some(({ type }) => type !== 'notice')) this.#begin();
    let written = '';
    for (const event of batch) {
      const isPlain = event.type === 'text' && this.#unwritten === undefined;
      written += isPlain ? this.#textHead + JSON.stringify(event.text) + TEXT_TAIL : this.#writeEvent(event);
    }
    if (written === '' || this.#isBegun || isError(batch)) return written;
    this.#isBegun = true;
    return this.#choice({ role: 'assistant', content: '' }) + written;
  }

  /** Returns the end of the stream: the usage, if the client wants it, and the mark of the end. */
  end(usage: Usage | undefined): string {
    const told =
      usage !== undefined && this.#includeUsage ? this.#write({ choices: [], usage: writeUsage(usage) }) : '';
    return `${told}data: [DONE]\n\n`;
  }

  #begin(): void {
    const { id, model, createdAt } = this.#answer;
    const fields = JSON.stringify({ id, object: 'chat.completion.chunk', created: createdAt, model: model() });
    this.#head = `data: ${fields.slice(0, -1)},`;
    this.#textHead = `${this.#head}"choices":[{"index":${this.#index},"delta":{"content":`;
  }

  #writeEvent(event: Event): string {
    switch (event.type) {
      case 'text':
        return this.#choice({ content: event.text });
      case 'reasoning':
        return this.#choice({ [REASONING]: event.text });
      case 'reasoning-blocks':
        return this.#choice(writeBlocks(event.parts));
      case 'call-start':
        return event.owner === 'client' ? this.#choice(this.#calls.start(event.id, event.name)) : '';
      case 'call-args': {
        const delta = this.#calls.arguments(event.id, event.text);
        return delta === undefined ? '' : this.#choice(delta);
      }
      case 'extra':
        return this.#extra(event);
      case 'finish':
        return this.#finish(event);
      case 'call':
      case 'outcome':
      case 'notice':
        return '';
      default:
        return event satisfies never;
    }
  }

  #extra({ wire, at, fields }: Extract<Event, { type: 'extra' }>): string {
    if (wire !== 'chat' && wire !== 'messages') return ''; // As in an unstreamed answer.
    if (at === 'message') return this.#choice(fields);
    if (at === 'choice') return this.#chunk({ ...fields, index: this.#index, delta: {}, finish_reason: null });
    this.#unwritten = { ...this.#unwritten, ...fields };
    return '';
  }

  #finish({ reason, explanation, usage, failure }: FinishEvent): string {
    if (failure !== undefined) return `data: ${JSON.stringify(chatErrorBody(this.#reject(failure)))}\n\n`;
    const calls = this.#calls.end(reason === 'calls').map((delta) => this.#choice(delta));
    const why = explanation === undefined ? '' : this.#choice({ refusal: explanation });
    const last = this.#chunk({ index: this.#index, delta: {}, finish_reason: finishReason(reason, this.#shape) });
    return `${calls.join('')}${why}${last}${this.#isPart ? '' : this.end(usage)}`;
  }

  #choice(delta: object): string {
    return this.#chunk({ index: this.#index, delta, finish_reason: null });
  }

  #chunk(choice: object): string {
    const fields = { ...this.#unwritten, choices: [choice] };
    this.#unwritten = undefined;
    return this.#write(fields);
  }

  #write(fields: object): string {
    return `${this.#head}${JSON.stringify(fields).slice(1)}\n\n`;
  }
}

const TEXT_TAIL = '},"finish_reason":null}]}\n\n';

function isError(batch: readonly Event[]): boolean {
  const [first] = batch;
  return first?.type === 'finish' && first.failure !== undefined;
}

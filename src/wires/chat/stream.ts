import type { Event, Failure, FinishEvent } from '../../core/index.ts';
import type { Rejection } from '../rejection.ts';
import type { AnswerHead } from '../whole-answer.ts';
import { chatErrorBody } from './error-body.ts';
import { REASONING, writeBlocks } from './reasoning.ts';
import { writeUsage } from './usage.ts';
import { finishReason } from './write-answer.ts';

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
  readonly #indexes = new Map<string, number>();
  /** Indexes of calls without arguments so far. */
  readonly #bare = new Set<number>();
  #isBegun = false;

  /** `reject` converts a failure to the error that the client receives. */
  constructor(head: AnswerHead, includeUsage: boolean, reject: (failure: Failure) => Rejection) {
    this.#answer = head;
    this.#includeUsage = includeUsage;
    this.#reject = reject;
  }

  /** Returns the chunks for a batch; empty if the batch contains nothing for the client. */
  write(batch: readonly Event[]): string {
    if (this.#head === '' && batch.some(({ type }) => type !== 'notice')) this.#begin();
    let written = '';
    for (const event of batch) {
      if (event.type === 'text') written += this.#textHead + JSON.stringify(event.text) + TEXT_TAIL;
      else written += this.#writeEvent(event);
    }
    if (written === '' || this.#isBegun || isError(batch)) return written;
    this.#isBegun = true;
    return this.#choice({ role: 'assistant', content: '' }) + written;
  }

  #begin(): void {
    const { id, model, createdAt } = this.#answer;
    const fields = JSON.stringify({ id, object: 'chat.completion.chunk', created: createdAt, model: model() });
    this.#head = `data: ${fields.slice(0, -1)},`;
    this.#textHead = `${this.#head}"choices":[{"index":0,"delta":{"content":`;
  }

  #writeEvent(event: Exclude<Event, { type: 'text' }>): string {
    switch (event.type) {
      case 'reasoning':
        return this.#choice({ [REASONING]: event.text });
      case 'reasoning-blocks':
        return this.#choice(writeBlocks(event.parts));
      case 'call-start':
        return event.owner === 'client' ? this.#startCall(event.id, event.name) : '';
      case 'call-args': {
        const index = this.#indexes.get(event.id);
        return index === undefined ? '' : this.#callArguments(index, event.text);
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

  #startCall(id: string, name: string): string {
    const index = this.#indexes.size;
    this.#indexes.set(id, index);
    this.#bare.add(index);
    return this.#choice({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
  }

  #callArguments(index: number, text: string): string {
    this.#bare.delete(index);
    return this.#choice({ tool_calls: [{ index, function: { arguments: text } }] });
  }

  #extra({ wire, at, fields }: Extract<Event, { type: 'extra' }>): string {
    if (wire !== 'chat' && wire !== 'messages') return ''; // As in an unstreamed answer.
    if (at === 'message') return this.#choice(fields);
    if (at === 'choice') return this.#chunk({ choices: [{ ...fields, index: 0, delta: {}, finish_reason: null }] });
    return this.#chunk({ ...fields, choices: [] });
  }

  #finish({ reason, explanation, usage, failure }: FinishEvent): string {
    if (failure !== undefined) return `data: ${JSON.stringify(chatErrorBody(this.#reject(failure)))}\n\n`;
    // Clients parse the arguments as JSON, so a call without arguments gets an empty object.
    const bare = reason === 'calls' ? [...this.#bare].map((index) => this.#callArguments(index, '{}')).join('') : '';
    const why = explanation === undefined ? '' : this.#choice({ refusal: explanation });
    const last = this.#chunk({
      choices: [{ index: 0, delta: {}, finish_reason: finishReason(reason) }],
    });
    const told =
      usage !== undefined && this.#includeUsage ? this.#chunk({ choices: [], usage: writeUsage(usage) }) : '';
    return `${bare}${why}${last}${told}data: [DONE]\n\n`;
  }

  #choice(delta: object): string {
    return this.#chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
  }

  #chunk(fields: object): string {
    return `${this.#head}${JSON.stringify(fields).slice(1)}\n\n`;
  }
}

const TEXT_TAIL = '},"finish_reason":null}]}\n\n';

function isError(batch: readonly Event[]): boolean {
  const [first] = batch;
  return first?.type === 'finish' && first.failure !== undefined;
}

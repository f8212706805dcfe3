import type { Call, Event, ExtraPlace, Fields, FinishEvent, ReasoningPart, WireName } from '../core/index.ts';
import { mergeFields } from './merge.ts';

/** A turn's complete answer as its client may see it, collected from the turn's events. */
export class Answer {
  text = '';
  reasoning = '';
  /** Reasoning blocks that the client must send back with the answer. */
  readonly blocks: ReasoningPart[] = [];
  /** Fields of server answers that have no neutral equivalent, by the wire they came from. */
  readonly extra: Partial<Record<WireName, Record<ExtraPlace, Fields>>> = {};
  finish: FinishEvent = { type: 'finish', reason: 'stop' };
  isFinished = false;
  readonly #calls = new Map<string, Call & { readonly arguments: string }>();

  add(batch: readonly Event[]): void {
    for (const event of batch) this.#add(event);
  }

  /** Calls of client tools. A call that the token limit truncated is included, with its arguments so far. */
  get calls(): readonly Call[] {
    return [...this.#calls.values()];
  }

  #addExtra({ wire, at, fields }: Extract<Event, { type: 'extra' }>): void {
    const extra = this.extra[wire] ?? { answer: {}, choice: {}, message: {} };
    extra[at] = mergeFields(at, extra[at], fields);
    this.extra[wire] = extra;
  }

  #add(event: Event): void {
    switch (event.type) {
      case 'text':
        this.text += event.text;
        return;
      case 'reasoning':
        this.reasoning += event.text;
        return;
      case 'call-start': {
        const { id, name, owner } = event;
        if (owner === 'client') this.#calls.set(id, { id, name, arguments: '' });
        return;
      }
      case 'call-args': {
        const call = this.#calls.get(event.id);
        if (call !== undefined) this.#calls.set(event.id, { ...call, arguments: call.arguments + event.text });
        return;
      }
      case 'reasoning-blocks':
        for (const part of event.parts) this.blocks.push(part);
        return;
      case 'extra':
        this.#addExtra(event);
        return;
      case 'finish':
        this.finish = event;
        this.isFinished = true;
        return;
      case 'call': // already collected from `call-start` and `call-args`
      case 'outcome':
      case 'notice':
        return;
      default:
        event satisfies never;
    }
  }
}

import type { Call, Event, ExtraPlace, Fields, FinishEvent, ReasoningPart, WireName } from '../core/index.ts';
import { mergeFields } from './merge.ts';

/** A turn's answer as a whole: what its client may see, gathered from the events. */
export class Answer {
  text = '';
  reasoning = '';
  /** Blocks of reasoning that the client sends back with the answer. */
  readonly blocks: ReasoningPart[] = [];
  /** Members of servers' answers that have no neutral word, by their wire. */
  readonly extra: Partial<Record<WireName, Record<ExtraPlace, Fields>>> = {};
  finish: FinishEvent = { type: 'finish', reason: 'stop' };
  isFinished = false;
  readonly #calls = new Map<string, Call & { readonly arguments: string }>();

  add(batch: readonly Event[]): void {
    for (const event of batch) this.#add(event);
  }

  /** The client's own; also one that the token limit cut off, as far as it came. */
  get calls(): readonly Call[] {
    return [...this.#calls.values()];
  }

  #addExtra({ wire, at, fields }: Extract<Event, { type: 'extra' }>): void {
    const extra = this.extra[wire] ?? { answer: {}, choice: {}, message: {} };
    extra[at] = mergeFields(extra[at], fields);
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
      case 'call': // its pieces have been gathered
      case 'outcome':
      case 'notice':
        return;
      default:
        event satisfies never;
    }
  }
}

import type { ReaderCall, ReaderEvent, ReaderNotice } from '../events.ts';
import type { Format } from '../format.ts';
import { JsonRestorer } from './json-restorer.ts';
import { Restorer, restore } from './restore.ts';

/**
 * Restores broken control tokens in a Reader's events. A prompt contains control tokens that `neutralise` broke; where the
 * model copied one, the returned events contain the original token. The chunking of the events does not change the result,
 * and the joined `call-args` still equal `argumentsText`.
 */
export class EventRestorer {
  readonly #formats: readonly Format[];
  /** The restorer of the text or reasoning that is in progress. */
  #words: { readonly type: 'text' | 'reasoning'; readonly restorer: Restorer } | undefined;
  readonly #arguments = new Map<number, JsonRestorer>();

  constructor(formats: readonly Format[]) {
    this.#formats = formats;
  }

  push(told: readonly ReaderEvent[]): readonly ReaderEvent[] {
    const events: ReaderEvent[] = [];
    for (const event of told) this.#take(event, events);
    return events;
  }

  /** Returns the events that were held back. Call this after the last event. */
  end(): readonly ReaderEvent[] {
    const events: ReaderEvent[] = [];
    this.#endWords(events);
    return events;
  }

  #take(event: ReaderEvent, events: ReaderEvent[]): void {
    switch (event.type) {
      case 'text':
      case 'reasoning': {
        if (this.#words?.type !== event.type) this.#endWords(events);
        this.#words ??= { type: event.type, restorer: new Restorer(this.#formats) };
        const text = this.#words.restorer.push(event.text);
        if (text !== '') events.push(text === event.text ? event : { ...event, text });
        return;
      }
      case 'call-start':
        this.#endWords(events);
        this.#arguments.set(event.index, new JsonRestorer(this.#formats));
        events.push(event);
        return;
      case 'call-args': {
        const text = this.#arguments.get(event.index)?.push(event.text) ?? event.text;
        if (text !== '') events.push(text === event.text ? event : { ...event, text });
        return;
      }
      case 'call':
        this.#endArguments(event.index, events);
        events.push(this.#call(event));
        return;
      case 'notice':
        events.push(this.#notice(event, events));
        return;
      default:
        event satisfies never;
    }
  }

  #call(call: ReaderCall): ReaderCall {
    const { written } = call;
    const restorer = new JsonRestorer(this.#formats);
    const argumentsText = restorer.push(call.argumentsText) + restorer.end();
    const values = argumentsText === call.argumentsText ? {} : { argumentsText, arguments: JSON.parse(argumentsText) };
    return { ...call, ...values, ...(written === undefined ? {} : { written: restore(written, this.#formats) }) };
  }

  /**
   * Restores a notice. Some notices end a call; its remaining arguments are sent first. A notice does not end the text in
   * progress, because it is about something before that text.
   */
  #notice(notice: ReaderNotice, events: ReaderEvent[]): ReaderNotice {
    const { index, text, code } = notice;
    if (index !== undefined && ENDS.has(code)) this.#endArguments(index, events);
    return text === undefined ? notice : { ...notice, text: restore(text, this.#formats) };
  }

  #endWords(events: ReaderEvent[]): void {
    if (this.#words === undefined) return;
    const { type, restorer } = this.#words;
    this.#words = undefined;
    const text = restorer.end();
    if (text !== '') events.push({ type, text });
  }

  #endArguments(index: number, events: ReaderEvent[]): void {
    const text = this.#arguments.get(index)?.end() ?? '';
    this.#arguments.delete(index);
    if (text !== '') events.push({ type: 'call-args', index, text });
  }
}

/** The notices that end a call. */
const ENDS: ReadonlySet<ReaderNotice['code']> = new Set(['malformed', 'incomplete']);

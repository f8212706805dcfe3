import { type Message, type Plan, textOf } from '../../core/index.ts';
import type { Format, ReaderCall, ReaderEvent } from '../../formats/index.ts';
import { findVisible } from '../../select/index.ts';
import { isText, recordsOf } from '../prompt/text-prompt.ts';

/** Whether a call of this format may stand without a marker, so that nothing in what others say can be broken. */
export function isBare(format: Format): boolean {
  return 'bare' in format && format.bare === true;
}

/** Calls in a model's text that are not its own wish: what it repeats, explains, or only thought of. */
export class Quotations {
  readonly #plan: Plan;
  readonly #messages: readonly Message[];
  #outcomes: string | undefined;

  constructor(plan: Plan, messages: readonly Message[]) {
    this.#plan = plan;
    this.#messages = messages;
  }

  /**
   * Whether a tool said the same, letter for letter but for white space. Of our own tools only: a client that was told of
   * its call while it came has to be handed the rest.
   */
  isEcho({ name, written, format }: ReaderCall): boolean {
    if (written === undefined || findVisible(this.#plan, name)?.owner === 'client') return false;
    if (isText(this.#plan) && !this.#isBare(format)) return false; // what it was told is broken there
    if (!written.includes(name)) return false;
    this.#outcomes ??= squeezed(this.#messages.map(outcomeIn).join('\n'));
    return this.#outcomes.includes(squeezed(written));
  }

  #isBare(id: string): boolean {
    return recordsOf(this.#plan.understood).some((format) => format.id === id && isBare(format));
  }
}

/**
 * What stays of the calls in the text of a model that does native calls: those that are whole, and that nothing but calls
 * follows. A call that its server missed stands at the end; what stands among words is an example, or was thought of.
 * `written`: the text that these are the events of.
 */
export function withoutExamples(events: readonly ReaderEvent[], written: string): readonly ReaderEvent[] {
  const words = events.findLastIndex((event) => event.type === 'text' && event.text.trim() !== '');
  const calls = events.slice(words + 1).filter((event) => event.type === 'call');
  const kept = new Set(calls.map(({ index }) => index));
  const examples = written.slice(0, startOf(calls, written));
  const isNothing = calls.length > 0 ? examples.trim() === '' : examples === '';
  return [
    ...(isNothing ? [] : [{ type: 'text', text: examples } as const]),
    ...events.filter(
      (event) => isAside(event) || ('index' in event && event.index !== undefined && kept.has(event.index)),
    ),
  ];
}

/** Where the first of the calls begins that a text ends in. */
function startOf(calls: readonly ReaderCall[], text: string): number {
  return calls.reduceRight(
    (end, { written = '' }) => Math.max(0, text.lastIndexOf(written, end - written.length)),
    text.length,
  );
}

/** A notice that is about no call. */
export function isAside(event: ReaderEvent): boolean {
  return event.type === 'notice' && event.index === undefined;
}

function outcomeIn(message: Message): string {
  return message.role === 'tool' ? textOf(message.content) : '';
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

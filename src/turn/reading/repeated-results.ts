import { type Message, type Plan, textOf } from '../../core/index.ts';
import type { Format, ReaderCall, ReaderEvent } from '../../formats/index.ts';
import { findVisible } from '../../select/index.ts';
import { isText, recordsOf } from '../prompt/text-prompt.ts';

/**
 * True if a call of this format may lack a marker. Then a quoted call in a tool result has no marker that could be
 * neutralised.
 */
export function isBare(format: Format): boolean {
  return 'bare' in format && format.bare === true;
}

/** Detects calls in a model's text that only repeat a tool result. */
export class RepeatedResults {
  readonly #plan: Plan;
  readonly #messages: readonly Message[];
  #outcomes: string | undefined;

  constructor(plan: Plan, messages: readonly Message[]) {
    this.#plan = plan;
    this.#messages = messages;
  }

  /**
   * True if a tool result contains the text of this call, apart from whitespace. Always false for client tools: the
   * start of such a call was already streamed to the client, so the rest must follow.
   */
  isEcho({ name, written, format }: ReaderCall): boolean {
    if (written === undefined || findVisible(this.#plan, name)?.owner === 'client') return false;
    if (isText(this.#plan) && !this.#isBare(format)) return false; // the markers in tool results were neutralised
    if (!written.includes(name)) return false;
    this.#outcomes ??= squeezed(this.#messages.map(outcomeIn).join('\n'));
    return this.#outcomes.includes(squeezed(written));
  }

  #isBare(id: string): boolean {
    return recordsOf(this.#plan.understood).some((format) => format.id === id && isBare(format));
  }
}

/**
 * Keeps only complete calls at the end of the text; turns all other calls back into text. A call that the server missed
 * is at the end; a call among words is an example or a draft. `written` is the text from which the events were read.
 */
export function withoutExamples(events: readonly ReaderEvent[], written: string): readonly ReaderEvent[] {
  const words = events.findLastIndex((event) => event.type === 'text' && event.text.trim() !== '');
  const calls = events
    .slice(words + 1)
    .filter((event) => event.type === 'call')
    .filter((call) => call.isOpenEnded !== true || !isRepaired(call, events));
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

function isRepaired({ index }: ReaderCall, events: readonly ReaderEvent[]): boolean {
  return events.some((event) => event.type === 'notice' && event.code === 'repaired' && event.index === index);
}

/** Returns the offset of the first of the calls at the end of the text. */
function startOf(calls: readonly ReaderCall[], text: string): number {
  return calls.reduceRight(
    (end, { written = '' }) => Math.max(0, text.lastIndexOf(written, end - written.length)),
    text.length,
  );
}

/** True for a notice that is not about a call. */
export function isAside(event: ReaderEvent): boolean {
  return event.type === 'notice' && event.index === undefined;
}

function outcomeIn(message: Message): string {
  return message.role === 'tool' ? textOf(message.content) : '';
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

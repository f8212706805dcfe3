import type { ReaderEvent } from '../../src/formats/index.ts';

/** Merges adjacent events of the same kind. The result does not depend on the chunking of the text. */
export function joined(events: readonly ReaderEvent[]): readonly ReaderEvent[] {
  const whole: ReaderEvent[] = [];
  for (const event of events) {
    const last = whole.at(-1);
    const together = last === undefined ? undefined : joinTwo(last, event);
    if (together === undefined) whole.push(event);
    else whole[whole.length - 1] = together;
  }
  return whole;
}

function joinTwo(one: ReaderEvent, other: ReaderEvent): ReaderEvent | undefined {
  if (one.type === 'text' && other.type === 'text') return { type: 'text', text: one.text + other.text };
  if (one.type === 'reasoning' && other.type === 'reasoning') return { type: 'reasoning', text: one.text + other.text };
  if (one.type !== 'call-args' || other.type !== 'call-args' || one.index !== other.index) return undefined;
  return { ...one, text: one.text + other.text };
}

import type { Format } from '../format.ts';
import { type Writable, type WrittenCall, writable } from './call.ts';
import { writeEnvelopes } from './envelope.ts';
import { writeFrames } from './frame.ts';
import { formatOf, formatsOf, type WriterOptions } from './named.ts';
import { markersWithin } from './neutralise.ts';
import type { Pen } from './pen.ts';
import { writePrograms, writePythonCalls } from './python.ts';
import { writeTags } from './tagged.ts';

export interface Surroundings extends WriterOptions {
  /** How many calls the conversation had before: some families count them. */
  readonly first?: number | undefined;
  /** Text stands before the calls in their message. */
  readonly isBehindText?: boolean | undefined;
}

/** Calls of one message, as the families of this format write them. */
export function writeCalls(
  written: Format | string,
  calls: readonly WrittenCall[],
  { first = 0, isBehindText = false, understood }: Surroundings = {},
): string {
  const format = formatOf(written);
  const markers = markersWithin(format, understood && formatsOf(understood));
  if (calls.length === 0) return '';
  const writables = calls.map((call, order) => writable(call, first + order, order));
  return write({ format, markers, isBehindText }, writables);
}

/** One call alone. `place`: its number among the calls of the conversation. */
export function writeCall(format: Format | string, call: WrittenCall, place: number): string {
  return writeCalls(format, [call], { first: place });
}

function write(pen: Pen, calls: readonly Writable[]): string {
  const { format } = pen;
  switch (format.skeleton) {
    case 'envelope':
      return writeEnvelopes({ ...pen, format }, calls);
    case 'frame':
      return writeFrames({ ...pen, format }, calls);
    case 'tagged':
      return writeTags({ ...pen, format }, calls);
    case 'python':
      return writePythonCalls({ ...pen, format }, calls);
    case 'raw':
      return writePrograms({ ...pen, format }, calls);
    default:
      return format satisfies never;
  }
}

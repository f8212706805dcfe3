import type { Format } from '../format.ts';
import { type Writable, type WrittenCall, writable } from './call.ts';
import { writeEnvelopes } from './envelope.ts';
import { writeFrames } from './frame.ts';
import { formatOf, formatsOf, type WriterOptions } from './named.ts';
import { markersWithin } from './neutralise.ts';
import type { WriteContext } from './pen.ts';
import { writePrograms, writePythonCalls } from './python.ts';
import { writeTags } from './tagged.ts';

export interface Surroundings extends WriterOptions {
  /** Number of earlier calls in the conversation: some families number their calls. */
  readonly first?: number | undefined;
  /** True if text precedes the calls in their message. */
  readonly isBehindText?: boolean | undefined;
}

/** Writes the calls of one message as the families of this format write them. */
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

/** Writes one call. `place` is the index of the call in the conversation. */
export function writeCall(format: Format | string, call: WrittenCall, place: number): string {
  return writeCalls(format, [call], { first: place });
}

function write(pen: WriteContext, calls: readonly Writable[]): string {
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

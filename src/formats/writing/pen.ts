import type { Format } from '../format.ts';
import type { Writable } from './call.ts';
import { type Around, habitOf } from './habits.ts';
import type { Markers } from './neutralise.ts';

/** What the skeletons write with. */
export interface Pen<F extends Format = Format> {
  readonly format: F;
  /** What must not stand within a value. */
  readonly markers: Markers;
  /** Text stands before the calls, so a marker has to tell them apart from it. */
  readonly isBehindText: boolean;
}

/** What stands around a call, or around all of them. Nothing, where the family leaves it out. */
export function callMarkers({ format, isBehindText }: Pen): Around {
  const { isBare = false, markers } = habitOf(format.id);
  if (isBare && !isBehindText) return { open: '', close: '' };
  return markers ?? { open: format.open[0] ?? '', close: format.close[0] ?? '' };
}

/** All calls of a message, with what the format has around them. */
export function withinSection(pen: Pen, calls: readonly string[], line: string): string {
  const { section, id } = pen.format;
  if (section === undefined) return calls.join(line);
  const [open, close] = [section.open[0] ?? '', section.close[0] ?? ''];
  const around = (inner: string) => `${open}${line}${inner}${line}${close}`;
  return habitOf(id).isSectionEach === true ? calls.map(around).join(line) : around(calls.join(line));
}

/** The message that a call is, or that calls stand in, where messages have headers. */
export function withinMessage({ format }: Pen, to: string, body: string, isRaw = false): string {
  const { header, id } = format;
  if (header === undefined) return body;
  const habit = habitOf(id);
  const derived: Around = {
    open: `${header.open[0] ?? ''}${header.fields.to ?? 'to='}{to}${header.close[0] ?? ''}`,
    close: header.end[0] ?? '',
  };
  const { open, close } = (isRaw ? habit.rawMessage : undefined) ?? habit.message ?? derived;
  return `${open.replace('{to}', () => to)}${body}${close}`;
}

/** The one argument that is a body by itself, if this call has nothing else. */
export function rawBody({ members }: Writable, argument: string | undefined): string | undefined {
  if (argument === undefined || !Object.hasOwn(members, argument)) return undefined;
  const text = members[argument];
  return typeof text === 'string' && Object.keys(members).length === 1 ? text : undefined;
}

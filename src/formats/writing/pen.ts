import type { Format } from '../format.ts';
import type { Writable } from './call.ts';
import { type Around, habitOf } from './family-layouts.ts';
import type { Markers } from './neutralise.ts';

/** The format and context that the writer of a skeleton needs. */
export interface WriteContext<F extends Format = Format> {
  readonly format: F;
  /** The markers that must not appear inside a value. */
  readonly markers: Markers;
  /** True if text precedes the calls, so that a marker must separate them. */
  readonly isBehindText: boolean;
}

/** Returns the markers around one call or around all calls. They are empty if the family omits them. */
export function callMarkers({ format, isBehindText }: WriteContext): Around {
  const { isBare = false, markers } = habitOf(format.id);
  if (isBare && !isBehindText) return { open: '', close: '' };
  return markers ?? { open: format.open[0] ?? '', close: format.close[0] ?? '' };
}

/** Puts the format's section markers around the calls of a message. */
export function withinSection(pen: WriteContext, calls: readonly string[], line: string): string {
  const { section, id } = pen.format;
  if (section === undefined) return calls.join(line);
  const [open, close] = [section.open[0] ?? '', section.close[0] ?? ''];
  const around = (inner: string) => `${open}${line}${inner}${line}${close}`;
  return habitOf(id).isSectionEach === true ? calls.map(around).join(line) : around(calls.join(line));
}

/** Puts the format's message header and end around a body. Returns the body unchanged if messages have no headers. */
export function withinMessage({ format }: WriteContext, to: string, body: string, isRaw = false): string {
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

/** Returns the text of the named argument if it is the only argument of the call; undefined otherwise. */
export function rawBody({ members }: Writable, argument: string | undefined): string | undefined {
  if (argument === undefined || !Object.hasOwn(members, argument)) return undefined;
  const text = members[argument];
  return typeof text === 'string' && Object.keys(members).length === 1 ? text : undefined;
}

import { formatsNamed } from '../catalogue/index.ts';
import type { Format } from '../format.ts';

export interface WriterOptions {
  /** Formats that are read, by default the one that is written: their control tokens are broken in text that is not ours. */
  readonly understood?: readonly (Format | string)[] | undefined;
}

/** The record to write by: of several that a name stands for, the first. A name that has none is the caller's mistake. */
export function formatOf(format: Format | string): Format {
  if (typeof format !== 'string') return format;
  const [first] = formatsNamed(format);
  if (first === undefined) throw new Error(`the format "${format}" is no text: nothing can be written in it`);
  return first;
}

/** The records that are meant. A list of records stays the same list: what is made of it is kept by it. */
export function formatsOf(formats: readonly (Format | string)[]): readonly Format[] {
  if (formats.every((format) => typeof format !== 'string')) return formats;
  return formats.flatMap((format) => (typeof format === 'string' ? formatsNamed(format) : [format]));
}

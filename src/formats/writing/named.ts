import { formatsNamed } from '../catalogue/index.ts';
import type { Format } from '../format.ts';

export interface WriterOptions {
  /** The formats that are read: their control tokens are broken in external text. Default: the format that is written. */
  readonly understood?: readonly (Format | string)[] | undefined;
  /** Large texts whose control tokens were broken before, by the original text. They are not broken again. */
  readonly broken?: ReadonlyMap<string, string> | undefined;
}

/** Returns the record to write with: the first one, if a name stands for several. Throws if the name has no record. */
export function formatOf(format: Format | string): Format {
  if (typeof format !== 'string') return format;
  const [first] = formatsNamed(format);
  if (first === undefined) throw new Error(`The format "${format}" has no text form, so nothing can be written in it.`);
  return first;
}

/** Returns the records that are meant. A list of records is returned as is, because caches are keyed by the list. */
export function formatsOf(formats: readonly (Format | string)[]): readonly Format[] {
  if (formats.every((format) => typeof format !== 'string')) return formats;
  return formats.flatMap((format) => (typeof format === 'string' ? formatsNamed(format) : [format]));
}

import type { Format, TaggedFormat } from '../format.ts';
import { kept, literals } from './marker-set.ts';
import type { Reading, Tape } from './tape.ts';

/** Returns the beginning of a tag with a suffix: `<tool_calls:` for `<tool_calls:a1>`. */
export function suffixStart(mark: string): string {
  return `${mark.slice(0, -1)}:`;
}

/** Reads a suffix and returns the format with this suffix on all tags. Undefined if there is no suffix. */
export function* readSuffixed(tape: Tape, format: Format): Reading<Format | undefined> {
  const { text, mark } = yield* tape.textUntil(TAG_END, MOST_SUFFIX);
  const isSuffix = mark !== undefined && /^[A-Za-z0-9_-]+$/.test(text);
  return isSuffix && format.skeleton === 'tagged' ? suffixed(format, text) : undefined;
}

const TAG_END = literals(['>']);
const MOST_SUFFIX = 32;

function suffixed(format: TaggedFormat, suffix: string): TaggedFormat {
  const made = madeOf(format);
  const known = made.get(suffix) ?? withSuffix(format, suffix);
  if (made.size >= MOST_MADE) made.clear();
  made.set(suffix, known);
  return known;
}

const madeOf = kept((_format: TaggedFormat) => new Map<string, TaggedFormat>());
const MOST_MADE = 16;

function withSuffix(format: TaggedFormat, suffix: string): TaggedFormat {
  const tag = (mark: string): string => (/^<.+>$/.test(mark) ? `${mark.slice(0, -1)}:${suffix}>` : mark);
  const all = (marks: readonly string[]): readonly string[] => marks.map(tag);
  const { section, parameter, head } = format;
  return {
    ...format,
    open: all(format.open),
    close: all(format.close),
    head: { ...head, until: all(head.until) },
    ...(section !== undefined && { section: { ...section, open: all(section.open), close: all(section.close) } }),
    ...(parameter.kind === 'tags' && {
      parameter: {
        ...parameter,
        open: all(parameter.open),
        close: all(parameter.close),
        key: { ...parameter.key, until: all(parameter.key.until) },
        ...(parameter.valueOpen !== undefined && { valueOpen: tag(parameter.valueOpen) }),
      },
    }),
  };
}

import type { Format } from '../../formats/index.ts';
import { isBare } from './quotations.ts';

/**
 * Whether a text that a token limit ended is all that its model wished to call: it ends in what closes calls of this format.
 * While a list or a section of them is open, more was to come; where neither has an end of its own, the last bracket is it.
 */
export function isClosed(format: Format, end: string): boolean {
  const written = end.trimEnd();
  return closersOf(format).some((mark) => written.endsWith(mark));
}

/** So much of a text's end has all of a closing marker in it. */
export const CLOSING_LETTERS = 256;

function closersOf(format: Format): readonly string[] {
  const { open, close, section, header, ignored = [] } = format;
  const isOpener = (mark: string) => open.some((each) => each.startsWith(mark)); // or the beginning of one
  const closers = [...(section?.close ?? close), ...(header?.end ?? [])].filter((mark) => !isOpener(mark));
  const isOpen = closers.length === 0 || (isBare(format) && format.skeleton !== 'frame'); // a frame has lost its markers then
  return [...closers, ...ignored, ...(isOpen ? bracketsOf(format) : [])];
}

function bracketsOf(format: Format): readonly string[] {
  switch (format.skeleton) {
    case 'envelope':
      if (format.several !== 'array') return ['}'];
      return format.fences === true ? [']', '```'] : [']'];
    case 'python':
      return [format.several === 'list' ? ']' : ')'];
    case 'frame':
      return ['}'];
    case 'tagged':
    case 'raw':
      return [];
    default:
      return format satisfies never;
  }
}

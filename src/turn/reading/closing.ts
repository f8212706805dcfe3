import type { Format } from '../../formats/index.ts';
import { isBare } from './repeated-results.ts';

/**
 * True if a text that the token limit ended has all calls that the model wanted to make, because it ends with a marker
 * that closes the calls of this format. Inside an open list or section, more calls may have been coming. If the format
 * has no closing marker, the last bracket counts as one.
 */
export function isClosed(format: Format, end: string): boolean {
  const written = end.trimEnd();
  return closersOf(format).some((mark) => written.endsWith(mark));
}

/** Number of characters at the end of a text that are enough to contain any closing marker. */
export const CLOSING_LETTERS = 256;

function closersOf(format: Format): readonly string[] {
  const { open, close, section, header, ignored = [] } = format;
  // True also for a marker that is the start of an opening marker.
  const isOpener = (mark: string) => open.some((each) => each.startsWith(mark));
  const closers = [...(section?.close ?? close), ...(header?.end ?? [])].filter((mark) => !isOpener(mark));
  // A frame is bare if the server stripped its markers, so its last bracket proves nothing.
  const isOpen = closers.length === 0 || (isBare(format) && format.skeleton !== 'frame');
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

import { truncate } from '../core/index.ts';
import { printable } from './printable.ts';

/** Returns the beginning of external text in double quotes, safe to show in one line. */
export function quoted(text: string): string {
  const beginning = text
    .slice(0, MAX_CHARACTERS * 2)
    .replace(/\s+/g, ' ')
    .trim();
  const isCut = beginning.length > MAX_CHARACTERS || text.length > MAX_CHARACTERS * 2;
  return `"${printable(truncate(beginning, MAX_CHARACTERS))}${isCut ? '…' : ''}"`;
}

const MAX_CHARACTERS = 200;

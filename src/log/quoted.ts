import { truncate } from '../core/index.ts';
import { printable } from './printable.ts';

/** Returns the beginning of external text in double quotes, safe to show in one line. */
export function quoted(text: string): string {
  const beginning = text
    .slice(0, MOST_LETTERS * 2)
    .replace(/\s+/g, ' ')
    .trim();
  const isCut = beginning.length > MOST_LETTERS || text.length > MOST_LETTERS * 2;
  return `"${printable(truncate(beginning, MOST_LETTERS))}${isCut ? '…' : ''}"`;
}

const MOST_LETTERS = 200;

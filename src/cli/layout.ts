import { truncate } from '../core/index.ts';

/** Joins words into lines of at most `width` characters. A longer word gets a line of its own. */
export function linesOf(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Like `linesOf`, but no line is longer than `width`: a word that does not fit is split at its spaces, then anywhere. */
export function linesWithin(words: readonly string[], width: number): readonly string[] {
  const room = Math.max(1, width);
  return linesOf(
    words.flatMap((word) => (word.length > room ? word.split(' ').flatMap((part) => pieces(part, room)) : [word])),
    room,
  );
}

function pieces(word: string, size: number): readonly string[] {
  return Array.from({ length: Math.max(1, Math.ceil(word.length / size)) }, (_, place) =>
    word.slice(place * size, (place + 1) * size),
  );
}

/** Puts a label, padded to `width`, before the first line, and indents the other lines by `width`. */
export function labelled(
  label: string,
  width: number,
  lines: readonly string[],
  style: (text: string) => string = (text) => text,
): readonly string[] {
  return lines.map((line, place) => (place === 0 ? style(label.padEnd(width)) : ' '.repeat(width)) + line);
}

/** Appends a comma to every item but the last, so that `linesOf` breaks lines only after a comma. */
export function listed(items: readonly string[]): readonly string[] {
  return items.map((item, place) => (place < items.length - 1 ? `${item},` : item));
}

/** Formats rows with columns as wide as their widest cell. Truncates lines to `width`. */
export function linesOfTable(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: columns }, (_, place) => longestOf(rows.map((row) => row[place] ?? '')));
  return rows.map((row) => {
    const line = row
      .map((cell, place) => cell.padEnd((widths[place] ?? 0) + GAP))
      .join('')
      .trimEnd();
    return line.length <= width ? line : truncate(line, width - 1, '…');
  });
}

const GAP = 2;

/** Returns the length of the longest text, in characters. */
export function longestOf(texts: readonly string[]): number {
  return texts.reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** Returns a count with its noun: `1 tool`, `2 tools`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function milliseconds(ms: number): string {
  return `${Math.round(ms)} ms`;
}

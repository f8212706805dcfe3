/** Lines of at most so many letters, broken between words; a word that is longer has a line to itself. */
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

/** `a, b, c`, to be broken behind a comma only. */
export function listed(items: readonly string[]): readonly string[] {
  return items.map((item, place) => (place < items.length - 1 ? `${item},` : item));
}

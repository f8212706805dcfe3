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

/** The same, with no line that is longer: what does not fit is broken at its spaces, and elsewhere if need be. */
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

/** `a, b, c`, to be broken behind a comma only. */
export function listed(items: readonly string[]): readonly string[] {
  return items.map((item, place) => (place < items.length - 1 ? `${item},` : item));
}

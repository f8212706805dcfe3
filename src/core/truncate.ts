/**
 * Returns the first `most` UTF-16 units of a text, or one fewer rather than half of a surrogate pair. If anything is left
 * out, `mark` is appended; it does not count toward `most`.
 */
export function truncate(text: string, most: number, mark = ''): string {
  if (text.length <= most) return text;
  const end = Math.max(0, Math.floor(most));
  return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end) + mark;
}

/** Does the same as `truncate` for a size in bytes of UTF-8. A character is kept whole or left out. */
export function truncateBytes(text: string, most: number, mark = ''): string {
  if (text.length * MOST_BYTES_PER_UNIT <= most) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most));
  return read === text.length ? text : text.slice(0, read) + mark;
}

const MOST_BYTES_PER_UNIT = 3;

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

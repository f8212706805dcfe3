/**
 * Returns the first `most` UTF-16 units of a text, or one fewer rather than half of a surrogate pair. If anything is left
 * out, `mark` is appended; it does not count toward `most`.
 */
export function truncate(text: string, most: number, mark = ''): string {
  if (text.length <= most) return text;
  const end = Math.max(0, Math.floor(most));
  return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end) + mark;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/**
 * The beginning of a text: at most so many UTF-16 units, and never half of a surrogate pair. If anything is left out, `mark`
 * follows, which does not count.
 */
export function truncate(text: string, most: number, mark = ''): string {
  if (text.length <= most) return text;
  const end = Math.max(0, Math.floor(most));
  return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end) + mark;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

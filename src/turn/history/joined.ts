/**
 * What a client sees of the texts of several steps: one after the other, with a blank line where a step ended and the
 * next began without any white space.
 */
export function joinTexts(texts: readonly string[]): string {
  let joined = '';
  for (const text of texts) joined += gapBetween(joined, text) + text;
  return joined;
}

export function gapBetween(before: string, next: string): string {
  if (before === '' || next === '') return '';
  return SPACE.test(before.slice(-1)) || SPACE.test(next.charAt(0)) ? '' : '\n\n';
}

const SPACE = /\s/;

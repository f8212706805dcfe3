/**
 * Joins the texts of several steps as the client sees them, with a blank line between texts that have no whitespace
 * there.
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

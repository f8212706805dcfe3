import type { Sheet } from './sheet.ts';

/** The arithmetic in a text, in signs: `3 plus 4` → `3 + 4`. */
export function findExpression(sheet: Sheet): string | undefined {
  const expression = arithmeticIn(sheet.text);
  if (expression !== undefined) sheet.useAll();
  return expression;
}

/** The longest run of numbers and signs that has a sign between two numbers. */
export function arithmeticIn(text: string): string | undefined {
  let signs = text.toLowerCase();
  for (const [words, sign] of SPELLED) signs = signs.replaceAll(words, sign);
  const runs = (signs.match(/[\d\s.,()+*/^%-]+/g) ?? []).map(trimmed);
  return runs
    .filter((run) => /\d\)*\s*[+*/^%-]/.test(run) && !/^[\d-]+$/.test(run) || ...)
    .reduce<string | undefined>((longest, run) => (run.length > (longest?.length ?? 0) ? run : longest), undefined);
}

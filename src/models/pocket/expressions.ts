import type { Sheet } from './sheet.ts';
import type { Sight } from './sights.ts';

/** The arithmetic in what was said, in signs. Nothing else is left then. */
export function findExpression(sheet: Sheet): string | undefined {
  const expression = arithmeticIn(sheet.text, sheet.sights);
  if (expression !== undefined) sheet.use(0, sheet.sights.length);
  return expression;
}

/** The longest run of numbers with signs between them: `3 plus four` is `3 + 4`. */
export function arithmeticIn(text: string, sights: readonly Sight[]): string | undefined {
  let signs = inDigits(text, sights).toLowerCase();
  for (const [words, sign] of SIGNS) signs = signs.replaceAll(words, sign);
  signs = signs.replace(/(\d) ?x(?= ?\d)/g, '$1 *');
  const runs = (signs.match(/[\d\s.,()+*/^%-]+/g) ?? []).map(trimmed);
  return (
    runs.filter(isArithmetic).reduce((longest, run) => (run.length > longest.length ? run : longest), '') || undefined
  );
}

const SIGNS: readonly (readonly [words: string, sign: string])[] = [
  [' plus ', ' + '],
  [' minus ', ' - '],
  [' times ', ' * '],
  [' multiplied by ', ' * '],
  [' divided by ', ' / '],
  [' to the power of ', ' ^ '],
  [' squared', '^2'],
  [' cubed', '^3'],
  ['% of ', '/100 * '],
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
];

function inDigits(text: string, sights: readonly Sight[]): string {
  let digits = '';
  let place = 0;
  for (const sight of sights) {
    const isSpelled = sight.kind === 'number' && !/\d/.test(sight.text);
    digits += text.slice(place, sight.from) + (isSpelled ? sight.value : text.slice(sight.from, sight.to));
    place = sight.to;
  }
  return digits + text.slice(place);
}

/** Without what belongs to the sentence: `3+4).` → `3+4`. */
function trimmed(run: string): string {
  let from = 0;
  let to = run.length;
  const open = run.split('(').length - run.split(')').length;
  let extra = Math.max(0, -open);
  while (from < to && ' \n\t\r.,)*/^+%'.includes(run.charAt(from))) from++;
  while (to > from && (' \n\t\r.,(+*/^-'.includes(run.charAt(to - 1)) || (run.charAt(to - 1) === ')' && extra-- > 0)))
    to--;
  return run.slice(from, to);
}

/** A sign between two numbers, and no date. */
function isArithmetic(run: string): boolean {
  return /\d[)\s%]*[-+*/^][-\s(]*\.?\d/.test(run) && !/^\d+-\d+-\d+/.test(run);
}

import { wordSet } from './sheet.ts';

/** The number that is written at a place: `1,000.5`, `-3`, `$20`, `15%`, `2nd`, `seven`, `minus forty`, and the 20 of `20°C` and of `d20`. */
export function readNumber(text: string, from: number): { readonly value: number; readonly to: number } | undefined {
  const isSpelled = STARTS.has(text.slice(from, from + 3).toLowerCase()); // most words need not be looked at any closer
  const number = isSpelled ? SPELLED_AT : NUMERAL_AT;
  number.lastIndex = from;
  const [whole, sign, digits] = number.exec(text) ?? [];
  if (whole === undefined || digits === undefined) return undefined;
  const value = isSpelled && !/\d/.test(digits) ? spelledValue(digits) : writtenValue(digits);
  return { value: sign === undefined || sign === '+' ? value : -value, to: from + whole.length };
}

/**
 * The arithmetic in a text, in signs: `3 plus four` is `3 + 4`. It must be all the numbers that were written, and no unit may
 * follow: of a part the result would be wrong. What may as well be a date or a telephone number must be asked for plainly.
 */
export function arithmeticIn(text: string): string | undefined {
  let signs = text.replace(SPELLED_NUMBER, (words) => String(spelledValue(words))).toLowerCase();
  if (!/\d/.test(signs)) return undefined;
  for (const [words, sign] of SIGNS) signs = signs.replaceAll(words, sign);
  const from = Math.max(signs.search(/[-.]?[\d(]/), 0);
  const to = Math.max(signs.lastIndexOf(')'), signs.search(/\d\D*$/)) + 1;
  const [lead, sum, tail] = [signs.slice(0, from), signs.slice(from, to).trim(), signs.slice(to)];
  const isSum = IS_SUM.test(sum) && HAS_SIGN.test(sum) && !IS_DATE.test(sum) && !/[\p{L}_]$/u.test(lead);
  const isPlain = onlyHas(tail, TAIL) && (!IS_AMBIGUOUS.test(sum) || onlyHas(lead, LEAD));
  return isSum && isPlain ? sum : undefined;
}

const NUMERAL = '(-?[\\d.]{1,30})';
const SIGNS: readonly (readonly [words: RegExp, sign: string])[] = (
  [
    [' plus ', ' + '],
    [' minus ', ' - '],
    [' (?:times|multiplied by) ', ' * '],
    [' divided by ', ' / '],
    ['% of ', '/100 * '],
    [`\\b(?:add|sum of) ${NUMERAL} (?:and|to) ${NUMERAL}`, '$1 + $2'],
    [`\\bmultiply ${NUMERAL} (?:and|by|with) ${NUMERAL}`, '$1 * $2'],
    [`\\bdivide ${NUMERAL} by ${NUMERAL}`, '$1 / $2'],
    [`\\bsubtract ${NUMERAL} from ${NUMERAL}`, '$2 - $1'],
    ['(?<=\\d) ?[x×] ?(?=\\d)', ' * '],
    ['−', '-'],
  ] as const
).map(([words, sign]) => [new RegExp(words, 'g'), sign]);

const IS_SUM = /^(?:[\d\s.,()+*/^%-]|(?<=\d)e(?=[-+]?\d))+$/;
const HAS_SIGN = /\d[)\s]*[-+*/^%][-\s(]*\.?\d/;
const IS_DATE = /^(?:\d{4}([-/])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))$/;
const IS_AMBIGUOUS = /^\d+(?:[-/]\d+)+$/; // 24/7, 555-1234

function onlyHas(text: string, words: ReadonlySet<string>): boolean {
  return (text.match(/[\p{L}']+/gu) ?? []).every((word) => words.has(word));
}

const TAIL = wordSet('please thanks thank you for me equal equals is what now in total');
const LEAD = wordSet(
  "what what's whats is how much please calculate compute evaluate tell me can could you the result of wie viel was ist",
);

/** With a decimal comma where it cannot be one of thousands: `3,5`. */
function writtenValue(digits: string): number {
  return Number(/^\d+,\d{1,2}$/.test(digits) ? digits.replace(',', '.') : digits.replaceAll(',', ''));
}

/** `two hundred twenty-five`: the small ones are added, the large ones multiply what stands before them. */
function spelledValue(words: string): number {
  const values = words
    .toLowerCase()
    .split(/[\s-]+/)
    .map((word) => VALUES.get(word) ?? 0);
  return values.reduce((sum, value) => (value >= 100 ? Math.max(sum, 1) * value : sum + value), 0);
}

const ONES = 'one two three four five six seven eight nine'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES: ReadonlyMap<string, number> = new Map([
  ...[...ONES, ...TEENS].map((word, place) => [word, place + 1] as const),
  ...TENS.map((word, place) => [word, 10 * (place + 2)] as const),
  ...Object.entries({ zero: 0, dozen: 12, hundred: 100, thousand: 1_000, million: 1_000_000 }),
]);

const SMALL = `(?:(?:${TENS.join('|')})(?:[- ](?:${ONES.join('|')}))?|${[...TEENS, ...ONES].join('|')})`;
const SPELLED = `(?:(?:${SMALL} )?(?:hundred|thousand|million)(?:(?: and)? ${SMALL}(?! hundred| thousand))?|${SMALL}|zero|dozen)`;
const SPELLED_NUMBER = new RegExp(`\\b${SPELLED}\\b`, 'gi');

/** Not a part of something else: `1e309`, `03/04/2026`, `12*7` and `1.5.2` are no numbers. A unit may follow, as in `20km`. */
const LETTER = 'a-z\\u00c0-\\u1fff\\u3040-\\ud7ff'; // as \p{L} without regard to case takes 10 ms to compile
const IS_WHOLE = `(?=(?:[${LETTER}]{1,12}|d\\d{1,4})(?![${LETTER}\\d])|(?![${LETTER}\\d_]|[-+*/^:.,]\\d))`;
const DIGITS =
  '(?:[$€£]|d(?=\\d))?(\\d{1,3}(?:,\\d{3}){1,6}(?:\\.\\d{1,20})?|\\d{1,20},\\d{1,2}|\\d{0,20}\\.?\\d{1,20})';
const NUMERAL_AT = new RegExp(`([-+−])?${DIGITS}(?:%|st|nd|rd|th|€)?${IS_WHOLE}`, 'iy');
const SPELLED_AT = new RegExp(`(?:(?<!\\d )(minus|negative) )?(${SPELLED}|\\d{0,20}\\.?\\d{1,20})${IS_WHOLE}`, 'iy');
const STARTS = new Set([...VALUES.keys(), 'minus', 'negative'].map((word) => word.slice(0, 3)));

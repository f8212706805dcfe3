import { searchWords } from '../../search/index.ts';

/** One piece of a question: a word, a quoted text, a number or a date. */
export type Piece = {
  /** The text without surrounding quotes and punctuation. */
  readonly text: string;
  /** The words of the text as the search index stems them; empty for a stop word. */
  readonly stems: readonly string[];
  /** True for a word that says nothing about the tool or its arguments: `please`, `tell`, `in`. */
  readonly isFiller: boolean;
  /** Offsets of the text in the question. */
  readonly from: number;
  readonly to: number;
} & Value;

type Value =
  | { readonly kind: 'word' | 'quoted' }
  | { readonly kind: 'number'; readonly value: number }
  /** An ISO date, with a time only if the question has one. */
  | { readonly kind: 'date'; readonly value: string };

/** Splits a question into pieces, in order. `now` decides what `tomorrow` means. The caller must limit the question's length. */
export function piecesOf(question: string, now: Date): readonly Piece[] {
  return [...question.matchAll(PIECE)].flatMap((match): Piece[] => {
    const [whole, number, ...inQuotes] = match;
    const quoted = inQuotes.find((each) => each !== undefined);
    const text = number ?? quoted ?? whole.replace(/^[°,;:!?]+|[.,;:!?=]+$/g, '');
    if (text === '') return [];
    const from = match.index + whole.indexOf(text);
    const value = quoted === undefined ? readValue(text, number, now) : ({ kind: 'quoted' } as const);
    const isFiller = value.kind === 'word' && FILLERS.has(text.toLowerCase());
    return [{ text, stems: searchWords(text), isFiller, from, to: from + text.length, ...value }];
  });
}

/** A number ends at a space, punctuation or a unit: `20km` begins with a number, but `2d20`, `12*7` and `1.5.2` are words. */
const NUMBER = String.raw`[$€£]?(-?\d{1,15}(?:,\d{3}){0,3}(?:\.\d{1,15})?)(?=[%°]|[.,;:!?)]*(?:\s|$)|\p{L}{1,12}(?![\p{L}\d]))`;
const QUOTED = String.raw`["“„]([^"“”„]+)["“”]|\x60([^\x60]+)\x60|'([^']+)'(?!\p{L})`;
const PIECE = new RegExp(String.raw`${NUMBER}|${QUOTED}|[^\s"“”„\x60]+`, 'gu');

const FILLERS = new Set(
  (
    'the a an my your our this that in at on to from of for with as by into between and until since about called is are it ' +
    "please thanks thank can could would you i i'd me we us want need like know tell show give let use what what's whats how " +
    'much many hey hi hello do does now'
  ).split(' '),
);

function readValue(text: string, number: string | undefined, now: Date): Value {
  if (number !== undefined) return { kind: 'number', value: Number(number.replaceAll(',', '')) };
  const lower = text.toLowerCase();
  if (NUMBERS.includes(lower)) return { kind: 'number', value: NUMBERS.indexOf(lower) };
  const days = DAYS.get(lower);
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + (days ?? 0)));
  if (days !== undefined) return { kind: 'date', value: day.toISOString().slice(0, '2026-01-31'.length) };
  return isDate(text) ? { kind: 'date', value: text } : { kind: 'word' };
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const DAYS: ReadonlyMap<string, number> = new Map(Object.entries({ yesterday: -1, today: 0, tomorrow: 1 }));

/** Returns true for an ISO date or date-time whose day exists: `2026-02-30` is not a date. */
function isDate(text: string): boolean {
  const [, day] = DATE.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day);
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[-+]\d\d:\d\d)?)?$/;

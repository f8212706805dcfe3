import { type Fields, isRecord, readStrictJson } from '../../core/index.ts';
import { type Moment, readMoment } from './moments.ts';
import { readNumber } from './numbers.ts';

/** A piece of what the user said, where it stands, and what it may be. */
export type Sight = Position &
  (
    | { readonly kind: 'word' | 'quoted' | 'email' | 'uri' | 'uuid' | 'path' | 'unclear' }
    | { readonly kind: 'number'; readonly value: number }
    | ({ readonly kind: 'moment' } & Moment)
    | { readonly kind: 'json'; readonly value: Fields }
  );

interface Position {
  /** As it is written, without quotes and the punctuation around it. */
  readonly text: string;
  /** Where it stands, its quotes included. */
  readonly from: number;
  readonly to: number;
  /** What follows it: a comma, the end of a sentence or line, or the sign that it names what comes next. */
  readonly end?: ',' | '.' | ':';
}

/** Reads a text piece by piece, in one pass. The text must be bounded. */
export function see(text: string, now: Date): readonly Sight[] {
  const sights: Sight[] = [];
  const json = readJson(text);
  for (let place = 0; place < text.length; ) {
    const seen = place === json?.from ? [json] : readAt(text, place, now);
    if (seen.length === 0) close(sights, text, place);
    sights.push(...seen);
    place = seen.at(-1)?.to ?? place + 1;
  }
  return sights;
}

/** An object that was written out: the only one, and all between the first brace and the last. */
function readJson(text: string): Sight | undefined {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
  const read = from !== -1 && to > from ? readStrictJson(text.slice(from, to)) : undefined;
  if (read?.ok !== true || !isRecord(read.value)) return undefined;
  return { kind: 'json', value: read.value, text: text.slice(from, to), from, to };
}

function readAt(text: string, from: number, now: Date): readonly Sight[] {
  for (const [kind, look] of LOOKS) {
    look.lastIndex = from;
    const [whole, ...inner] = look.exec(text) ?? [];
    if (whole === undefined) continue;
    return [{ kind, text: inner.find((each) => each !== undefined) ?? whole, from, to: from + whole.length }];
  }
  const moment = readMoment(text, from, now);
  if (moment !== undefined) return [{ kind: 'moment', ...moment, from, text: text.slice(from, moment.to) }];
  const number = readNumber(text, from);
  if (number === undefined) return readWord(text, from);
  const seen: Sight = { kind: 'number', ...number, from, text: text.slice(from, number.to) };
  return /^d/i.test(seen.text) ? [seen, { ...seen, kind: 'word', text: 'sides' }] : [seen]; // d20
}

/** By what can be told at once. Each looks at a bounded stretch of the text. */
const LOOKS: readonly (readonly [Exclude<Sight['kind'], 'word' | 'number' | 'moment' | 'json'>, RegExp])[] = [
  ['quoted', /"([^"]+)"|“([^”]+)”|„([^“]+)“|«([^»]+)»|`([^`]+)`|['‘](\S|\S.*?\S)['’](?![\p{L}\p{N}])/suy],
  ['uri', /(?:[a-z][a-z\d+.-]{1,15}:\/\/|www\.)[^\s"'<>`]{0,2000}[^\s"'<>`.,;:!?)\]}]/iy],
  ['email', /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/y],
  ['uuid', /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\w-])/iy],
  ['unclear', /(?:\d{1,4}\/\d{1,2}\/\d{2,4}|\d{1,2}\.\d{1,2}\.\d{4})(?!\w)/y], // a date, but which?
  ['path', /(?:~?[/\\]|\.{1,2}[/\\]|[a-z]:\\|[a-z_\u00c0-\ud7ff][\w.-]{0,64}\/)[^\s"'<>|,;]{0,250}[^\s"'<>|,;.:!?)]/iy],
  ['path', /(?:\w[\w.-]{0,64}\.[a-z][a-z\d]{1,4}|\w[\w.-]{1,64}\.[a-z]|\.[a-z]{2,12})(?![\w@])/iy],
];

function readWord(text: string, from: number): readonly Sight[] {
  WORD.lastIndex = from;
  const [word] = WORD.exec(text) ?? [];
  return word === undefined ? [] : [{ kind: 'word', text: word, from, to: from + word.length }];
}

const WORD =
  /[\p{L}_][\w.]{0,60}\([^()\s"]{0,60}\)|[\p{L}\p{N}_$€£#@&](?:[^\s"“”„«»`(){}[\]<>,;:!?=—…]{0,200}[^\s"“”„«»`(){}[\]<>,;:!?=—….'’*])?/uy;

/** What stands between two pieces belongs to the one before. */
function close(sights: Sight[], text: string, place: number): void {
  const last = sights.at(-1);
  const letter = text.charAt(place);
  const isShortened = letter === '.' && last?.to === place && /^\p{Lu}\p{L}{0,2}$/u.test(last.text); // St. Gallen, Dr. No
  const end = isShortened ? undefined : ENDS.get(letter);
  if (last !== undefined && last.end === undefined && end !== undefined) sights[sights.length - 1] = { ...last, end };
}

const ENDS: ReadonlyMap<string, ',' | '.' | ':'> = new Map([
  [',', ','],
  ...['.', '!', '?', ';', '\n'].map((letter) => [letter, '.'] as const),
  ...[':', '='].map((letter) => [letter, ':'] as const),
]);

import { type Fields, isRecord, readStrictJson } from '../../core/index.ts';
import { type Piece, readPieces } from './pieces.ts';

/** A piece of what the user said, where it stands, and what it may be. */
export type Sight = Position &
  (Piece | { readonly kind: 'quoted' } | { readonly kind: 'json'; readonly value: Fields });

interface Position {
  /** As it is written, without quotes and the punctuation around it. */
  readonly text: string;
  /** Where it stands, its quotes included. */
  readonly from: number;
  readonly to: number;
  /** What follows it: nothing, a comma, the end of a sentence or line, or the sign that it names what comes next. */
  readonly end?: ',' | '.' | ':';
}

/** Reads a text piece by piece, in one pass. The text must be bounded. */
export function see(text: string): readonly Sight[] {
  const sights: Sight[] = [];
  let mayBeJson = true;
  for (let place = 0; place < text.length; ) {
    const letter = text.charAt(place);
    if (isSpace(letter)) {
      if (letter === '\n') close(sights, '.');
      place++;
      continue;
    }
    const quoted = readQuoted(text, place);
    const json: Sight | undefined = letter === '{' && mayBeJson ? readJson(text, place) : undefined;
    if (letter === '{') mayBeJson = json !== undefined; // looking for its end once more would take for ever
    const whole = quoted ?? json;
    if (whole === undefined) {
      const to = endOfChunk(text, place);
      readChunk(text.slice(place, to), place, sights);
      place = to;
    } else {
      sights.push(whole);
      place = whole.to;
    }
  }
  return sights;
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['`', '`'],
  ["'", "'"],
  ['‘', '’'],
]);

/** An apostrophe is none: `'` opens before a word and closes behind one. */
function readQuoted(text: string, from: number): Sight | undefined {
  const closing = QUOTES.get(text.charAt(from));
  if (closing === undefined) return undefined;
  let end = text.indexOf(closing, from + 1);
  while (end !== -1 && (closing === "'" || closing === '’') && isLetter(text.charAt(end + 1))) {
    end = text.indexOf(closing, end + 1);
  }
  if (end <= from + 1) return undefined;
  return { kind: 'quoted', text: text.slice(from + 1, end), from, to: end + 1 };
}

function readJson(text: string, from: number): Sight | undefined {
  let depth = 0;
  let isString = false;
  for (let to = from; to < text.length; to++) {
    const letter = text.charAt(to);
    if (isString && letter === '\\') to++;
    else if (letter === '"') isString = !isString;
    else if (!isString && letter === '{') depth++;
    else if (!isString && letter === '}' && --depth === 0) {
      const read = readStrictJson(text.slice(from, to + 1));
      return read.ok && isRecord(read.value)
        ? { kind: 'json', value: read.value, text: text.slice(from, to + 1), from, to: to + 1 }
        : undefined;
    }
  }
  return undefined;
}

function endOfChunk(text: string, from: number): number {
  let to = from + 1;
  while (to < text.length && !isSpace(text.charAt(to)) && !OPENING.includes(text.charAt(to))) to++;
  return to;
}

const OPENING = '"“„«`{';
const LONGEST_CHUNK = 256; // longer ones are no word of any language, and no value of any kind

function readChunk(chunk: string, place: number, sights: Sight[]): void {
  let start = 0;
  let end = chunk.length;
  while (start < end && BEFORE.includes(chunk.charAt(start))) start++;
  while (end > start && BEHIND.includes(chunk.charAt(end - 1))) end--;
  for (const letter of chunk.slice(0, start)) close(sights, ENDS.get(letter));
  const core = chunk.slice(start, end);
  const label = core.length > LONGEST_CHUNK ? null : LABEL.exec(core);
  if (label?.[1] !== undefined) {
    const { length } = label[1];
    sights.push({ kind: 'word', text: label[1], from: place + start, to: place + start + length, end: ':' });
    readChunk(chunk.slice(start + length + 1), place + start + length + 1, sights);
    return;
  }
  for (const { piece, at } of readPieces(core)) {
    const from = place + start + at;
    push(sights, { ...piece, from, to: from + piece.text.length });
  }
  const isShortened = /^\p{Lu}\p{L}{0,2}$/u.test(core) && chunk.slice(end) === '.'; // St. Gallen, Dr. No
  for (const letter of isShortened ? '' : chunk.slice(end)) close(sights, ENDS.get(letter));
}

/** `twenty five` and `two hundred` are one number. */
function push(sights: Sight[], sight: Sight): void {
  const before = sights.at(-1);
  const isPair =
    before?.kind === 'number' && before.end === undefined && sight.kind === 'number' && !/\d/.test(sight.text);
  const isHundreds = isPair && sight.value >= 100;
  const isTens = isPair && sight.value < 10 && before.value >= 20 && before.value % 10 === 0;
  if (!isHundreds && !isTens) sights.push(sight);
  else {
    const value = isHundreds ? before.value * sight.value : before.value + sight.value;
    sights[sights.length - 1] = { ...sight, value, text: `${before.text} ${sight.text}`, from: before.from };
  }
}

const BEFORE = '([<,;:!?—–…*•#';
const BEHIND = ')]>}.,;:=!?…*"\'';
const ENDS: ReadonlyMap<string, ',' | '.' | ':'> = new Map([
  [',', ','],
  ['.', '.'],
  ['!', '.'],
  ['?', '.'],
  [';', '.'],
  [':', ':'],
  ['=', ':'],
]);

/** `name=value` and `name:value`, but neither `https://…` nor `C:\…`. */
const LABEL = /^([\p{L}_][\p{L}\p{N}_-]*)[=:](?![/\\])./u;

function close(sights: Sight[], end: ',' | '.' | ':' | undefined): void {
  const last = sights.at(-1);
  if (last !== undefined && last.end === undefined && end !== undefined) sights[sights.length - 1] = { ...last, end };
}

function isSpace(letter: string): boolean {
  return letter <= ' ' || letter === '\u00a0' || letter === '\u3000';
}

function isLetter(letter: string): boolean {
  return /[\p{L}\p{N}]/u.test(letter);
}

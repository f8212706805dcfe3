/**
 * Estimates the number of tokens in a text without a model's tokenizer, from the average cost of words, numbers, punctuation
 * and scripts. The estimate is within 25 % for prose, code, JSON and the languages that tokenizers are made for; it is less
 * exact for rare scripts and random text. It makes one pass and no copies.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let kind: Kind = SPACE;
  let start = 0;
  let accents = 0;
  for (let place = 0; place < text.length; place++) {
    let next = kindOf(text.charCodeAt(place));
    if (next === LATIN) {
      accents++;
      next = LOWER; // ü, é: part of the word
    }
    if (next === kind) continue;
    tokens += costOf(kind, place - start);
    kind = next;
    start = place;
  }
  return Math.ceil(tokens + costOf(kind, text.length - start) + accents * ACCENT);
}

const ACCENT = 0.35; // an accent usually splits its word into more tokens

// Numbers rather than strings for speed: this code reads every character of every long prompt.
const SPACE = 0;
const LINE = 1;
const LOWER = 2;
const UPPER = 3;
const DIGIT = 4;
const MARK = 5;
const LATIN = 6;
const ALPHABET = 7;
const IDEOGRAPH = 8;
const OTHER = 9;

type Kind = number;

/** Returns the estimated tokens of a run of `length` characters of one kind. */
function costOf(kind: Kind, length: number): number {
  switch (kind) {
    case SPACE:
      return length > 1 ? 0.8 : 0; // a single space is part of the next word's token
    case LINE:
      return 0.7;
    case LOWER:
      return length <= 8 ? 1 : 1 + (length - 8) / 4;
    case UPPER:
      return length === 1 ? 0.2 : length / 3; // a single capital usually begins a word
    case DIGIT:
      return length / 2;
    case MARK:
      if (length === 1) return 0.8;
      return length <= 6 ? length / 1.9 : 3 + (length - 6) / 16; // a line of dashes takes a few tokens, however long
    case ALPHABET:
      return length / 3; // Cyrillic, Greek, Arabic, Hebrew, Thai, Devanagari
    case IDEOGRAPH:
      return length * 0.8;
    default:
      return length; // surrogates (emoji) and symbols
  }
}

function kindOf(unit: number): Kind {
  if (unit < 128) return ASCII[unit] ?? MARK;
  if (unit < 0x0250 || (unit >= 0x1e00 && unit < 0x1f00)) return LATIN;
  if (unit < 0x2000) return ALPHABET;
  if (unit < 0x2e80) return OTHER;
  return unit < 0xd800 || (unit >= 0xf900 && unit < 0xfb00) || unit >= 0xff00 ? IDEOGRAPH : OTHER;
}

const ASCII = Uint8Array.from({ length: 128 }, (_, unit) => {
  const letter = String.fromCharCode(unit);
  if (letter === '\n' || letter === '\r') return LINE;
  if (/\s/.test(letter)) return SPACE;
  if (/[a-z]/.test(letter)) return LOWER;
  if (/[A-Z]/.test(letter)) return UPPER;
  return /\d/.test(letter) ? DIGIT : MARK;
});

import { stem } from './stem.ts';

/**
 * Returns the words of a text to search for: identifiers are split, words are lower-cased and stemmed, stop words are
 * removed.
 */
export function searchWords(text: string): string[] {
  const found: string[] = [];
  eachWord(text, (word) => {
    const root = rootOf(word);
    if (root !== '') found.push(root);
  });
  return found;
}

/** Returns the form in which a word is searched: lower-cased and stemmed; empty for a stop word. */
export function rootOf(word: string): string {
  const lower = word.toLowerCase();
  return STOP_WORDS.has(lower) || (lower.length === 1 && lower >= 'a' && lower <= 'z') ? '' : stem(lower);
}

/**
 * Visits the words of a text as written, in one pass. `getURLs_v2` gives get, URLs, v, 2. In scripts without spaces, such as
 * Chinese, every two adjacent characters form a word.
 */
export function eachWord(text: string, visit: (word: string) => void): void {
  for (const word of text.match(WORDS) ?? []) {
    if (word.charCodeAt(0) < FIRST_IDEOGRAPH || word.length < 3) visit(word);
    else for (let place = 1; place < word.length; place++) visit(word.slice(place - 1, place + 1));
  }
}

/**
 * Returns names with an inner capital, each as one lower-case word. Elsewhere `GitHub` is split into git and hub, but a user
 * who writes it may mean a server named `github`.
 */
export function joinedNames(text: string): readonly string[] {
  return (text.match(JOINED) ?? []).map((name) => name.toLowerCase());
}

/** Runs in linear time: a match starts only at a capital, and nothing is required after it. */
const JOINED = /[A-Z][a-z]+(?:[A-Z]+[a-z]*){1,2}/g;

/**
 * Matches capitals alone (`HTTP` in `HTTPServer`, `URLs`), letters with at most one capital, digits, or ideographs. Never
 * backtracks more than two characters.
 */
const WORDS = /[A-Z]+s?(?![a-z])|[A-Z]?[a-z\u00c0-\u1fff]+|\d+|[\u3040-\u9fff\uac00-\ud7af]+/g;
const FIRST_IDEOGRAPH = 0x3040;

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about all also am an and any are as at be been being but by can could did do does doing don for from get give had has ' +
    'have having he help her here him his how i if in into is it its just ll let like me my need no not of on or our out ' +
    'please re shall she should so some such tell than that the their them then there these they this those to too up us ' +
    've very want was we were what when where which while who whom whose why will with would you your'
  ).split(' '),
);

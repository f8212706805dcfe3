/**
 * Returns the stem that the forms of an English word share: `converts`, `converting`, `converter` → `convert`. A Porter
 * stemmer with fewer rules. A stem need not be a word, because queries and tools are stemmed alike.
 */
export function stem(word: string): string {
  if (word.length < SHORTEST || !isAscii(word)) return word;
  return withoutEnd(withoutSuffix(withoutTense(withoutPlural(word))));
}

const SHORTEST = 4;

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('sses') || word.endsWith('xes') || word.endsWith('ches') || word.endsWith('shes')) {
    return word.slice(0, -2);
  }
  return word.slice(0, -1);
}

function withoutTense(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const cut = word.endsWith('ing') ? word.slice(0, -3) : word.endsWith('ed') ? word.slice(0, -2) : word;
  if (cut === word || cut.length < 3 || !hasVowel(cut)) return word;
  const last = cut.charAt(cut.length - 1);
  const isDoubled = last === cut.charAt(cut.length - 2) && !'aeioulsz'.includes(last);
  return isDoubled ? cut.slice(0, -1) : cut; // running → run, but selling → sell
}

/** Removes the longest matching suffix; after `ly`, a second one. */
function withoutSuffix(word: string): string {
  for (const [suffix, instead] of SUFFIXES) {
    if (!word.endsWith(suffix)) continue;
    const cut = word.slice(0, -suffix.length);
    if (cut.length < SHORTEST - instead.length) continue;
    return suffix === 'ly' ? withoutSuffix(cut) : cut + instead;
  }
  return word;
}

/** Suffixes with the same ending are next to each other, the longest first. */
const SUFFIXES: readonly (readonly [suffix: string, instead: string])[] = [
  ['ation', 'at'],
  ['ator', 'at'],
  ['tion', 't'],
  ['er', ''],
  ['or', ''],
  ['ment', ''],
  ['able', ''],
  ['ly', ''],
];

function withoutEnd(word: string): string {
  if (word.length < SHORTEST) return word;
  if (word.endsWith('e')) return word.slice(0, -1);
  return word.endsWith('y') && !'aeiou'.includes(word.charAt(word.length - 2)) ? `${word.slice(0, -1)}i` : word;
}

function hasVowel(word: string): boolean {
  for (let place = 0; place < word.length; place++) if ('aeiouy'.includes(word.charAt(place))) return true;
  return false;
}

function isAscii(word: string): boolean {
  for (let place = 0; place < word.length; place++) if (word.charCodeAt(place) > 0x7f) return false;
  return true;
}

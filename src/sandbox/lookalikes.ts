/** Letters of other alphabets that imitate ASCII letters, each before the letter that it imitates. */
const PAIRS = [
  // Cyrillic
  '\u0430a\u0435e\u043eo\u0440p\u0441c\u0443y\u0445x\u0456i\u0458j\u0455s\u04bbh\u0501d\u051bq\u051dw\u04cfl\u043ak\u043cm\u0442t',
  '\u0410A\u0412B\u0415E\u041aK\u041cM\u041dH\u041eO\u0420P\u0421C\u0422T\u0423Y\u0425X\u0406I\u0408J\u0405S',
  // Greek
  '\u03b1a\u03bfo\u03bdv\u03b9i\u03c1p\u03c5u\u03bak\u03c7x\u03b3y\u03b7n',
  '\u0391A\u0392B\u0395E\u0396Z\u0397H\u0399I\u039aK\u039cM\u039dN\u039fO\u03a1P\u03a4T\u03a5Y\u03a7X',
  // Latin
  '\u0131i\u0251a\u0261g',
].join('');

const LETTERS: ReadonlyMap<string, string> = new Map(
  Array.from({ length: PAIRS.length / 2 }, (_, n) => [PAIRS.charAt(2 * n), PAIRS.charAt(2 * n + 1)]),
);

/** Says which letters of a name imitate ASCII letters, and how to write it; undefined if none does. */
export function lookalikeAdvice(name: string): string | undefined {
  const found = [...new Set(name)].flatMap((letter) => {
    const imitated = LETTERS.get(letter);
    return imitated === undefined ? [] : [`"${letter}" is ${codePoint(letter)}, not the letter ${imitated}`];
  });
  if (found.length === 0) return undefined;
  const plain = [...name].map((letter) => LETTERS.get(letter) ?? letter).join('');
  return `${found.slice(0, MOST_LETTERS).join('; ')}. Write ${plain}.`;
}

const MOST_LETTERS = 3;

function codePoint(letter: string): string {
  return `U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

import { familyOf } from '../formats/index.ts';
import { type Guess, knownSizes } from './known-sizes.ts';

/** How large a model is, by its name alone. */
export interface NamedSize {
  /** All its parameters, in billions: of a mixture the total, not what is active at a time. */
  readonly billions: number;
  /** The digits in the name, or a table of names that have none. */
  readonly from: 'name' | 'known-name';
  /** Its makers publish no size: the number only stands for the class that it is taken for. */
  readonly isGuess?: true;
}

/**
 * `qwen3:8b` 8, `Llama-3.1-70B` 70, `qwen3-30b-a3b` 30, `Mixtral-8x7B` 56, `phi-4` 14; undefined where the name tells nothing.
 * What stands behind the last slash counts first: a backend or an owner may be called like anything.
 */
export function sizeByName(model: string): NamedSize | undefined {
  const known = sizes.get(model);
  if (known !== undefined) return known.size;
  if (sizes.size >= MOST_MODELS) sizes.clear(); // clients may send any name
  const size = readSize(model);
  sizes.set(model, { size });
  return size;
}

/** Every request of a model asks for its size, and reading a name compares it with hundreds of known ones. */
const sizes = new Map<string, { readonly size: NamedSize | undefined }>();
const MOST_MODELS = 1_000;

function readSize(model: string): NamedSize | undefined {
  const name = model.slice(0, MOST_LETTERS);
  const own = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return sizeIn(own) ?? sizeIn(name);
}

const MOST_LETTERS = 200; // names are shorter

function sizeIn(name: string): NamedSize | undefined {
  const pieces = piecesOf(name);
  const billions = pieces.map((piece, place) => (isActive(piece, pieces[place + 1]) ? undefined : writtenSize(piece)));
  const first = billions.find((size) => size !== undefined);
  if (first !== undefined) return { billions: first, from: 'name' };
  const words = pieces.flatMap((piece) => piece.match(WORD) ?? []);
  return knownSize(words) ?? hostedSize(name, words);
}

/** What stands between separators. A point belongs to a number only: `qwen2.5` is one piece, `8b.gguf` two. */
function piecesOf(name: string): readonly string[] {
  const text = name.toLowerCase().replace(/(?<=\d)p(?=\d)/g, '.'); // `qwen2p5`, as some servers write it
  return text.split(/[^a-z\d.]|\.(?!\d)|(?<!\d)\./).filter((piece) => piece !== '');
}

const WORD = /[a-z]+|\d+(?:\.\d+)*/g;

/** A piece as a size in billions, if it is one. */
function writtenSize(piece: string): number | undefined {
  const [, experts = '1', number = '', unit = ''] = SIZE.exec(piece) ?? [];
  const billions = (Number(experts) * Number(number) * (MILLIONS.get(unit) ?? 0)) / 1_000;
  return billions >= LEAST_BILLIONS && billions <= MOST_BILLIONS ? billions : undefined;
}

/**
 * Letters may stand before it (`r7b`, `e4b`), and behind it what is active (`30ba3b`). Nothing else: `4bit` and `3.5bpw` tell
 * how a model is stored.
 */
const SIZE = /^[a-z]*(?:(\d{1,3})x)?(\d{1,5}(?:\.\d{1,4})?)([bmt])(?:$|a\d)/;
const MILLIONS: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['b', 1_000],
  ['t', 1_000_000],
]);
const LEAST_BILLIONS = 0.02; // fewer millions are a context: `1m`, `10m`
const MOST_BILLIONS = 20_000; // nobody has more: then it is another number

/** `a3b`, and `17b` in `17b-16e`: the part of a mixture that is used at a time. */
function isActive(piece: string, next = ''): boolean {
  return /^a\d/.test(piece) || /^\d{1,4}e$/.test(next);
}

/** Of the known names that stand there, word for word, the longest. */
function knownSize(words: readonly string[]): NamedSize | undefined {
  const known = rows.find(({ run }) => words.some((_, from) => run.every((word, at) => fits(words[from + at], word))));
  if (known === undefined) return undefined;
  const { size } = known;
  return typeof size === 'number' ? { billions: size, from: 'known-name' } : guessed(size);
}

/** A version stands for the later ones of its line: `3` for `3.5`, but not for `30`. */
function fits(word: string | undefined, wanted: string): boolean {
  return word !== undefined && (word === wanted || (/^\d/.test(wanted) && word.startsWith(`${wanted}.`)));
}

const rows = knownSizes
  .map(([name, size]) => ({ run: name.split(' '), size }))
  .sort((one, other) => other.run.length - one.run.length);

/** Makers who keep their models to themselves publish no size; but their names tell the lesser ones of a line. */
function hostedSize(name: string, words: readonly string[]): NamedSize | undefined {
  if (familyOf(name)?.isHosted !== true) return undefined;
  return guessed(words.some((word) => LESSER.has(word)) ? 'medium' : 'large');
}

const LESSER: ReadonlySet<string> = new Set(['mini', 'nano', 'lite', 'flash', 'haiku', 'small']);

function guessed(guess: Guess): NamedSize {
  return { billions: GUESSED[guess], from: 'known-name', isGuess: true };
}

/** Somewhere in the class; nothing but the class is made of it. */
const GUESSED: Readonly<Record<Guess, number>> = { medium: 20, large: 200 };

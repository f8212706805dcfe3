import { familyOf } from '../formats/index.ts';
import { type Guess, knownSizes } from './known-sizes.ts';

/** The size of a model, read from its name alone. */
export interface NamedSize {
  /** Total number of parameters in billions; for a mixture of experts also the total, not the active ones. */
  readonly billions: number;
  /** `name`: the size is written in the name. `known-name`: the size comes from a table of known names. */
  readonly from: 'name' | 'known-name';
  /** Set if the size is not published: `billions` is only a number within the assumed size class. */
  readonly isGuess?: true;
}

/**
 * Reads a model's size from its name: `qwen3:8b` 8, `Llama-3.1-70B` 70, `qwen3-30b-a3b` 30, `Mixtral-8x7B` 56, `phi-4` 14;
 * undefined if the name does not tell. The part after the last slash is tried first, because a backend or an owner may have
 * any name.
 */
export function sizeByName(model: string): NamedSize | undefined {
  const known = sizes.get(model);
  if (known !== undefined) return known.size;
  if (sizes.size >= MOST_MODELS) sizes.clear(); // clients may send any name
  const size = readSize(model);
  sizes.set(model, { size });
  return size;
}

/** Cache: every request needs the size, and reading a name compares it with many known names. */
const sizes = new Map<string, { readonly size: NamedSize | undefined }>();
const MOST_MODELS = 1_000;

function readSize(model: string): NamedSize | undefined {
  const name = model.slice(0, MAX_CHARACTERS);
  const own = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return sizeIn(own) ?? sizeIn(name);
}

const MAX_CHARACTERS = 200; // real names are shorter

function sizeIn(name: string): NamedSize | undefined {
  const pieces = piecesOf(name);
  const billions = pieces.map((piece, place) => (isActive(piece, pieces[place + 1]) ? undefined : writtenSize(piece)));
  const first = billions.find((size) => size !== undefined);
  if (first !== undefined) return { billions: first, from: 'name' };
  const words = pieces.flatMap((piece) => piece.match(WORD) ?? []);
  return knownSize(words) ?? hostedSize(name, words);
}

/** Splits a name at separators. A dot between digits is not a separator: `qwen2.5` is one piece, `8b.gguf` two. */
function piecesOf(name: string): readonly string[] {
  const text = name.toLowerCase().replace(/(?<=\d)p(?=\d)/g, '.'); // some servers write `qwen2p5`
  return text.split(/[^a-z\d.]|\.(?!\d)|(?<!\d)\./).filter((piece) => piece !== '');
}

const WORD = /[a-z]+|\d+(?:\.\d+)*/g;

/** Returns the size in billions that a piece spells; undefined if it is not a size. */
function writtenSize(piece: string): number | undefined {
  const [, experts = '1', number = '', unit = ''] = SIZE.exec(piece) ?? [];
  const billions = (Number(experts) * Number(number) * (MILLIONS.get(unit) ?? 0)) / 1_000;
  return billions >= LEAST_BILLIONS && billions <= MOST_BILLIONS ? billions : undefined;
}

/**
 * A size may follow letters (`r7b`, `e4b`) and may be followed by the active parameters (`30ba3b`). Any other ending is
 * rejected: `4bit` and `3.5bpw` describe the quantization.
 */
const SIZE = /^[a-z]*(?:(\d{1,3})x)?(\d{1,5}(?:\.\d{1,4})?)([bmt])(?:$|a\d)/;
const MILLIONS: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['b', 1_000],
  ['t', 1_000_000],
]);
const LEAST_BILLIONS = 0.02; // smaller numbers are context lengths: `1m`, `10m`
const MOST_BILLIONS = 20_000; // no model is larger: the number means something else

/** True for the active parameters of a mixture of experts: `a3b`, or `17b` in `17b-16e`. */
function isActive(piece: string, next = ''): boolean {
  return /^a\d/.test(piece) || /^\d{1,4}e$/.test(next);
}

/** Looks up the longest known name that occurs in these words. */
function knownSize(words: readonly string[]): NamedSize | undefined {
  const known = rows.find(({ run }) => words.some((_, from) => run.every((word, at) => fits(words[from + at], word))));
  if (known === undefined) return undefined;
  const { size } = known;
  return typeof size === 'number' ? { billions: size, from: 'known-name' } : guessed(size);
}

/** A version also matches its later minor versions: `3` matches `3.5`, but not `30`. */
function fits(word: string | undefined, wanted: string): boolean {
  return word !== undefined && (word === wanted || (/^\d/.test(wanted) && word.startsWith(`${wanted}.`)));
}

const rows = knownSizes
  .map(([name, size]) => ({ run: name.split(' '), size }))
  .sort((one, other) => other.run.length - one.run.length);

/** Guesses the size class of a hosted model: its size is not published, but words such as `mini` mark the smaller models. */
function hostedSize(name: string, words: readonly string[]): NamedSize | undefined {
  if (familyOf(name)?.isHosted !== true) return undefined;
  return guessed(words.some((word) => LESSER.has(word)) ? 'medium' : 'large');
}

const LESSER: ReadonlySet<string> = new Set(['mini', 'nano', 'lite', 'flash', 'haiku', 'small']);

function guessed(guess: Guess): NamedSize {
  return { billions: GUESSED[guess], from: 'known-name', isGuess: true };
}

/** A number within each class. Only the class is ever used. */
const GUESSED: Readonly<Record<Guess, number>> = { medium: 20, large: 200 };

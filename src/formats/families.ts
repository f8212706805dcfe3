import { type Family, familyRows } from './families/table.ts';
import { wordsOfName } from './families/words.ts';

export type { Family } from './families/table.ts';

/**
 * Returns the family that a model's name indicates, in any spelling: `qwen3:8b`, `hf.co/Qwen/Qwen3-8B-GGUF:Q4_K_M`,
 * `glm-4p6`. Undefined if the name indicates none. The part after the last slash is tried first, because an owner's name
 * may contain the name of another family.
 */
export function familyOf(name: string): Family | undefined {
  return familyIn(afterOwner(name.slice(-MAX_CHARACTERS))) ?? familyIn(name.slice(0, MAX_CHARACTERS));
}

const MAX_CHARACTERS = 200; // real names are shorter; of a longer one, only its two ends are searched

function familyIn(name: string): Family | undefined {
  const words = wordsOfName(name);
  return rows.find(({ patterns }) => patterns.some((pattern) => isIn(words, pattern)))?.family;
}

/** Returns the part after the last slash, or an empty string if there is no slash. */
function afterOwner(name: string): string {
  const slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
  return slash < 0 ? '' : name.slice(slash + 1);
}

/** Runs of adjacent words. Any words may appear between two runs. */
type Pattern = readonly (readonly string[])[];

const rows = familyRows.map(({ names, ...family }): { family: Family; patterns: readonly Pattern[] } => ({
  family,
  patterns: names.map((name) => name.split(' * ').map((run) => run.split(' '))),
}));

function isIn(words: readonly string[], pattern: Pattern): boolean {
  let from = 0;
  return pattern.every((run) => {
    const at = placeOf(run, words, from);
    from = at + run.length;
    return at >= 0;
  });
}

function placeOf(run: readonly string[], words: readonly string[], from: number): number {
  for (let at = from; at + run.length <= words.length; at++) {
    if (run.every((word, place) => fits(words[at + place] ?? '', word))) return at;
  }
  return -1;
}

/** Returns true if the words are equal or the word is a minor version of the wanted one: `3` matches `3.1`, but not `30`. */
function fits(word: string, wanted: string): boolean {
  return word === wanted || (isNumber(wanted) && word.startsWith(`${wanted}.`));
}

function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

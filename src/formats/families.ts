import { type Family, familyRows } from './families/table.ts';
import { wordsOfName } from './families/words.ts';

export type { Family } from './families/table.ts';

/**
 * The family that a model's name tells, however it is spelt: `qwen3:8b`, `hf.co/Qwen/Qwen3-8B-GGUF:Q4_K_M`, `glm-4p6`.
 * What stands behind the last slash counts first: an owner may be called like somebody else's model.
 */
export function familyOf(name: string): Family | undefined {
  return familyIn(afterOwner(name.slice(-MOST_LETTERS))) ?? familyIn(name.slice(0, MOST_LETTERS));
}

const MOST_LETTERS = 200; // names are shorter; of a longer one its two ends count

function familyIn(name: string): Family | undefined {
  const words = wordsOfName(name);
  return rows.find(({ patterns }) => patterns.some((pattern) => isIn(words, pattern)))?.family;
}

/** Empty where there is no owner: then the whole name is the model's. */
function afterOwner(name: string): string {
  const slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
  return slash < 0 ? '' : name.slice(slash + 1);
}

/** Runs of words that follow each other, with anything between two runs. */
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

/** A version stands for the later ones of its line: `3` for `3.1`, but not for `30`. */
function fits(word: string, wanted: string): boolean {
  return word === wanted || (isNumber(wanted) && word.startsWith(`${wanted}.`));
}

function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

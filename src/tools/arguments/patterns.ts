import { RE2JS } from 're2js';
import { burn } from './fuel.ts';
import { patternWeight } from './pattern-weight.ts';
import { Refused } from './refused.ts';

/** A regular expression of a schema, run by RE2 in time linear in the length of the text. */
export interface LinearPattern {
  test(text: string): boolean;
}

/** The compiled patterns of one schema. */
export class Patterns {
  /** The patterns that are not enforced, with the reasons. */
  readonly unchecked = new Map<string, string>();
  readonly #known = new Map<string, LinearPattern | undefined>();
  readonly #compile: (source: string) => LinearPattern | undefined;
  #weight = 0;

  constructor(compile: (source: string) => LinearPattern | undefined = compileLinear) {
    this.#compile = compile;
  }

  /**
   * Returns undefined if the pattern is too large, or if RE2 cannot run it: look-around, back-references, huge repetitions.
   * Throws Refused, before it compiles the pattern, if the patterns of the schema are too large together.
   */
  get(source: string): LinearPattern | undefined {
    if (!this.#known.has(source)) this.#known.set(source, this.#make(source));
    return this.#known.get(source);
  }

  /** An estimate of the memory that the compiled patterns take. */
  get bytes(): number {
    return this.#weight * INSTRUCTION_BYTES + this.#known.size * SEARCH_BYTES;
  }

  #make(source: string): LinearPattern | undefined {
    if (source.length > LONGEST) return this.#leaveOut(source, TOO_LARGE);
    const translated = RE2JS.translateRegExp(source);
    const weight = patternWeight(translated);
    this.#weight += weight;
    if (this.#weight > MOST_WEIGHT) throw new Refused(TOO_LARGE_TOGETHER);
    if (weight > LARGEST) return this.#leaveOut(source, TOO_LARGE);
    return this.#compile(translated) ?? this.#leaveOut(source, UNSUPPORTED);
  }

  #leaveOut(source: string, reason: string): undefined {
    this.unchecked.set(source, reason);
    return undefined;
  }
}

/** Compiles a pattern in RE2's syntax. */
function compileLinear(source: string): LinearPattern | undefined {
  try {
    const pattern = RE2JS.compile(source);
    const size = pattern.programSize();
    return {
      test(text) {
        burn((text.length * size) / STEPS_A_UNIT);
        const isMatch = pattern.test(text);
        forget(pattern);
        return isMatch;
      },
    };
  } catch {
    return undefined;
  }
}

/** Limits what RE2 remembers of the texts that it has searched. By itself it would keep up to 8 MB for each pattern. */
function forget(pattern: RE2JS): void {
  const { lazyDFA: search } = pattern.re2();
  if (search !== null && search.maxMem - search.memBudget > SEARCH_BYTES) search.clearCache();
}

const LONGEST = 1_000;
/** The most instructions of one pattern. A larger pattern is not enforced. */
const LARGEST = 5_000;
const TOO_LARGE = 'it is too large to compile quickly';
const UNSUPPORTED = 'RE2, which runs patterns in linear time, does not support it';
/** The most instructions of all patterns of a schema. RE2 compiles about this many in 80 ms and 5 MB. */
const MOST_WEIGHT = 25_000;
const TOO_LARGE_TOGETHER =
  'its patterns take too much time and memory to compile; the numbers of their repetitions, such as {1,1000}, must be smaller';
/** RE2 steps that take about as long as checking one value. */
const STEPS_A_UNIT = 50;
const INSTRUCTION_BYTES = 200;
const SEARCH_BYTES = 32 * 1024;

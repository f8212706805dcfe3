import { RE2JS } from 're2js';
import { burn } from './fuel.ts';

/** A regular expression of a schema, run by RE2 in time linear in the length of the text. */
export interface LinearPattern {
  test(text: string): boolean;
}

/** The compiled patterns of one schema. */
export class Patterns {
  readonly #known = new Map<string, LinearPattern | undefined>();
  readonly #compile: (source: string) => LinearPattern | undefined;

  constructor(compile: (source: string) => LinearPattern | undefined = compileLinear) {
    this.#compile = compile;
  }

  /** Returns undefined if RE2 cannot run the pattern: look-around, back-references, huge repetitions. */
  get(source: string): LinearPattern | undefined {
    if (!this.#known.has(source)) this.#known.set(source, this.#compile(source));
    return this.#known.get(source);
  }

  /** The patterns that RE2 cannot run. */
  get unchecked(): string[] {
    return [...this.#known].filter(([, pattern]) => pattern === undefined).map(([source]) => source);
  }
}

function compileLinear(source: string): LinearPattern | undefined {
  if (source.length > LONGEST) return undefined;
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    const size = pattern.programSize();
    if (size > LARGEST) return undefined;
    return {
      test(text) {
        burn((text.length * size) / STEPS_A_UNIT);
        return pattern.test(text);
      },
    };
  } catch {
    return undefined;
  }
}

const LONGEST = 1_000;
const LARGEST = 5_000;
/** RE2 steps that take about as long as checking one value. */
const STEPS_A_UNIT = 50;

import { RE2JS } from 're2js';
import { burn } from './fuel.ts';

/** A pattern of a schema, on RE2: its time grows with the text, never faster. */
export interface LinearPattern {
  test(text: string): boolean;
}

/** The patterns of one schema. Undefined for one that RE2 cannot run: look-around, back-references, huge repetitions. */
export class Patterns {
  readonly #known = new Map<string, LinearPattern | undefined>();
  readonly #compile: (source: string) => LinearPattern | undefined;

  constructor(compile: (source: string) => LinearPattern | undefined = compileLinear) {
    this.#compile = compile;
  }

  get(source: string): LinearPattern | undefined {
    if (!this.#known.has(source)) this.#known.set(source, this.#compile(source));
    return this.#known.get(source);
  }

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
/** Steps of the engine that cost about as much as checking one value. */
const STEPS_A_UNIT = 50;

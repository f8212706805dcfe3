import type { Note } from '../../core/index.ts';
import { valueAt } from './path.ts';

/**
 * The numbers of a call's arguments as the model wrote them: `1.10` and `1e3` are other texts than the numbers 1.1 and 1000.
 * The text is parsed again only if a number is needed as text, which is rare.
 */
export class WrittenNumbers {
  readonly #text: string | undefined;
  readonly #names: ReadonlyMap<string, string>;
  #sources: unknown;

  /** `text` is the JSON text of the arguments, if they came as text. `notes` say which parameters were renamed since. */
  constructor(text: string | undefined, notes: readonly Note[]) {
    this.#text = text;
    this.#names = new Map(notes.flatMap((note) => (note.kind === 'renamed' ? [[note.to, note.from]] : [])));
  }

  /** Returns the source of the number at this path; undefined if there is another value, such as an already converted one. */
  at([first = '', ...rest]: readonly string[], value: unknown): string | undefined {
    if (this.#text === undefined || typeof value !== 'number') return undefined;
    this.#sources ??= sourcesIn(this.#text);
    const source = valueAt(this.#sources, [this.#names.get(first) ?? first, ...rest])?.value;
    return typeof source === 'string' && Number(source) === value ? source : undefined;
  }
}

/** Parses JSON with the source of each number in place of the number. The text is known to be JSON. */
function sourcesIn(text: string): unknown {
  return JSON.parse(text, ((_name: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? context?.source : value) as (name: string, value: unknown) => unknown);
}

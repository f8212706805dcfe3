import { found, nearest } from '../core/index.ts';
import { findFormats, formatNames } from '../formats/index.ts';
import { chooseFormat, type FormatChoice } from './format-choice.ts';

/** What the settings say of formats. */
export interface FormatSettings {
  /** Those that are understood, in order; `family` is the model family's own. */
  readonly enabled: readonly string[];
  readonly primary?: string;
}

/** As the settings have it where nobody says otherwise. */
export const defaultFormats: FormatSettings = { enabled: ['native', 'family', 'code'], primary: 'native' };

/** Throws at a name that is no format: whoever wrote it is a program, not a user. */
export function checkFormats({ enabled, primary }: FormatSettings): void {
  for (const name of primary === undefined ? enabled : [...enabled, primary]) {
    if (name === 'family' || findFormats(name) !== undefined) continue;
    const meant = nearest(name, ['family', ...formatNames()]);
    throw new Error(`there is no format ${found(name)}${meant === undefined ? '' : `: did you mean "${meant}"?`}`);
  }
}

/** The choices of one gateway: the same model gets the same choice, as one object, so that what hangs on it can be kept. */
export class FormatChoices {
  readonly #settings: FormatSettings;
  readonly #made = new Map<string, FormatChoice>();

  constructor(settings: FormatSettings) {
    this.#settings = settings;
  }

  /** Whether it matters that a model does native calls. */
  get hasNative(): boolean {
    return this.#settings.enabled.includes('native');
  }

  for(model: string, nativeTools: boolean | undefined, isTextless = false): FormatChoice {
    const key = `${nativeTools} ${isTextless} ${model}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    if (this.#made.size >= MOST_MODELS) this.#made.clear(); // names are foreign
    // `python_execution` is not built yet, so nobody can run a program.
    const choice = chooseFormat({ ...this.#settings, model, nativeTools, isTextless, hasPython: false });
    this.#made.set(key, choice);
    return choice;
  }
}

const MOST_MODELS = 1_000;

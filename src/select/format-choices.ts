import { found, type GatewayTool, nearest } from '../core/index.ts';
import { findFormats, formatNames } from '../formats/index.ts';
import { chooseFormat, type FormatChoice } from './format-choice.ts';

/** The setting `formats`. */
export interface FormatSettings {
  /** The formats to parse, in order of preference; `family` means the format of the model's family. */
  readonly enabled: readonly string[];
  readonly primary?: string;
}

/** The tool that runs programs, or advice on how to make it available. */
export interface PythonOffer {
  readonly tool?: GatewayTool | undefined;
  readonly flip?: string | undefined;
}

/** Default of the setting `formats`. */
export const defaultFormats: FormatSettings = { enabled: ['native', 'family', 'code'], primary: 'native' };

/**
 * Throws if a name is not a format. For formats given by a program; names in the settings file are checked when it is loaded.
 */
export function checkFormats({ enabled, primary }: FormatSettings): void {
  for (const name of primary === undefined ? enabled : [...enabled, primary]) {
    if (name === 'family' || findFormats(name) !== undefined) continue;
    const meant = nearest(name, ['family', ...formatNames()]);
    throw new Error(`Unknown format ${found(name)}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`);
  }
}

/**
 * The format choices of one gateway. The same model gets the same object each time, so that callers can use it as a cache
 * key.
 */
export class FormatChoices {
  readonly #settings: FormatSettings;
  readonly #python: PythonOffer;
  readonly #made = new Map<string, FormatChoice>();

  constructor(settings: FormatSettings, python: PythonOffer = {}) {
    this.#settings = settings;
    this.#python = python;
  }

  /** True if `native` is enabled, so that it matters whether a model supports native calls. */
  get hasNative(): boolean {
    return this.#settings.enabled.includes('native');
  }

  for(model: string, nativeTools: boolean | undefined, ignoresDescribedTools = false): FormatChoice {
    const key = `${nativeTools} ${ignoresDescribedTools} ${model}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    if (this.#made.size >= MOST_MODELS) this.#made.clear(); // clients may send any name
    const { tool: python, flip: pythonFlip } = this.#python;
    const facts = { model, nativeTools, ignoresDescribedTools, hasPython: python !== undefined, pythonFlip };
    const choice = { ...chooseFormat({ ...this.#settings, ...facts }), python };
    this.#made.set(key, choice);
    return choice;
  }
}

const MOST_MODELS = 1_000;

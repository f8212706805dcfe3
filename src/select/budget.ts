import { type Budget, found } from '../core/index.ts';
import { type NamedSize, sizeByName } from './model-size.ts';

export interface BudgetInput {
  /** The full name, `backend/name`, as used in the settings. */
  readonly model: string;
  /** The model's name at its server, which may contain its size. Default: `model`. */
  readonly name?: string | undefined;
  /** The model's own `mcpToolsInPrompt` setting: the limit, and the name (full name or alias) that it is set for. */
  readonly perModel?: { readonly most: number; readonly of: string } | undefined;
  /** The global `mcpToolsInPrompt` setting: the limit for each model size. */
  readonly perSize: Readonly<Record<ModelSize, number>>;
  /** Number of parameters in billions, from the settings or the server. If undefined, it is read from the model's name. */
  readonly billions?: number | undefined;
  /** The name (full name or alias) for which the settings give `billions`; undefined if the server reported it. */
  readonly saidOf?: string | undefined;
  /** True if this is not a language model. It then gets the limit of a large model. */
  readonly ignoresDescribedTools?: boolean | undefined;
}

export type ModelSize = 'small' | 'medium' | 'large';

/** Default of the setting `mcpToolsInPrompt`. */
export const defaultPerSize: BudgetInput['perSize'] = { small: 2, medium: 5, large: 10 };

/**
 * Returns the limit set for this model, else the limit of its size. A model of unknown size gets the limit of a small one,
 * because it can still search for the tools that it was not shown.
 */
export function budgetFor(input: BudgetInput): Budget {
  const { model, perModel, perSize, saidOf, ignoresDescribedTools } = input;
  const who = found(model);
  if (perModel !== undefined) {
    const setting = settingOf(perModel.of, 'mcpToolsInPrompt');
    return {
      most: perModel.most,
      setting,
      rule: 'setting',
      why: `the settings set this limit for ${found(perModel.of)}`,
      flip: `change ${setting}, or remove it to use the limit for the model's size`,
    };
  }
  if (ignoresDescribedTools === true) {
    const setting = 'mcpToolsInPrompt.large';
    const why = `${who} is not a language model, so the limit for large models applies`;
    return { most: perSize.large, setting, rule: 'size', why, flip: `change ${setting}` };
  }
  const told = toldSize(input);
  if (told === undefined) {
    return {
      most: perSize.small,
      setting: 'mcpToolsInPrompt.small',
      rule: 'unknown-size',
      why: `the settings, the server and the name of ${who} do not give its size, so the limit for small models applies`,
      flip: `set ${settingOf(model, 'parameters')} to its size, for example "8b"`,
    };
  }
  const size = sizeOf(told.billions);
  return {
    most: perSize[size],
    setting: `mcpToolsInPrompt.${size}`,
    rule: 'size',
    why: whyOfSize(who, size, told),
    flip: flipOfSize(saidOf ?? model, size, told),
  };
}

interface ToldSize extends Omit<NamedSize, 'from'> {
  readonly from: NamedSize['from'] | 'settings' | 'server';
}

/** Returns the size that is known, or undefined. Ignores a reported value that cannot be a size, such as 0 or NaN. */
function toldSize({ model, name, billions, saidOf }: BudgetInput): ToldSize | undefined {
  const isSize = billions !== undefined && Number.isFinite(billions) && billions > 0;
  return isSize ? { billions, from: saidOf === undefined ? 'server' : 'settings' } : sizeByName(name ?? model);
}

/** Both bounds count as medium. */
function sizeOf(billions: number): ModelSize {
  if (billions < LEAST_OF_MEDIUM) return 'small';
  return billions <= MOST_OF_MEDIUM ? 'medium' : 'large';
}

const LEAST_OF_MEDIUM = 7;
const MOST_OF_MEDIUM = 30;

function whyOfSize(who: string, size: ModelSize, { billions, from, isGuess }: ToldSize): string {
  if (isGuess === true) return `the size of ${who} is not published; judging by its name, the model is ${size}`;
  return `${who} has ${sizeText(billions)} parameters according to ${SOURCES[from]}, which makes it ${CLASSES[size]}`;
}

const SOURCES: Readonly<Record<ToldSize['from'], string>> = {
  settings: 'the settings',
  server: 'its server',
  name: 'its name',
  'known-name': 'its name',
};

const CLASSES: Readonly<Record<ModelSize, string>> = {
  small: `small (under ${LEAST_OF_MEDIUM}B)`,
  medium: `medium (${LEAST_OF_MEDIUM}B to ${MOST_OF_MEDIUM}B)`,
  large: `large (above ${MOST_OF_MEDIUM}B)`,
};

/** Suggests correcting the size if it is wrong, or changing the limit for that size. */
function flipOfSize(model: string, size: ModelSize, { from, isGuess }: ToldSize): string {
  const parameters = settingOf(model, 'parameters');
  const number = `mcpToolsInPrompt.${size} to another number`;
  if (from === 'settings') return `change ${parameters}, or set ${number}`;
  return `set ${parameters} ${isGuess === true ? 'if you know its size' : 'if that size is wrong'}, or set ${number}`;
}

function settingOf(model: string, member: string): string {
  return `models.${found(model)}.${member}`;
}

/** Formats a size, for example `8B`, `270M` or `1T`. */
function sizeText(billions: number): string {
  const rounded = (size: number) => Number(size.toPrecision(4));
  if (billions >= 1_000) return `${rounded(billions / 1_000)}T`;
  return billions < 1 ? `${rounded(billions * 1_000)}M` : `${rounded(billions)}B`;
}

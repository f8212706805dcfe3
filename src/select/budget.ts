import { type Budget, found } from '../core/index.ts';
import { type NamedSize, sizeByName } from './model-size.ts';

export interface BudgetInput {
  /** `backend/name`, as the settings know it. */
  readonly model: string;
  /** As its server knows it: what of it may tell its size. */
  readonly name?: string | undefined;
  /** The setting of this model: how many MCP tools are described to it, and under which of its names that stands. */
  readonly perModel?: { readonly most: number; readonly of: string } | undefined;
  /** The setting for all: how many by size. */
  readonly perSize: Readonly<Record<ModelSize, number>>;
  /** Its parameters, as the settings or its server tell them. Unknown: its name is asked. */
  readonly billions?: number | undefined;
  /** Where the settings tell them: under which of its names. */
  readonly saidOf?: string | undefined;
  /** No language model: it reads as many as the largest, whatever its size is. */
  readonly isTextless?: boolean | undefined;
}

export type ModelSize = 'small' | 'medium' | 'large';

/** As the settings have it where nobody says otherwise. */
export const defaultPerSize: BudgetInput['perSize'] = { small: 2, medium: 5, large: 10 };

/** The number of this model, else that of its size, else that of small ones: a tool too few can still be searched for. */
export function budgetFor(input: BudgetInput): Budget {
  const { model, perModel, perSize, saidOf, isTextless } = input;
  const who = found(model);
  if (perModel !== undefined) {
    const setting = settingOf(perModel.of, 'mcpToolsInPrompt');
    return {
      most: perModel.most,
      setting,
      rule: 'setting',
      why: `the settings say so of ${found(perModel.of)}`,
      flip: `change ${setting}, or take it out to go by the model's size`,
    };
  }
  if (isTextless === true) {
    const setting = 'mcpToolsInPrompt.large';
    const why = `${who} is no language model: it is told of as many as a large one`;
    return { most: perSize.large, setting, rule: 'size', why, flip: `change ${setting}` };
  }
  const told = toldSize(input);
  if (told === undefined) {
    return {
      most: perSize.small,
      setting: 'mcpToolsInPrompt.small',
      rule: 'unknown-size',
      why: `neither the settings nor its server nor its name tell the size of ${who}, so it is taken for small`,
      flip: `set ${settingOf(model, 'parameters')} to its size, such as "8b"`,
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

/** A server may tell anything; what is no size is not told. */
function toldSize({ model, name, billions, saidOf }: BudgetInput): ToldSize | undefined {
  const isSize = billions !== undefined && Number.isFinite(billions) && billions > 0;
  return isSize ? { billions, from: saidOf === undefined ? 'server' : 'settings' } : sizeByName(name ?? model);
}

/** Both bounds belong to the middle. */
function sizeOf(billions: number): ModelSize {
  if (billions < LEAST_OF_MEDIUM) return 'small';
  return billions <= MOST_OF_MEDIUM ? 'medium' : 'large';
}

const LEAST_OF_MEDIUM = 7;
const MOST_OF_MEDIUM = 30;

function whyOfSize(who: string, size: ModelSize, { billions, from, isGuess }: ToldSize): string {
  if (isGuess === true) return `the makers of ${who} publish no size, so it is taken for ${size}, by its name`;
  return `${who} has ${sizeText(billions)} parameters, by ${SOURCES[from]}, which is ${CLASSES[size]}`;
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

/** What is told wrongly is set right by the setting; else the number is left to be changed. */
function flipOfSize(model: string, size: ModelSize, { from, isGuess }: ToldSize): string {
  const parameters = settingOf(model, 'parameters');
  const number = `mcpToolsInPrompt.${size} to another number`;
  if (from === 'settings') return `change ${parameters}, or set ${number}`;
  return `set ${parameters} ${isGuess === true ? 'if its size is known' : 'if that is not its size'}, or ${number}`;
}

function settingOf(model: string, member: string): string {
  return `models.${found(model)}.${member}`;
}

/** `8B`, `270M`, `1T`. */
function sizeText(billions: number): string {
  const rounded = (size: number) => Number(size.toPrecision(4));
  if (billions >= 1_000) return `${rounded(billions / 1_000)}T`;
  return billions < 1 ? `${rounded(billions * 1_000)}M` : `${rounded(billions)}B`;
}

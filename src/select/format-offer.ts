import { found, nearest } from '../core/index.ts';
import { type Family, findFormats, formatNames } from '../formats/index.ts';

/** The meaning of a format name from the settings for one model. */
export interface Offer {
  readonly name: string;
  /** `native`, or the id of the record that the model writes; empty for an unknown name. */
  readonly format: string;
  /**
   * Ids of the records that the model's text is parsed with. Empty for `native`, because native calls do not arrive as text.
   */
  readonly records: readonly string[];
  /** Why the format is available; empty if it is not. */
  readonly why: string;
  /** Everything that keeps the format from being available; undefined if it is available. */
  readonly missing?: readonly Missing[];
}

export interface Missing {
  readonly why: string;
  readonly flip: string;
}

export interface Facts {
  readonly model: string;
  readonly family: Family | undefined;
  readonly nativeTools: boolean | undefined;
  readonly hasPython: boolean;
  readonly pythonFlip?: string | undefined;
  readonly ignoresDescribedTools?: boolean | undefined;
}

export function offerOf(name: string, facts: Facts): Offer {
  if (name === 'native') return offerNative(facts);
  if (facts.ignoresDescribedTools === true && (name === 'family' || findFormats(name) !== undefined))
    return textless(name, facts);
  if (name === 'family') return offerFamily(facts);
  const records = (findFormats(name) ?? []).map(({ id }) => id);
  const [first] = records;
  if (first === undefined) return unknown(name);
  if (first === CODE) return offerCode(name, facts);
  const own = records.find((id) => id === facts.family?.format) ?? first;
  return { name, format: own, records: [...new Set([own, ...records])], why: TEXT };
}

export const CODE = 'code_mode';
const TEXT = 'any language model can be instructed to use it';
/** Format for models of an unknown family: it is the most common one, and untrained models follow it best. */
const DEFAULT_RECORD = 'hermes';

/** The offer of a text format for a model that is not a language model: never available. */
function textless(name: string, { model }: Facts): Offer {
  const why = `${found(model)} is not a language model and ignores tool instructions in text`;
  return without({ name, format: name, records: [] }, { why, flip: 'use another model' });
}

function offerNative({ model, family, nativeTools, ignoresDescribedTools }: Facts): Offer {
  const offer = { name: 'native', format: 'native', records: [] };
  const who = found(model);
  const flip = 'set "nativeTools" to true for this model in "models"';
  if (ignoresDescribedTools === true)
    return { ...offer, why: `${who} is not a language model and takes tool definitions as data` };
  if (nativeTools === true)
    return { ...offer, why: `the settings or the server say that ${who} supports native tool calls` };
  if (nativeTools === false) {
    return without(offer, { why: `the settings or the server say that ${who} has no native tool calls`, flip });
  }
  if (family === undefined)
    return { ...offer, why: `the family of ${who} is unknown, and most models support native tool calls` };
  const told = `by its name, ${who} belongs to the family "${family.id}", which is`;
  if (family.native) return { ...offer, why: `${told} trained on tool calls` };
  return without(offer, { why: `${told} not trained on tool calls`, flip });
}

function offerFamily({ model, family }: Facts): Offer {
  const format = family?.format ?? DEFAULT_RECORD;
  const why =
    family === undefined
      ? `the family of ${found(model)} is unknown, and ${format} is the most common format`
      : `by its name, ${found(model)} belongs to the family "${family.id}", which ${isTrained(family) ? 'writes' : 'is instructed to write'} ${format}`;
  return { name: 'family', format, records: family?.isHosted === true ? [format] : [...new Set([format, PLAIN])], why };
}

/**
 * Returns the additional format (calls without markers) to parse if tools are described in this format. Small models forget the
 * markers and write only the JSON of the call, and some servers remove the markers. Hosted models do neither.
 */
export function withoutMarkers({ format }: Offer, facts: Facts): readonly Offer[] {
  if (format === 'native' || format === CODE || facts.family?.isHosted === true) return [];
  return [offerOf(PLAIN, facts)];
}

const PLAIN = 'pure_json';

/** True if models of this family write their format without instructions. */
function isTrained({ native, isHosted }: Family): boolean {
  return native && isHosted !== true;
}

/** Without `python_execution`, a program in the text is not parsed: a code example could be mistaken for a call. */
function offerCode(name: string, { hasPython, pythonFlip = 'make python_execution available' }: Facts): Offer {
  const offer = { name, format: CODE, records: [CODE] };
  if (hasPython) return { ...offer, why: 'python_execution is available' };
  return without(offer, { why: 'python_execution is not available', flip: pythonFlip });
}

function unknown(name: string): Offer {
  const meant = nearest(name, ['family', ...formatNames()]);
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  const flip = `write ${meant === undefined ? 'the name of a format' : `"${meant}"`} instead of ${found(name)}`;
  return without({ name, format: '', records: [] }, { why: `${found(name)} is not a format${hint}`, flip });
}

function without(offer: Omit<Offer, 'why'>, missing: Missing): Offer {
  return { ...offer, why: '', missing: [missing] };
}

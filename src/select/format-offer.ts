import { found, nearest } from '../core/index.ts';
import { type Family, findFormats, formatNames } from '../formats/index.ts';

/** What a name in the settings stands for with this model. */
export interface Offer {
  readonly name: string;
  /** `native`, or the record that is written; empty for a name that nobody knows. */
  readonly format: string;
  /** The records that are read. None for native calls: those do not come as text. */
  readonly records: readonly string[];
  /** Why it is available. */
  readonly why: string;
  /** What it lacks to be available. */
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
  readonly isTextless?: boolean | undefined;
}

export function offerOf(name: string, facts: Facts): Offer {
  if (name === 'native') return offerNative(facts);
  if (facts.isTextless === true && (name === 'family' || findFormats(name) !== undefined)) return textless(name, facts);
  if (name === 'family') return offerFamily(facts);
  const records = (findFormats(name) ?? []).map(({ id }) => id);
  const [first] = records;
  if (first === undefined) return unknown(name);
  if (first === CODE) return offerCode(name, facts);
  const own = records.find((id) => id === facts.family?.format) ?? first;
  return { name, format: own, records: [...new Set([own, ...records])], why: TEXT };
}

const CODE = 'code_mode';
const TEXT = 'any model can be told to write it';
/** For models of which nothing is known: the most common, and the one that untrained models follow best. */
const DEFAULT_RECORD = 'hermes';

/** It could follow none of them. */
function textless(name: string, { model }: Facts): Offer {
  const why = `${found(model)} is no language model, and reads nothing that is written of tools`;
  return without({ name, format: name, records: [] }, { why, flip: 'choose another model' });
}

function offerNative({ model, family, nativeTools, isTextless }: Facts): Offer {
  const offer = { name: 'native', format: 'native', records: [] };
  const who = found(model);
  const flip = 'set "nativeTools" to true for this model, in "models"';
  if (isTextless === true) return { ...offer, why: `${who} is no language model: it takes tools as they are` };
  if (nativeTools === true) return { ...offer, why: `${who} does native tool calls, by the settings or its server` };
  if (nativeTools === false) {
    return without(offer, { why: `${who} does no native tool calls, by the settings or its server`, flip });
  }
  if (family === undefined)
    return { ...offer, why: `nothing is known of ${who}, and most models do native tool calls` };
  const told = `${who} is of the family "${family.id}" by its name, which is`;
  if (family.native) return { ...offer, why: `${told} trained on tool calls` };
  return without(offer, { why: `${told} not trained on tool calls`, flip });
}

function offerFamily({ model, family }: Facts): Offer {
  const format = family?.format ?? DEFAULT_RECORD;
  const why =
    family === undefined
      ? `the family of ${found(model)} is not known, and ${format} is the most common`
      : `${found(model)} is of the family "${family.id}" by its name, which ${isTrained(family) ? 'writes' : 'is told'} ${format}`;
  return { name: 'family', format, records: family?.isHosted === true ? [format] : [...new Set([format, PLAIN])], why };
}

/** Small models forget the markers of their own format, and write the call alone. */
const PLAIN = 'pure_json';

/** Whether its models write that format by themselves. */
function isTrained({ native, isHosted }: Family): boolean {
  return native && isHosted !== true;
}

/** Where nobody can run it a program is text: reading it as a call would take examples for calls. */
function offerCode(name: string, { hasPython }: Facts): Offer {
  const offer = { name, format: CODE, records: [CODE] };
  if (hasPython) return { ...offer, why: 'python_execution is available' };
  return without(offer, { why: 'python_execution is not available', flip: 'make python_execution available' });
}

function unknown(name: string): Offer {
  const meant = nearest(name, ['family', ...formatNames()]);
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  const flip = `write ${meant === undefined ? 'the name of a format' : `"${meant}"`} instead of ${found(name)}`;
  return without({ name, format: '', records: [] }, { why: `${found(name)} is no format${hint}`, flip });
}

function without(offer: Omit<Offer, 'why'>, missing: Missing): Offer {
  return { ...offer, why: '', missing: [missing] };
}

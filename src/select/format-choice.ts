import { allFlips, type FormatDecision, type FormatName, found, type GatewayTool } from '../core/index.ts';
import { type Family, familyOf } from '../formats/index.ts';
import { CODE, type Missing, type Offer, offerOf, withoutMarkers } from './format-offer.ts';

export interface FormatInput {
  /** The setting `formats.enabled`, in order: names of formats; `family` means the format of the model's family. */
  readonly enabled: readonly string[];
  /** The setting `formats.primary`: the format to use if it is available. */
  readonly primary?: string;
  /** The model's name at its server. */
  readonly model: string;
  /**
   * Whether the model supports native tool calls, from the settings or the server. If undefined, the model's family decides;
   * a model of an unknown family is assumed to support them.
   */
  readonly nativeTools: boolean | undefined;
  /** True if `python_execution` is available. */
  readonly hasPython: boolean;
  /** Advice on how to make `python_execution` available. */
  readonly pythonFlip?: string | undefined;
  /**
   * True if this is not a language model: it takes tool definitions as data, and ignores instructions written in the prompt.
   */
  readonly ignoresDescribedTools?: boolean | undefined;
}

export interface FormatChoice {
  /**
   * The format in which tools are shown to the model: `native`, the id of a format record, or `none` (the model gets no
   * tools).
   */
  readonly format: FormatName;
  /** The name in `formats.enabled` that the format was chosen by; `none` if no format is available. */
  readonly name: string;
  /**
   * Ids of the format records that the model's text is parsed with: every enabled and available format, and calls without
   * markers if the tools are described in text. The chosen format comes first, because the first match wins if a text fits
   * two formats.
   */
  readonly understood: readonly string[];
  readonly family: Family | undefined;
  /** The tool that runs programs; undefined if it is not available. */
  readonly python?: GatewayTool | undefined;
  readonly decision: FormatDecision;
  /** Names from `formats.enabled` and `formats.primary` that are not available. */
  readonly rejected: readonly { readonly name: string; readonly why: string }[];
}

/**
 * Chooses the format in which tools are shown to a model, and the formats that its text is parsed with, and explains the
 * choice.
 */
export function chooseFormat(input: FormatInput): FormatChoice {
  const family = familyOf(input.model);
  const facts = { ...input, family };
  const offers = [...new Set(input.enabled)].map((name) => offerOf(name, facts));
  const available = offers.filter(isAvailable);
  const wished = input.primary === undefined ? undefined : offerOf(input.primary, facts);
  const primary = wished === undefined ? undefined : primaryOf(wished, offers);
  const chosen = primary !== undefined && isAvailable(primary) ? primary : available[0];
  const others = COMMON_NAMES.map((name) => offerOf(name, facts)).filter(isAvailable);
  return {
    format: chosen?.format ?? 'none',
    name: chosen?.name ?? 'none',
    understood: recordsOf([
      ...(chosen === undefined ? [] : [chosen]),
      ...available.filter((offer) => mayWrite(offer, chosen, facts)),
      ...(chosen === undefined ? [] : withoutMarkers(chosen, facts)),
    ]),
    family,
    decision:
      chosen === undefined ? decideNone(offers, primary, others) : decide(chosen, primary, [available, others], wished),
    rejected: rejectedOf(primary, offers),
  };
}

/**
 * False for the family format of a hosted model with native calls: its provider parses the calls, so text that looks like a
 * call is only a quotation. False for programs if the model is not asked for them: a program in its answer is then an example
 * for the user.
 */
function mayWrite(
  { name, format }: Offer,
  chosen: Offer | undefined,
  { family, nativeTools }: FormatInput & { family: Family | undefined },
): boolean {
  if (format === CODE) return chosen?.format === CODE;
  return name !== 'family' || family?.isHosted !== true || nativeTools === false;
}

/** Returns the enabled offer with the primary's name or its format; otherwise the primary, marked as not enabled. */
function primaryOf(primary: Offer, offers: readonly Offer[]): Offer {
  const enabled =
    offers.find(({ name }) => name === primary.name) ?? offers.find(({ format }) => standsFor(primary, format));
  return enabled ?? { ...primary, missing: [notEnabled(primary.name), ...(primary.missing ?? [])] };
}

/** True if `other` is the format that this offer means. For `family`, only the format shown to the model counts. */
function standsFor({ name, format, records }: Offer, other: string): boolean {
  return name === 'family' ? format === other : records.includes(other);
}

function notEnabled(name: string): Missing {
  return { why: 'it is not in formats.enabled', flip: `add ${found(name)} to formats.enabled` };
}

/**
 * Explains why no format is available. The advice is to enable the primary format if nothing else is missing; otherwise
 * `family`, which every language model can use and which therefore cannot be enabled here, or `native` for a model that reads
 * no text.
 */
function decideNone(offers: readonly Offer[], primary: Offer | undefined, others: readonly Offer[]): FormatDecision {
  const each = offers.map((offer) => `${found(offer.name)} is not available because ${whyNot(offer)}`);
  const isWished = primary !== undefined && primary.missing?.length === 1 && !offers.includes(primary);
  const wish = isWished ? `; formats.primary is ${named(primary)}, but ${whyNot(primary)}` : '';
  return {
    rule: 'none-available',
    why: `the model gets no tools, because no enabled format is available: ${each.join('; ') || 'formats.enabled is empty'}${wish}`,
    flip: notEnabled(isWished ? primary.name : (others.at(-1)?.name ?? 'family')).flip,
  };
}

function decide(
  chosen: Offer,
  primary: Offer | undefined,
  available: Available,
  wished: Offer | undefined,
): FormatDecision {
  if (chosen === primary) {
    const isOther = wished !== undefined && wished.name !== chosen.name;
    const how = isOther
      ? `formats.primary is ${found(wished.name)}, which is enabled as ${named(chosen)}`
      : `formats.primary is ${named(chosen)}, which is available`;
    return { rule: 'primary', why: `${how}: ${chosen.why}`, flip: awayFrom(chosen, available) };
  }
  const first = `${named(chosen)} is the first available format in formats.enabled: ${chosen.why}`;
  if (primary === undefined) return { rule: 'first-enabled', why: first, flip: awayFrom(chosen, available) };
  return {
    rule: 'first-enabled',
    why: `formats.primary is ${named(primary)}, which is not available: ${whyNot(primary)}; ${first}`,
    flip: allFlips((primary.missing ?? []).map(({ flip }) => flip)),
  };
}

/** The enabled formats that are available, and the common formats that would be available if enabled. */
type Available = readonly [enabled: readonly Offer[], others: readonly Offer[]];

/** Formats that most models can use. */
const COMMON_NAMES = ['native', 'family'];

/** Suggests another available format, else one that would be available if enabled, else disabling the chosen one. */
function awayFrom({ name, format }: Offer, [enabled, others]: Available): string {
  const isOther = (each: Offer) => each.format !== format;
  const other = enabled.find(isOther);
  if (other !== undefined) return `set formats.primary to ${found(other.name)}`;
  const more = others.find(isOther);
  if (more !== undefined) return `${notEnabled(more.name).flip}, and set formats.primary to ${found(more.name)}`;
  const same = enabled.filter((each) => each.name !== name).map((each) => each.name);
  return `remove ${[name, ...same].map(found).join(' and ')} from formats.enabled`;
}

function named({ name, format }: Offer): string {
  return name === format || format === '' ? found(name) : `${found(name)} (${format})`;
}

function rejectedOf(primary: Offer | undefined, offers: readonly Offer[]): FormatChoice['rejected'] {
  const all = primary === undefined || offers.includes(primary) ? offers : [primary, ...offers];
  return all.filter((offer) => !isAvailable(offer)).map((offer) => ({ name: offer.name, why: whyNot(offer) }));
}

function whyNot({ missing = [] }: Offer): string {
  return missing.map(({ why }) => why).join(', and ');
}

function isAvailable({ missing }: Offer): boolean {
  return missing === undefined;
}

function recordsOf(offers: readonly Offer[]): readonly string[] {
  return [...new Set(offers.flatMap(({ records }) => records))];
}

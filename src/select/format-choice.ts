import { allFlips, type FormatDecision, type FormatName, found } from '../core/index.ts';
import { type Family, familyOf } from '../formats/index.ts';
import { type Missing, type Offer, offerOf } from './format-offer.ts';

export interface FormatInput {
  /** The setting, in its order: names of formats, and `family` for the model family's own. */
  readonly enabled: readonly string[];
  /** The setting: the one that is advertised if it is available. */
  readonly primary?: string;
  /** The model's name, as its server knows it. */
  readonly model: string;
  /** Whether it does native calls, by the settings or its server. Unknown: its family tells, else it is taken to. */
  readonly nativeTools: boolean | undefined;
  /** Whether `python_execution` can run. */
  readonly hasPython: boolean;
  /** It takes tools as they are, and reads nothing that is written of them. */
  readonly isTextless?: boolean | undefined;
}

export interface FormatChoice {
  /** What the model is told: `native`, the id of a record, or `none`, and then it gets no tools. */
  readonly format: FormatName;
  /** The enabled name that stands for it; `none` if there is none. */
  readonly name: string;
  /**
   * The records that its text is read by, whatever it was told: every enabled one that can be followed. The advertised one
   * comes first, since that is who gets what two formats could have written.
   */
  readonly understood: readonly string[];
  readonly family: Family | undefined;
  readonly decision: FormatDecision;
  /** Names that are enabled or primary, and not available. */
  readonly rejected: readonly { readonly name: string; readonly why: string }[];
}

/** In which format a model is told of its tools, which others it may answer in, and why. */
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
      ...available.filter((offer) => mayWrite(offer, facts)),
    ]),
    family,
    decision:
      chosen === undefined ? decideNone(offers, primary, others) : decide(chosen, primary, [available, others], wished),
    rejected: rejectedOf(primary, offers),
  };
}

/** A model whose makers read its calls themselves writes none into its text: what looks like one there is a quotation. */
function mayWrite({ name }: Offer, { family, nativeTools }: FormatInput & { family: Family | undefined }): boolean {
  return name !== 'family' || family?.isHosted !== true || nativeTools === false;
}

/** The enabled offer of that name, or one that stands for the same format; else it lacks being enabled. */
function primaryOf(primary: Offer, offers: readonly Offer[]): Offer {
  const enabled =
    offers.find(({ name }) => name === primary.name) ?? offers.find(({ format }) => standsFor(primary, format));
  return enabled ?? { ...primary, missing: [notEnabled(primary.name), ...(primary.missing ?? [])] };
}

/** What `family` is told; what is only understood beside it is nobody's wish. */
function standsFor({ name, format, records }: Offer, other: string): boolean {
  return name === 'family' ? format === other : records.includes(other);
}

function notEnabled(name: string): Missing {
  return { why: 'it is not in formats.enabled', flip: `add ${found(name)} to formats.enabled` };
}

/** Whatever reads text can be told in `family`: so it is not enabled here. What was wished for comes first, if it lacks nothing else. */
function decideNone(offers: readonly Offer[], primary: Offer | undefined, others: readonly Offer[]): FormatDecision {
  const each = offers.map((offer) => `${found(offer.name)}, because ${whyNot(offer)}`);
  const isWished = primary !== undefined && primary.missing?.length === 1 && !offers.includes(primary);
  const wish = isWished ? `; ${named(primary)} is formats.primary, and ${whyNot(primary)}` : '';
  return {
    rule: 'none-available',
    why: `no format of formats.enabled is available, so the model gets no tools: ${each.join('; ') || 'it is empty'}${wish}`,
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
      ? `${found(wished.name)} is formats.primary, and enabled as ${named(chosen)}`
      : `${named(chosen)} is formats.primary, and available`;
    return { rule: 'primary', why: `${how}: ${chosen.why}`, flip: awayFrom(chosen, available) };
  }
  const first = `${named(chosen)} is the first of formats.enabled that is available: ${chosen.why}`;
  if (primary === undefined) return { rule: 'first-enabled', why: first, flip: awayFrom(chosen, available) };
  return {
    rule: 'first-enabled',
    why: `${named(primary)} is formats.primary, and not available: ${whyNot(primary)}; ${first}`,
    flip: allFlips((primary.missing ?? []).map(({ flip }) => flip)),
  };
}

/** What is enabled and available, and what would be available if it was enabled. */
type Available = readonly [enabled: readonly Offer[], others: readonly Offer[]];

/** Those that most models can be told in. */
const COMMON_NAMES = ['native', 'family'];

/** To another that is available, else to one that would be, else to none. */
function awayFrom({ name, format }: Offer, [enabled, others]: Available): string {
  const isOther = (each: Offer) => each.format !== format;
  const other = enabled.find(isOther);
  if (other !== undefined) return `set formats.primary to ${found(other.name)}`;
  const more = others.find(isOther);
  if (more !== undefined) return `${notEnabled(more.name).flip}, and set formats.primary to ${found(more.name)}`;
  const same = enabled.filter((each) => each.name !== name).map((each) => each.name);
  return `take ${[name, ...same].map(found).join(' and ')} out of formats.enabled`;
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

import type { Brackets, Format, Header, Reasoning } from '../format.ts';
import { kept, literals, Marks } from './marks.ts';
import { suffixStart } from './suffix.ts';

/** What a marker may mean, in the text of a model that may write any of these formats. */
export interface Meaning {
  readonly mark: string;
  /** Calls that it may open, in the order of the formats. */
  readonly calls: Candidate[];
  /** Formats whose calls or sections it closes. */
  readonly closers: Format[];
  reasoning?: Reasoning;
  header?: HeaderFormat;
  /** It stands around the answer, or says nothing. */
  isContent?: boolean;
  isIgnored?: boolean;
  /** A word may follow that says nothing either. */
  isLabel?: boolean;
  /** It opens calls, and means nothing else. */
  opensOnly?: boolean;
  /** It closes what may not be open. */
  closes?: 'reasoning' | 'calls';
}

export interface Candidate {
  readonly format: Format;
  /** It opens the section around the calls, not a call itself. */
  readonly isSection: boolean;
  /** Its tags carry a suffix, which stands behind the marker. */
  readonly isSuffixed?: boolean;
}

export type HeaderFormat = Format & { readonly header: Header };

/** The markers of several formats, by where they are looked for. Made once for a list of formats. */
export interface Regions {
  readonly formats: readonly Format[];
  /** In an answer. */
  readonly text: Marks<Meaning>;
  /** Among thoughts: what closes them, and what may open calls. */
  thoughts(reasoning: Reasoning, withCalls: boolean): Marks<Meaning | 'closed'>;
  /** What the prompt may have left of an answer's markers. */
  readonly begins: Marks<string>;
  /** Formats whose calls may stand without a marker. */
  readonly bare: readonly Format[];
  readonly headers: readonly HeaderFormat[];
  /** The thoughts that a prompt may have opened. */
  readonly inside: Reasoning | undefined;
}

export function regionsOf(formats: readonly Format[]): Regions {
  const key = formats.map(numberOf).join(' ');
  const known = made.get(key);
  if (known !== undefined) return known;
  const regions = makeRegions(formats);
  if (made.size >= MOST_MADE) made.clear();
  made.set(key, regions);
  return regions;
}

const made = new Map<string, Regions>();
const MOST_MADE = 256;

let numbers = 0;
const numberOf = kept((_format: Format) => ++numbers);

function makeRegions(formats: readonly Format[]): Regions {
  const meanings = new Map<string, Meaning>();
  for (const format of formats) for (const [mark, mean] of markersOf(format)) mean(meaningOf(meanings, mark));
  for (const meaning of meanings.values())
    meaning.opensOnly = Object.keys(meaning).length === 3 && meaning.calls.length > 0;
  for (const meaning of meanings.values()) shareHeader(meaning, meanings.values(), formats);
  return {
    formats,
    text: new Marks(meanings),
    thoughts: thoughtMarks([...meanings.values()].filter(({ calls }) => calls.length > 0)),
    begins: literals(formats.flatMap(({ content }) => content?.startsInside ?? [])),
    bare: formats.filter((format) => 'bare' in format && format.bare === true),
    headers: formats.filter((format): format is HeaderFormat => format.header !== undefined),
    inside: joinReasoning(formats),
  };
}

/** `<|start|>` opens a header where `<|start|>assistant` does: the first of the formats has it. */
function shareHeader(meaning: Meaning, all: Iterable<Meaning>, formats: readonly Format[]): void {
  if (meaning.header === undefined) return;
  for (const { mark, header } of all) {
    const isBefore = header !== undefined && formats.indexOf(header) < formats.indexOf(meaning.header);
    if (isBefore && meaning.mark.startsWith(mark)) meaning.header = header;
  }
}

function thoughtMarks(openers: readonly Meaning[]): Regions['thoughts'] {
  const marks = (reasoning: Reasoning, calls: readonly Meaning[]) =>
    new Marks<Meaning | 'closed'>([
      ...reasoning.close.map((mark) => [mark, 'closed'] as const),
      ...calls.map((meaning) => [meaning.mark, meaning] as const),
    ]);
  const alone = kept((reasoning: Reasoning) => marks(reasoning, []));
  const withThem = kept((reasoning: Reasoning) => marks(reasoning, openers));
  return (reasoning, withCalls) => (withCalls ? withThem(reasoning) : alone(reasoning));
}

function meaningOf(meanings: Map<string, Meaning>, mark: string): Meaning {
  const known = meanings.get(mark) ?? { mark, calls: [], closers: [] };
  meanings.set(mark, known);
  return known;
}

type Mean = (meaning: Meaning) => void;

/** Every marker of a format with what it adds to its meaning. */
function* markersOf(format: Format): Iterable<readonly [string, Mean]> {
  const { reasoning, content, ignored = [], header, section } = format;
  const isOpen = header?.bodies.some(({ kind }) => kind === 'calls') !== true; // otherwise calls stand in their messages only
  if (isOpen) {
    for (const mark of section?.open ?? []) {
      yield [mark, ({ calls }) => calls.push({ format, isSection: true })];
      if (format.isSuffixed === true)
        yield [suffixStart(mark), ({ calls }) => calls.push({ format, isSection: true, isSuffixed: true })];
    }
    if (section?.isRequired !== true) {
      for (const mark of format.open) yield [mark, ({ calls }) => calls.push({ format, isSection: false })];
    }
    for (const mark of [...format.close, ...(section?.close ?? [])].filter(isDistinct)) {
      yield [mark, add({ closes: 'calls' })];
      yield [mark, ({ closers }) => closers.push(format)];
    }
  }
  if (reasoning !== undefined) {
    for (const mark of reasoning.open) yield [mark, add({ reasoning })];
    for (const mark of reasoning.close) yield [mark, add({ closes: 'reasoning' })];
  }
  if (header !== undefined) {
    for (const mark of header.open) yield [mark, add({ header: format as HeaderFormat })];
    for (const mark of header.end) yield [mark, add({ isIgnored: true })];
  }
  for (const mark of bracketsOf(content)) yield [mark, add({ isContent: true })];
  for (const mark of format.labels ?? []) yield [mark, add({ isLabel: true })];
  for (const mark of ignored) yield [mark, add({ isIgnored: true })];
}

/** A fence or a bracket closes much else. */
function isDistinct(mark: string): boolean {
  return mark.length > 2 && (mark.startsWith('<') || mark.startsWith('[') || mark.startsWith(']<'));
}

/** The first format to mean something by a marker decides. */
function add(more: Partial<Meaning>): Mean {
  return (meaning) => void Object.assign(meaning, { ...more, ...meaning });
}

function bracketsOf(brackets: Brackets | undefined): readonly string[] {
  return brackets === undefined ? [] : [...brackets.open, ...brackets.close];
}

/** All thoughts at once: which of them the prompt opened is not known. */
function joinReasoning(formats: readonly Format[]): Reasoning | undefined {
  const all = formats.map(({ reasoning }) => reasoning).filter((reasoning) => reasoning !== undefined);
  const [first] = all;
  if (first === undefined) return undefined;
  const calls = all.some((reasoning) => reasoning.calls === 'ends') ? 'ends' : 'none';
  const distinct = (side: 'open' | 'close') => [...new Set(all.flatMap((reasoning) => reasoning[side]))];
  return { open: distinct('open'), close: distinct('close'), startsInside: true, calls };
}

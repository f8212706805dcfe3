import { outcomeTags, resultMarks } from '../catalogue/markers.ts';
import type { Brackets, Format, Header, Reasoning } from '../format.ts';
import { kept, literals, MarkerSet } from './marker-set.ts';
import { suffixStart } from './suffix.ts';

/** The possible meanings of a marker, in the text of a model that may write any of these formats. */
export interface Meaning {
  readonly mark: string;
  /** Calls that the marker may open, in the order of the formats. */
  readonly calls: Candidate[];
  /** Formats whose calls or sections the marker closes. */
  readonly closers: Format[];
  reasoning?: Reasoning;
  header?: HeaderFormat;
  /** True if the marker is one of those around the answer. */
  isContent?: boolean;
  /** True if the marker has no meaning. */
  isIgnored?: boolean;
  /** True if a label may follow the marker. */
  isLabel?: boolean;
  /** True if the marker begins an outcome, which only the prompt may contain. */
  isResult?: boolean;
  /** True if the marker opens calls and has no other meaning. */
  opensOnly?: boolean;
  /** Kind of region that the marker closes, if one is open. */
  closes?: 'reasoning' | 'calls';
}

export interface Candidate {
  readonly format: Format;
  /** True if the marker opens the section around the calls, not a call. */
  readonly isSection: boolean;
  /** True if all tags carry a suffix, which follows the marker. */
  readonly isSuffixed?: boolean;
}

export type HeaderFormat = Format & { readonly header: Header };

/** The markers of several formats, grouped by the region in which they are searched for. Built once for a list of formats. */
export interface Regions {
  readonly formats: readonly Format[];
  /** Markers in an answer. */
  readonly text: MarkerSet<Meaning>;
  /** Returns the markers inside reasoning: those that close it and, if `withCalls` is true, those that may open calls. */
  thoughts(reasoning: Reasoning, withCalls: boolean): MarkerSet<Meaning | 'closed'>;
  /** Remainders of an answer's opening markers, with which the text begins if the prompt ended inside a marker. */
  readonly begins: MarkerSet<string>;
  /** Formats whose calls may appear without a marker. */
  readonly bare: readonly Format[];
  readonly headers: readonly HeaderFormat[];
  /** Markers that open a program, also in a message with a header. */
  readonly programs: readonly string[];
  /** Markers with which the model begins an outcome that it invents. Empty if such outcomes are kept as text. */
  readonly results: readonly string[];
  /** Tags that end an outcome in the prompt. */
  readonly resultEnds: MarkerSet<string>;
  /** The reasoning that a prompt may have opened. */
  readonly inside: Reasoning | undefined;
}

export function regionsOf(formats: readonly Format[], withResults = false): Regions {
  const key = `${formats.map(numberOf).join(' ')}${withResults ? ' results' : ''}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const regions = makeRegions(formats, withResults);
  if (made.size >= MOST_MADE) made.clear();
  made.set(key, regions);
  return regions;
}

const made = new Map<string, Regions>();
const MOST_MADE = 256;

let numbers = 0;
const numberOf = kept((_format: Format) => ++numbers);

function makeRegions(formats: readonly Format[], withResults: boolean): Regions {
  const meanings = new Map<string, Meaning>();
  for (const format of formats) for (const [mark, mean] of markersOf(format)) mean(meaningOf(meanings, mark));
  const results = withResults ? [...new Set(formats.flatMap(resultMarks))] : [];
  for (const mark of results) add({ isResult: true })(meaningOf(meanings, mark));
  for (const meaning of meanings.values())
    meaning.opensOnly = Object.keys(meaning).length === 3 && meaning.calls.length > 0;
  for (const meaning of meanings.values()) shareHeader(meaning, meanings.values(), formats);
  return {
    formats,
    text: new MarkerSet(meanings),
    thoughts: thoughtMarks([...meanings.values()].filter(({ calls }) => calls.length > 0)),
    begins: literals(formats.flatMap(({ content }) => content?.startsInside ?? [])),
    bare: formats.filter((format) => 'bare' in format && format.bare === true),
    headers: formats.filter((format): format is HeaderFormat => format.header !== undefined),
    programs: formats.flatMap((format) => (format.skeleton === 'raw' ? format.open : [])),
    results,
    resultEnds: literals(formats.map((format) => outcomeTags(format).close.trim())),
    inside: joinReasoning(formats),
  };
}

/**
 * Assigns a header marker to an earlier format if it begins with a header marker of that format, as `<|start|>assistant`
 * begins with `<|start|>`.
 */
function shareHeader(meaning: Meaning, all: Iterable<Meaning>, formats: readonly Format[]): void {
  if (meaning.header === undefined) return;
  for (const { mark, header } of all) {
    const isBefore = header !== undefined && formats.indexOf(header) < formats.indexOf(meaning.header);
    if (isBefore && meaning.mark.startsWith(mark)) meaning.header = header;
  }
}

function thoughtMarks(openers: readonly Meaning[]): Regions['thoughts'] {
  const marks = (reasoning: Reasoning, calls: readonly Meaning[]) =>
    new MarkerSet<Meaning | 'closed'>([
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

/** Yields every marker of a format, with a function that adds to the marker's meaning. */
function* markersOf(format: Format): Iterable<readonly [string, Mean]> {
  const { reasoning, content, ignored = [], header, section } = format;
  const isOpen = header?.bodies.some(({ kind }) => kind === 'calls') !== true; // otherwise calls are only in separate messages
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

/** Returns false for a fence or a bracket, because these also close other things. */
function isDistinct(mark: string): boolean {
  return mark.length > 2 && (mark.startsWith('<') || mark.startsWith('[') || mark.startsWith(']<'));
}

/** Adds fields to the meaning of a marker. If an earlier format has set a field, its value is kept. */
function add(more: Partial<Meaning>): Mean {
  return (meaning) => void Object.assign(meaning, { ...more, ...meaning });
}

function bracketsOf(brackets: Brackets | undefined): readonly string[] {
  return brackets === undefined ? [] : [...brackets.open, ...brackets.close];
}

/** Combines the reasoning of all formats, because it is not known whose reasoning the prompt opened. */
function joinReasoning(formats: readonly Format[]): Reasoning | undefined {
  const all = formats.map(({ reasoning }) => reasoning).filter((reasoning) => reasoning !== undefined);
  const [first] = all;
  if (first === undefined) return undefined;
  const calls = all.some((reasoning) => reasoning.calls === 'ends') ? 'ends' : 'none';
  const distinct = (side: 'open' | 'close') => [...new Set(all.flatMap((reasoning) => reasoning[side]))];
  return { open: distinct('open'), close: distinct('close'), startsInside: true, calls };
}

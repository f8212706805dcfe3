import type { Format } from '../format.ts';
import { checkHeader } from './check-header.ts';
import { checkSkeleton } from './check-skeleton.ts';
import { type MarkerList, markersOf } from './markers.ts';

/** The reader would have to hold back text for too long if a marker were longer. No known marker comes close. */
const MAX_CHARACTERS = 64;

const ID = /^[a-z0-9_.]+$/;
const ALIAS = /^[a-z0-9_.-]+$/;

/** Returns the problems of a record, such as `hermes: open[0] is empty`. */
export function checkFormat(format: Format): string[] {
  const problems = [
    ...checkNames(format),
    ...markersOf(format).flatMap((list) => [...checkMarkers(list)]),
    ...checkRegions(format),
    ...checkBeginnings(format),
    ...checkIgnored(format),
    ...checkOpening(format),
    ...checkHeader(format),
    ...checkSkeleton(format),
  ];
  return problems.map((problem) => `${format.id}: ${problem}`);
}

/** Returns the problems of each record, and names that several records use. */
export function checkCatalogue(
  formats: readonly Format[],
  plainNames: ReadonlyMap<string, readonly string[]>,
): string[] {
  const ids = new Set(formats.map(({ id }) => id));
  const taken = new Set([...ids, ...plainNames.keys()]);
  const problems = formats.flatMap(checkFormat);
  for (const id of repeated(formats.map((format) => format.id))) problems.push(`${id}: id is used by another record`);
  for (const { id, aliases } of formats) {
    for (const alias of aliases ?? []) {
      if (taken.has(alias)) problems.push(`${id}: aliases: '${alias}' is already used`);
      taken.add(alias);
    }
  }
  for (const [name, meant] of plainNames) {
    for (const id of meant) if (!ids.has(id)) problems.push(`${name}: there is no record '${id}'`);
  }
  return problems;
}

function* checkNames({ id, families, aliases }: Format): Iterable<string> {
  if (!ID.test(id)) yield 'id may contain only a-z, 0-9, _ and .';
  if (families.length === 0) yield 'families is empty';
  if (families.some((family) => family.trim() === '')) yield 'families has an empty name';
  for (const alias of aliases ?? []) {
    if (!ALIAS.test(alias)) yield `aliases: '${alias}' may contain only a-z, 0-9, _, . and -`;
  }
}

function* checkMarkers({ member, markers }: MarkerList): Iterable<string> {
  for (const [index, marker] of markers.entries()) {
    if (marker === '') yield `${member}[${index}] is empty`;
    // A line break may end a name. Any other marker of white space would occur in every text.
    else if (marker.trim() === '' && !member.endsWith('until')) yield `${member}[${index}] is white space`;
    if (marker.length > MAX_CHARACTERS) yield `${member}[${index}] is longer than ${MAX_CHARACTERS} characters`;
  }
  for (const marker of repeated(markers)) yield `${member} has '${marker}' twice`;
}

function* checkRegions({ reasoning, content, section, outcome }: Format): Iterable<string> {
  for (const [member, region] of Object.entries({ reasoning, content, section })) {
    if (region?.open.length === 0) yield `${member}.open is empty`;
    // The answer needs no closing marker: it may end where the next message begins.
    if (region?.close.length === 0 && member !== 'content') yield `${member}.close is empty`;
  }
  if (outcome && outcome.open.trim() === '') yield 'outcome.open is empty';
  if (outcome && outcome.close.trim() === '') yield 'outcome.close is empty';
  if (outcome && outcome.open === outcome.close) yield 'outcome.close equals outcome.open';
}

/** Checks that no opening marker is a prefix of a marker with another meaning, which could then never be found. */
function* checkBeginnings(format: Format): Iterable<string> {
  const { reasoning, section } = format;
  const others: [string, readonly string[]][] = [
    ['close', format.close],
    ['reasoning.open', reasoning?.open ?? []],
    ['reasoning.close', reasoning?.close ?? []],
  ];
  for (const [member, markers] of others) yield* beginnings('open', format.open, member, markers);
  if (reasoning) yield* beginnings('reasoning.open', reasoning.open, 'reasoning.close', reasoning.close);
  if (reasoning) yield* beginnings('reasoning.open', reasoning.open, 'open', format.open);
  if (section) yield* beginnings('section.open', section.open, 'section.close', section.close);
  if (section) yield* beginnings('section.open', section.open, 'open', format.open);
}

/** Checks that no ignored marker is a prefix of an opening marker. A closing marker may be ignored: a stray one means nothing. */
function* checkIgnored(format: Format): Iterable<string> {
  const { reasoning, content, section, header } = format;
  const openers = { open: format.open, reasoning, content, section, header };
  for (const [member, opener] of Object.entries(openers)) {
    const markers = opener && 'open' in opener ? opener.open : (opener ?? []);
    yield* beginnings('ignored', format.ignored ?? [], member, markers);
  }
}

function* checkOpening(format: Format): Iterable<string> {
  const isBare = 'bare' in format && format.bare === true;
  const hasRecipient = format.header?.bodies.some(({ kind }) => kind === 'call') ?? false;
  if (format.open.length === 0 && !isBare && !hasRecipient) yield 'open is empty, and nothing else begins a call';
  if (format.open.length === 0 && format.onlyKnown !== undefined)
    yield 'onlyKnown is redundant for a format without markers';
}

function* beginnings(
  member: string,
  markers: readonly string[],
  otherMember: string,
  others: readonly string[],
): Iterable<string> {
  for (const marker of markers) {
    const hidden = marker === '' ? undefined : others.find((other) => other.startsWith(marker));
    if (hidden !== undefined) yield `${member}: '${marker}' is a prefix of '${hidden}' in ${otherMember}`;
  }
}

function repeated(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

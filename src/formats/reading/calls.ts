import type { Format, FrameFormat, TaggedFormat } from '../format.ts';
import { LESS, OPEN_BRACE } from '../values/characters.ts';
import type { ReadingMachine } from './contract.ts';
import { readEnvelopes } from './envelope.ts';
import { readFrame } from './frame.ts';
import { kept, literals, marksOf } from './marker-set.ts';
import { readPython } from './python.ts';
import { readRawBody } from './raw.ts';
import type { Candidate } from './regions.ts';
import { readSuffixed } from './suffix.ts';
import { readAlternative, readTaggedCall } from './tagged.ts';
import type { Reading, Tape } from './tape.ts';

/** Reads calls after an opening marker, in one of the formats that have the marker. Returns false if there is none. */
export function* readCandidate(m: ReadingMachine, candidate: Candidate, mark: string): Reading<boolean> {
  const format = candidate.isSuffixed === true ? yield* readSuffixed(m.tape, candidate.format) : candidate.format;
  return format !== undefined && (yield* readCalls(m, format, candidate.isSection, mark));
}

function readCalls(m: ReadingMachine, format: Format, isSection: boolean, mark: string): Reading<boolean> {
  switch (format.skeleton) {
    case 'envelope':
      return readEnvelopes(m, format, false);
    case 'frame':
      return isSection ? readSection(m, format, () => readFrame(m, format, false)) : readFrame(m, format, false);
    case 'tagged':
      return isSection ? readSection(m, format, () => readTaggedCall(m, format)) : readTaggedCall(m, format);
    case 'python':
      return readPython(m, format, false);
    case 'raw':
      return readRawBody(m, format, mark);
    default:
      return format satisfies never;
  }
}

/** Returns the formats in the order in which they are tried: if JSON follows, the marker opens a program only as a last resort. */
export function* inOrder(tape: Tape, candidates: readonly Candidate[]): Reading<readonly Candidate[]> {
  if (candidates.length < 2 || !candidates.some(isProgram) || (yield* tape.peek()) !== OPEN_BRACE) return candidates;
  return [...candidates.filter((each) => !isProgram(each)), ...candidates.filter(isProgram)];
}

function isProgram({ format }: Candidate): boolean {
  return format.skeleton === 'raw';
}

/**
 * Returns false if another marker follows that cannot begin a call of this format. This saves attempts in a text full of
 * markers.
 */
export function* canBegin(tape: Tape, { format, isSection, isSuffixed }: Candidate): Reading<boolean> {
  if (format.skeleton === 'raw' || isSuffixed === true || (yield* tape.peek()) !== LESS) return true;
  return (yield* tape.see(isSection ? sectionStarts(format) : callStarts(format))) !== undefined;
}

/** Markers that may follow the opening marker of a section, and of a call. */
const sectionStarts = kept(({ open, section }: Format) => literals([...open, ...(section?.close ?? [])]));
const callStarts = kept((format: Format) => {
  const { close, section } = format;
  const head =
    format.skeleton === 'frame'
      ? [format.head.before ?? '', ...(format.head.id?.until ?? []), ...format.head.until]
      : [];
  const tags = format.skeleton === 'tagged' && 'until' in format.head ? format.head.until : [];
  return literals([...close, ...(section?.close ?? []), ...head, ...tags].filter((mark) => mark !== ''));
});

/** Reads calls without a marker, in the first format that can parse them. Returns false if there is none. */
export function* readBare(m: ReadingMachine, formats: readonly Format[]): Reading<boolean> {
  for (const format of formats) if (yield* m.attempt(readBareCalls(m, format))) return true;
  return false;
}

function* readBareCalls(m: ReadingMachine, format: Format): Reading<boolean> {
  if (format.skeleton === 'envelope') return yield* readEnvelopes(m, format, true);
  if (format.skeleton === 'frame') return yield* readFrame(m, format, true);
  return format.skeleton === 'python' && (yield* readPython(m, format, true));
}

/** Reads the calls between the markers of a section, which may be empty. Returns false if the text is not a section. */
function* readSection(
  m: ReadingMachine,
  format: FrameFormat | TaggedFormat,
  readOne: () => Reading<boolean>,
): Reading<boolean> {
  const { tape } = m;
  const closers = format.section?.close ?? NONE;
  const hasEnvelopes = format.skeleton === 'tagged' && format.alternative === 'envelope';
  for (let calls = 0; ; calls++) {
    yield* tape.space();
    if ((yield* tape.match(marksOf(closers))) !== undefined) return true;
    if (calls > 0 && tape.endsInside(closers)) {
      tape.skip();
      return true;
    }
    const isEnvelope = hasEnvelopes && (yield* tape.peek()) === OPEN_BRACE;
    const isOpen = !isEnvelope && (yield* tape.match(marksOf(format.open))) !== undefined;
    if (!isEnvelope && !isOpen) return calls > 0;
    const isRead = isEnvelope ? yield* readAlternative(m, format) : yield* readOne();
    if (!isRead) {
      if (calls === 0) return false;
      tape.rewind();
      m.leaveOpen(closers);
      return true;
    }
    m.settle();
  }
}

const NONE: readonly string[] = [];

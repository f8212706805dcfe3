import type { Body, Header } from '../format.ts';
import type { ReadingMachine } from './contract.ts';
import { endCall } from './ending.ts';
import { readFrameBody, readStart } from './frame.ts';
import { kept, literals, MarkerSet, marksOf } from './marker-set.ts';
import { stripped } from './names.ts';
import { Pieces } from './pieces.ts';
import type { Candidate, HeaderFormat } from './regions.ts';
import type { Reading } from './tape.ts';
import { Trimmer } from './trimmer.ts';

/** Returns true if the text begins inside a header that the prompt has opened. The header stays unread. */
export function* seesHeader(m: ReadingMachine, { header }: HeaderFormat): Reading<boolean> {
  return (yield* m.tape.see(marksOf(header.startsInside ?? NONE))) !== undefined;
}

const NONE: readonly string[] = [];

/** Reads one message: its header and its body. Returns false if the text is not a header. */
export function* readMessage(m: ReadingMachine, format: HeaderFormat, mark: string): Reading<boolean> {
  const { header } = format;
  let text: string | undefined;
  if (!m.hasAttemptBudget()) return false;
  const isHeader = yield* m.attempt(
    (function* () {
      const found = yield* m.tape.textUntil(headEndsOf(header), MOST_HEADER);
      if (found.mark !== undefined && header.close.includes(found.mark)) text = found.text;
      return text !== undefined;
    })(),
  );
  if (!isHeader || text === undefined) return false;
  const fields = fieldsIn(mark + text, header);
  const body = header.bodies.find(({ when }) => fits(fields, when));
  m.leave('thoughts');
  yield* readBody(m, format, body?.kind ?? 'text', {
    written: mark + text + (header.close[0] ?? ''),
    to: fields.get('to') ?? '',
  });
  yield* m.tape.match(marksOf(header.strays ?? NONE));
  return true;
}

const MOST_HEADER = 512;

/** Markers that end a header. A header without its closing marker ends with its message or before another header. */
const headEndsOf = kept(({ open, close, end, fields }: Header) => {
  const starts = open.filter((mark) => !Object.values(fields).includes(mark));
  return literals([...close, ...end, ...starts]);
});

/**
 * Returns the fields of a header: `assistant to=functions.f<|channel|>commentary <|constrain|>json`. A value ends before the
 * next space or marker.
 */
function fieldsIn(text: string, { fields }: Header): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [field, mark] of Object.entries(fields)) {
    const at = text.indexOf(mark);
    const value = at === -1 ? '' : (/^[^\s<]*/.exec(text.slice(at + mark.length).trimStart())?.[0] ?? '');
    if (value !== '') found.set(field, value);
  }
  return found;
}

function fits(fields: ReadonlyMap<string, string>, when: Body['when']): boolean {
  return Object.entries(when).every(([field, values]) => {
    const value = fields.get(field);
    return value !== undefined && (values.length === 0 || values.includes(value));
  });
}

interface Heading {
  readonly written: string;
  /** The recipient of the message. */
  readonly to: string;
}

function* readBody(m: ReadingMachine, format: HeaderFormat, kind: Body['kind'], heading: Heading): Reading {
  switch (kind) {
    case 'reasoning':
      return yield* readUntilEnd(m, format, m.telling.reasoning);
    case 'text':
      m.leave('text');
      m.isInWords = true;
      yield* readWords(m, format);
      m.isInWords = false;
      return m.leave('thoughts');
    case 'result':
      return yield* m.results.length > 0 ? m.readResult(heading.written) : leaveOut(m, format, heading);
    case 'call':
      return yield* readCallBody(m, format, heading);
    case 'calls':
      return yield* readCallsBody(m, format);
    default:
      return kind satisfies never;
  }
}

/**
 * Reads a body that is a part of the answer. As in an answer without a header, the model may write an outcome or a program
 * in it.
 */
function* readWords(m: ReadingMachine, format: HeaderFormat): Reading {
  const marks = wordMarksOf(format)(m.results)(m.programs);
  for (;;) {
    const mark = yield* m.tape.until(marks, m.telling.text);
    if (mark !== undefined && m.programs.includes(mark)) {
      if (!(yield* m.readProgram(mark))) m.telling.text(mark);
    } else if (mark === undefined || !m.results.includes(mark)) return leaveEnd(m, format, mark);
    else if (m.isShown) m.telling.text(mark);
    else yield* m.readResult(mark);
  }
}

const wordMarksOf = kept((format: HeaderFormat) =>
  kept((results: readonly string[]) =>
    kept((programs: readonly string[]) => literals([...endsOf(format), ...results, ...programs])),
  ),
);

function* readUntilEnd(m: ReadingMachine, format: HeaderFormat, put: (text: string) => void): Reading {
  leaveEnd(m, format, yield* m.tape.until(marksOf(endsOf(format)), put));
}

/** Puts back the header of the next message. */
function leaveEnd({ tape }: ReadingMachine, { header }: HeaderFormat, mark: string | undefined): void {
  if (mark !== undefined && header.open.includes(mark)) tape.at -= mark.length;
}

/** Markers that end a body: its own end markers, and another header if the format allows that to interrupt a body. */
const endsOf = kept(({ header }: HeaderFormat): readonly string[] => [
  ...header.end,
  ...(header.interrupts === true ? header.open : []),
]);

/** Leaves out a message that calls no known tool: it goes to a tool built into the model, or it is an outcome. */
function* leaveOut(m: ReadingMachine, format: HeaderFormat, { written, to }: Heading): Reading {
  if (m.keepsUnknown) {
    m.leave('text');
    m.telling.text(written);
    return yield* readUntilEnd(m, format, m.telling.text);
  }
  const body = new Pieces();
  yield* readUntilEnd(m, format, (text) => body.add(text));
  const message = `A message to "${to}" is left out, because it does not call one of the given tools.`;
  m.telling.notice('unknown-tool', message, { format: format.id, text: written + body.join() });
}

/** Reads a body that holds the arguments for the tool to which the message is addressed. */
function* readCallBody(m: ReadingMachine, format: HeaderFormat, heading: Heading): Reading {
  if (format.skeleton !== 'frame') return;
  m.settle(heading.written);
  const name = stripped(heading.to, format.head.strip ?? []);
  const isForeign = name === heading.to && name.includes('.') && m.tools.find(name) === undefined; // a tool built into the model
  const draft = isForeign || m.tools.isEmpty ? undefined : m.begin(name, undefined, format);
  if (draft === undefined) {
    m.tape.forget();
    return yield* leaveOut(m, format, heading);
  }
  const start = yield* readStart(m, format, name);
  yield* endCall(m, format, draft, start === undefined ? 'broken' : yield* readFrameBody(m, format, draft, start));
  m.tape.forget();
  let rest = '';
  yield* readUntilEnd(m, format, (text) => {
    rest += text;
  });
  if (rest.trim() !== '')
    m.telling.notice('repaired', `The text after the arguments of "${name}" is left out.`, { name, text: rest });
  m.leave('call');
}

/** Reads a body that consists of calls. */
function* readCallsBody(m: ReadingMachine, format: HeaderFormat): Reading {
  const trimmer = new Trimmer(m.telling.text);
  for (;;) {
    const mark = yield* m.tape.until(callMarksOf(format)(m.results), trimmer.push);
    if (mark === undefined || mark.kind === 'end') return;
    if (mark.kind === 'result') {
      trimmer.drop();
      yield* m.readResult(mark.text);
    } else if (yield* m.readCalls(mark.text, [mark.candidate])) {
      trimmer.drop();
      m.leave('call');
    } else trimmer.push(mark.text);
  }
}

type CallMark =
  | { readonly kind: 'call'; readonly text: string; readonly candidate: Candidate }
  | { readonly kind: 'end'; readonly text: string }
  | { readonly kind: 'result'; readonly text: string };

const callMarksOf = kept((format: HeaderFormat) =>
  kept((results: readonly string[]) => {
    const { section, open, header } = format;
    const opening = (text: string, isSection: boolean) =>
      ({ kind: 'call', text, candidate: { format, isSection } }) as const;
    const marks: readonly CallMark[] = [
      ...(section?.open ?? []).map((text) => opening(text, true)),
      ...open.map((text) => opening(text, false)),
      ...header.end.map((text) => ({ kind: 'end', text }) as const),
      ...results.map((text) => ({ kind: 'result', text }) as const),
    ];
    return new MarkerSet<CallMark>(marks.map((mark) => [mark.text, mark]));
  }),
);

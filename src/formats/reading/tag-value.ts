import type { Parameter, TaggedFormat, TagHead } from '../format.ts';
import { attributesIn } from './attributes.ts';
import { kept, literals, Marks, marksOf } from './marks.ts';
import type { Reading, Tape } from './tape.ts';

/**
 * How a value ended. `closed`: by its own tag. `over`: its tag is missing, and what comes next is unread; `torn`: so is
 * something that may have been its tag, and nobody can tell where it ended. */
type ValueEnd = 'closed' | 'over' | 'torn' | 'cut';

/**
 * The text between a parameter's tags, passed on while it is read. There is no escaping: a tag in it is taken for what ends
 * the value only where such a tag may stand.
 */
export function* readTagValue(
  tape: Tape,
  format: TaggedFormat,
  { isTrimmed, isParameter, isTool }: ValueOptions,
  put: (text: string) => void,
): Reading<ValueEnd> {
  const marks = isTrimmed ? trimmedMarksIn(format) : marksIn(format);
  let nested = 0;
  /** Calls within the value: their tags are data up to their own end. */
  let examples = 0;
  let isDoubtful = false;
  for (;;) {
    const mark = yield* tape.until(marks.all, put);
    if (mark === undefined) return 'cut';
    if (mark.kind === 'opener') {
      const tag = yield* readTagAhead(tape, format.head, mark.text);
      tape.unread(tag.written.slice(mark.text.length));
      put(mark.text);
      if (tag.name !== undefined && isTool(tag.name)) examples++;
      continue;
    }
    if (examples > 0) {
      put(mark.text);
      if (format.close.includes(mark.text.trimStart())) examples--;
      isDoubtful = true;
      continue;
    }
    if (mark.kind === 'next') {
      const tag = yield* readTagAhead(tape, (format.parameter as Parameter).key, mark.text);
      if (tag.name === undefined || !isParameter(tag.name)) {
        put(mark.text);
        tape.unread(tag.written.slice(mark.text.length));
        nested++;
        continue;
      }
      tape.unread(tag.written);
      return isDoubtful ? 'torn' : 'over';
    }
    const space = yield* readGap(tape);
    const follows = mark.kind === 'close' ? marks.afterClose : marks.afterCall;
    const isReal = !(yield* tape.more()) || (yield* tape.see(follows)) !== undefined;
    const isNested = nested > 0 && mark.kind === 'close' && (yield* tape.see(marks.closes)) !== undefined;
    if (!isReal || isNested) {
      if (isNested) nested--;
      else if (mark.kind === 'close') isDoubtful = true;
      put(mark.text + space);
      continue;
    }
    if (mark.kind === 'close') return 'closed';
    tape.unread(mark.text + space);
    return isDoubtful ? 'torn' : 'over';
  }
}

interface ValueOptions {
  /** A line break at either end belongs to the tags. */
  readonly isTrimmed: boolean;
  /** Whether the tool has a parameter of this name: other tags in a value are data. */
  readonly isParameter: (key: string) => boolean;
  /** Whether a tool may have this name: only then a value holds a call. */
  readonly isTool: (name: string) => boolean;
}

/** White space between tags. Some models escape it, some tokenizers leave their own signs for it. */
export function* readGap(tape: Tape): Reading<string> {
  let gap = yield* tape.space();
  for (;;) {
    const sign = yield* tape.match(SIGNS);
    if (sign === undefined) return gap;
    gap += sign + (yield* tape.space());
  }
}

const SIGNS = literals(['\\n', 'Ċ', 'Ġ']);

/** A tag that would open the next parameter or call, as it is written, and the name that stands in it. */
function* readTagAhead(
  tape: Tape,
  head: TagHead,
  mark: string,
): Reading<{ readonly written: string; readonly name: string | undefined }> {
  const { text, mark: end } = yield* tape.textUntil(marksOf(head.until), MOST_KEY);
  if (end === undefined) return { written: mark + text, name: undefined };
  const name = 'attribute' in head ? attributesIn(text).get(head.attribute) : text.trim();
  return { written: mark + text + end, name };
}

const MOST_KEY = 256;

interface Mark {
  readonly kind: 'close' | 'next' | 'call' | 'opener';
  readonly text: string;
}

interface ValueMarks {
  readonly all: Marks<Mark>;
  readonly closes: Marks<string>;
  /** What may stand behind a value. */
  readonly afterClose: Marks<string>;
  /** What may stand behind a call. */
  readonly afterCall: Marks<string>;
}

const marksIn = kept((format: TaggedFormat) => makeMarks(format, ['']));
/** A line break before a tag belongs to it. */
const trimmedMarksIn = kept((format: TaggedFormat) => makeMarks(format, ['\r\n', '\n', '']));

function makeMarks(format: TaggedFormat, breaks: readonly string[]): ValueMarks {
  const parameter = format.parameter as Parameter;
  const { section = { open: [], close: [] } } = format;
  const named = 'attribute' in parameter.key ? parameter.open.map((open) => `${open} `) : parameter.open;
  const entries = [
    ...parameter.close.map((text) => ({ kind: 'close', text }) as const),
    ...named.map((text) => ({ kind: 'next', text }) as const),
    ...[...format.close, ...section.close].map((text) => ({ kind: 'call', text }) as const),
    ...format.open.map((text) => ({ kind: 'opener', text }) as const),
  ];
  return {
    all: new Marks(
      entries.flatMap(({ kind, text }) => breaks.map((line) => [line + text, { kind, text: line + text }] as const)),
    ),
    closes: literals(parameter.close),
    afterClose: literals([...parameter.close, ...parameter.open, ...format.close, ...section.close, ...format.open]),
    afterCall: literals([
      ...format.open,
      ...section.open,
      ...section.close,
      ...(section.close.length > 0 ? [] : format.close),
    ]),
  };
}

import { resultMarks } from '../catalogue/markers.ts';
import type { Parameter, TaggedFormat, TagHead } from '../format.ts';
import { attributesIn } from './attributes.ts';
import { kept, literals, MarkerSet, marksOf } from './marker-set.ts';
import type { Reading, Tape } from './tape.ts';

/**
 * How a value ended. `closed`: with its own closing tag. `over`: its closing tag is missing, and the next tag stays unread.
 * `torn`: as `over`, but the value contains something that may have been its closing tag, so that its end is unknown.
 * `cut`: the text ended inside it.
 */
type ValueEnd = 'closed' | 'over' | 'torn' | 'cut';

/**
 * Reads the text between a parameter's tags and passes it to `put` as it arrives. Values are not escaped, so a tag in the
 * text ends the value only if such a tag is allowed at that position.
 */
export function* readTagValue(
  tape: Tape,
  format: TaggedFormat,
  { isTrimmed, isParameter, isTool }: ValueOptions,
  put: (text: string) => void,
): Reading<ValueEnd> {
  const marks = isTrimmed ? trimmedMarksIn(format) : marksIn(format);
  let nested = 0;
  /** Number of open calls inside the value. Their tags are data, up to their closing markers. */
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
    const isReal =
      !(yield* tape.more()) || (yield* tape.see(follows)) !== undefined || tape.endsInside(marks.callCloses);
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
  /** True if a line break at the end of the value belongs to the closing tag. */
  readonly isTrimmed: boolean;
  /** Returns true if the tool has a parameter with this name. Other tags inside a value are data. */
  readonly isParameter: (key: string) => boolean;
  /** Returns true if a tool may have this name. Only then does an opening marker inside a value begin a call. */
  readonly isTool: (name: string) => boolean;
}

/** Reads whitespace between tags. Some models escape it, and some tokenizers leave their own characters for it. */
export function* readGap(tape: Tape): Reading<string> {
  let gap = yield* tape.space();
  for (;;) {
    const sign = yield* tape.match(SIGNS);
    if (sign === undefined) return gap;
    gap += sign + (yield* tape.space());
  }
}

const SIGNS = literals(['\\n', 'Ċ', 'Ġ']);

/** Reads a tag that may open the next parameter or call. Returns its text and the name in it. */
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
  readonly all: MarkerSet<Mark>;
  readonly closes: MarkerSet<string>;
  /** Markers that close a call or its section. At the end of the text, the beginning of one is enough. */
  readonly callCloses: readonly string[];
  /** Markers that may follow a value. */
  readonly afterClose: MarkerSet<string>;
  /** Markers that may follow a call. */
  readonly afterCall: MarkerSet<string>;
}

const marksIn = kept((format: TaggedFormat) => makeMarks(format, ['']));
/** The markers, each also with a line break before it, which then belongs to the tag. */
const trimmedMarksIn = kept((format: TaggedFormat) => makeMarks(format, ['\r\n', '\n', '']));

function makeMarks(format: TaggedFormat, breaks: readonly string[]): ValueMarks {
  const parameter = format.parameter as Parameter;
  const { section = { open: [], close: [] } } = format;
  const callCloses = [...format.close, ...section.close];
  const named = 'attribute' in parameter.key ? parameter.open.map((open) => `${open} `) : parameter.open;
  const entries = [
    ...parameter.close.map((text) => ({ kind: 'close', text }) as const),
    ...named.map((text) => ({ kind: 'next', text }) as const),
    ...callCloses.map((text) => ({ kind: 'call', text }) as const),
    ...format.open.map((text) => ({ kind: 'opener', text }) as const),
  ];
  return {
    all: new MarkerSet(
      entries.flatMap(({ kind, text }) => breaks.map((line) => [line + text, { kind, text: line + text }] as const)),
    ),
    closes: literals(parameter.close),
    callCloses,
    afterClose: literals([
      ...parameter.close,
      ...parameter.open,
      ...format.close,
      ...section.close,
      ...format.open,
      ...resultMarks(format),
    ]),
    afterCall: literals([
      ...format.open,
      ...section.open,
      ...section.close,
      ...(section.close.length > 0 ? [] : format.close),
    ]),
  };
}

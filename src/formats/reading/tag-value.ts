import type { Parameter, TaggedFormat } from '../format.ts';
import { kept, literals, Marks } from './marks.ts';
import type { Reading, Tape } from './tape.ts';

/** How a value ended. `closed`: by its own tag. `over`: its tag is missing, and what comes next is unread. */
export type ValueEnd = 'closed' | 'over' | 'cut';

/**
 * The text between a parameter's tags, passed on while it is read. There is no escaping: a tag in it is taken for what ends
 * the value only where such a tag may stand.
 */
export function* readTagValue(
  tape: Tape,
  format: TaggedFormat,
  isTrimmed: boolean,
  put: (text: string) => void,
): Reading<ValueEnd> {
  const marks = isTrimmed ? trimmedMarksIn(format) : marksIn(format);
  for (;;) {
    const mark = yield* tape.until(marks.all, put);
    if (mark === undefined) return 'cut';
    if (mark.kind === 'next') {
      tape.at -= mark.text.length;
      return 'over';
    }
    const space = yield* tape.space();
    const follows = mark.kind === 'close' ? marks.afterClose : marks.afterCall;
    const isReal = !(yield* tape.more()) || (yield* tape.see(follows)) !== undefined;
    if (!isReal) {
      put(mark.text + space);
      continue;
    }
    if (mark.kind === 'close') return 'closed';
    tape.unread(mark.text + space);
    return 'over';
  }
}

interface Mark {
  readonly kind: 'close' | 'next' | 'call';
  readonly text: string;
}

interface ValueMarks {
  readonly all: Marks<Mark>;
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
  ];
  return {
    all: new Marks(
      entries.flatMap(({ kind, text }) => breaks.map((line) => [line + text, { kind, text: line + text }] as const)),
    ),
    afterClose: literals([...parameter.close, ...parameter.open, ...format.close, ...section.close, ...format.open]),
    afterCall: literals([
      ...format.open,
      ...section.open,
      ...section.close,
      ...(section.close.length > 0 ? [] : format.close),
    ]),
  };
}

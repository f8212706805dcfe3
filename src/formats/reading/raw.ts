import type { RawFormat } from '../format.ts';
import { escapeJson } from '../values/characters.ts';
import type { ReadingMachine } from './contract.ts';
import { endCall } from './ending.ts';
import { kept, literals, type MarkerSet } from './marker-set.ts';
import { Pieces } from './pieces.ts';
import { PythonStrings } from './python-strings.ts';
import type { Reading } from './tape.ts';

/** Reads a body that is one string. In a fence, the body ends with the fence, otherwise with the message. */
export function* readRawBody(m: ReadingMachine, format: RawFormat, mark: string): Reading<boolean> {
  const fence = /^[`~]*/.exec(mark)?.[0] ?? '';
  if (fence !== '' && !mark.endsWith('\n') && !(yield* readLanguage(m, mark))) return false;
  const draft = m.begin(format.name, undefined, format);
  if (draft === undefined) return false;
  draft.write(`{"${escapeJson(format.argument)}": "`);
  const write = (text: string) => draft.write(escapeJson(text));
  const { ended, rest } =
    fence === '' ? yield* readMessage(m, format, write) : yield* readFenced(m, format, fence, write);
  draft.write('"}');
  yield* endCall(m, format, draft, ended);
  m.telling.text(rest);
  return true;
}

/** How the body ended, and text that was read after it. */
interface End {
  readonly ended: 'whole' | 'open';
  readonly rest: string;
}

/** Reads the rest of the line that opens a fence. Returns false if the fence is not of a Python program. */
function* readLanguage({ tape }: ReadingMachine, mark: string): Reading<boolean> {
  const { text, mark: end } = yield* tape.textUntil(LINE_END, MOST_LANGUAGE);
  return end !== undefined && PYTHON.test(mark.replace(/^[`~]+/, '') + text);
}

const LINE_END = literals(['\n']);
const MOST_LANGUAGE = 80;

/** The language of a fence, with or without attributes: `python`, `Python3`, `py title="a.py"`, `{python}`. */
const PYTHON = /^ ?(?:py|python)3?\s*$|^ ?(?:py|python)3?[ \t]+(?:\{[^{}]*\}|\w+=.*)\s*$|^\{python[^{}]*\}\s*$/i;

function* readMessage({ tape }: ReadingMachine, format: RawFormat, write: (text: string) => void): Reading<End> {
  return { ended: (yield* tape.until(messageEnds(format), write)) !== undefined ? 'whole' : 'open', rest: '' };
}

/**
 * Reads to the closing fence. A fence in a string of the program, such as a Markdown text, does not close it, unless the string
 * never ends. Without a closing fence, the program ends with the text, because servers stop at the fence and remove it.
 */
function* readFenced(m: ReadingMachine, format: RawFormat, fence: string, write: (text: string) => void): Reading<End> {
  const { tape } = m;
  const whole: End = { ended: 'whole', rest: '' };
  if ((yield* tape.match(literals([fence]))) !== undefined) return whole;
  const strings = new PythonStrings();
  /** The first fence in the current string, and the text from there on. */
  let held: { readonly mark: string; readonly text: Pieces } | undefined;
  const put = (text: string) => {
    const isClosed = strings.read(text);
    if (held === undefined) return write(text);
    held.text.add(text);
    if (!isClosed) return;
    write(held.mark + held.text.join());
    held = undefined;
  };
  for (;;) {
    const mark = yield* tape.until(fencedEnds(format)(fence), put);
    if (mark === undefined)
      return held === undefined ? { ended: 'open', rest: '' } : { ...whole, rest: held.text.join() };
    if (mark === fence) {
      if (strings.isInCode && (yield* seesLineEnd(m, format))) return whole;
      put(mark);
    } else if (!strings.isInside) return whole;
    else if (held === undefined) held = { mark, text: new Pieces() };
    else put(mark);
  }
}

/** Returns true if only spaces follow on the line. Nothing is read. */
function* seesLineEnd({ tape }: ReadingMachine, format: RawFormat): Reading<boolean> {
  const { text, mark } = yield* tape.textUntil(lineEnds(format), MOST_SPACES);
  tape.unread(text + (mark ?? ''));
  return text.trim() === '' && text.length <= MOST_SPACES;
}

const MOST_SPACES = 16;

const lineEnds = kept(({ ignored = [] }: RawFormat) => literals(['\n', ...ignored]));

const messageEnds = kept(({ open, ignored = [] }: RawFormat) =>
  literals([...ignored, ...open.filter((mark) => !/^[`~]/.test(mark))]),
);

/** Markers that may end a fenced body: a fence at the start of a line, which may be indented, and a fence inside a line. */
const fencedEnds = kept(({ open, ignored = [] }: RawFormat) => {
  const made = new Map<string, MarkerSet<string>>();
  const others = [...ignored, ...open.filter((mark) => !/^[`~]/.test(mark))];
  return (fence: string) => {
    const known = made.get(fence) ?? literals([...INDENTS.map((indent) => `\n${indent}${fence}`), fence, ...others]);
    made.set(fence, known);
    return known;
  };
});

const INDENTS = ['', ' ', '  ', '   ', '    ', '      ', '        ', '\t'];

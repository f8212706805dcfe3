import type { RawFormat } from '../format.ts';
import { escapeJson } from '../values/characters.ts';
import type { ReadingMachine } from './contract.ts';
import { endCall } from './ending.ts';
import { kept, literals, type MarkerSet, marksOf } from './marker-set.ts';
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
  const ended = fence === '' ? yield* readMessage(m, format, write) : yield* readFenced(m, format, fence, write);
  draft.write('"}');
  if (ended === 'unclosed string') draft.fail('malformed', 'a string in triple quotes never ends', m.raw());
  else yield* endCall(m, format, draft, ended);
  return true;
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

function* readMessage({ tape }: ReadingMachine, format: RawFormat, write: (text: string) => void): Reading<Ended> {
  return (yield* tape.until(messageEnds(format), write)) !== undefined ? 'whole' : 'open';
}

type Ended = 'whole' | 'open' | 'cut';

/** Reads to the closing fence. A fence in a string of the program, such as a Markdown text, does not close it. */
function* readFenced(
  m: ReadingMachine,
  format: RawFormat,
  fence: string,
  write: (text: string) => void,
): Reading<Ended | 'unclosed string'> {
  const { tape } = m;
  if ((yield* tape.match(marksOf(fence === '```' ? format.close : [fence]))) !== undefined) return 'whole';
  const strings = new PythonStrings();
  const put = (text: string) => {
    strings.read(text);
    write(text);
  };
  let hasFenceInString = false;
  for (;;) {
    const mark = yield* tape.until(fencedEnds(format)(fence), put);
    if (mark === undefined) return hasFenceInString && strings.isInside ? 'unclosed string' : 'cut';
    if (!strings.isInside) return 'whole';
    const space = yield* tape.space();
    // The string has no end. The interpreter says so better than any reader.
    if (!(yield* tape.more())) return 'whole';
    hasFenceInString = true;
    put(mark + space);
  }
}

const messageEnds = kept(({ open, ignored = [] }: RawFormat) =>
  literals([...ignored, ...open.filter((mark) => !/^[`~]/.test(mark))]),
);

/** Markers that end a fenced body. A fence closes only at the start of a line, which may be indented. */
const fencedEnds = kept(({ open, ignored = [] }: RawFormat) => {
  const made = new Map<string, MarkerSet<string>>();
  const others = [...ignored, ...open.filter((mark) => !/^[`~]/.test(mark))];
  return (fence: string) => {
    const known = made.get(fence) ?? literals([...INDENTS.map((indent) => `\n${indent}${fence}`), ...others]);
    made.set(fence, known);
    return known;
  };
});

const INDENTS = ['', ' ', '  ', '   ', '    ', '      ', '        ', '\t'];

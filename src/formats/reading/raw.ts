import type { RawFormat } from '../format.ts';
import { escapeJson } from '../values/characters.ts';
import type { ReadingMachine } from './contract.ts';
import { endCall } from './ending.ts';
import { kept, literals, marksOf } from './marker-set.ts';
import type { Reading } from './tape.ts';

/** Reads a body that is one string. In a fence, the body ends with the fence, otherwise with the message. */
export function* readRawBody(m: ReadingMachine, format: RawFormat, mark: string): Reading<boolean> {
  const { tape } = m;
  const draft = m.begin(format.name, undefined, format);
  if (draft === undefined) return false;
  const isFenced = mark.startsWith(FENCE);
  draft.write(`{"${escapeJson(format.argument)}": "`);
  const isEmpty = isFenced && (yield* tape.match(marksOf(format.close))) !== undefined;
  const end = isEmpty ? FENCE : yield* tape.until(endsOf(format), (text) => draft.write(escapeJson(text)));
  draft.write('"}');
  yield* endCall(m, format, draft, end !== undefined ? 'whole' : isFenced ? 'cut' : 'open');
  return true;
}

const FENCE = '```';

/** Markers that end a body. A fence closes only at the start of a line, which may be indented. */
const endsOf = kept(({ open, close, ignored = [] }: RawFormat) => {
  const fences = close.flatMap((mark) => INDENTS.map((indent) => `\n${indent}${mark}`));
  return literals([...fences, ...ignored, ...open.filter((mark) => !mark.startsWith(FENCE))]);
});

const INDENTS = ['', ' ', '  ', '   ', '    ', '      ', '        ', '\t'];

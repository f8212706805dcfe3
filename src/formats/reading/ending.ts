import type { Format } from '../format.ts';
import type { Ended } from './arguments.ts';
import type { ReadingMachine } from './contract.ts';
import { kept, literals, type Marks } from './marks.ts';
import type { Reading } from './tape.ts';
import type { Draft } from './telling.ts';

/** What becomes of a call whose arguments have ended like this. */
export function* endCall(m: ReadingMachine, format: Format, draft: Draft, ended: Ended): Reading {
  if (ended === 'whole' && draft.isSound([...format.open, ...format.close])) draft.finish(() => m.raw());
  else if (ended === 'whole') draft.fail('malformed', 'a string in it has swallowed a marker', m.raw());
  else if (ended === 'open') draft.finish(() => m.raw(), true);
  else if (ended === 'cut') draft.fail('incomplete', 'the text ended within it', m.raw());
  else {
    yield* skipBroken(m, format);
    draft.fail('malformed', 'its arguments cannot be read', m.raw());
  }
}

/** To the end of what is broken, so that it stays in one piece. */
export function* skipBroken({ tape }: ReadingMachine, format: Format): Reading {
  const { text, mark } = yield* tape.textUntil(format.close.length > 0 ? endsOf(format) : LINE_END, MOST_BROKEN);
  if (mark === undefined || mark === '\n') tape.unread(text.slice(lastBracket(text)) + (mark ?? ''));
  else if (!format.close.includes(mark)) tape.unread(mark);
}

const LINE_END = literals(['\n']);

/** Behind the last bracket of the line: what has no closing marker ends there. */
function lastBracket(text: string): number {
  const end = text.indexOf('\n');
  const line = end === -1 ? text : text.slice(0, end);
  return 1 + Math.max(line.lastIndexOf('}'), line.lastIndexOf(']'), line.lastIndexOf(')'));
}

const MOST_BROKEN = 4096;

/** Markers behind which nothing of a call can stand. */
export const endsOf: (format: Format) => Marks<string> = kept(({ open, close, section, header }: Format) =>
  literals([
    ...close,
    ...open,
    ...(section?.close ?? []),
    ...(section?.open ?? []),
    ...(header?.end ?? []),
    ...(header?.open ?? []),
  ]),
);

/** Behind a call: its closing marker, or what stands for it. White space is read only with it. */
export function* leaveCall(m: ReadingMachine, format: Format, hasFence: boolean): Reading<boolean> {
  const { tape } = m;
  let space = yield* tape.space();
  if (hasFence && (yield* tape.match(FENCE)) !== undefined) space = yield* tape.space();
  const isClosed = (yield* tape.match(closersOf(format.close))) !== undefined;
  if (isClosed) return true;
  tape.unread(space);
  m.leaveOpen(format.close);
  return false;
}

const FENCE = literals(['```']);

/** Closing markers, and such with a bracket too many before them. */
export const closersOf = kept((close: readonly string[]) =>
  literals(close.flatMap((mark) => [mark, `}${mark}`, `}}${mark}`, `]${mark}`])),
);

import type { Format } from '../format.ts';
import type { Ended } from './arguments.ts';
import type { ReadingMachine } from './contract.ts';
import type { PendingCall } from './event-collector.ts';
import { kept, literals, type MarkerSet } from './marker-set.ts';
import type { Reading } from './tape.ts';

/** Ends a call according to how its arguments ended: emits the call, or a notice that it failed. */
export function* endCall(m: ReadingMachine, format: Format, draft: PendingCall, ended: Ended): Reading {
  const isRead = ended === 'whole' || ended === 'open';
  if (isRead && draft.isSound([...format.open, ...format.close])) draft.finish(() => m.raw(), ended === 'open');
  else if (isRead) draft.fail('malformed', 'a repaired string contains a marker', m.raw());
  else if (ended === 'cut') draft.fail('incomplete', 'the text ended inside it', m.raw());
  else {
    yield* skipBroken(m, format);
    draft.fail('malformed', 'its arguments cannot be parsed', m.raw());
  }
}

/** Reads to the end of a broken call, so that its text stays in one piece. */
export function* skipBroken({ tape }: ReadingMachine, format: Format): Reading {
  const { text, mark } = yield* tape.textUntil(format.close.length > 0 ? endsOf(format) : LINE_END, MOST_BROKEN);
  if (mark === undefined || mark === '\n') tape.unread(text.slice(lastBracket(text)) + (mark ?? ''));
  else if (!format.close.includes(mark)) tape.unread(mark);
}

const LINE_END = literals(['\n']);

/** Returns the position after the last bracket of the first line, where a call without a closing marker ends. */
function lastBracket(text: string): number {
  const end = text.indexOf('\n');
  const line = end === -1 ? text : text.slice(0, end);
  return 1 + Math.max(line.lastIndexOf('}'), line.lastIndexOf(']'), line.lastIndexOf(')'));
}

const MOST_BROKEN = 4096;

/** Markers that end a call at the latest. */
export const endsOf: (format: Format) => MarkerSet<string> = kept(({ open, close, section, header }: Format) =>
  literals([
    ...close,
    ...open,
    ...(section?.close ?? []),
    ...(section?.open ?? []),
    ...(header?.end ?? []),
    ...(header?.open ?? []),
  ]),
);

/**
 * Reads the closing marker of a call, and the whitespace before it. At the end of the text, its beginning is enough. Without a
 * marker, the whitespace stays unread. Returns true if there was a marker.
 */
export function* leaveCall(m: ReadingMachine, format: Format, hasFence: boolean): Reading<boolean> {
  const { tape } = m;
  let space = yield* tape.space();
  if (hasFence && (yield* tape.match(FENCE)) !== undefined) space = yield* tape.space();
  const isClosed = (yield* tape.match(closersOf(format.close))) !== undefined;
  if (isClosed) return true;
  if (tape.endsInside(format.close)) {
    tape.skip();
    return true;
  }
  tape.unread(space);
  m.leaveOpen(format.close);
  return false;
}

const FENCE = literals(['```']);

/** Closing markers, also with an extra bracket before them. */
export const closersOf = kept((close: readonly string[]) =>
  literals(close.flatMap((mark) => [mark, `}${mark}`, `}}${mark}`, `]${mark}`])),
);

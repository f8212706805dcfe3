import type { FrameFormat, FrameHead } from '../format.ts';
import type { KnownTools } from '../tools.ts';
import { escapeJson, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../values/characters.ts';
import { collect, type Ended, readArguments } from './arguments.ts';
import type { ReadingMachine } from './contract.ts';
import { endCall, endsOf, leaveCall } from './ending.ts';
import type { PendingCall } from './event-collector.ts';
import { kept, literals, type MarkerSet, marksOf } from './marker-set.ts';
import { isName, stripped } from './names.ts';
import type { Reading } from './tape.ts';

/** Reads one call after its opening marker: a name in the markup, then one value. Returns false if it is not a call. */
export function* readFrame(m: ReadingMachine, format: FrameFormat, isBare: boolean): Reading<boolean> {
  const head = yield* readHead(m, format, isBare);
  if (head === undefined) return false;
  if (head.name === '') return yield* readNameless(m, format, head.id);
  const start = yield* readStart(m, format, head.name);
  const draft = start === undefined ? undefined : m.begin(head.name, head.id, format, isBare);
  if (start === undefined || draft === undefined) return false;
  const ended = yield* readFrameBody(m, format, draft, start);
  yield* endCall(m, format, draft, ended);
  if (ended === 'whole' || ended === 'open') yield* leaveCall(m, format, format.fence !== undefined);
  return true;
}

// The head

interface Head {
  /** Empty if the text has an index instead of a name. */
  readonly name: string;
  readonly id: string | undefined;
}

function* readHead(m: ReadingMachine, { head }: FrameFormat, isBare: boolean): Reading<Head | undefined> {
  const { tape } = m;
  const { before, until, id } = head;
  yield* tape.space();
  const hasBefore = before === undefined || (yield* tape.match(befores(head))) !== undefined;
  if (isBare && before !== undefined && !hasBefore) return undefined; // nothing else would show that a call begins
  if (isBare && before === undefined && (yield* tape.see(namesOf(m.tools))) === undefined) return undefined;
  const first =
    id !== undefined && id.open === undefined ? yield* tape.textUntil(marksOf(id.until), MOST_HEAD) : undefined;
  const { text, mark } = yield* tape.textUntil(marksOf(until), MOST_HEAD);
  if (mark === undefined) return undefined;
  if (mark === '{' || mark === '[') tape.at--; // it is part of the value
  const behind = id?.open === mark ? yield* tape.textUntil(marksOf(id.until), MOST_HEAD) : undefined;
  if (behind?.mark === '{') tape.at--;
  return nameIn(text.trim(), (first ?? behind)?.text.trim(), m, head);
}

const MOST_HEAD = 320;

/** The names of all tools as markers, so that the first line of an answer is not held back as a possible name. */
const namesOf = kept((tools: KnownTools) => literals([...tools.names]));

const befores = kept(({ before = '' }: FrameHead) => literals([before, before.replaceAll('｜', '|')]));

/** Returns the name and id in the text of a head, where the name may also be the id: `functions.get_weather:0`. */
function nameIn(text: string, id: string | undefined, m: ReadingMachine, head: FrameHead): Head | undefined {
  if (head.isIndexed === true) return indexedName(text, m, head.strip ?? []);
  return isName(text, m.tools) ? { name: stripped(text, head.strip ?? []), id } : undefined;
}

/** Returns the name and id in an indexed head. Models also write `functions_x_1`, `functionsexec5`, `get_weather` or `3`. */
function indexedName(text: string, m: ReadingMachine, strip: readonly string[]): Head | undefined {
  const plain = stripped(text, strip);
  const bare = plain.replace(/:\d+$/, '');
  const names = [
    plain,
    bare,
    plain.replace(/[:_]?\d+$/, ''),
    text.replace(/^functions[._]?/, '').replace(/[:_]?\d+$/, ''),
  ];
  const known = names.find((name) => m.tools.find(name) !== undefined);
  if (known !== undefined) return { name: known, id: text };
  if (/^\d+$/.test(text)) return m.tools.isOpen ? undefined : { name: '', id: text };
  return isName(bare, m.tools) ? { name: bare, id: text } : undefined;
}

/** Reads a call that has an index but no name. It calls the only tool that has all the arguments. */
function* readNameless(m: ReadingMachine, format: FrameFormat, id: string | undefined): Reading<boolean> {
  yield* m.tape.space();
  const json = yield* collect(m.tape, format.values, MOST_NAMELESS);
  const keys = json?.startsWith('{') === true ? Object.keys(JSON.parse(json)) : undefined;
  const tool = keys === undefined ? undefined : m.tools.takerOf(keys);
  const draft = tool === undefined ? undefined : m.begin(tool.name, id, format);
  if (draft === undefined || json === undefined) return false;
  draft.mend('a missing name');
  draft.write(json);
  draft.finish(() => m.raw());
  yield* leaveCall(m, format, false);
  return true;
}

const MOST_NAMELESS = 64 * 1024;

// The body

/** Kind of body, by its first character. */
type Start = 'value' | 'raw' | 'nothing';

/** Returns the kind of body that follows. Undefined if no arguments can follow, so that the text before was not a head. */
export function* readStart(m: ReadingMachine, format: FrameFormat, name: string): Reading<Start | undefined> {
  const { tape } = m;
  const { fence, rawFor = {}, close } = format;
  yield* tape.space();
  if (fence !== undefined && (yield* tape.match(FENCES)) !== undefined) yield* tape.space();
  const unit = yield* tape.peek();
  if (unit === OPEN_BRACE || unit === OPEN_BRACKET || unit === QUOTE) return 'value';
  if (unit === -1) return m.tools.find(name) === undefined ? undefined : 'value'; // the text ended inside the call
  if (Object.hasOwn(rawFor, name)) return 'raw';
  return (yield* tape.see(marksOf(close))) === undefined ? undefined : 'nothing';
}

/** Reads the value of a call, after its head. */
export function* readFrameBody(
  m: ReadingMachine,
  format: FrameFormat,
  draft: PendingCall,
  start: Start,
): Reading<Ended> {
  switch (start) {
    case 'nothing':
      draft.mend('missing arguments');
      return 'whole';
    case 'raw':
      return yield* readRaw(m, draft, format, endsOf(format));
    case 'value':
      return yield* readArguments(m, draft, format.values, fencedEndsOf(format));
    default:
      return start satisfies never;
  }
}

/**
 * Reads a program unchanged, up to a marker, which stays unread. It may also end with the text, because servers may remove
 * the marker.
 */
function* readRaw(
  m: ReadingMachine,
  draft: PendingCall,
  { rawFor, header, close }: FrameFormat,
  ends: MarkerSet<unknown>,
): Reading<Ended> {
  draft.write(`{"${escapeJson(rawFor?.[draft.name] ?? '')}": "`);
  const found = yield* m.tape.until(ends, (text) => draft.write(escapeJson(text)));
  if (found !== undefined) m.tape.at -= ends.length;
  draft.write('"}');
  if (found !== undefined) return 'whole';
  return close.length > 0 && header === undefined ? 'cut' : 'open';
}

const FENCES = literals(['```json', '```JSON', '```']);
const fencedEndsOf = kept(({ open, close, section, header }: FrameFormat) =>
  literals([...close, ...open, ...(section?.close ?? []), ...(header?.end ?? []), ...(header?.open ?? []), '```']),
);

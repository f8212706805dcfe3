import type { FrameFormat, FrameHead } from '../format.ts';
import { escapeJson, isSpace, OPEN_BRACE } from '../values/letters.ts';
import { collect, type Ended, readArguments } from './arguments.ts';
import type { Machine } from './machine.ts';
import { kept, literals, type Marks, marksOf } from './marks.ts';
import type { Reading } from './tape.ts';
import type { Draft } from './telling.ts';

/** One call behind its opening marker: a name in the markup, then one value. False: it is none. */
export function* readFrame(m: Machine, format: FrameFormat, isBare: boolean): Reading<boolean> {
  const from = m.tape.recordedLength;
  const head = yield* readHead(m, format, isBare);
  if (head?.name === '' && head.id !== undefined) return yield* readNameless(m, format, head.id, from);
  const draft = head === undefined ? undefined : m.begin(head.name, head.id, format, isBare);
  if (draft === undefined) return false;
  const ended = yield* readFrameBody(m, format, draft);
  endCall(draft, ended, () => m.tape.recorded(from));
  if (ended === 'whole') yield* leaveFrame(m, format);
  return true;
}

/** An index, and no name: the one tool that takes such arguments is meant. */
function* readNameless(m: Machine, format: FrameFormat, id: string, from: number): Reading<boolean> {
  yield* m.tape.space();
  const json = yield* collect(m.tape, format.values, MOST_NAMELESS);
  const keys = json?.startsWith('{') === true ? Object.keys(JSON.parse(json)) : undefined;
  const tool = keys === undefined ? undefined : m.tools.takerOf(keys);
  const draft = tool === undefined ? undefined : m.begin(tool.name, id, format);
  if (draft === undefined || json === undefined) return false;
  draft.mend('a missing name');
  draft.write(json);
  draft.finish(() => m.tape.recorded(from));
  yield* leaveFrame(m, format);
  return true;
}

const MOST_NAMELESS = 64 * 1024;

/** What becomes of a call whose arguments have ended like this. */
export function endCall(draft: Draft, ended: Ended, raw: () => string): void {
  if (ended === 'whole') draft.finish(raw);
  else if (ended === 'cut') draft.fail('incomplete', 'the text ended within it', raw());
  else draft.fail('malformed', 'its arguments cannot be read', raw());
}

interface Head {
  readonly name: string;
  readonly id: string | undefined;
}

function* readHead(m: Machine, { head, open }: FrameFormat, isBare: boolean): Reading<Head | undefined> {
  const { tape } = m;
  const { before, until, id } = head;
  yield* tape.space();
  if (before !== undefined) {
    const hasIt = (yield* tape.match(befores(head))) !== undefined;
    if (isBare && !hasIt && open.length > 0 && before === 'call:') return undefined;
  }
  let own: string | undefined;
  if (id !== undefined && id.open === undefined)
    own = (yield* tape.textUntil(marksOf(id.until), MOST_HEAD))?.text.trim();
  const named = yield* tape.textUntil(marksOf(until), MOST_HEAD);
  if (named === undefined) return undefined;
  if (named.mark === '{' || named.mark === '[') tape.at--; // it belongs to the value
  if (id?.open !== undefined && named.mark === id.open)
    own = (yield* tape.textUntil(marksOf(id.until), MOST_HEAD))?.text.trim();
  return nameIn(named.text.trim(), own, m, head);
}

const MOST_HEAD = 320;

const befores = kept(({ before = '' }: FrameHead) => literals([before, before.replaceAll('｜', '|')]));

/** The name in a header's text, which may be an id as well: `functions.get_weather:0`. */
function nameIn(
  text: string,
  id: string | undefined,
  m: Machine,
  { strip = [], isIndexed = false }: FrameHead,
): Head | undefined {
  if (isIndexed) return indexedName(text, m, strip);
  return isName(text) ? { name: stripped(text, strip), id } : undefined;
}

/** Seen in the field as well: `functions_x_1`, `functionsexec5`, `get_weather`, `3`. */
function indexedName(text: string, m: Machine, strip: readonly string[]): Head | undefined {
  const plain = stripped(text, strip);
  const names = [
    plain,
    plain.replace(/:\d+$/, ''),
    plain.replace(/[:_]?\d+$/, ''),
    text.replace(/^functions[._]?/, '').replace(/[:_]?\d+$/, ''),
  ];
  const known = names.find((name) => m.tools.find(name) !== undefined);
  if (known !== undefined) return { name: known, id: text };
  if (/^\d+$/.test(text)) return m.tools.isOpen ? undefined : { name: '', id: text };
  const name = plain.replace(/:\d+$/, '');
  return isName(name) ? { name, id: text } : undefined;
}

export function stripped(text: string, strip: readonly string[]): string {
  const prefix = strip.find((namespace) => text.startsWith(namespace) && text.length > namespace.length);
  return prefix === undefined ? text : text.slice(prefix.length);
}

/** Names are letters, digits and a few signs; a model that writes prose there calls nothing. */
export function isName(text: string): boolean {
  if (text === '' || text.length > MOST_HEAD) return false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isSign = unit < 0x80 && !isSpaceOnly(unit) && !/[A-Za-z0-9_.:/-]/.test(text.charAt(at));
    if (isSign || unit < 0x20) return false;
  }
  return true;
}

function isSpaceOnly(unit: number): boolean {
  return isSpace(unit) && unit === 0x20;
}

/** The one value of a call, behind its head. */
export function* readFrameBody(m: Machine, format: FrameFormat, draft: Draft): Reading<Ended> {
  const { tape } = m;
  const { values, fence, rawFor = {} } = format;
  yield* tape.space();
  if (fence !== undefined) yield* tape.match(marksOf(FENCES));
  yield* tape.space();
  const unit = yield* tape.peek();
  const argument = Object.hasOwn(rawFor, draft.name) ? rawFor[draft.name] : undefined;
  if (argument !== undefined && unit !== OPEN_BRACE) return yield* readRaw(m, draft, argument, endsOf(format));
  if (unit === -1) return 'cut';
  return yield* readArguments(m, draft, values, endsOf(format));
}

/** A program as it stands, up to a marker, which stays unread. The end of the text ends it as well. */
export function* readRaw(m: Machine, draft: Draft, argument: string, ends: Marks<unknown>): Reading<Ended> {
  draft.write(`{"${escapeJson(argument)}": "`);
  const found = yield* m.tape.until(ends, (text) => draft.write(escapeJson(text)));
  if (found !== undefined) m.tape.at -= ends.length;
  draft.write('"}');
  return 'whole';
}

const FENCES = ['```json', '```JSON', '```'] as const;

const endsOf = kept(({ open, close, section, header }: FrameFormat) =>
  literals([...close, ...open, ...(section?.close ?? []), ...(header?.end ?? []), ...(header?.open ?? []), '```']),
);

/** What may stand behind the value: the end of a fence, braces too many, the closing marker. */
function* leaveFrame(m: Machine, format: FrameFormat): Reading {
  const { tape } = m;
  yield* tape.space();
  if (format.fence !== undefined && (yield* tape.match(marksOf(FENCES))) !== undefined) yield* tape.space();
  yield* tape.match(closersOf(format.close));
}

/** Closing markers, and such with a bracket too many before them. */
export const closersOf = kept((close: readonly string[]) =>
  literals(close.flatMap((mark) => [mark, `}${mark}`, `}}${mark}`, `]${mark}`])),
);

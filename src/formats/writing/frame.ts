import type { FrameFormat } from '../format.ts';
import { plainName, type Writable } from './call.ts';
import { breakMarkers } from './neutralise.ts';
import { rawBody, type WriteContext, withinMessage, withinSection } from './pen.ts';
import { writeValue } from './values.ts';

/** Writes calls with the name in the markup and the arguments as one value. */
export function writeFrames(pen: WriteContext<FrameFormat>, calls: readonly Writable[]): string {
  const frames = calls.map((call) => writeFrame(pen, call));
  if (pen.format.separator !== undefined) return withinSection(pen, [frames.join(pen.format.separator)], '');
  return withinSection(pen, frames, '');
}

function writeFrame(pen: WriteContext<FrameFormat>, call: Writable): string {
  const { format, markers } = pen;
  const raw = rawBody(call, ownValue(format.rawFor, call.name));
  if (raw !== undefined) {
    const body = breakMarkers(raw, markers);
    const name = plainName(call.name);
    if (format.header !== undefined) return withinMessage(pen, name, body, true);
    return `${format.open[0] ?? ''}${name}${lineEnd(format)}${body}${format.close[0] ?? ''}`;
  }
  const value = writeValue(call.members, format.values, markers);
  const name = headName(format, call);
  if (format.header !== undefined) return withinMessage(pen, name, value);
  return `${format.open[0] ?? ''}${head(format, name, call)}${fenced(format, value)}${format.close[0] ?? ''}`;
}

function headName({ head }: FrameFormat, { name, id, place }: Writable): string {
  const plain = `${head.strip?.[0] ?? ''}${plainName(name)}`;
  if (head.isIndexed !== true) return plain;
  return isIndexOf(id, plain) ? id : `${plain}:${place}`;
}

/** True if the id is the model's own header text, `name:7`: the reader keeps that text as the id of the call. */
function isIndexOf(id: string, name: string): boolean {
  return id.length <= name.length + MOST_DIGITS && id.startsWith(`${name}:`) && /^\d+$/.test(id.slice(name.length + 1));
}

const MOST_DIGITS = 8;

/** Writes the name and the id. The id goes before the name, or after the name with a marker of its own. */
function head(format: FrameFormat, name: string, { id }: Writable): string {
  const { before = '', until, id: where } = format.head;
  const end = endOfName(until, where?.open);
  const plainId = id === '' ? '' : plainName(id);
  if (where === undefined) return `${before}${name}${end}`;
  if (where.open === undefined) return `${plainId}${before || (where.until[0] ?? '')}${name}${end}`;
  return plainId === '' ? `${before}${name}${end}` : `${before}${name}${where.open}${plainId}${where.until[0] ?? ''}`;
}

/** Returns the first marker that ends the name. A brace belongs to the value, and the id's marker is written only with an id. */
function endOfName(until: readonly string[], idOpen: string | undefined): string {
  return until.find((end) => end !== '{' && end !== idOpen) ?? '';
}

function lineEnd({ head }: FrameFormat): string {
  return head.until.includes('\n') ? '\n' : endOfName(head.until, head.id?.open);
}

/** Writes the value inside the format's fence. The marker that ends the name may have opened the fence already. */
function fenced(format: FrameFormat, value: string): string {
  if (format.fence === undefined) return value;
  const isOpen = endOfName(format.head.until, format.head.id?.open).includes(FENCE);
  return isOpen ? `${value}\n${FENCE}` : `${format.fence}\n${value}\n${FENCE}`;
}

const FENCE = '```';

/** Looks up an own property only, so that a tool named `constructor` finds nothing. */
function ownValue(record: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

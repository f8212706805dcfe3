import { type Block, mediaFormatOf, type Note, truncate } from '../core/index.ts';
import { withoutSecrets } from '../log/index.ts';
import { Budget, toPlain } from './plain.ts';

/** The size limits for a tool's result, and the redaction of secrets. */
export interface Bounds {
  readonly outcomeBytes: number;
  readonly mediaBytes: number;
  /** Set for a result that is passed on whole. */
  readonly whole?: WholeBound;
  /** Removes the values of configured secrets from a text. */
  readonly redact: (text: string) => string;
}

/** The bound of a result that is passed on whole: a larger or too deep result is a failure instead of being truncated. */
export interface WholeBound {
  readonly bytes: number;
  /** The origin of the bound, for the error message. */
  readonly source: string;
}

/** Makes blocks plain and bounded. Every change is recorded in `notes` and marked in the content. */
export function boundBlocks(blocks: readonly Block[], bounds: Bounds, notes: Note[]): Block[] {
  const bounded: Block[] = [];
  let room = bounds.outcomeBytes;
  let mediaRoom = bounds.mediaBytes;
  for (const block of blocks) {
    if (room <= 0) {
      const left = blocks.length - bounded.length;
      notes.push({ kind: 'cut', keptBytes: bounds.outcomeBytes });
      bounded.push(text(`[… ${left} more ${left === 1 ? 'part' : 'parts'} left out: the result is too long]`));
      break;
    }
    const kept = boundBlock(block, room, mediaRoom, bounds, notes);
    bounded.push(kept.block);
    room -= kept.bytes + BLOCK_BYTES;
    mediaRoom -= kept.mediaBytes ?? 0;
  }
  return bounded;
}

/** Makes a value next to the content plain. Returns undefined if it is too large: such a value is never truncated. */
export function boundValue(value: unknown, room: number, bounds: Bounds, notes: Note[]): unknown {
  if (value === undefined) return undefined;
  const plain = plainWithin(value, room, bounds, notes);
  if (plain.fits) return plain.value;
  notes.push({ kind: 'cut', keptBytes: 0 });
  return undefined;
}

/** Truncates a text to a number of UTF-8 bytes, never inside a character, and appends a remark if it did. */
export function truncateText(whole: string, room: number): { text: string; bytes: number; note?: Note } {
  // A UTF-16 code unit takes at most three bytes, so the bytes of a short text need not be counted.
  if (whole.length * 3 <= room) return { text: whole, bytes: whole.length * 3 };
  const bytes = Buffer.byteLength(whole);
  if (bytes <= room) return { text: whole, bytes };
  const kept = headOf(whole, room);
  const keptBytes = Buffer.byteLength(kept);
  return {
    text: `${kept}\n[… truncated: these are the first ${keptBytes} of ${bytes} bytes]`,
    bytes: room,
    note: { kind: 'cut', keptBytes, bytes },
  };
}

/** Bytes that each block costs in addition; otherwise a million empty blocks would be free. */
const BLOCK_BYTES = 16;

interface Kept {
  readonly block: Block;
  readonly bytes: number;
  readonly mediaBytes?: number;
}

function boundBlock(block: Block, room: number, mediaRoom: number, bounds: Bounds, notes: Note[]): Kept {
  if (block.type === 'text' && block.extra === undefined) return boundText(block.text, room, bounds, notes);
  if (block.type === 'json') return boundJson(block.value, room, bounds, notes);
  const isMedia = 'data' in block || (block.type === 'resource' && block.resource.blob !== undefined);
  const file = mediaFileIn(block);
  const free = (isMedia ? mediaRoom : room) - file.length;
  const plain = plainWithin(file === '' ? block : withData(block, ''), free, bounds, notes);
  if (plain.fits) {
    const kept = { ...(plain.value as Block), type: block.type } as Block;
    if (!isMedia) return { block: kept, bytes: plain.bytes };
    // Media have their own bound and do not count towards the bound for text.
    return { block: file === '' ? kept : withData(kept, file), bytes: 0, mediaBytes: plain.bytes + file.length };
  }
  if (block.type === 'text') return boundText(block.text, room, bounds, notes);
  if (block.type === 'resource' && block.resource.text !== undefined) {
    return boundText(block.resource.text, room, bounds, notes);
  }
  notes.push({ kind: 'cut', keptBytes: 0 });
  return { block: text(`[a part of type ${block.type} was left out: it is too large]`), bytes: 0 };
}

/**
 * Returns the base64 data of a block if it is an image or audio file, else an empty text. Such data is not searched for
 * secrets: a short secret occurs in it by chance, and replacing it would destroy the file.
 */
function mediaFileIn(block: Block): string {
  const data = 'data' in block ? block.data : block.type === 'resource' ? block.resource.blob : undefined;
  if (typeof data !== 'string' || mediaFormatOf(data) === undefined) return '';
  return Buffer.from(data, 'base64').toString('base64') === data ? data : '';
}

function withData(block: Block, data: string): Block {
  return block.type === 'resource'
    ? { ...block, resource: { ...block.resource, blob: data } }
    : ({ ...block, data } as Block);
}

function boundText(whole: string, room: number, bounds: Bounds, notes: Note[]): Kept {
  const kept = truncateText(redacted(whole, bounds, notes), room);
  if (kept.note !== undefined) notes.push(kept.note);
  return { block: text(kept.text), bytes: kept.bytes };
}

const SECRET: Note = { kind: 'replaced', what: 'a secret of this gateway' };

function redacted(whole: string, bounds: Bounds, notes: Note[]): string {
  const text = bounds.redact(whole);
  if (text !== whole) notes.push(SECRET);
  return text;
}

type Plain =
  | { readonly fits: true; readonly value: unknown; readonly bytes: number }
  | { readonly fits: false; readonly json: string };

function plainWithin(value: unknown, room: number, bounds: Bounds, notes: Note[]): Plain {
  const budget = new Budget(room + MOST_SECRET);
  const given = toPlain(value, budget) ?? null;
  for (const what of budget.replaced) notes.push({ kind: 'replaced', what });
  const { plain, json } = redactedValue(given, bounds, notes);
  const bytes = Buffer.byteLength(json);
  if (budget.isSpent || bytes > room) return { fits: false, json };
  return { fits: true, value: plain, bytes };
}

/** Bytes read beyond the bound, so that truncation cannot leave half a secret. */
const MOST_SECRET = 4 * 1024;

/**
 * Redacts a plain value. If its JSON text contains a secret, its strings, names and numbers are redacted one by one, so
 * that the result is valid JSON whatever the secret looks like.
 */
function redactedValue(given: unknown, bounds: Bounds, notes: Note[]): { plain: unknown; json: string } {
  const whole = JSON.stringify(given);
  if (bounds.redact(whole) === whole) return { plain: given, json: whole };
  const plain = withoutSecrets(given, bounds.redact);
  const json = JSON.stringify(plain);
  if (json !== whole) notes.push(SECRET);
  return { plain, json };
}

/** Bounds a JSON value. A value that is too long becomes text, because a truncated JSON value is not valid JSON. */
function boundJson(value: unknown, room: number, bounds: Bounds, notes: Note[]): Kept {
  const plain = plainWithin(value, room, bounds, notes);
  if (plain.fits) return { block: { type: 'json', value: plain.value }, bytes: plain.bytes };
  const kept = headOf(plain.json, room);
  notes.push({ kind: 'cut', keptBytes: Buffer.byteLength(kept) });
  return { block: text(`${kept}\n[… truncated: this is the beginning of a longer JSON value]`), bytes: room };
}

function headOf(whole: string, room: number): string {
  let end = Math.min(whole.length, room);
  for (let over = bytesUpTo(whole, end) - room; over > 0; over = bytesUpTo(whole, end) - room) {
    end -= Math.ceil(over / 3);
  }
  return truncate(whole, end);
}

function bytesUpTo(whole: string, end: number): number {
  return Buffer.byteLength(whole.slice(0, end));
}

function text(value: string): Block {
  return { type: 'text', text: value };
}

import { hash } from 'node:crypto';
import { type Fields, isAbsent, isRecord } from '../../core/index.ts';

/**
 * The model's thoughts on their way to a client and back, in `reasoning_details`: the shape that clients carry already. The
 * provider checks them, so nothing in them is changed.
 */
export type Thought =
  /** A text may be empty where only its signature is told. Not every server signs. */
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

/** Where in its message a thought stood. */
export interface ThoughtPlace {
  readonly callsBefore: number;
  /** Of one that stood behind text: what followed. Counted from the end, because text that passes is not counted. */
  readonly behind?: { readonly characters: number; readonly check: string };
}

export interface PlacedThought {
  readonly block: Thought;
  readonly place: ThoughtPlace;
}

/** `model`: whose it is. To any other it means nothing. */
export function writeThought(
  block: Thought,
  { callsBefore, behind }: ThoughtPlace,
  { index, model }: { readonly index: number; readonly model: string },
): Fields {
  return {
    ...(block.type === 'thinking'
      ? { type: TEXT, text: block.thinking, ...(block.signature !== undefined && { signature: block.signature }) }
      : { type: ENCRYPTED, data: block.data }),
    format: FORMAT,
    index,
    ...(model !== '' && { model }),
    ...(callsBefore > 0 && { calls_before: callsBefore }),
    ...(behind !== undefined && { text_behind: behind.characters, text_check: behind.check }),
  };
}

/** The thoughts among an assistant's extra members that this model can take. */
export function readThoughts(extra: Fields | undefined, model: string, isExacting: boolean): readonly PlacedThought[] {
  const details = extra?.reasoning_details;
  if (!Array.isArray(details)) return [];
  return details.flatMap((detail: unknown) => {
    if (!isRecord(detail) || detail.format !== FORMAT) return [];
    if (!isAbsent(detail.model) && detail.model !== model) return [];
    const block = readBlock(detail, isExacting);
    return block === undefined ? [] : [{ block, place: readPlace(detail) }];
  });
}

/** Tells whether a text ends as it did. */
export function checkOf(text: string): string {
  return `${text.length}:${hash('sha256', text, 'hex').slice(0, CHECK_LETTERS)}`;
}

export function endsAsChecked(text: string, check: string): boolean {
  const length = Number(check.split(':', 1)[0]);
  return (
    Number.isInteger(length) &&
    length >= 0 &&
    length <= text.length &&
    checkOf(text.slice(text.length - length)) === check
  );
}

const FORMAT = 'anthropic-claude-v1';
const TEXT = 'reasoning.text';
const ENCRYPTED = 'reasoning.encrypted';
const CHECK_LETTERS = 12;

function readBlock({ type, text, signature, data }: Fields, isExacting: boolean): Thought | undefined {
  if (type === ENCRYPTED)
    return typeof data === 'string' && data !== '' ? { type: 'redacted_thinking', data } : undefined;
  if (type !== TEXT) return undefined;
  const thinking = typeof text === 'string' ? text : '';
  if (typeof signature === 'string') return { type: 'thinking', thinking, signature };
  return isExacting || thinking === '' ? undefined : { type: 'thinking', thinking };
}

function readPlace({ calls_before: calls, text_behind: characters, text_check: check }: Fields): ThoughtPlace {
  return {
    callsBefore: isCount(calls) ? calls : 0,
    ...(isCount(characters) && typeof check === 'string' && { behind: { characters, check } }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

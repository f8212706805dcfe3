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
  const own = details.filter((detail: unknown) => isRecord(detail) && isTakenBy(model, detail));
  return joined(own).flatMap((told) => {
    const block = readBlock(told, isExacting);
    return block === undefined ? [] : [{ block, place: readPlace(told.detail) }];
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

function isTakenBy(model: string, detail: Fields): boolean {
  return detail.format === FORMAT && (isAbsent(detail.model) || detail.model === model);
}

/** A thought as it was told: in one piece or in several. */
interface Told {
  /** Its first piece. */
  readonly detail: Fields;
  text: string;
  /** Empty where there is none. */
  signature: string;
}

/** Who keeps a stream's pieces sends them back like that: text after text under one index, then the signature. */
function joined(details: readonly Fields[]): readonly Told[] {
  const thoughts: Told[] = [];
  for (const detail of details) {
    const [text, signature] = [textIn(detail.text), textIn(detail.signature)];
    const before = thoughts.at(-1);
    if (before === undefined || !continues(detail, before)) thoughts.push({ detail, text, signature });
    else {
      before.text += text;
      before.signature = signature;
    }
  }
  return thoughts;
}

/** Behind its signature a thought is complete: where steps were joined, an index may come again. */
function continues({ type, index }: Fields, { detail, signature }: Told): boolean {
  return signature === '' && type === TEXT && detail.type === TEXT && isCount(index) && detail.index === index;
}

function readBlock({ detail, text: thinking, signature }: Told, isExacting: boolean): Thought | undefined {
  const { type, data } = detail;
  if (type === ENCRYPTED)
    return typeof data === 'string' && data !== '' ? { type: 'redacted_thinking', data } : undefined;
  if (type !== TEXT) return undefined;
  if (signature !== '') return { type: 'thinking', thinking, signature };
  return isExacting || thinking === '' ? undefined : { type: 'thinking', thinking };
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
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

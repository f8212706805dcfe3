import { hash } from 'node:crypto';
import type { ReasoningPart } from '../../core/index.ts';

/**
 * What this wire keeps of a block of reasoning beside its text and signature. The provider checks all of them, so nothing
 * in a block is changed on its way to a client and back.
 */
export type ThoughtState = {
  /** Counts the blocks of one answer. */
  readonly index?: number;
  /** Whose it is, where that is known. To any other model it means nothing. */
  readonly model?: unknown;
  /** An encrypted text. */
  readonly data?: string;
  /** How many calls of its message stood before it. */
  readonly callsBefore?: number;
  /** Of a block behind text: what followed. Counted from the end, because text that passes is not counted. */
  readonly behind?: { readonly characters: number; readonly check: string };
};

export type Thought =
  /** A text may be empty where only its signature is told. Not every server signs. */
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

/** Where in its message a thought stood. */
export interface ThoughtPlace {
  readonly callsBefore: number;
  readonly behind?: ThoughtState['behind'];
}

export interface PlacedThought {
  readonly block: Thought;
  readonly place: ThoughtPlace;
}

/** The blocks among them that this model can take. */
export function readThoughts(
  parts: readonly ReasoningPart[],
  model: string,
  isExacting: boolean,
): readonly PlacedThought[] {
  return parts.flatMap((part) => {
    const state: ThoughtState | undefined = part.state?.messages;
    if (state === undefined || (state.model !== undefined && state.model !== model)) return [];
    const block = blockOf(part, state, isExacting);
    const { callsBefore = 0, behind } = state;
    return block === undefined ? [] : [{ block, place: { callsBefore, ...(behind !== undefined && { behind }) } }];
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

const CHECK_LETTERS = 12;

function blockOf({ text, signature }: ReasoningPart, { data }: ThoughtState, isExacting: boolean): Thought | undefined {
  if (data !== undefined) return data === '' ? undefined : { type: 'redacted_thinking', data };
  if (signature !== undefined) return { type: 'thinking', thinking: text, signature };
  return isExacting || text === '' ? undefined : { type: 'thinking', thinking: text };
}

import { hash } from 'node:crypto';
import type { ReasoningPart } from '../../core/index.ts';

/**
 * The state of a reasoning block besides its text and signature. The provider verifies blocks, so a block must go to a
 * client and back unchanged.
 */
export type ThoughtState = {
  /** Index of the block within its answer. */
  readonly index?: number;
  /** The model that wrote the block, if known. No other model can use it. */
  readonly model?: unknown;
  /** The content of an encrypted block. */
  readonly data?: string;
  /** Number of calls before the block in its message. */
  readonly callsBefore?: number;
  /**
   * Position of a block after text: the number of characters of text that follow it, and the check value (see `checkOf`) of
   * all text after the first such block. Earlier text is not tracked, so positions are counted from the end.
   */
  readonly behind?: { readonly characters: number; readonly check: string };
};

export type Thought =
  /** The text is empty if the provider sends only the signature. Not every server signs. */
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

/** Position of a reasoning block in its message. */
export interface ThoughtPlace {
  readonly callsBefore: number;
  readonly behind?: ThoughtState['behind'];
}

export interface PlacedReasoning {
  readonly block: Thought;
  readonly place: ThoughtPlace;
}

/** Returns the reasoning blocks that this model accepts. */
export function readThoughts(
  parts: readonly ReasoningPart[],
  model: string,
  isExacting: boolean,
): readonly PlacedReasoning[] {
  return parts.flatMap((part) => {
    const state: ThoughtState | undefined = part.state?.messages;
    if (state === undefined || (state.model !== undefined && state.model !== model)) return [];
    const block = blockOf(part, state, isExacting);
    const { callsBefore = 0, behind } = state;
    return block === undefined ? [] : [{ block, place: { callsBefore, ...(behind !== undefined && { behind }) } }];
  });
}

/** Returns the length and hash of a text, by which `endsAsChecked` detects that it was changed. */
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

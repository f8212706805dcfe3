import type { Event, ReasoningPart } from '../../../core/index.ts';
import { checkOf, type ThoughtState } from '../reasoning-blocks.ts';

/**
 * Assembles the reasoning blocks of one answer and emits each with its position. A block after text is emitted at the end,
 * because its position is counted from the end: text before the first such block is not tracked.
 */
export class ReasoningBlocks {
  readonly #model: string;
  #count = 0;
  #open: OpenThought | undefined;
  readonly #held: HeldThought[] = [];
  /** All text after the first held block. */
  readonly #tail: string[] = [];
  #tailLength = 0;

  constructor(model: string) {
    this.#model = model;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** True if text must be tracked from now on, because a reasoning block follows text. */
  get isAmongText(): boolean {
    return this.#held.length > 0 || this.#open?.isBehindText === true;
  }

  begin(callsBefore: number, isBehindText: boolean): void {
    this.#open = { thinking: [], signature: [], callsBefore, isBehindText, tailLength: this.#tailLength };
  }

  think(text: string, events: Event[]): void {
    if (text === '') return;
    this.#open?.thinking.push(text);
    events.push({ type: 'reasoning', text });
  }

  sign(signature: string): void {
    if (signature !== '') this.#open?.signature.push(signature);
  }

  /** Records text that follows a held block. */
  pass(text: string): void {
    if (this.#held.length === 0) return;
    this.#tail.push(text);
    this.#tailLength += text.length;
  }

  /** Completes the open block. */
  close(events: Event[]): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const thinking = open.thinking.join('');
    const signature = open.signature.join('');
    if (thinking === '' && signature === '') return;
    this.#tell({ text: thinking, ...(signature !== '' && { signature }) }, open, events);
  }

  /** Adds an encrypted block. */
  redact(data: string, callsBefore: number, isBehindText: boolean, events: Event[]): void {
    this.begin(callsBefore, isBehindText);
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined && data !== '') this.#tell({ text: '', data }, open, events);
  }

  end(events: Event[]): void {
    this.close(events);
    if (this.#held.length === 0) return;
    const check = checkOf(this.#tail.join(''));
    const parts = this.#held.map(({ block, callsBefore, tailLength, index }) => {
      const behind = { characters: this.#tailLength - tailLength, check };
      return this.#partOf(block, { index, callsBefore, behind });
    });
    events.push({ type: 'reasoning-blocks', parts });
  }

  #tell(block: ToldBlock, { callsBefore, isBehindText, tailLength }: OpenThought, events: Event[]): void {
    const index = this.#count++;
    if (isBehindText) this.#held.push({ block, callsBefore, tailLength, index });
    else events.push({ type: 'reasoning-blocks', parts: [this.#partOf(block, { index, callsBefore })] });
  }

  #partOf({ data, ...told }: ToldBlock, { callsBefore = 0, ...place }: ThoughtState): ReasoningPart {
    const state: ThoughtState = {
      ...place,
      ...(this.#model !== '' && { model: this.#model }),
      ...(data !== undefined && { data }),
      ...(callsBefore > 0 && { callsBefore }),
    };
    return { type: 'reasoning', ...told, isBlock: true, state: { messages: state } };
  }
}

interface ToldBlock {
  readonly text: string;
  readonly signature?: string;
  /** The content of an encrypted block. */
  readonly data?: string;
}

interface OpenThought {
  readonly thinking: string[];
  readonly signature: string[];
  readonly callsBefore: number;
  readonly isBehindText: boolean;
  /** Length of the tracked text before the block. */
  readonly tailLength: number;
}

interface HeldThought {
  readonly block: ToldBlock;
  readonly callsBefore: number;
  readonly tailLength: number;
  readonly index: number;
}

import type { Event } from '../../core/index.ts';
import { type WrittenCall, WrittenCalls } from './written-calls.ts';

/**
 * Finds the calls that a model wrote into its text, although it was given tools to call: small ones do, and Ollama passes
 * on what its model's template does not foresee (ollama#13519, ollama#11662). Only text that is nothing but calls counts,
 * or that ends in tagged ones; prose that has JSON in it stays prose. Pure: how the text is cut never changes what is told
 * and found, and only what may still become a call is held back.
 */
export class TextCalls {
  readonly #names: ReadonlySet<string>;
  #place: Place;
  /** What may still become a call, or a tag. */
  #held = '';
  #written: WrittenCalls;

  /** `names`: of the tools that were declared; without any, all is text. */
  constructor(names: ReadonlySet<string>) {
    this.#names = names;
    this.#place = names.size === 0 ? 'text' : 'start';
    this.#written = new WrittenCalls(names);
  }

  /** Whether whatever comes is text, if it passes. */
  get isPlain(): boolean {
    return this.#place === 'text' || (this.#place === 'prose' && this.#held === '');
  }

  /** While it is plain: whether this is told as it stands and changes nothing. No tag begins in it. */
  passes(text: string): boolean {
    return this.#place === 'text' || !text.includes(TAG.charAt(0));
  }

  push(text: string, events: Event[]): void {
    let rest = text;
    while (rest !== '') rest = this.#read(rest, events);
  }

  /** No calls will be looked for: a real one came. */
  settle(events: Event[]): void {
    this.#place = 'text';
    this.#release(events);
  }

  /** The calls, where the text ended in them; what else was held back is told. */
  end(events: Event[]): readonly WrittenCall[] {
    const calls = this.#place === 'calls' ? this.#written.end() : [];
    if (calls.length > 0) {
      this.#held = '';
      events.push({ type: 'notice', message: noticeOf(calls.length) });
    }
    this.settle(events);
    return calls;
  }

  /** What is left to be read. */
  #read(text: string, events: Event[]): string {
    switch (this.#place) {
      case 'start':
        return this.#begin(text);
      case 'calls':
        return this.#follow(text, events);
      case 'prose':
        return this.#seekTag(text, events);
      case 'text':
        tell(text, events);
        return '';
      default:
        return this.#place satisfies never;
    }
  }

  /** The first visible character decides. */
  #begin(text: string): string {
    const rest = text.trimStart();
    this.#held += text.slice(0, text.length - rest.length);
    if (this.#held.length > MOST_BLANKS) this.#place = 'prose';
    else if (rest !== '') this.#place = BEGINNINGS.has(rest.charAt(0)) ? 'calls' : 'prose';
    return rest;
  }

  #follow(text: string, events: Event[]): string {
    const taken = this.#written.push(text);
    this.#held += text.slice(0, taken);
    if (!this.#written.isRefuted) return '';
    this.#place = this.#written.hasCalls ? 'text' : 'prose'; // of calls with prose between them, all are made or none
    this.#release(events);
    return text.slice(taken);
  }

  #seekTag(text: string, events: Event[]): string {
    const all = this.#held + text;
    const tag = all.indexOf(TAG);
    const told = tag === -1 ? all.length - tagBeginning(all) : tag;
    this.#held = all.slice(0, told);
    this.#release(events);
    if (tag === -1) {
      this.#held = all.slice(told);
      return '';
    }
    this.#place = 'calls';
    this.#written = new WrittenCalls(this.#names);
    return all.slice(tag);
  }

  #release(events: Event[]): void {
    tell(this.#held, events);
    this.#held = '';
  }
}

/** `prose` may still come to tagged calls. */
type Place = 'start' | 'calls' | 'prose' | 'text';

const TAG = '<tool_call>';
const BEGINNINGS: ReadonlySet<string> = new Set(['{', '[', '`', '<']);
const MOST_BLANKS = 1_024;

/** How much of the tag the text ends in. */
function tagBeginning(text: string): number {
  const start = text.lastIndexOf('<');
  return start !== -1 && TAG.startsWith(text.slice(start)) ? text.length - start : 0;
}

/** Pieces that are told together are one text: of a flood of tags, each would make two. */
function tell(text: string, events: Event[]): void {
  const last = events.at(-1);
  if (last?.type === 'text') events[events.length - 1] = { type: 'text', text: last.text + text };
  else if (text !== '') events.push({ type: 'text', text });
}

function noticeOf(count: number): string {
  return count === 1
    ? 'The model wrote a tool call as text; it was read as a call.'
    : `The model wrote ${count} tool calls as text; they were read as calls.`;
}

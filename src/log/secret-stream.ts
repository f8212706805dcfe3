import { withoutSecrets } from './plain-secrets.ts';
import { formsOf, MARK } from './secret-text.ts';

/** Removes secrets from a text that arrives in pieces. However the text is divided, the joined output is the same. */
export interface SecretStream {
  /** Returns the text that is now certain. Holds back an end that may be the beginning of a secret, and nothing else. */
  push(text: string): string;
  /**
   * Returns what is held back, because other output follows. Replaces it with a mark if it would show more than a few letters
   * of a secret. The rest of an interrupted secret is still removed.
   */
  pause(): string;
  /** Returns the rest. */
  end(): string;
}

/** Finds secrets in texts that people and programs read as they are. Takes linear time, however many secrets there are. */
export interface SecretFinder {
  stream(): SecretStream;
  /** Returns the complete text without the secrets. */
  hide(text: string): string;
  /** Returns plain data without the secrets in its texts and names, or the same data if it has none. */
  hideIn<Data>(data: Data): Data;
}

/** Returns undefined if no secret is long enough: a shorter one may occur in ordinary text. */
export function createSecretFinder(secrets: readonly string[]): SecretFinder | undefined {
  const long = secrets.filter((secret) => secret.length >= LEAST_LETTERS);
  if (long.length === 0) return undefined;
  const automaton = automatonOf(long.flatMap(formsOf));
  const stream = (): SecretStream => new Stream(automaton);
  const hide = (text: string): string => {
    const whole = stream();
    return whole.push(text) + whole.end();
  };
  return {
    stream,
    hide,
    hideIn<Data>(data: Data): Data {
      const written = JSON.stringify(data) ?? '';
      return hide(written) === written ? data : (withoutSecrets(data, hide) as Data);
    },
  };
}

const LEAST_LETTERS = 16;
/** Length of the longest beginning of a secret that may be shown. At least as many letters stay hidden. */
const MOST_SHOWN = LEAST_LETTERS / 2;

/** A state of an Aho-Corasick automaton: the longest end of the text that is the beginning of a secret. */
interface State {
  readonly next: Map<number, State>;
  /** The length of that end. */
  readonly depth: number;
  /** The state for the next shorter such end. */
  shorter: State | undefined;
  /** The length of the longest secret at the end of the text; 0 if there is none. */
  found: number;
}

interface Automaton {
  readonly root: State;
  /** 1 for each character with which a secret begins. Most text has none, and is skipped quickly. */
  readonly isFirst: Uint8Array;
}

function automatonOf(secrets: readonly string[]): Automaton {
  const root: State = { next: new Map(), depth: 0, shorter: undefined, found: 0 };
  for (const secret of secrets) {
    let state = root;
    for (let place = 0; place < secret.length; place++) {
      const unit = secret.charCodeAt(place);
      const next = state.next.get(unit) ?? { next: new Map(), depth: place + 1, shorter: undefined, found: 0 };
      state.next.set(unit, next);
      state = next;
    }
    state.found = secret.length;
  }
  const queue = [root];
  for (const state of queue) {
    for (const [unit, next] of state.next) {
      next.shorter = state === root ? root : step(state.shorter ?? root, unit, root);
      next.found = Math.max(next.found, next.shorter.found);
      queue.push(next);
    }
  }
  const isFirst = new Uint8Array(2 ** 16);
  for (const unit of root.next.keys()) isFirst[unit] = 1;
  return { root, isFirst };
}

function step(from: State, unit: number, root: State): State {
  let state: State | undefined = from;
  while (state !== undefined) {
    const next = state.next.get(unit);
    if (next !== undefined) return next;
    state = state.shorter;
  }
  return root;
}

class Stream implements SecretStream {
  readonly #automaton: Automaton;
  #state: State;
  #held = '';
  /** The secrets in the held text, as ranges in order that neither touch nor overlap. */
  #ranges: Range[] = [];
  /** True if the output ends with a mark. Secrets that touch or overlap share one. */
  #isMarked = false;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#state = automaton.root;
  }

  push(text: string): string {
    const all = this.#held + text;
    this.#scan(all, this.#held.length);
    return this.#release(all, Math.max(0, all.length - this.#state.depth));
  }

  pause(): string {
    if (this.#state.depth > MOST_SHOWN) this.#add(0, this.#held.length);
    return this.#release(this.#held, this.#held.length);
  }

  end(): string {
    this.#state = this.#automaton.root;
    return this.#release(this.#held, this.#held.length);
  }

  #scan(text: string, from: number): void {
    const { root, isFirst } = this.#automaton;
    let state = this.#state;
    for (let place = from; place < text.length; place++) {
      const unit = text.charCodeAt(place);
      if (state === root && isFirst[unit] === 0) continue;
      state = step(state, unit, root);
      if (state.found > 0) this.#add(Math.max(0, place + 1 - state.found), place + 1); // a pause may have released its beginning
    }
    this.#state = state;
  }

  #add(from: number, to: number): void {
    let start = from;
    for (let last = this.#ranges.at(-1); last !== undefined && last.to >= start; last = this.#ranges.at(-1)) {
      start = Math.min(start, last.from);
      this.#ranges.pop();
    }
    this.#ranges.push({ from: start, to });
  }

  /** Returns the text up to `end` without its secrets, and holds the rest. */
  #release(text: string, end: number): string {
    let output = '';
    let place = 0;
    for (const { from, to } of this.#ranges) {
      if (from >= end) break;
      output += this.#plain(text.slice(place, from)) + this.#mark();
      place = Math.min(to, end);
    }
    output += this.#plain(text.slice(place, end));
    this.#held = text.slice(end);
    this.#ranges = this.#ranges
      .filter(({ to }) => to > end)
      .map(({ from, to }) => ({ from: Math.max(0, from - end), to: to - end }));
    return output;
  }

  #plain(text: string): string {
    if (text !== '') this.#isMarked = false;
    return text;
  }

  #mark(): string {
    const mark = this.#isMarked ? '' : MARK;
    this.#isMarked = true;
    return mark;
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

import type { CallReport, Settlement } from './process/protocol.ts';
import { isSameJson } from './same-json.ts';

/** One entry of a journal: a call that the program started, or the end of one, in the order in which they happened. */
export type Entry = CallEntry | SettledEntry;

export interface CallEntry extends Pick<CallReport, 'path' | 'args' | 'named'> {
  readonly kind: 'call';
}

export interface SettledEntry {
  readonly kind: 'settled';
  /** The number of the call. */
  readonly call: number;
  readonly settlement: Settlement;
  /** The time when the call ended, in milliseconds. States of older versions lack it. */
  readonly at?: number;
}

/** A call, and its number among the calls of its program. */
export interface NumberedCall {
  readonly call: CallEntry;
  readonly number: number;
}

/** A call and its result, as JSON text. */
export interface ReturnedCall {
  readonly call: CallEntry;
  readonly json: string;
}

/** The answer to a call of the program. */
export type Taken =
  /** The call is not recorded, so it must be run. */
  | { readonly kind: 'new' }
  | { readonly kind: 'known' }
  /** The program made this call in its first run, and another one now. */
  | { readonly kind: 'changed'; readonly recorded: CallEntry };

/**
 * Everything that happened between a program and its tools. Another engine or a later process can replay it: the program runs
 * again from its beginning, and its calls get their recorded results. No call that has ended runs again.
 */
export class Journal {
  readonly #entries: Entry[];
  /** Number of entries that have happened in the current run. After `due`, the next entry is a call, or there is none. */
  #happened: number;
  #size = 0;

  /** Creates a journal of a program that continues after these entries. */
  constructor(entries: readonly Entry[] = []) {
    this.#entries = [...entries];
    this.#happened = entries.length;
    for (const entry of entries) this.#size += sizeOf(entry);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The calls, by their numbers. */
  get calls(): readonly CallEntry[] {
    return this.#entries.filter((entry) => entry.kind === 'call');
  }

  /** The last result of each tool, with its call. */
  get lastResults(): readonly ReturnedCall[] {
    const { calls } = this;
    const byPath = new Map<string, ReturnedCall>();
    for (const entry of this.#entries) {
      const call = entry.kind === 'settled' ? calls[entry.call] : undefined;
      if (entry.kind !== 'settled' || call === undefined || entry.settlement.status !== 'ok') continue;
      byPath.set(call.path, { call, json: entry.settlement.json });
    }
    return [...byPath.values()];
  }

  /** True if the program must get results now. */
  get hasDue(): boolean {
    return this.#entries[this.#happened]?.kind === 'settled';
  }

  /** The length of all arguments and results, in bytes. */
  get size(): number {
    return this.#size;
  }

  /** The first recorded call that a replay has not made yet. */
  get unmade(): NumberedCall | undefined {
    const call = this.#entries.slice(this.#happened).find((entry) => entry.kind === 'call');
    return call && { call, number: this.calls.indexOf(call) };
  }

  /** Starts a replay. */
  rewind(): void {
    this.#happened = 0;
  }

  /** Takes the next call of the program. `due` must be called after it. */
  take({ path, args, named }: CallReport): Taken {
    const call: CallEntry = { kind: 'call', path, args, named };
    const recorded = this.#entries[this.#happened++];
    if (recorded === undefined) {
      this.#add(call);
      return { kind: 'new' };
    }
    if (recorded.kind === 'settled') throw new Error('The results of the last call were not taken from the journal.');
    return isSame(recorded, call) ? { kind: 'known' } : { kind: 'changed', recorded };
  }

  /** Records the end of a call. `due` must be called after it. */
  settle(call: number, settlement: Settlement): void {
    this.#add({ kind: 'settled', call, settlement, at: Date.now() });
  }

  /** Returns the results that the program must get now, in order: everything that was recorded before them has happened. */
  due(): readonly SettledEntry[] {
    const due: SettledEntry[] = [];
    for (let entry = this.#entries[this.#happened]; entry?.kind === 'settled'; entry = this.#entries[this.#happened]) {
      due.push(entry);
      this.#happened++;
    }
    return due;
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#size += sizeOf(entry);
  }
}

/** Compares two calls by value, because the engines write the same value in different ways. */
function isSame(one: CallEntry, other: CallEntry): boolean {
  if (one.path !== other.path || !isSameList(namesOf(one), namesOf(other))) return false;
  if (isSameList(textsOf(one), textsOf(other), isSameJson)) return true;
  // Monty also changes the order of members whose names are numbers.
  return sizeOf(one) + sizeOf(other) <= MOST_PARSED && plainForm(one) === plainForm(other);
}

function isSameList(one: readonly string[], other: readonly string[], isSameItem = Object.is): boolean {
  return one.length === other.length && one.every((item, at) => isSameItem(item, other[at] ?? ''));
}

function namesOf({ named }: CallEntry): readonly string[] {
  return named.map(([name]) => name);
}

function textsOf({ args, named }: CallEntry): readonly string[] {
  return [...args, ...named.map(([, json]) => json)];
}

const MOST_PARSED = 512 * 1024; // more would block other requests for too long

function plainForm({ path, args, named }: CallEntry): string {
  const values = (texts: readonly string[]) => texts.map((text) => JSON.parse(text) as unknown);
  return JSON.stringify([path, values(args), named.map(([name]) => name), values(named.map(([, json]) => json))]);
}

/** Returns the length of the arguments or of the result, in bytes. */
function sizeOf(entry: Entry): number {
  if (entry.kind === 'settled') return sizeOfResult(entry.settlement);
  return [...entry.args, ...entry.named.flat()].reduce((sum, text) => sum + Buffer.byteLength(text), entry.path.length);
}

export function sizeOfResult(result: Settlement): number {
  return Buffer.byteLength(result.status === 'ok' ? result.json : result.message);
}

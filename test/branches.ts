import type { Message } from '../src/core/index.ts';
import { user } from './turns.ts';

/** One conversation of a client. Moves extend it, shorten it, or fork it into another branch. */
export interface Branch {
  readonly key: string;
  entries: readonly Entry[];
}

export type Entry = { readonly kind: 'user'; readonly text: string } | SaidEntry;

export interface SaidEntry {
  readonly kind: 'said';
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[];
  /** Beginning of the texts of the client's tool results; undefined until the client has answered the calls. */
  readonly results?: string;
  /** The last request that the model received before this answer; undefined if another key received the answer. */
  readonly sent?: string | undefined;
}

export function visible(entries: readonly Entry[]): Message[] {
  const messages = entries.flatMap((entry): Message[] => {
    if (entry.kind === 'user') return [user(entry.text)];
    const { text, calls, results } = entry;
    const outcomes = results === undefined ? [] : calls;
    return [
      { role: 'assistant', content: text === '' ? [] : [{ type: 'text', text }], calls },
      ...outcomes.map(({ id }): Message => {
        return { role: 'tool', callId: id, content: [{ type: 'text', text: `${results} of ${id}` }] };
      }),
    ];
  });
  return [{ role: 'system', content: [{ type: 'text', text: 'Be brief.' }] }, ...messages];
}

export const moves = ['user', 'answer', 'again', 'fork', 'edit', 'steal', 'new'] as const;
export type Move = (typeof moves)[number];

export interface Moved {
  readonly move: Move;
  readonly which: number;
  /** The user's text, for moves that add or replace a user message. */
  readonly text: string;
  /** A key that no branch has used before. */
  readonly stranger: string;
}

/** Applies a move and returns the branch to ask next, or undefined if the move is not possible. */
export function moveOn(branches: Branch[], { move, which, text, stranger }: Moved): Branch | undefined {
  const branch = branches[which % branches.length];
  if (branch === undefined) return undefined;
  const { entries, key } = branch;
  const last = entries.at(-1);
  const isSaid = last?.kind === 'said' && last.results === undefined;
  const become = (changed: readonly Entry[]): Branch => {
    branch.entries = changed;
    return branch;
  };
  const grow = (other: Branch): Branch | undefined => {
    if (branches.length >= MOST_BRANCHES) return undefined;
    branches.push(other);
    return other;
  };
  switch (move) {
    case 'user': // retries a turn that failed
      return last?.kind === 'user' ? branch : become([...entries, { kind: 'user', text }]);
    case 'answer':
      return isSaid && last.calls.length > 0 ? become(entries.with(-1, { ...last, results: 'result' })) : undefined;
    case 'again':
      return isSaid ? become(entries.slice(0, -1)) : undefined;
    case 'fork': // keeps the answer and asks for another one in a new branch
      return isSaid ? grow({ key, entries: entries.slice(0, -1) }) : undefined;
    case 'edit':
      return entries.some(isForeign) ? undefined : grow({ key, entries: edited(entries, which, text) });
    case 'steal': {
      // Use a new key: for a key that asks the same question itself, these answers would look like its own with a changed text.
      const stolen = entries.map((entry): Entry => (entry.kind === 'user' ? entry : { ...entry, sent: undefined }));
      return grow({ key: stranger, entries: last?.kind === 'user' ? stolen : [...stolen, { kind: 'user', text }] });
    }
    case 'new':
      return grow({ key: branches[which % 2]?.key ?? key, entries: [{ kind: 'user', text }] });
    default:
      return move satisfies never;
  }
}

const MOST_BRANCHES = 6;

function isForeign(entry: Entry): boolean {
  return entry.kind === 'said' && entry.sent === undefined;
}

/** Replaces one user message and removes everything after it. */
function edited(entries: readonly Entry[], which: number, text: string): readonly Entry[] {
  const places = entries.flatMap((entry, place) => (entry.kind === 'user' ? [place] : []));
  const place = places[which % Math.max(1, places.length)] ?? 0;
  const before = entries[place];
  const isSame = before?.kind === 'user' && before.text === text;
  return [...entries.slice(0, place), { kind: 'user', text: isSame ? `${text}!` : text }];
}

import { type Ask, type Log, type ToolAnnouncement, wordsOf } from '../../core/index.ts';
import type { Store } from '../../store/index.ts';
import { arrange, type Item } from './arrangement.ts';
import { rejoin } from './continuation.ts';
import { prefixesOf } from './fingerprint.ts';

/** A client's transcript as a turn goes on from it. */
export interface Conversation {
  readonly key: string;
  /** With what was hidden from the client in its place again. */
  readonly items: readonly Item[];
  /** Stands for the transcript as the client sent it. */
  readonly prefix: string;
  /** What the user said, in order. */
  readonly questions: readonly Question[];
  /** Nothing stands behind the last of them: it is what is to be answered now. */
  readonly endsInQuestion: boolean;
}

/** A message of the user's, and the hash of the transcript up to it, and with it. */
export interface Question {
  readonly item: Item;
  readonly prefix: string;
  readonly words: string;
  /** Which of several announcements its answer here goes on from, if that is known. */
  readonly announcementId?: string | undefined;
}

/** Where a conversation is looked up. */
export interface ConversationSource {
  readonly store: Store;
  readonly log: Log;
}

export async function openConversation({ key, messages }: Ask, source: ConversationSource): Promise<Conversation> {
  const given = arrange(messages);
  const prefixes = prefixesOf(given);
  const { items, announcementIds } = await rejoin(given, prefixes, key, source);
  const questions = given.flatMap((item, place): Question[] => {
    const words = wordsOfUser(item);
    const prefix = prefixes[place + 1] ?? '';
    return words === undefined ? [] : [{ item, prefix, words, announcementId: announcementIds.get(prefix) }];
  });
  const last = given.findLastIndex((item) => wordsOfUser(item) !== undefined);
  const endsInQuestion = last !== -1 && given.slice(last + 1).every(isSystem);
  return { key, items, prefix: prefixes[given.length] ?? '', questions, endsInQuestion };
}

function wordsOfUser(item: Item): string | undefined {
  return item.kind === 'message' && item.message.role === 'user' ? wordsOf(item.message.content) : undefined;
}

/** What was told of tools at these messages. A store that fails must not take the turn down: then it begins anew. */
export async function announcedIn(
  { key, questions }: Conversation,
  { store, log }: ConversationSource,
): Promise<readonly ToolAnnouncement[]> {
  try {
    return await store.announcements({ key, prefixes: questions.map(({ prefix }) => prefix) });
  } catch (error) {
    log.warn({ err: error }, 'what was told of tools before could not be looked up: they are declared anew');
    return [];
  }
}

/** The tools that our outcomes among these have told of. */
export function readIn(items: readonly Item[]): ReadonlySet<string> {
  const exchanged = items.flatMap((item) => (item.kind === 'exchange' ? item.exchanged : []));
  return new Set(exchanged.flatMap(({ read = [] }) => read));
}

function isSystem(item: Item): boolean {
  return item.kind === 'message' && (item.message.role === 'system' || item.message.role === 'developer');
}

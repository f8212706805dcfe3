import { PYTHON_EXECUTION } from '../../builtins/index.ts';
import { type Ask, type Log, type ToolAnnouncement, wordsOf } from '../../core/index.ts';
import type { Store } from '../../store/index.ts';
import { arrange, type Exchanged, type Item } from './arrangement.ts';
import { rejoin } from './continuation.ts';
import { prefixesOf } from './fingerprint.ts';

/** A client's transcript, prepared for a turn. */
export interface Conversation {
  readonly key: string;
  /** The transcript with the hidden steps restored. */
  readonly items: readonly Item[];
  /** Hash of the complete transcript as the client sent it. */
  readonly prefix: string;
  /** The user's messages, in order. */
  readonly questions: readonly Question[];
  /** True if only system messages follow the last user message, so that it is the one to answer now. */
  readonly endsInQuestion: boolean;
}

/** A user message, and the hash of the transcript up to and including it. */
export interface Question {
  readonly item: Item;
  readonly prefix: string;
  readonly words: string;
  /** Id of the announcement that the model was given for this message; undefined if unknown. */
  readonly announcementId?: string | undefined;
}

/** The store in which earlier turns are looked up, and the log for its failures. */
export interface ConversationSource {
  readonly store: Store;
  readonly log: Log;
}

export async function openConversation({ key, messages }: Ask, source: ConversationSource): Promise<Conversation> {
  const given = arrange(messages);
  const prefixes = await prefixesOf(given);
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

/**
 * Returns the tool announcements made at the user's messages, or none if the store fails, since the turn must not fail
 * with it.
 */
export async function announcedIn(
  { key, questions }: Conversation,
  { store, log }: ConversationSource,
): Promise<readonly ToolAnnouncement[]> {
  try {
    return await store.announcements({ key, prefixes: questions.map(({ prefix }) => prefix) });
  } catch (error) {
    log.warn({ err: error }, 'Looking up earlier tool announcements in the store failed; declaring the tools again.');
    return [];
  }
}

/** Returns the names of the tools that the gateway's outcomes in these items described. */
export function readIn(items: readonly Item[]): ReadonlySet<string> {
  const exchanged = items.flatMap((item) => (item.kind === 'exchange' ? item.exchanged : []));
  return new Set(exchanged.flatMap(({ read = [] }) => read));
}

/**
 * Returns the names of the tools that programs found and that no outcome described to the model. The model may call them, but its
 * own search must still describe them.
 */
export function foundOnlyByPrograms(items: readonly Item[]): ReadonlySet<string> {
  const exchanged = items.flatMap((item) => (item.kind === 'exchange' ? item.exchanged : []));
  const isOfProgram = ({ call }: Exchanged) => call.name === PYTHON_EXECUTION.name;
  const described = new Set(exchanged.filter((each) => !isOfProgram(each)).flatMap(({ read = [] }) => read));
  const found = exchanged.filter(isOfProgram).flatMap(({ read = [] }) => read);
  return new Set(found.filter((name) => !described.has(name)));
}

function isSystem(item: Item): boolean {
  return item.kind === 'message' && (item.message.role === 'system' || item.message.role === 'developer');
}

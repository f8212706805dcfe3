import { CALL_TOOL, TOOL_SEARCH } from '../builtins/index.ts';
import { type Ask, type Call, type Disclosure, textOf, type UserMessage, wordsOf } from '../core/index.ts';
import { arrange, type Exchanged, type Item } from './arrangement.ts';
import { NOT_RUN } from './calls.ts';
import { rejoin } from './continuation.ts';
import { unwrap } from './dispatch.ts';
import { prefixesOf } from './fingerprint.ts';
import type { Ground } from './ground.ts';

/** A client's transcript as a turn goes on from it. */
export interface Conversation {
  readonly key: string;
  /** With what was hidden from the client in its place again. */
  readonly items: readonly Item[];
  /** Stands for the transcript as the client sent it. */
  readonly prefix: string;
  /** What the user said, in order. */
  readonly messages: readonly Said[];
  /** Nothing stands behind the last of them: it is what is to be answered now. */
  readonly isNew: boolean;
}

/** A message of the user's, and the hash of the transcript up to it, and with it. */
export interface Said {
  readonly item: Item;
  readonly prefix: string;
  readonly words: string;
  /** Which of several disclosures its answer here goes on from, if that is known. */
  readonly told?: string | undefined;
}

export async function openConversation({ key, messages }: Ask, ground: Ground): Promise<Conversation> {
  const given = arrange(messages);
  const prefixes = prefixesOf(given);
  const said = given.flatMap((item, place): Said[] => {
    const message = userMessageOf(item);
    return message === undefined ? [] : [{ item, prefix: prefixes[place + 1] ?? '', words: wordsOf(message.content) }];
  });
  const { items, told } = await rejoin(given, prefixes, key, ground);
  const last = given.findLastIndex((item) => userMessageOf(item) !== undefined);
  const isNew = last !== -1 && given.slice(last + 1).every(isSystem);
  return {
    key,
    items,
    prefix: prefixes[given.length] ?? '',
    messages: said.map((each) => ({ ...each, told: told.get(each.prefix) })),
    isNew,
  };
}

/** What was told of tools at these messages. A store that fails must not take the turn down: then it begins anew. */
export async function disclosuresOf(
  { key, messages }: Conversation,
  { store, log }: Ground,
): Promise<readonly Disclosure[]> {
  try {
    return await store.disclosures({ key, prefixes: messages.map(({ prefix }) => prefix) });
  } catch (error) {
    log.warn({ err: error }, 'what was told of tools before could not be looked up: they are declared anew');
    return [];
  }
}

/**
 * The names of tools that a model has read of in these outcomes, in one pass: those of its searches, and of calls that were not
 * run for want of reading. What else looks so may have been written by anybody.
 */
export function namesReadIn(items: readonly Item[]): ReadonlySet<string> {
  const exchanged = items.flatMap((item) => (item.kind === 'exchange' ? item.exchanged : []));
  return new Set(exchanged.flatMap((each) => (isSearch(each.call) ? namesFound(each) : nameDescribed(each))));
}

/** By itself, or through the dispatcher. */
function isSearch(call: Call): boolean {
  if (call.name !== CALL_TOOL.name) return call.name === TOOL_SEARCH.name;
  const inner = unwrap(call);
  return inner.ok && inner.call.name === TOOL_SEARCH.name;
}

function namesFound({ result }: Exchanged): readonly string[] {
  return [...textOf(result?.content ?? []).matchAll(TOLD)].map(([, name = '']) => name);
}

/** Our own refusal begins with the tool that it describes. */
function nameDescribed({ result }: Exchanged): readonly string[] {
  const [first] = result?.isError === true ? result.content : [];
  const [, name] = (first?.type === 'text' ? REFUSED.exec(first.text.slice(0, MOST_NAME)) : null) ?? [];
  return name === undefined ? [] : [name];
}

const REFUSED = new RegExp(`^([\\w-]+) ${NOT_RUN}:`);

/** As finds are written: each on a line of its own. */
const TOLD = /^\{"name":"([\w-]+)"/gm;
const MOST_NAME = 200;

function userMessageOf(item: Item): UserMessage | undefined {
  return item.kind === 'message' && item.message.role === 'user' ? item.message : undefined;
}

function isSystem(item: Item): boolean {
  return item.kind === 'message' && (item.message.role === 'system' || item.message.role === 'developer');
}

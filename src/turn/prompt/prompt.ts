import { type AllowedTools, CONTEXT_HEAD, type ContextItem, type Message, type Part } from '../../core/index.ts';
import type { Item } from '../history/arrangement.ts';

/**
 * Appends the client's context to the last user message, as data and never as instructions. The context is JSON, so
 * that no value can end the section and pose as other text. It follows the question, so that everything before it stays
 * a cached prefix if the next request has another context.
 */
export function withContext(messages: readonly Message[], context: readonly ContextItem[]): readonly Message[] {
  if (context.length === 0) return messages;
  const section = `${CONTEXT_HEAD}\n${JSON.stringify(context)}`;
  const place = messages.findLastIndex(({ role }) => role === 'user');
  const user = messages[place];
  if (user?.role !== 'user') return [...messages, { role: 'user', content: [{ type: 'text', text: section }] }];
  return messages.with(place, { ...user, content: withText(user.content, section) });
}

/**
 * Appends to the last user message which tools may be called in this turn, for a server whose requests cannot say that. The
 * declared tools before it stay a cached prefix.
 */
export function withAllowed(messages: readonly Message[], allowed: AllowedTools | undefined): readonly Message[] {
  const place = messages.findLastIndex(({ role }) => role === 'user');
  const user = messages[place];
  if (allowed === undefined || allowed.gateway || user?.role !== 'user') return messages;
  const names = allowed.names.map((name) => JSON.stringify(name));
  const all = new Intl.ListFormat('en').format(names);
  const text = `In this turn, call no tools other than ${all}.`;
  return messages.with(place, { ...user, content: withText(user.content, text) });
}

/** Puts the gateway's prompt before the client's instructions, in the same message, because some servers accept only one. */
export function withBase(messages: readonly Message[], base: string): readonly Message[] {
  if (base === '') return messages;
  const [first, ...others] = messages;
  if (first === undefined || (first.role !== 'system' && first.role !== 'developer')) {
    return [{ role: 'system', content: [{ type: 'text', text: base }] }, ...messages];
  }
  const [head, ...rest] = first.content;
  const isPlain = head?.type === 'text' && head.extra === undefined && head.cacheMarker === undefined;
  const content: readonly Part[] = isPlain
    ? [{ ...head, text: `${base}\n\n${head.text}` }, ...rest]
    : [{ type: 'text', text: base }, ...first.content];
  return [{ ...first, content }, ...others];
}

/** A second attempt at a step, because the model's answer was cut off. */
export interface Retry {
  /** The text of the answer that the client has received. The model continues it. */
  readonly text: string;
  /** Tells the model why its answer was cut off. */
  readonly hint: string;
}

/** Appends the answer that was cut off, and the reason. Everything before them stays a cached prefix. */
export function withRetry(messages: readonly Message[], retry: Retry | undefined): readonly Message[] {
  if (retry === undefined) return messages;
  const { text, hint } = retry;
  const last = messages.at(-1);
  if (text === '' && last?.role === 'user') {
    return messages.with(-1, { ...last, content: withText(last.content, hint) });
  }
  const said: Message = { role: 'assistant', content: [{ type: 'text', text }], calls: [] };
  const told: Message = { role: 'user', content: [{ type: 'text', text: hint }] };
  return text === '' ? [...messages, told] : [...messages, said, told];
}

/** A text about tools that were found for a user message, which is appended to that message. */
export interface AppendedFinds {
  readonly item: Item;
  readonly text: string;
  /** The gateway names of the found tools. */
  readonly tools: readonly string[];
}

/** Appends each text to its user message. */
export function withFinds(items: readonly Item[], finds: readonly AppendedFinds[]): readonly Item[] {
  if (finds.length === 0) return items;
  const appended = new Map(finds.map(({ item, text }) => [item, text]));
  return items.map((item) => {
    const text = appended.get(item);
    if (text === undefined || item.kind !== 'message' || item.message.role !== 'user') return item;
    return { ...item, message: { ...item.message, content: withText(item.message.content, text) } };
  });
}

/** Appends a text to the last text part, so that one text stays one text: some servers do not accept a list of parts. */
export function withText(content: readonly Part[], text: string): readonly Part[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return [...content, { type: 'text', text }];
  return content.with(-1, { ...last, text: `${last.text}\n\n${text}` });
}

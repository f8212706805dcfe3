import { CONTEXT_HEAD, type ContextItem, type Message, type Part } from '../../core/index.ts';
import type { Item } from '../history/arrangement.ts';

/**
 * Adds the client's context to what the user said last: data beside the question, never instructions. As JSON, so that
 * no value can end the section and speak for itself. Behind the question, so that all before it stays a cached prefix when
 * the next request brings another context.
 */
export function withContext(messages: readonly Message[], context: readonly ContextItem[]): readonly Message[] {
  if (context.length === 0) return messages;
  const section = `${CONTEXT_HEAD}\n${JSON.stringify(context)}`;
  const place = messages.findLastIndex(({ role }) => role === 'user');
  const user = messages[place];
  if (user?.role !== 'user') return [...messages, { role: 'user', content: [{ type: 'text', text: section }] }];
  return messages.with(place, { ...user, content: withText(user.content, section) });
}

/** The gateway's own prompt stands before the client's instructions, in one message with them: not every server takes two. */
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

/** What was found for a message of the user's, and is told behind it. */
export interface AppendedFinds {
  readonly item: Item;
  readonly text: string;
  /** By the names that they have here. */
  readonly tools: readonly string[];
}

/** Each where it stood before. */
export function withFinds(items: readonly Item[], finds: readonly AppendedFinds[]): readonly Item[] {
  if (finds.length === 0) return items;
  const appended = new Map(finds.map(({ item, text }) => [item, text]));
  return items.map((item) => {
    const text = appended.get(item);
    if (text === undefined || item.kind !== 'message' || item.message.role !== 'user') return item;
    return { ...item, message: { ...item.message, content: withText(item.message.content, text) } };
  });
}

/** One text stays one text: not every server takes a list. */
export function withText(content: readonly Part[], text: string): readonly Part[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return [...content, { type: 'text', text }];
  return content.with(-1, { ...last, text: `${last.text}\n\n${text}` });
}

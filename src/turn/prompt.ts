import { CONTEXT_HEAD, type ContextItem, type Message, type Part } from '../core/index.ts';

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

/** One text stays one text: not every server takes a list. */
export function withText(content: readonly Part[], text: string): readonly Part[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return [...content, { type: 'text', text }];
  return content.with(-1, { ...last, text: `${last.text}\n\n${text}` });
}

import { type Event, type ExtraPlace, type Fields, isDeeperThan, isRecord, MOST_DEPTH } from '../../../core/index.ts';

/** Reports results and citations of the provider's own tools. Other blocks contain nothing that a client could use. */
export function extrasOfBlock(block: Fields, events: Event[]): void {
  const { type, citations } = block;
  if (typeof type === 'string' && type.endsWith('_tool_result')) tell('message', type, [block], events);
  if (Array.isArray(citations) && isRecord(citations[0])) tell('message', 'citations', citations, events);
}

/** Reports the container in which the provider's own tools ran. */
export function extrasOfEnd({ container }: Fields, events: Event[]): void {
  if (isRecord(container)) tell('answer', 'container', container, events);
}

function tell(at: ExtraPlace, name: string, value: unknown, events: Event[]): void {
  if (isDeeperThan(value, MOST_DEPTH)) return;
  events.push({ type: 'extra', wire: 'messages', at, fields: { [name]: value } });
}

import { type Event, type ExtraPlace, type Fields, isDeeperThan, isRecord, MOST_DEPTH } from '../../../core/index.ts';

/** What the provider's own tools found, under its name; other blocks have nothing that a client could use. */
export function extrasOfBlock(block: Fields, events: Event[]): void {
  const { type, citations } = block;
  if (typeof type === 'string' && type.endsWith('_tool_result')) tell('message', type, [block], events);
  if (Array.isArray(citations) && isRecord(citations[0])) tell('message', 'citations', citations, events);
}

/** What stands beside the reason for ending: where the provider's tools ran, and why it refuses. */
export function extrasOfEnd({ container, stop_details: details }: Fields, events: Event[]): void {
  if (isRecord(container)) tell('answer', 'container', container, events);
  const why = isRecord(details) ? details.explanation : undefined;
  if (typeof why === 'string' && why !== '') tell('message', 'refusal', why, events);
}

function tell(at: ExtraPlace, name: string, value: unknown, events: Event[]): void {
  if (!isDeeperThan(value, MOST_DEPTH)) events.push({ type: 'extra', at, fields: { [name]: value } });
}

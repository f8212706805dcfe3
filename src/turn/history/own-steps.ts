import type { AssistantMessage, EarlierStep, Part, ToolMessage } from '../../core/index.ts';
import type { Exchanged, Item } from './arrangement.ts';

/**
 * Divides an answer into the steps that the client sends with it: each call of the gateway with its outcome, at its position between
 * the texts. Returns the item itself if it has none. The client's own calls keep the results that were found for them.
 */
export function withOwnSteps(item: Item): readonly Item[] {
  const message = item.kind === 'exchange' ? item.assistant : item.message;
  if (message.role !== 'assistant' || message.steps === undefined) return [item];
  const { steps, ...whole } = message;
  const theirs = new Map(item.kind === 'exchange' ? item.exchanged.map((each) => [each.call, each]) : []);
  return steps.map((step, place) => {
    const own = place === 0 ? step : { ...step, content: withoutGap(step.content) };
    return itemOf(own, place === steps.length - 1 ? whole : undefined, theirs);
  });
}

/** Removes the line breaks that a client receives between the texts of two steps. */
function withoutGap(content: readonly Part[]): readonly Part[] {
  const place = content.findIndex(({ type }) => type === 'text');
  const first = content[place];
  return first?.type === 'text' ? content.with(place, { ...first, text: first.text.trimStart() }) : content;
}

/** `last` is the message whose fields belong to the last step. */
function itemOf(
  { content, calls, results }: EarlierStep,
  last: AssistantMessage | undefined,
  theirs: ReadonlyMap<unknown, Exchanged>,
): Item {
  const { cacheMarker, extra } = last ?? {};
  const assistant: AssistantMessage = {
    role: 'assistant',
    content,
    calls,
    ...(cacheMarker !== undefined && { cacheMarker }),
    ...(extra !== undefined && { extra }),
  };
  if (calls.length === 0) return { kind: 'message', message: assistant };
  const own = new Map(results.map((result): [string, ToolMessage] => [result.callId, result]));
  const exchanged = calls.map((call): Exchanged => theirs.get(call) ?? { call, result: own.get(call.id) });
  return { kind: 'exchange', assistant, exchanged };
}

import { type Continuation, type Part, wordsOf } from '../../core/index.ts';
import type { Exchange, Exchanged, Item } from './arrangement.ts';
import { type FoundTurns, visibleText } from './found-turns.ts';

/**
 * Divides an item whose calls were handed over by several turns: the client merged their assistant messages into one.
 * Returns one exchange for each turn, in order. A call of the client's own stays behind the call that it follows.
 */
export function divideMerged(item: Item, found: FoundTurns): readonly Item[] {
  if (item.kind !== 'exchange' || item.exchanged.length < 2) return [item];
  const groups = new Map<Continuation, Exchanged[]>();
  const first: Exchanged[] = [];
  let current = first;
  for (const each of item.exchanged) {
    const turn = found.ofCall(each.call.id);
    if (turn !== undefined) {
      current = groups.get(turn) ?? (groups.size === 0 ? first : []);
      groups.set(turn, current);
    }
    current.push(each);
  }
  return groups.size < 2 ? [item] : divided(item, groups);
}

function divided({ assistant }: Exchange, groups: ReadonlyMap<Continuation, readonly Exchanged[]>): readonly Item[] {
  const { content, ...beside } = assistant;
  const texts = divideText(
    wordsOf(content).trim(),
    [...groups.keys()].map(({ steps }) => visibleText(steps)),
  );
  const others = content.filter(({ type }) => type !== 'text');
  const first = texts === undefined ? content : [...others, ...textPart(texts[0])];
  return [...groups.values()].map((exchanged, place) => {
    const said = place === 0 ? first : textPart(texts?.[place]);
    const own = { role: 'assistant' as const, content: said, calls: exchanged.map(({ call }) => call) };
    return { kind: 'exchange', assistant: place === groups.size - 1 ? { ...beside, ...own } : own, exchanged };
  });
}

/** Returns the texts if `joined` has exactly these, with whitespace between them; otherwise undefined. */
function divideText(joined: string, texts: readonly string[]): readonly string[] | undefined {
  let rest = joined;
  for (const text of texts) {
    if (!rest.startsWith(text)) return undefined;
    rest = rest.slice(text.length).trimStart();
  }
  return rest === '' ? texts : undefined;
}

function textPart(text: string | undefined): readonly Part[] {
  return text === undefined || text === '' ? [] : [{ type: 'text', text }];
}

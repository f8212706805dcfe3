import { type Call, type Part, textOf } from '../../core/index.ts';
import type { Exchange, Exchanged, Item, ProgramCall, WaitingProgram } from './arrangement.ts';
import { canonicalArguments } from './fingerprint.ts';

/**
 * Adds an exchange to a transcript. An exchange that continues programs replaces the state of their calls in the earlier
 * exchange. If the earlier exchange is missing, the new one is appended.
 */
export function addExchange(items: Item[], exchange: Exchange): void {
  const place = exchange.continuesPrograms === true ? placeOfPrograms(items, exchange) : undefined;
  const earlier = place === undefined ? undefined : items[place];
  if (place === undefined || earlier?.kind !== 'exchange') items.push(exchange);
  else items[place] = continued(earlier, exchange);
}

/** Returns the index of the exchange whose waiting programs the later exchange continues. */
function placeOfPrograms(items: readonly Item[], { exchanged }: Exchange): number | undefined {
  const ids = new Set(exchanged.map(({ call }) => call.id));
  const place = items.findLastIndex(
    (item) => item.kind === 'exchange' && item.exchanged.some(({ call, waiting }) => waiting && ids.has(call.id)),
  );
  return place === -1 ? undefined : place;
}

function continued(earlier: Exchange, later: Exchange): Exchange {
  const byId = new Map(later.exchanged.map((each) => [each.call.id, each]));
  const exchanged = earlier.exchanged.map((each): Exchanged => {
    const next = each.waiting === undefined ? undefined : byId.get(each.call.id);
    if (next === undefined) return each;
    const { waiting } = next;
    const calls = [...(each.waiting?.calls ?? []), ...(waiting?.calls ?? [])];
    const read = [...(each.read ?? []), ...(next.read ?? [])];
    return {
      ...next,
      call: each.call,
      ...(read.length > 0 && { read }),
      ...(waiting !== undefined && { waiting: { ...waiting, calls } }),
    };
  });
  return { ...earlier, exchanged };
}

/** A call of `python_execution` whose program waits. */
export interface WaitingCall {
  readonly call: Call;
  readonly waiting: WaitingProgram;
}

/**
 * Returns the programs that this request continues: those of the last exchange, if the model has not answered since and the
 * client sends a result.
 */
export function programsToContinue(items: readonly Item[]): readonly WaitingCall[] {
  const last = items.findLast((item) => item.kind === 'exchange' || item.message.role === 'assistant');
  if (last?.kind !== 'exchange') return [];
  return last.exchanged.flatMap(({ call, waiting }) => {
    if (waiting === undefined) return [];
    return waiting.calls.some(({ theirs }) => theirs?.result !== undefined) ? [{ call, waiting }] : [];
  });
}

/** Returns the result that a model reads for a program that was never continued. Nothing that the client sent is lost. */
export function stoppedProgram({ calls }: WaitingProgram): readonly Part[] {
  const results = calls.map(({ meant, theirs }) => {
    const shown = theirs?.call ?? meant;
    const result = theirs?.result === undefined ? 'not provided by the client' : textOf(theirs.result.content);
    return `${shown.name}(${canonicalArguments(shown)}) → ${result}`;
  });
  return [{ type: 'text', text: [STOPPED, ...results].join('\n') }];
}

const STOPPED =
  'The program was stopped while it waited for the client, so it has no result. Use the results below, or run a new program. ' +
  "Its calls of the client's tools:";

/** Returns why a program must not continue, because the client changed what the program had asked for; otherwise undefined. */
export function changedCall(calls: readonly ProgramCall[]): string | undefined {
  const changed = calls.find(({ meant, theirs }) => theirs !== undefined && isChanged(meant, theirs.call));
  if (changed?.theirs === undefined) return undefined;
  const { meant, theirs } = changed;
  return `the program called ${meant.name}(${canonicalArguments(meant)}), and the client reports ${theirs.call.name}(${canonicalArguments(theirs.call)})`;
}

function isChanged(meant: Call, theirs: Call): boolean {
  return meant.name !== theirs.name || canonicalArguments(meant) !== canonicalArguments(theirs);
}

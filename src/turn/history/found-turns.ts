import { type Continuation, type ContinuationStep, type Part, wordsLikeCallIds, wordsOf } from '../../core/index.ts';
import type { Exchange, Item } from './arrangement.ts';
import { canonicalArguments, textHash } from './fingerprint.ts';
import { joinTexts } from './joined.ts';

/** The continuations that the store found, indexed by call id and by prefix. */
export class FoundTurns {
  readonly #byCallId = new Map<string, Continuation>();
  readonly #byPrefix = new Map<string, Continuation[]>();

  constructor(continuations: readonly Continuation[]) {
    for (const continuation of continuations) {
      for (const id of clientIdsOf(continuation)) this.#byCallId.set(id, continuation);
      const siblings = this.#byPrefix.get(continuation.prefix);
      if (siblings === undefined) this.#byPrefix.set(continuation.prefix, [continuation]);
      else siblings.push(continuation);
    }
  }

  /** Returns the turn that an assistant's item came from; undefined if that is unknown or ambiguous. */
  of(item: Item, prefix: string): Continuation | undefined {
    for (const id of callIdsOf(item)) {
      const continuation = this.ofCall(id);
      if (continuation !== undefined) return continuation;
    }
    const answers = this.#byPrefix.get(prefix) ?? [];
    if (answers.length === 0) return undefined;
    const said = wordsOf(contentOf(item)).trim();
    const siblings = answers.filter((each) => fits(each, item));
    const hash = textHash(said);
    const same = siblings.findLast(({ text }) => text === hash) ?? siblings.findLast((each) => beginsWith(each, said));
    if (same !== undefined) return same;
    const written = item.kind === 'message' ? writtenIn(said, answers) : undefined;
    // The client changed the text. With several branches it is unknown which one the text came from.
    return written ?? (siblings.length === 1 ? siblings[0] : undefined);
  }

  /** Returns the turn that handed over the call with this id. */
  ofCall(id: string): Continuation | undefined {
    return this.#byCallId.get(id);
  }

  isMoreOf(continuation: Continuation, item: Item | undefined): item is Exchange {
    if (item?.kind !== 'exchange' || wordsOf(item.assistant.content).trim() !== '') return false;
    return item.exchanged.every(({ call }) => this.ofCall(call.id) === continuation);
  }
}

export function callIdsOf(item: Item): string[] {
  return item.kind === 'exchange' ? item.exchanged.map(({ call }) => call.id) : [];
}

/** Returns the ids, as the client knows them, of the calls that the turn handed over. */
export function clientIdsOf({ steps }: Continuation): string[] {
  return steps.flatMap(({ calls }) => calls.flatMap(({ clientId }) => (clientId === undefined ? [] : [clientId])));
}

/** Returns the text that the client received of these steps, trimmed. */
export function visibleText(steps: readonly ContinuationStep[]): string {
  return joinTexts(steps.filter(({ isTextHidden }) => isTextHidden !== true).map(({ text }) => text)).trim();
}

/**
 * True if the turn handed over the same calls that the client's item has. Ids are ignored, because clients may rewrite
 * them.
 */
function fits({ steps }: Continuation, item: Item): boolean {
  const handed = (steps.at(-1)?.calls ?? []).filter(({ clientId }) => clientId !== undefined);
  const shown = item.kind === 'exchange' ? item.exchanged : [];
  if (handed.length !== shown.length) return false;
  return handed.every(({ call, meant = call }, place) => {
    const other = shown[place]?.call;
    return other?.name === meant.name && canonicalArguments(other) === canonicalArguments(meant);
  });
}

/** True if an interrupted turn's text begins with `said`: its client may have received less than was sent. */
function beginsWith({ isBroken, steps }: Continuation, said: string): boolean {
  return isBroken === true && said !== '' && visibleText(steps).startsWith(said);
}

/** Returns the last turn whose handed-over call the client wrote as text. Some agents do so, with the call's id. */
function writtenIn(said: string, turns: readonly Continuation[]): Continuation | undefined {
  const handedOver = turns.filter((turn) => clientIdsOf(turn).length > 0);
  if (handedOver.length === 0) return undefined;
  const words = wordsLikeCallIds(said.slice(-MOST_SEARCHED));
  return handedOver.findLast((turn) => clientIdsOf(turn).some((id) => words.has(id)));
}

const MOST_SEARCHED = 256 * 1024; // characters at the end, where agents write their calls; more would block other requests

function contentOf(item: Item): readonly Part[] {
  return item.kind === 'exchange' ? item.assistant.content : item.message.content;
}

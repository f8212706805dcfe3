import {
  type AssistantMessage,
  type Continuation,
  type ContinuedCall,
  type Log,
  type Part,
  type ReasoningPart,
  reasoningIn,
  wordsOf,
} from '../../core/index.ts';
import type { Store } from '../../store/index.ts';
import type { Exchanged, Item } from './arrangement.ts';
import { canonicalArguments, textHash } from './fingerprint.ts';
import { callIdsOf, clientIdsOf, FoundTurns } from './found-turns.ts';
import { divideMerged } from './merged.ts';
import { withOwnSteps } from './own-steps.ts';
import { addExchange } from './programs.ts';

/**
 * Restores the gateway's hidden calls and outcomes in the client's transcript, which has only the visible part of each
 * turn. A continuation is found by the ids of the calls that it handed over, otherwise by the hash of the transcript
 * that it answered, or by a call id in the assistant's text, if the transcript before it matches. If none is found, or
 * the match is ambiguous, the item stays as the client sent it, divided into the steps that it contains itself.
 * `prefixes` is the result of `prefixesOf(items)`.
 */
export async function rejoin(
  items: readonly Item[],
  prefixes: readonly string[],
  key: string,
  { store, log }: { readonly store: Store; readonly log: Log },
): Promise<Rejoined> {
  const answers = items.flatMap((item, place) => (isAnswer(item) ? [{ item, prefix: prefixes[place] ?? '' }] : []));
  if (answers.length === 0) return { items, announcementIds: new Map() };

  const callIds = answers.flatMap(({ item }) => callIdsOf(item));
  const query = { key, callIds, prefixes: answers.map((answer) => answer.prefix) };
  const found = new FoundTurns(
    await store.find(query).catch((error: unknown) => {
      log.warn(
        { err: error },
        'Looking up earlier turns in the store failed; continuing with the history as the client sent it.',
      );
      return [];
    }),
  );
  // Only the first part of a merged item is at a prefix that the gateway knows.
  const parts = items.flatMap((item, place) =>
    divideMerged(item, found).map((part, index) => ({ part, prefix: index === 0 ? (prefixes[place] ?? '') : '' })),
  );
  const rejoined: Item[] = [];
  const announcementIds = new Map<string, string>();
  for (let place = 0; place < parts.length; place++) {
    const { part: item, prefix } = parts[place] ?? {};
    if (item === undefined || prefix === undefined) break;
    const continuation = isAnswer(item) ? found.of(item, prefix) : undefined;
    if (continuation?.announcementId !== undefined) announcementIds.set(prefix, continuation.announcementId);
    if (continuation === undefined || continuation.steps.length === 0) {
      rejoined.push(...withOwnSteps(item));
      continue;
    }
    // Some clients send each call of a step as a separate message.
    const shown = [item];
    for (let next = parts[place + 1]?.part; found.isMoreOf(continuation, next); next = parts[place + 1]?.part) {
      shown.push(next);
      place++;
    }
    for (const restored of restore(continuation, shown)) {
      if (restored.kind === 'exchange') addExchange(rejoined, restored);
      else rejoined.push(restored);
    }
  }
  return { items: rejoined, announcementIds };
}

/** The client's transcript with the hidden steps restored. */
export interface Rejoined {
  readonly items: readonly Item[];
  /**
   * For each answer, by the prefix of the transcript that it answers: the id of the announcement that its model was
   * given.
   */
  readonly announcementIds: ReadonlyMap<string, string>;
}

/** True if the item is the assistant's. Only such an item can have hidden steps. */
function isAnswer(item: Item): boolean {
  return item.kind === 'exchange' || item.message.role === 'assistant';
}

/**
 * Returns all steps of the turn as the model must see them. The stored texts are used only if the client did not change
 * the text.
 */
function restore(continuation: Continuation, shown: readonly Item[]): Item[] {
  const [first] = shown;
  const shownFirst = first === undefined ? NOTHING : withoutReasoning(assistantOf(first), continuation);
  const { content, ...beside } = shownFirst;
  const isUnchanged = continuation.text === textHash(wordsOf(content));
  const theirs = new Shown(continuation, shown);
  // If the client wrote the calls as text, its text also has their results. Those calls are not restored.
  const isWritten = first?.kind === 'message';
  return continuation.steps.map((step, place) => {
    const isLast = place === continuation.steps.length - 1;
    const own: readonly Part[] = step.text === '' ? [] : [{ type: 'text', text: step.text }];
    const words = isLast ? content.filter(({ type }) => type !== 'reasoning') : [];
    const reasoning = joinedReasoning(step.reasoning ?? [], isLast ? reasoningIn(content) : []);
    const said = [...reasoning, ...(isUnchanged ? own : words)];
    const head = { role: 'assistant' as const, content: said, ...(isLast && beside) };
    const calls = isWritten ? step.calls.filter(({ clientId }) => clientId === undefined) : step.calls;
    const exchanged = theirs.completeAll(calls);
    if (isLast) exchanged.push(...theirs.left());
    if (exchanged.length === 0) return { kind: 'message', message: { ...head, calls: [] } };
    const assistant = { ...head, calls: exchanged.map(({ call }) => call) };
    const { continuesPrograms } = step;
    return { kind: 'exchange', assistant, exchanged, ...(continuesPrograms && { continuesPrograms }) };
  });
}

type Words = Pick<AssistantMessage, 'content' | 'cacheMarker' | 'extra'>;

const NOTHING: Words = { content: [] };

/**
 * Removes the client's reasoning from an answer that has hidden parts. Clients send back the reasoning of all steps
 * merged, with our progress notes in it, which does not belong to the last step. The continuation has the reasoning of
 * each step.
 */
function withoutReasoning(said: Words, { steps }: Continuation): Words {
  const isWhole = steps.length === 1 && steps[0]?.calls.every(({ outcome }) => outcome === undefined) === true;
  if (isWhole || reasoningIn(said.content).length === 0) return said;
  return { ...said, content: said.content.filter(({ type }) => type !== 'reasoning') };
}

/**
 * Returns the stored reasoning of a step, followed by the client's reasoning parts of a form that the stored ones do
 * not have.
 */
function joinedReasoning(own: readonly ReasoningPart[], theirs: readonly ReasoningPart[]): readonly ReasoningPart[] {
  const isKept = (part: ReasoningPart) => own.some((each) => formOf(each) === formOf(part));
  return theirs.length === 0 ? own : [...own, ...theirs.filter((part) => !isKept(part))];
}

function formOf({ isBlock, state }: ReasoningPart): string {
  return isBlock === true ? 'block' : JSON.stringify(state ?? null);
}

/** Matches the outcomes in the client's transcript to the calls that were handed over. */
class Shown {
  readonly #byId: Map<string, Exchanged>;
  /** Defined if the client rewrote every id. Then calls are matched by their order. */
  readonly #inOrder: Exchanged[] | undefined;

  constructor(continuation: Continuation, shown: readonly Item[]) {
    const exchanged = shown.flatMap((item) => (item.kind === 'exchange' ? item.exchanged : []));
    this.#byId = new Map(exchanged.map((each) => [each.call.id, each]));
    const isKnown = clientIdsOf(continuation).some((id) => this.#byId.has(id));
    this.#inOrder = isKnown ? undefined : exchanged;
  }

  /** Completes the calls of a step. Calls that a program made become part of the program's own call. */
  completeAll(calls: readonly ContinuedCall[]): Exchanged[] {
    const made = calls.flatMap(({ call, meant = call, clientId, madeBy }) => {
      if (madeBy === undefined || clientId === undefined) return [];
      return [{ by: madeBy.callId, number: madeBy.number, meant, theirs: this.#take(clientId) }];
    });
    const own = calls.filter(({ madeBy }) => madeBy === undefined);
    return own.map((each): Exchanged => {
      const { call, program, read } = each;
      if (program === undefined) return this.#complete(each);
      const programCalls = made.filter(({ by }) => by === call.id).map(({ by: _, ...rest }) => rest);
      return {
        call,
        result: undefined,
        waiting: { program, calls: programCalls },
        ...(read !== undefined && { read }),
      };
    });
  }

  #complete({ call, meant = call, clientId, outcome, read }: ContinuedCall): Exchanged {
    if (outcome !== undefined) {
      return { call, result: { role: 'tool', callId: call.id, ...outcome }, ...(read !== undefined && { read }) };
    }
    if (clientId === undefined)
      return { call, result: { role: 'tool', callId: call.id, content: CUT_OFF, isError: true } };
    const theirs = this.#take(clientId);
    if (theirs === undefined) return { call, result: undefined };
    // The user may have edited the arguments before the client ran the call.
    const isSame = canonicalArguments(theirs.call) === canonicalArguments(meant);
    const told = isSame ? call : { ...meant, id: call.id, arguments: theirs.call.arguments };
    return { call: told, result: theirs.result && { ...theirs.result, callId: call.id } };
  }

  /** Returns the remaining calls, which the client added to the message itself. */
  left(): readonly Exchanged[] {
    return this.#inOrder ?? [...this.#byId.values()];
  }

  #take(clientId: string): Exchanged | undefined {
    if (this.#inOrder !== undefined) return this.#inOrder.shift();
    const theirs = this.#byId.get(clientId);
    this.#byId.delete(clientId);
    return theirs;
  }
}

const CUT_OFF: readonly Part[] = [{ type: 'text', text: 'This call was interrupted before it had a result.' }];

function assistantOf(item: Item): Words {
  const { content, cacheMarker, extra } = item.kind === 'exchange' ? item.assistant : item.message;
  return { content, ...(cacheMarker !== undefined && { cacheMarker }), ...(extra !== undefined && { extra }) };
}

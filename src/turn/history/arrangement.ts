import type { AssistantMessage, Call, Message, Part, SealedProgram, ToolMessage } from '../../core/index.ts';

/** One entry of an arranged transcript: a message, or an exchange that pairs each call with its outcome. */
export type Item = { readonly kind: 'message'; readonly message: Exclude<Message, ToolMessage> } | Exchange;

/** One assistant message with calls, and the outcomes of those calls. */
export interface Exchange {
  readonly kind: 'exchange';
  readonly assistant: AssistantMessage;
  readonly exchanged: readonly Exchanged[];
  /** Set if this exchange repeats calls of an earlier exchange with the later state or outcome of their programs. */
  readonly continuesPrograms?: true;
}

export interface Exchanged {
  readonly call: Call;
  /** Undefined if the client sent no result for the call. */
  readonly result: ToolMessage | undefined;
  /** Names of the tools that the gateway's outcome described. Never taken from a client's transcript, which is untrusted. */
  readonly read?: readonly string[];
  /** Set for a call of `python_execution` whose program waits for the client. It has no result. */
  readonly waiting?: WaitingProgram;
}

/** A program that waits for calls which the client runs. */
export interface WaitingProgram {
  readonly program: SealedProgram;
  /** All calls of the program that were handed over, also earlier ones. */
  readonly calls: readonly ProgramCall[];
}

/** A call of a program, and what the client made of it. */
export interface ProgramCall {
  /** The number of the call in its program. */
  readonly number: number;
  readonly meant: Call;
  /** The call and its result as the client sends them back; undefined if it does not. */
  readonly theirs: Exchanged | undefined;
}

/**
 * Pairs every call with its outcome, even if the client changed their ids or their order. An outcome without a call
 * becomes a user message, so nothing is lost.
 */
export function arrange(messages: readonly Message[]): Item[] {
  const items: (Item | OpenExchange)[] = [];
  const byCallId = new Map<string, OpenExchange>();
  let last: OpenExchange | undefined;
  for (const message of messages) {
    if (message.role === 'tool') {
      // By id, an outcome belongs to its call even if a user message came in between.
      const exchange = byCallId.get(message.callId) ?? last;
      if (exchange?.take(message) !== true) items.push(tellOrphan(message));
    } else if (message.role === 'assistant' && message.calls.length > 0) {
      last = new OpenExchange(message);
      for (const { id } of message.calls) byCallId.set(id, last);
      items.push(last);
    } else {
      if (message.role === 'user') last = undefined; // after a user message, only an id can match an outcome to its call
      items.push({ kind: 'message', message });
    }
  }
  return items.map((item) => (item instanceof OpenExchange ? item.close() : item));
}

/** An exchange whose outcomes are still being collected. */
class OpenExchange {
  readonly #assistant: AssistantMessage;
  readonly #results: (ToolMessage | undefined)[] = [];
  readonly #byId = new Map<string, Places>();
  readonly #byName = new Map<string, Places>();
  readonly #all = new Places();

  constructor(assistant: AssistantMessage) {
    this.#assistant = assistant;
    for (const [place, { id, name }] of assistant.calls.entries()) {
      placesOf(this.#byId, id).add(place);
      placesOf(this.#byName, name).add(place);
      this.#all.add(place);
    }
  }

  /**
   * Assigns an outcome to a call; returns false if no call is left for it. An outcome with an unknown id goes to the next
   * unanswered call of the same name, otherwise to the next unanswered call. If an outcome is sent twice, the later one
   * wins.
   */
  take(message: ToolMessage): boolean {
    const isOpen = (place: number) => this.#results[place] === undefined;
    const own = message.callId === '' ? undefined : this.#byId.get(message.callId);
    const place =
      own === undefined
        ? (this.#byName.get(message.name ?? '')?.next(isOpen) ?? this.#all.next(isOpen))
        : (own.next(isOpen) ?? own.last);
    if (place === undefined) return false;
    this.#results[place] = message;
    return true;
  }

  close(): Exchange {
    const exchanged = this.#assistant.calls.map((call, place) => ({ call, result: this.#results[place] }));
    return { kind: 'exchange', assistant: this.#assistant, exchanged };
  }
}

/** An ordered list of call indexes. `next` scans each index only once, because thousands of calls may share one id. */
class Places {
  readonly #places: number[] = [];
  #looked = 0;

  add(place: number): void {
    this.#places.push(place);
  }

  get last(): number | undefined {
    return this.#places.at(-1);
  }

  next(isOpen: (place: number) => boolean): number | undefined {
    for (; this.#looked < this.#places.length; this.#looked++) {
      const place = this.#places[this.#looked];
      if (place !== undefined && isOpen(place)) return place;
    }
    return undefined;
  }
}

function placesOf(index: Map<string, Places>, name: string): Places {
  const places = index.get(name) ?? new Places();
  index.set(name, places);
  return places;
}

function tellOrphan({ name, content }: ToolMessage): Item {
  const head: Part = { type: 'text', text: `Result of an earlier call${name === undefined ? '' : ` of ${name}`}:` };
  return { kind: 'message', message: { role: 'user', content: [head, ...content] } };
}

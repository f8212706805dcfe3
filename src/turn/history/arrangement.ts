import type { AssistantMessage, Call, Message, Part, ToolMessage } from '../../core/index.ts';

/** A transcript in order: every call with the outcome that belongs to it, whatever the client made of ids and order. */
export type Item = { readonly kind: 'message'; readonly message: Exclude<Message, ToolMessage> } | Exchange;

/** One assistant message with calls, and the outcomes that came for them. */
export interface Exchange {
  readonly kind: 'exchange';
  readonly assistant: AssistantMessage;
  readonly exchanged: readonly Exchanged[];
}

export interface Exchanged {
  readonly call: Call;
  /** Absent where the client sent none. */
  readonly result: ToolMessage | undefined;
  /** Tools that our own outcome told of. What a client's transcript says of tools is nobody's word. */
  readonly read?: readonly string[];
}

/** Nothing is lost: an outcome without a call is told as the user's words. */
export function arrange(messages: readonly Message[]): Item[] {
  const items: (Item | OpenExchange)[] = [];
  const byCallId = new Map<string, OpenExchange>();
  let last: OpenExchange | undefined;
  for (const message of messages) {
    if (message.role === 'tool') {
      // A user may have spoken in between: an outcome belongs to its call all the same.
      const exchange = byCallId.get(message.callId) ?? last;
      if (exchange?.take(message) !== true) items.push(tellOrphan(message));
    } else if (message.role === 'assistant' && message.calls.length > 0) {
      last = new OpenExchange(message);
      for (const { id } of message.calls) byCallId.set(id, last);
      items.push(last);
    } else {
      if (message.role === 'user') last = undefined; // from here on only an id tells where an outcome belongs
      items.push({ kind: 'message', message });
    }
  }
  return items.map((item) => (item instanceof OpenExchange ? item.close() : item));
}

/** An exchange while its outcomes are being gathered. */
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

  /** Under no id of ours: the next unanswered call of that name, else the next of any. Sent again: the later one counts. */
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

/** Places in order, of which each is looked at once: a transcript may hold thousands of calls with one id. */
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
  const head: Part = { type: 'text', text: `Outcome of an earlier call${name === undefined ? '' : ` of ${name}`}:` };
  return { kind: 'message', message: { role: 'user', content: [head, ...content] } };
}

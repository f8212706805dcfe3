import { type Event, type Fields, isRecord, newCallId, parseJson } from '../../core/index.ts';

/**
 * Reads the JSON envelopes in which older agents wrote calls as text: `{"type":"tool-calls","calls":[…]}`,
 * `{"tool_calls":[…]}`, `{"tool":…,"input":…}` and `{"toolName":…,"arguments":…}`. The whole answer must be one envelope that
 * names only declared tools; any other text passes unchanged. Text that cannot be an envelope passes at once.
 */
export class EnvelopeReader {
  readonly #nameOf: (written: string) => string | undefined;
  #held = '';
  #state: 'undecided' | 'held' | 'passing';

  /** `nameOf` returns the name of the declared tool that a written name means; undefined if there is none. */
  constructor(nameOf: (written: string) => string | undefined, hasTools: boolean) {
    this.#nameOf = nameOf;
    this.#state = hasTools ? 'undecided' : 'passing';
  }

  push(events: readonly Event[]): readonly Event[] {
    return this.#state === 'passing' ? events : events.flatMap((event) => this.#read(event));
  }

  #read(event: Event): readonly Event[] {
    if (this.#state === 'passing') return [event];
    switch (event.type) {
      case 'text':
        return this.#readText(event.text);
      case 'call-start':
        return [...this.#release(), event];
      case 'reasoning':
        return [...this.#releaseBefore(), event];
      case 'finish':
        return this.#end(event);
      default:
        return [event];
    }
  }

  #readText(text: string): readonly Event[] {
    this.#held += text;
    if (this.#state === 'undecided') {
      const start = text.trimStart(); // everything before it is white space
      if (start === '') return this.#held.length > MOST_CHARACTERS ? this.#release() : [];
      if (!start.startsWith('{')) return this.#release();
      this.#state = 'held';
    }
    return this.#held.length > MOST_CHARACTERS ? this.#release() : [];
  }

  #end(finish: Extract<Event, { type: 'finish' }>): readonly Event[] {
    const written = this.#state === 'held' && finish.failure === undefined ? callsIn(this.#held) : undefined;
    const calls = written?.flatMap(({ name, text }) => {
      const meant = this.#nameOf(name);
      return meant === undefined ? [] : [{ name: meant, text }];
    });
    if (calls === undefined || calls.length !== written?.length) return [...this.#release(), finish];
    this.#state = 'passing';
    return [...calls.flatMap(eventsOf), { ...finish, reason: 'calls' }];
  }

  /** Releases the text before a piece of reasoning. White space does not decide whether an envelope follows. */
  #releaseBefore(): readonly Event[] {
    const isUndecided = this.#state === 'undecided';
    const released = this.#release();
    this.#held = '';
    if (isUndecided) this.#state = 'undecided';
    return released;
  }

  #release(): readonly Event[] {
    this.#state = 'passing';
    return this.#held === '' ? [] : [{ type: 'text', text: this.#held }];
  }
}

/** An answer with a longer text is no envelope. */
const MOST_CHARACTERS = 256 * 1024;

interface WrittenCall {
  readonly name: string;
  readonly text: string;
}

/** Returns the calls of an envelope; undefined if the text is not an envelope. Malformed entries of a list are dropped. */
function callsIn(text: string): readonly WrittenCall[] | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const listed = value.type === 'tool-calls' ? value.calls : value.tool_calls;
  const calls = Array.isArray(listed) ? listed.map(callInList) : [callIn(value, ['toolName', 'tool'])];
  const read = calls.filter((call) => call !== undefined);
  return read.length === 0 ? undefined : read;
}

/** Reads an entry of a list, which may also have the form of chat completions: `{"function": {"name": …, "arguments": …}}`. */
function callInList(entry: unknown): WrittenCall | undefined {
  if (!isRecord(entry)) return undefined;
  return callIn(isRecord(entry.function) ? entry.function : entry, ['toolName', 'tool', 'name']);
}

function callIn(entry: Fields, names: readonly string[]): WrittenCall | undefined {
  const name = names.map((key) => entry[key]).find((each) => typeof each === 'string' && each !== '');
  const input = INPUTS.map((key) => entry[key]).find((each) => typeof each === 'string' || isRecord(each));
  if (typeof name !== 'string' || input === undefined) return undefined;
  return { name, text: typeof input === 'string' ? input : JSON.stringify(input) };
}

const INPUTS = ['input', 'arguments', 'parameters'];

function eventsOf({ name, text }: WrittenCall): readonly Event[] {
  const id = newCallId();
  return [
    { type: 'call-start', id, name, owner: 'gateway' },
    { type: 'call-args', id, text },
    { type: 'call', call: { id, name, arguments: text }, owner: 'gateway' },
  ];
}

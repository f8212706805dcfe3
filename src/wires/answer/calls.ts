import { type Event, newCallId, type WireName } from '../../core/index.ts';
import { type CallDelta, readCallDelta } from './calls-delta.ts';
import { isAwaited, isNext, isRepetition, newPendingCall, type PendingCall } from './calls-pending.ts';

/**
 * Puts the calls of one answer together from their deltas. Servers differ in what they repeat, leave out and number
 * wrongly, so a delta is brought to its call by id first, by index second, and to the current call last; a name, and
 * arguments that begin again, tell where the next call starts.
 */
export class CallsReader {
  readonly #newId: () => string;
  readonly #wire: WireName;
  readonly #calls: PendingCall[] = [];
  readonly #byId = new Map<string, PendingCall>();
  readonly #byIndex = new Map<number, PendingCall>();
  readonly #usedIds = new Set<string>();
  #current: PendingCall | undefined;

  /** `wire`: whose members stand beside the calls. */
  constructor(newId: () => string = newCallId, wire: WireName = 'chat') {
    this.#newId = newId;
    this.#wire = wire;
  }

  /** The value of `tool_calls` in a delta: a list, or one call by itself. Returns what makes the answer unusable. */
  read(value: unknown, events: Event[]): string | undefined {
    return this.#readEach(value, (delta) => this.#append(this.#route(delta), delta, events));
  }

  /** The value of `tool_calls` in a whole message, where each entry is a call of its own, whatever it says. */
  readWhole(value: unknown, events: Event[]): string | undefined {
    return this.#readEach(value, (delta) => this.#append(this.#open(delta), delta, events));
  }

  /** The calls in their order. One that was never named cannot be made. */
  end(events: Event[]): void {
    for (const { id, name, text, extra } of this.#calls) {
      if (name === undefined) {
        events.push({ type: 'notice', message: NAMELESS });
        continue;
      }
      const call = {
        id,
        name,
        arguments: text.trim() === '' ? '{}' : text,
        ...(extra !== undefined && { extra: { [this.#wire]: extra } }),
      };
      events.push({ type: 'call', call, owner: 'gateway' });
    }
  }

  /** Whether there is a call to make. */
  get isAny(): boolean {
    return this.#usedIds.size > 0;
  }

  /** How far the last call had come: `cut` is for one that clearly breaks off. */
  get last(): 'whole' | 'cut' | 'unclear' {
    const last = this.#calls.at(-1);
    if (last === undefined || last.name === undefined) return 'unclear';
    if (isJson(last.text)) return 'whole';
    return last.scan.progress === 'open' ? 'cut' : 'unclear';
  }

  #readEach(value: unknown, take: (delta: CallDelta) => void): string | undefined {
    for (const entry of Array.isArray(value) ? value : [value]) {
      const delta = readCallDelta(entry);
      if (typeof delta === 'string') return delta;
      if (delta !== undefined && !isEmpty(delta)) take(delta);
      if (this.#calls.length > MOST_CALLS) return `it makes more than ${MOST_CALLS} tool calls`;
    }
    return undefined;
  }

  #route(delta: CallDelta): PendingCall {
    const known = this.#named(delta);
    const call = known ?? this.#near(delta);
    return call === undefined || isNext(delta, call, known !== undefined) ? this.#open(delta, call) : call;
  }

  /** By id; where several calls were given one id, their index tells them apart. */
  #named({ id, index }: CallDelta): PendingCall | undefined {
    if (id === undefined) return undefined;
    const call = index === undefined ? undefined : this.#byIndex.get(index);
    return call?.serverId === id ? call : this.#byId.get(id);
  }

  /** By index, else the current call. */
  #near(delta: CallDelta): PendingCall | undefined {
    if (delta.index === undefined) return this.#current;
    const call = this.#byIndex.get(delta.index);
    if (call !== undefined || delta.id !== undefined || delta.name !== undefined) return call;
    // Arguments alone under a new index: bridges number a call's name and its arguments as two things.
    return this.#current !== undefined && isAwaited(this.#current) ? this.#current : undefined;
  }

  /** `previous`: the call that the delta would have continued. */
  #open(delta: CallDelta, previous?: PendingCall): PendingCall {
    const call = newPendingCall();
    if (delta.name === undefined && previous?.isNamedAgain) call.announced = previous.name;
    this.#calls.push(call);
    return call;
  }

  #append(call: PendingCall, delta: CallDelta, events: Event[]): void {
    this.#current = call;
    this.#identify(call, delta);
    if (delta.extra !== undefined) call.extra = { ...call.extra, ...delta.extra };
    const name = call.name ?? delta.name ?? call.announced;
    if (isRepetition(delta, call)) return;
    if (delta.name !== undefined && call.name !== undefined) call.isNamedAgain = call.scan.progress === 'whole';
    call.scan.push(delta.text);
    call.text += delta.text;
    if (name === undefined) return;
    if (call.name === undefined) this.#start(call, name, events);
    else if (delta.text !== '') events.push({ type: 'call-args', id: call.id, text: delta.text });
  }

  #identify(call: PendingCall, delta: CallDelta): void {
    if (delta.index !== undefined) {
      call.index ??= delta.index;
      this.#byIndex.set(delta.index, call);
    }
    if (delta.id !== undefined && call.serverId === undefined) {
      call.serverId = delta.id;
      this.#byId.set(delta.id, call);
    }
  }

  #start(call: PendingCall, name: string, events: Event[]): void {
    call.name = name;
    call.id = this.#freeId(call.serverId);
    events.push({ type: 'call-start', id: call.id, name, owner: 'gateway' });
    if (call.text !== '') events.push({ type: 'call-args', id: call.id, text: call.text });
  }

  /** The server's own id wherever it can serve: some hide the provider's state in it. */
  #freeId(wanted: string | undefined): string {
    let id = wanted !== undefined && wanted.length <= MOST_ID_LENGTH ? wanted : this.#newId();
    while (this.#usedIds.has(id)) id = this.#newId();
    this.#usedIds.add(id);
    return id;
  }
}

const NAMELESS = 'The model began a tool call without naming the tool, so it was left out.';

/** A model asks for a few; a server that goes on and on is broken. */
const MOST_CALLS = 1_000;
/** Bridges pack signatures of a few thousand characters into ids. */
const MOST_ID_LENGTH = 8_192;

function isEmpty(delta: CallDelta): boolean {
  return delta.id === undefined && delta.name === undefined && delta.text === '';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

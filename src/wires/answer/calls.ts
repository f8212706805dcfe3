import { type Event, newCallId, parseJson, type WireName } from '../../core/index.ts';
import { freeformPieces } from '../freeform.ts';
import { type CallDelta, readCallDelta } from './calls-delta.ts';
import { isAwaited, isNext, isRepetition, newPendingCall, type PendingCall } from './calls-pending.ts';

/**
 * Assembles the calls of one answer from their deltas. Servers repeat, omit and misnumber the fields of deltas in different
 * ways. A delta is therefore matched to its call by id first, then by index, and otherwise belongs to the current call. A
 * different name, or arguments that start again, mark the start of the next call.
 */
export class CallsReader {
  readonly #newId: () => string;
  readonly #wire: WireName;
  readonly #calls: PendingCall[] = [];
  readonly #byId = new Map<string, PendingCall>();
  readonly #byIndex = new Map<number, PendingCall>();
  readonly #usedIds = new Set<string>();
  #current: PendingCall | undefined;

  /** `wire` is the protocol under whose name extra fields of calls are kept. */
  constructor(newId: () => string = newCallId, wire: WireName = 'chat') {
    this.#newId = newId;
    this.#wire = wire;
  }

  /** Reads the `tool_calls` of a delta: a list, or a single call. If the answer is unusable, returns the reason. */
  read(value: unknown, events: Event[]): string | undefined {
    return this.#readEach(value, (delta) => this.#append(this.#route(delta), delta, events));
  }

  /** Reads the `tool_calls` of an unstreamed message, where each entry is a separate call whatever its id or index. */
  readWhole(value: unknown, events: Event[]): string | undefined {
    return this.#readEach(value, (delta) => this.#append(this.#open(delta), delta, events));
  }

  /** Emits the complete calls in order. A call without a name is dropped with a notice. */
  end(events: Event[]): void {
    for (const call of this.#calls) {
      const { id, name, extra } = call;
      if (name === undefined) {
        events.push({ type: 'notice', message: NAMELESS });
        continue;
      }
      if (call.isCustom) events.push({ type: 'call-args', id, text: freeformPieces.tail });
      const text = call.isCustom ? call.text + freeformPieces.tail : call.text;
      const whole = {
        id,
        name,
        arguments: text.trim() === '' ? '{}' : text,
        ...(extra !== undefined && { extra: { [this.#wire]: extra } }),
      };
      events.push({ type: 'call', call: whole, owner: 'gateway' });
    }
  }

  /** True if at least one call has started. */
  get isAny(): boolean {
    return this.#usedIds.size > 0;
  }

  /** State of the last call: `whole` if its arguments are valid JSON, `cut` if they clearly end too early. A text is unclear. */
  get last(): 'whole' | 'cut' | 'unclear' {
    const last = this.#calls.at(-1);
    if (last === undefined || last.name === undefined || last.isCustom) return 'unclear';
    if (parseJson(last.text) !== undefined) return 'whole';
    return last.scan.progress === 'open' ? 'cut' : 'unclear';
  }

  #readEach(value: unknown, take: (delta: CallDelta) => void): string | undefined {
    for (const entry of Array.isArray(value) ? value : [value]) {
      const delta = readCallDelta(entry);
      if (typeof delta === 'string') return delta;
      if (delta !== undefined && !isEmpty(delta)) take(delta);
      if (this.#calls.length > MOST_CALLS) return `it contains more than ${MOST_CALLS} tool calls`;
    }
    return undefined;
  }

  #route(delta: CallDelta): PendingCall {
    const known = this.#named(delta);
    const call = known ?? this.#near(delta);
    return call === undefined || isNext(delta, call, known !== undefined) ? this.#open(delta, call) : call;
  }

  /** Finds a call by id. If several calls have the same id, the index tells them apart. */
  #named({ id, index }: CallDelta): PendingCall | undefined {
    if (id === undefined) return undefined;
    const call = index === undefined ? undefined : this.#byIndex.get(index);
    return call?.serverId === id ? call : this.#byId.get(id);
  }

  /** Finds a call by index. Without an index, returns the current call. */
  #near(delta: CallDelta): PendingCall | undefined {
    if (delta.index === undefined) return this.#current;
    const call = this.#byIndex.get(delta.index);
    if (call !== undefined || delta.id !== undefined || delta.name !== undefined) return call;
    // Some proxies give a call's name and its arguments different indexes, so bare arguments continue the current call.
    return this.#current !== undefined && isAwaited(this.#current) ? this.#current : undefined;
  }

  /** Adds a new call. `previous` is the call that the delta was first matched to. */
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
    const text = delta.isCustom && !call.isCustom ? freeformPieces.head + delta.text : delta.text;
    call.isCustom ||= delta.isCustom;
    call.scan.push(text);
    call.text += text;
    if (name === undefined) return;
    if (call.name === undefined) this.#start(call, name, events);
    else if (text !== '') events.push({ type: 'call-args', id: call.id, text });
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

  /** Returns the server's own id if it is usable and unique, because some servers hide the provider's state in it. */
  #freeId(wanted: string | undefined): string {
    let id = wanted !== undefined && wanted.length <= MOST_ID_LENGTH ? wanted : this.#newId();
    while (this.#usedIds.has(id)) id = this.#newId();
    this.#usedIds.add(id);
    return id;
  }
}

const NAMELESS = 'The model started a tool call without a tool name; the call was dropped.';

/** Real answers contain a few calls; a server that sends more than this is broken. */
const MOST_CALLS = 1_000;
/** Some proxies put signatures of a few thousand characters into ids. */
const MOST_ID_LENGTH = 8_192;

function isEmpty(delta: CallDelta): boolean {
  return delta.id === undefined && delta.name === undefined && delta.text === '';
}

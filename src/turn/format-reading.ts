import type { Event, FinishEvent, FinishReason, Log, Message, Plan } from '../core/index.ts';
import {
  createReader,
  type Format,
  type Reader,
  type ReaderCall,
  type ReaderEvent,
  type ReaderNotice,
} from '../formats/index.ts';
import { newCallId } from '../models/index.ts';
import { type CallEvent, Echoes } from './echoes.ts';
import { isBare, Quotations, withoutExamples } from './quotations.ts';
import { isText, recordsOf } from './text-prompt.ts';

/** What a step's text is read by. */
export interface StepText {
  readonly plan: Plan;
  /** No calls are wanted, so that what stands behind one is the answer. */
  readonly isMuted: boolean;
  /** One call at a time. */
  readonly isSingle: boolean;
  /** What the model was told by others: an echo of it is no call. */
  readonly messages: readonly Message[];
  readonly log: Log;
  readonly turn: string;
}

/**
 * Reads the calls that a model wrote into the text of one step, in any format that is understood, and tells them as a
 * backend tells its own. Everything else passes. Where a model is told natively of its tools, text is a call only if it
 * names one of them and stands in no fence, and nothing but calls is looked for: thoughts are the server's to tell apart.
 */
export class FormatReading {
  readonly #step: StepText;
  readonly #reader: Reader | undefined;
  readonly #echoes: Echoes;
  readonly #quotations: Quotations;
  /** By the reader's numbers. */
  readonly #calls = new Map<number, TextCall>();
  #told: readonly ReaderEvent[] = NOTHING;
  /** Of a model that does native calls: from its first call in text on, until it is clear what that was. */
  #held: ReaderEvent[] | undefined;
  #hasCalls = false;
  /** The text ended within a call. */
  #isCut = false;
  /** Nothing stands behind the last call. */
  #endsInCall = false;

  constructor(step: StepText) {
    this.#step = step;
    this.#reader = readerFor(step);
    this.#echoes = new Echoes(step.plan);
    this.#quotations = new Quotations(step.plan, step.messages);
  }

  push(batch: readonly Event[]): readonly Event[] {
    if (this.#reader === undefined) return batch;
    let events: Event[] | undefined; // nearly every batch passes as it is
    for (let place = 0; place < batch.length; place++) {
      const event = batch[place];
      if (event === undefined) break;
      if (this.#passes(event, this.#reader)) {
        events?.push(event);
        continue;
      }
      events ??= batch.slice(0, place);
      this.#read(event, this.#reader, events);
    }
    return events ?? batch;
  }

  /** Whether it is told as it stands. A text has been read then, and was found to be one. */
  #passes(event: Event, reader: Reader): boolean {
    switch (event.type) {
      case 'text': {
        this.#told = reader.push(event.text);
        const [only] = this.#told;
        const isSame =
          this.#told.length === 1 && only?.type === 'text' && only.text === event.text && this.#held === undefined;
        if (isSame && this.#endsInCall) this.#endsInCall = event.text.trim() === '';
        return isSame;
      }
      case 'call-start':
      case 'call-args':
      case 'call':
      case 'finish':
        return false;
      case 'reasoning':
      case 'outcome':
      case 'notice':
      case 'extra':
        return true;
      default:
        return event satisfies never;
    }
  }

  #read(event: Event, reader: Reader, events: Event[]): void {
    switch (event.type) {
      case 'text':
        for (const told of this.#told) this.#take(told, events);
        return;
      case 'call-start':
      case 'call-args':
      case 'call':
        this.#echoes.push(event, 'server', events);
        return;
      case 'finish':
        for (const told of reader.end()) this.#take(told, events);
        for (const told of withoutExamples(this.#held ?? NOTHING)) this.#tell(told, events);
        this.#echoes.end(events);
        events.push(this.#finish(event));
        return;
      default:
        events.push(event);
    }
  }

  #take(told: ReaderEvent, events: Event[]): void {
    if (told.type === 'call-start' && !isText(this.#step.plan)) this.#held ??= [];
    if (this.#held === undefined) this.#tell(told, events);
    else this.#held.push(told);
  }

  #tell(told: ReaderEvent, events: Event[]): void {
    switch (told.type) {
      case 'text':
        if (told.text.trim() !== '') this.#endsInCall = false;
        events.push(told);
        return;
      case 'reasoning':
        this.#endsInCall = false;
        events.push(told);
        return;
      case 'call-start': {
        if (this.#step.isSingle && told.index > 0) return;
        const call = { id: newCallId(), name: told.name, text: '' };
        this.#calls.set(told.index, call);
        this.#endsInCall = false;
        this.#tellCall({ type: 'call-start', id: call.id, name: call.name, owner: 'gateway' }, events);
        return;
      }
      case 'call-args': {
        const call = this.#calls.get(told.index);
        if (call === undefined) return;
        call.text += told.text;
        this.#tellCall({ type: 'call-args', id: call.id, text: told.text }, events);
        return;
      }
      case 'call':
        this.#endWhole(told, events);
        return;
      case 'notice':
        this.#notice(told, events);
        return;
      default:
        told satisfies never;
    }
  }

  /** A call that had begun and cannot be read is one all the same: whoever executes it tells the model what is wrong. */
  #notice(notice: ReaderNotice, events: Event[]): void {
    const { code, message, index, format, name } = notice;
    const { log, turn } = this.#step;
    log.debug({ turn, code, format, tool: name, why: message }, "a model's text was read");
    events.push({ type: 'notice', message });
    if (code === 'incomplete') this.#isCut = true;
    if (code === 'left-out') this.#endsInCall = false;
    const call = index === undefined ? undefined : this.#calls.get(index);
    if (code !== 'malformed' || index === undefined || call === undefined) return;
    const isTold = call.text !== '';
    const args = isTold && !isJson(call.text) ? call.text : (notice.text ?? message);
    // A client that was told of no arguments at all would take it for a call without any.
    if (!isTold) this.#tellCall({ type: 'call-args', id: call.id, text: args }, events);
    this.#endCall(index, args, events);
  }

  #endWhole(told: ReaderCall, events: Event[]): void {
    if (!this.#calls.has(told.index)) {
      this.#leaveOut(`a second call, of ${told.name}, is left out: one at a time was asked for`, events);
    } else if (this.#quotations.isEcho(told)) {
      this.#leaveOut(`the call of ${told.name} is none: the model repeats what it was told`, events);
      events.push({ type: 'text', text: told.written ?? '' });
      this.#calls.delete(told.index);
    } else this.#endCall(told.index, told.argumentsText, events);
  }

  #leaveOut(message: string, events: Event[]): void {
    this.#step.log.debug({ turn: this.#step.turn, why: message }, "a model's text was read");
    events.push({ type: 'notice', message });
  }

  #endCall(index: number, args: string, events: Event[]): void {
    const call = this.#calls.get(index);
    if (call === undefined) return;
    const { id, name } = call;
    this.#calls.delete(index);
    this.#hasCalls = true;
    this.#endsInCall = true;
    this.#tellCall({ type: 'call', call: { id, name, arguments: args }, owner: 'gateway' }, events);
  }

  #tellCall(event: CallEvent, events: Event[]): void {
    this.#echoes.push(event, 'text', events);
  }

  #finish(finish: FinishEvent): FinishEvent {
    const reason = this.#reason(finish.reason);
    return reason === finish.reason ? finish : { ...finish, reason };
  }

  /** As backends say it of their own calls: by what came. Of a call that breaks off, nobody may think that it is whole. */
  #reason(said: FinishReason): FinishReason {
    switch (said) {
      case 'stop':
      case 'calls':
        if (this.#isCut) return 'length';
        return this.#hasCalls ? 'calls' : said;
      case 'length':
        return this.#endsInCall && !this.#isCut ? 'calls' : said;
      case 'filtered':
      case 'failed':
        return said;
      default:
        return said satisfies never;
    }
  }
}

interface TextCall {
  readonly id: string;
  readonly name: string;
  /** Its arguments so far. */
  text: string;
}

const NOTHING: readonly ReaderEvent[] = [];

/** None where there is nothing to find. Without tools nothing is a call, but there may be thoughts. */
function readerFor({ plan, isMuted }: StepText): Reader | undefined {
  const { understood, visible: tools } = plan;
  const formats = recordsOf(understood);
  if (isText(plan)) {
    return createReader({
      formats,
      tools,
      policy: isMuted ? MUTED_POLICY : TEXT_POLICY,
      keepsWritten: formats.some(isBare),
    });
  }
  if (understood.length === 0 || tools.length === 0 || isMuted) return undefined;
  return createReader({ formats: bareOf(formats), tools, policy: NATIVE_POLICY, keepsWritten: true });
}

/** What a model writes behind its calls, before anybody has run them, it makes up: their outcomes, mostly. */
const TEXT_POLICY = { textAround: 'trimmed', textAfter: 'ends' } as const;
const MUTED_POLICY = { textAround: 'trimmed' } as const;
const NATIVE_POLICY = { unknownTools: 'text', inFences: 'text' } as const;

/** Formats without what is not a call in them. */
function bareOf(records: readonly Format[]): readonly Format[] {
  const known = bare.get(records) ?? records.map(({ reasoning, content, ignored, ...calls }): Format => calls);
  bare.set(records, known);
  return known;
}

const bare = new WeakMap<readonly Format[], readonly Format[]>();

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import {
  type Event,
  type FinishEvent,
  type FinishReason,
  type Log,
  type Message,
  newCallId,
  type Plan,
} from '../../core/index.ts';
import {
  type NoticeCode,
  type ReaderCall,
  type ReaderEvent,
  type ReaderNotice,
  Restorer,
} from '../../formats/index.ts';
import { findVisible } from '../../select/index.ts';
import { isText, recordsOf } from '../prompt/text-prompt.ts';
import { CLOSING_LETTERS, isClosed } from './closing.ts';
import { type CallEvent, Echoes } from './echoes.ts';
import { Quotations } from './quotations.ts';
import { type StepReader, stepReader } from './step-reader.ts';

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
  readonly #reader: StepReader | undefined;
  /** For thoughts that the server tells by itself, of a model that reads broken control tokens. */
  readonly #thoughts: Restorer | undefined;
  #thought = '';
  readonly #echoes: Echoes;
  readonly #quotations: Quotations;
  /** By the reader's numbers. */
  readonly #calls = new Map<number, TextCall>();
  #told: readonly ReaderEvent[] = NOTHING;
  #hasCalls = false;
  /** Calls that were begun, and not taken back. */
  #made = 0;
  /** The text ended within a call. */
  #isCut = false;
  /** Nothing stands behind the last call. */
  #endsInCall = false;
  /** What that was written in. */
  #lastFormat: string | undefined;
  /** The end of the text so far. */
  #end = '';
  /** Nobody was told anything. */
  #isSilent = true;
  /** The model said something that is told nobody, for good reason. */
  hasLeftOut = false;

  constructor(step: StepText) {
    this.#step = step;
    this.#reader = stepReader(step.plan, step.isMuted);
    this.#thoughts = isText(step.plan) ? new Restorer(recordsOf(step.plan.understood)) : undefined;
    this.#echoes = new Echoes(step.plan);
    this.#quotations = new Quotations(step.plan, step.messages);
  }

  push(batch: readonly Event[]): readonly Event[] {
    if (this.#reader === undefined) return batch;
    let events: Event[] | undefined; // nearly every batch passes as it is
    for (let place = 0; place < batch.length; ) {
      const event = batch[place];
      if (event === undefined) break;
      // Texts that arrived together are read in one go, and told in the pieces that they came in.
      const { text, end } = textFrom(batch, place);
      const isRun = end > place + 1;
      const isPassed = isRun ? this.#passesText(text, this.#reader) : this.#passes(event, this.#reader);
      if (!isPassed) {
        events ??= batch.slice(0, place);
        if (isRun) this.#told = inPieces(this.#told, batch.slice(place, end));
        this.#read(event, this.#reader, events);
      } else if (events !== undefined) {
        for (const passed of batch.slice(place, end)) events.push(passed);
      }
      place = end;
    }
    return events ?? batch;
  }

  /** Whether it is told as it stands. A text has been read then, and was found to be one. */
  #passes(event: Event, reader: StepReader): boolean {
    switch (event.type) {
      case 'text':
        return this.#passesText(event.text, reader);
      case 'call-start':
      case 'call-args':
      case 'call':
      case 'finish':
        return false;
      case 'reasoning':
        reader.skipThoughts();
        this.#isSilent = false;
        this.#thought = this.#thoughts?.push(event.text) ?? event.text;
        return this.#thought === event.text;
      case 'reasoning-blocks':
      case 'outcome':
      case 'notice':
      case 'extra':
        return true;
      default:
        return event satisfies never;
    }
  }

  /** Reads a text; true if it is text and nothing else. Otherwise `#told` has what was read in it. */
  #passesText(text: string, reader: StepReader): boolean {
    this.#told = reader.push(text);
    this.#end += text;
    if (this.#end.length > MOST_END) this.#end = this.#end.slice(-CLOSING_LETTERS);
    const [only] = this.#told;
    const isSame = this.#told.length === 1 && only?.type === 'text' && only.text === text;
    if (isSame && this.#endsInCall) this.#endsInCall = text.trim() === '';
    if (isSame) this.#isSilent = false;
    return isSame;
  }

  #read(event: Event, reader: StepReader, events: Event[]): void {
    switch (event.type) {
      case 'text':
        for (const told of this.#told) this.#tell(told, events);
        return;
      case 'call-start':
      case 'call-args':
      case 'call':
        this.#isSilent = false;
        this.#echoes.push(event, 'server', events);
        return;
      case 'reasoning':
        if (this.#thought !== '') events.push({ ...event, text: this.#thought });
        return;
      case 'finish':
        // Who fails with half a marker has said nothing: another model may be asked.
        if (event.reason !== 'failed' || !this.#isSilent) this.#tellRest(event.reason, reader, events);
        events.push(this.#finish(event));
        return;
      default:
        events.push(event);
    }
  }

  #endThoughts(events: Event[]): void {
    const text = this.#thoughts?.end() ?? '';
    if (text !== '') events.push({ type: 'reasoning', text });
  }

  #tellRest(reason: FinishReason, reader: StepReader, events: Event[]): void {
    this.#endThoughts(events);
    for (const told of reader.end(reason)) this.#tell(told, events);
    this.#echoes.end(events);
  }

  #tell(told: ReaderEvent, events: Event[]): void {
    switch (told.type) {
      case 'text':
        if (told.text.trim() !== '') this.#endsInCall = false;
        this.#isSilent = false;
        events.push(told);
        return;
      case 'reasoning':
        this.#endsInCall = false;
        this.#isSilent = false;
        events.push(told);
        return;
      case 'call-start': {
        if (this.#step.isSingle && this.#made > 0) return;
        this.#made++;
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
    const call = index === undefined ? undefined : this.#calls.get(index);
    const isLost = (code === 'malformed' || code === 'incomplete') && call !== undefined;
    log[isLost ? 'info' : 'debug']({ turn, code, format, tool: name, why: message }, "a model's text was read");
    events.push({ type: 'notice', message });
    if (code === 'incomplete') this.#isCut = true;
    if (code === 'left-out') this.#endsInCall = false;
    this.hasLeftOut ||= LEFT_OUT.has(code);
    if (code !== 'malformed' || index === undefined || call === undefined) return;
    const args = this.#unreadable(call, notice);
    // A client that was told of no arguments at all would take it for a call without any.
    if (call.text === '') this.#tellCall({ type: 'call-args', id: call.id, text: args }, events);
    this.#endCall(index, args, format, events);
  }

  /**
   * Arguments that nobody takes for whole: what the model wrote from there on, so that it can be told what is wrong with it.
   * Whoever was told a part of it as it came, a client, is told no other.
   */
  #unreadable({ name, text }: TextCall, notice: ReaderNotice): string {
    const isTheirs = findVisible(this.#step.plan, name)?.owner === 'client';
    const { text: written = '', message } = notice;
    const begins = written.indexOf(text, Math.max(0, written.indexOf(name)));
    const wrote = [written.slice(Math.max(0, begins)), written];
    return [...(isTheirs ? [text] : []), ...wrote].find((each) => each !== '' && !isJson(each)) ?? message;
  }

  #endWhole(told: ReaderCall, events: Event[]): void {
    if (!this.#calls.has(told.index)) {
      this.#leaveOut(`a second call, of ${told.name}, is left out: one at a time was asked for`, events);
    } else if (this.#quotations.isEcho(told)) {
      this.#leaveOut(`the call of ${told.name} is none: the model repeats what it was told`, events);
      events.push({ type: 'text', text: told.written ?? '' });
      this.#calls.delete(told.index);
      this.#made--;
    } else {
      this.#endCall(told.index, told.argumentsText, told.format, events);
      if (told.isOpenEnded === true) this.#endsInCall = false; // a limit may have ended it
    }
  }

  #leaveOut(message: string, events: Event[]): void {
    this.#step.log.debug({ turn: this.#step.turn, why: message }, "a model's text was read");
    events.push({ type: 'notice', message });
  }

  #endCall(index: number, args: string, format: string | undefined, events: Event[]): void {
    const call = this.#calls.get(index);
    if (call === undefined) return;
    const { id, name } = call;
    this.#calls.delete(index);
    this.#hasCalls = true;
    this.#endsInCall = true;
    this.#lastFormat = format;
    this.#tellCall({ type: 'call', call: { id, name, arguments: args }, owner: 'gateway' }, events);
  }

  #tellCall(event: CallEvent, events: Event[]): void {
    this.#isSilent = false;
    this.#echoes.push(event, 'text', events);
  }

  #finish(finish: FinishEvent): FinishEvent {
    const reason = this.#reason(finish.reason);
    return reason === finish.reason ? finish : { ...finish, reason };
  }

  /** A limit was reached, and yet the last call is closed, and all that stands around it. */
  get #isWhole(): boolean {
    const format = recordsOf(this.#step.plan.understood).find(({ id }) => id === this.#lastFormat);
    return format !== undefined && isClosed(format, this.#end);
  }

  /** As backends say it of their own calls: by what came. Of a call that breaks off, nobody may think that it is whole. */
  #reason(said: FinishReason): FinishReason {
    switch (said) {
      case 'stop':
      case 'stop-sequence':
      case 'pause':
      case 'calls':
        if (this.#isCut) return 'length';
        return this.#hasCalls ? 'calls' : said;
      case 'length':
        return this.#endsInCall && !this.#isCut && this.#isWhole ? 'calls' : said;
      case 'refusal':
      case 'filtered':
      case 'failed':
        return said;
      default:
        return said satisfies never;
    }
  }
}

/** The texts that follow each other from this place on, as one, and the place behind them; behind any other event, the next. */
function textFrom(batch: readonly Event[], place: number): { readonly text: string; readonly end: number } {
  let text = '';
  let end = place;
  for (let event = batch[end]; event?.type === 'text'; event = batch[end]) {
    text += event.text;
    end++;
  }
  return { text, end: Math.max(end, place + 1) };
}

/** What was read in these texts; the text that it begins with in their pieces, as far as it is theirs. */
function inPieces(told: readonly ReaderEvent[], texts: readonly Event[]): readonly ReaderEvent[] {
  const [first, ...others] = told;
  if (first?.type !== 'text') return told;
  const pieces: ReaderEvent[] = [];
  let rest = first.text;
  for (const event of texts) {
    const text = event.type === 'text' ? event.text : '';
    if (rest === '' || !rest.startsWith(text)) break;
    pieces.push({ type: 'text', text });
    rest = rest.slice(text.length);
  }
  return [...pieces, ...(rest === '' ? [] : [{ type: 'text', text: rest } as const]), ...others];
}

/** Notices of what the model said and nobody is told. */
const LEFT_OUT: ReadonlySet<NoticeCode> = new Set<NoticeCode>(['left-out', 'unknown-tool', 'suppressed']);

/** Longer ends are cut, not at each piece. */
const MOST_END = 4096;

interface TextCall {
  readonly id: string;
  readonly name: string;
  /** Its arguments so far. */
  text: string;
}

const NOTHING: readonly ReaderEvent[] = [];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

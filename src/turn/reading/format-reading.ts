import {
  type Event,
  type FinishEvent,
  type FinishReason,
  type Log,
  type Message,
  newCallId,
  type Plan,
  parseJson,
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
import { secondCallNotice } from './calls-in-order.ts';
import { CLOSING_LETTERS, isClosed } from './closing.ts';
import { type CallEvent, DuplicateCalls } from './duplicate-calls.ts';
import { RepeatedResults } from './repeated-results.ts';
import { type StepReader, stepReader } from './step-reader.ts';

/** The options for reading the text of a step. */
export interface StepText {
  readonly plan: Plan;
  /** True if the model must not call tools. Then the text after a call is kept as part of the answer. */
  readonly isMuted: boolean;
  /** True if a program in the text is an example for the user, because the client wants no calls. */
  readonly showsPrograms?: boolean;
  /** True if the request allows only one call per step. */
  readonly isSingle: boolean;
  /** The messages of the prompt. Text that repeats a tool result in them is not a call. */
  readonly messages: readonly Message[];
  /** The outcomes with which a prompt in a text format ends. Text that repeats one of them is left out. */
  readonly outcomes?: readonly string[];
  readonly log: Log;
  readonly turn: string;
}

/**
 * Finds the calls that a model wrote into the text of one step, in any understood format, and emits the same events as
 * for native calls. All other events pass. If the model has native tools, a text is a call only if it names one of them
 * and is not in a code fence, and reasoning is not looked for, because separating it is the server's job.
 */
export class FormatReading {
  readonly #step: StepText;
  readonly #reader: StepReader | undefined;
  /** Restores control tokens in reasoning that the server reports, if the prompt had its control tokens broken up. */
  readonly #thoughts: Restorer | undefined;
  #thought = '';
  readonly #echoes: DuplicateCalls;
  readonly #quotations: RepeatedResults;
  /** Calls in progress, by the reader's index. */
  readonly #calls = new Map<number, TextCall>();
  #told: readonly ReaderEvent[] = NOTHING;
  #hasCalls = false;
  /** Number of calls that began and were not withdrawn. */
  #made = 0;
  /** True if the text ended inside a call. */
  #isCut = false;
  /** True if only whitespace follows the last call. */
  #endsInCall = false;
  /** Id of the format of the last call. */
  #lastFormat: string | undefined;
  /** The last characters of the text so far. */
  #end = '';
  /** True while no event was emitted. */
  #isSilent = true;
  /** True if some of the model's output was suppressed on purpose. */
  hasLeftOut = false;
  /** True if the model wrote the result of a tool itself. Its answer ends before that, and the rest must not be pulled. */
  hasInvented = false;
  #isFinished = false;

  constructor(step: StepText) {
    this.#step = step;
    this.#reader = stepReader(step.plan, step.isMuted, step.outcomes, step.showsPrograms);
    this.#thoughts = isText(step.plan) ? new Restorer(recordsOf(step.plan.understood)) : undefined;
    this.#echoes = new DuplicateCalls(step.plan);
    this.#quotations = new RepeatedResults(step.plan, step.messages);
  }

  push(batch: readonly Event[]): readonly Event[] {
    if (this.#reader === undefined) return batch;
    const events = this.#isFinished ? [] : this.#push(batch, this.#reader);
    return this.hasInvented && !this.#isFinished ? [...events, ...this.#stop(this.#reader)] : events;
  }

  /** Ends the answer although the model still writes. */
  #stop(reader: StepReader): readonly Event[] {
    const events: Event[] = [];
    this.#read({ type: 'finish', reason: 'stop' }, reader, events);
    return events;
  }

  #push(batch: readonly Event[], reader: StepReader): readonly Event[] {
    let events: Event[] | undefined; // stays undefined if the batch passes unchanged, as nearly every batch does
    for (let place = 0; place < batch.length; ) {
      const event = batch[place];
      if (event === undefined) break;
      // Texts that arrived together are read as one text, but emitted in their original pieces.
      const { text, end } = textFrom(batch, place);
      const isRun = end > place + 1;
      const isOver = this.hasInvented && event.type !== 'finish';
      const isPassed = !isOver && (isRun ? this.#passesText(text, reader) : this.#passes(event, reader));
      if (!isPassed) {
        events ??= batch.slice(0, place);
        if (isRun) this.#told = inPieces(this.#told, batch.slice(place, end));
        if (!isOver) this.#read(event, reader, events);
      } else if (events !== undefined) {
        for (const passed of batch.slice(place, end)) events.push(passed);
      }
      place = end;
    }
    return events ?? batch;
  }

  /** True if the event passes unchanged. A text or reasoning event has been read after this call. */
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

  /** Reads a text. Returns true if it passes unchanged; otherwise `#told` has the events that were read from it. */
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
        // If a backend fails after only half a marker, emit nothing, so that another model can be asked.
        if (event.reason !== 'failed' || !this.#isSilent) this.#tellRest(event.reason, reader, events);
        events.push(this.#finish(event));
        this.#isFinished = true;
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
        this.#callFailureMessage({ type: 'call-start', id: call.id, name: call.name, owner: 'gateway' }, events);
        return;
      }
      case 'call-args': {
        const call = this.#calls.get(told.index);
        if (call === undefined) return;
        call.text += told.text;
        this.#callFailureMessage({ type: 'call-args', id: call.id, text: told.text }, events);
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

  /**
   * Handles a notice of the reader. A malformed call is still emitted as a call, so that its executor tells the model
   * what is wrong.
   */
  #notice(notice: ReaderNotice, events: Event[]): void {
    const { code, message, index, format, name } = notice;
    const { log, turn } = this.#step;
    const call = index === undefined ? undefined : this.#calls.get(index);
    const isLost = (code === 'malformed' || code === 'incomplete') && call !== undefined;
    this.hasInvented ||= code === 'invented-result';
    log[isLost || code === 'invented-result' ? 'info' : 'debug'](
      { turn, code, format, tool: name, why: message },
      "Parsing the model's text gave a notice.",
    );
    events.push({ type: 'notice', message });
    if (code === 'incomplete') this.#isCut = true;
    if (code === 'left-out') this.#endsInCall = false;
    this.hasLeftOut ||= LEFT_OUT.has(code);
    if (code !== 'malformed' || index === undefined || call === undefined) return;
    const args = this.#unreadable(call, notice);
    // Without any arguments event, a client would take this for a call without arguments.
    if (call.text === '') this.#callFailureMessage({ type: 'call-args', id: call.id, text: args }, events);
    this.#endCall(index, args, format, events);
  }

  /**
   * Returns arguments that are not valid JSON, so that the call cannot run by mistake: the text that the model wrote
   * from its arguments on, for the error message. A client tool keeps the arguments that were already streamed to the
   * client.
   */
  #unreadable({ name, text }: TextCall, notice: ReaderNotice): string {
    const isTheirs = findVisible(this.#step.plan, name)?.owner === 'client';
    const { text: written = '', message } = notice;
    const begins = written.indexOf(text, Math.max(0, written.indexOf(name)));
    const wrote = [written.slice(Math.max(0, begins)), written];
    return (
      [...(isTheirs ? [text] : []), ...wrote].find((each) => each !== '' && parseJson(each) === undefined) ?? message
    );
  }

  #endWhole(told: ReaderCall, events: Event[]): void {
    if (!this.#calls.has(told.index)) {
      this.#leaveOut(secondCallNotice(told.name), events);
    } else if (this.#quotations.isEcho(told)) {
      this.#leaveOut(
        `The text of a call of "${told.name}" is not treated as a call, because it repeats a tool result.`,
        events,
      );
      events.push({ type: 'text', text: told.written ?? '' });
      this.#calls.delete(told.index);
      this.#made--;
    } else {
      this.#endCall(told.index, told.argumentsText, told.format, events);
      if (told.isOpenEnded === true) this.#endsInCall = false; // the token limit may have ended the call
    }
  }

  #leaveOut(message: string, events: Event[]): void {
    this.#step.log.debug({ turn: this.#step.turn, why: message }, "Parsing the model's text gave a notice.");
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
    this.#callFailureMessage({ type: 'call', call: { id, name, arguments: args }, owner: 'gateway' }, events);
  }

  #callFailureMessage(event: CallEvent, events: Event[]): void {
    this.#isSilent = false;
    this.#echoes.push(event, 'text', events);
  }

  #finish(finish: FinishEvent): FinishEvent {
    // The answer ends before an invented result, whatever limit the model reached after it.
    const reason = this.#reason(this.hasInvented && finish.failure === undefined ? 'stop' : finish.reason);
    return reason === finish.reason ? finish : { ...finish, reason };
  }

  /** True if the last call, and the section around it, are closed although the token limit was reached. */
  get #isWhole(): boolean {
    const format = recordsOf(this.#step.plan.understood).find(({ id }) => id === this.#lastFormat);
    return format !== undefined && isClosed(format, this.#end);
  }

  /**
   * Returns the finish reason that a backend would report for native calls. A truncated call gives 'length', so it
   * never runs.
   */
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

/** Joins the consecutive text events from this index on. `end` is the index after them, at least `place + 1`. */
function textFrom(batch: readonly Event[], place: number): { readonly text: string; readonly end: number } {
  let text = '';
  let end = place;
  for (let event = batch[end]; event?.type === 'text'; event = batch[end]) {
    text += event.text;
    end++;
  }
  return { text, end: Math.max(end, place + 1) };
}

/** Splits the leading text of the read events into the pieces in which the texts arrived, as far as they match. */
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

/** Codes of notices about output that is suppressed on purpose. */
const LEFT_OUT: ReadonlySet<NoticeCode> = new Set<NoticeCode>(['left-out', 'unknown-tool', 'suppressed']);

/** Length at which the kept end of the text is truncated. It is longer than needed, so that truncation is rare. */
const MOST_END = 4096;

interface TextCall {
  readonly id: string;
  readonly name: string;
  /** The arguments so far. */
  text: string;
}

const NOTHING: readonly ReaderEvent[] = [];

import {
  type AllowedTools,
  type Call,
  type Event,
  type FinishEvent,
  isAllowed,
  newCallId,
  type Plan,
  parseJson,
  type ReasoningPart,
  type TurnFailure,
  type WireFields,
} from '../../core/index.ts';
import { findVisible } from '../../select/index.ts';
import { gapBetween } from '../history/joined.ts';
import { CallsInOrder, type ShownCall } from './calls-in-order.ts';
import { isDispatched, readCall, type StepCall } from './dispatch.ts';
import { type Held, HeldText } from './held-text.ts';

/** The options for reading one step. */
export interface StepOptions {
  readonly plan: Plan;
  /** The text of the earlier steps, after which this step's text continues. */
  readonly before: string;
  /** True if the model was told not to call tools. Calls that it makes anyway are not shown. */
  readonly isMuted: boolean;
  /** The tools that the model may call; undefined if it may call all of them. */
  readonly allowed: AllowedTools | undefined;
  /** True if the model may not answer without a call. */
  readonly mustCall: boolean;
  /** True if the client accepts only one call at a time. Its further calls are left out. */
  readonly isSingle: boolean;
  /** Set if the client may see only the text of the turn's last step. */
  readonly held?: Held | undefined;
  /** The text of this step that the client has already received, from an answer that was cut off. */
  readonly begun?: string | undefined;
}

/**
 * Reads one step of the model: passes on what the client may see while it arrives, and collects what the turn needs.
 * Calls are divided by owner here, before anything runs.
 */
export class StepReading {
  readonly #plan: Plan;
  readonly #before: string;
  readonly #begun: string;
  readonly #isMuted: boolean;
  readonly #allowed: AllowedTools | undefined;
  /** As in the options. */
  readonly mustCall: boolean;
  /** Defined if the text must not be shown before the step turns out to be the last one. */
  readonly #hold: HeldText | undefined;
  readonly #calls: CallsInOrder;
  /** True if this answer has text. */
  #hasText = false;
  text: string;
  hasReasoning = false;
  /** The reasoning that is sent back to the server in the next step. */
  readonly reasoning: ReasoningPart[] = [];
  /** Index in `reasoning` of the text of each state. */
  readonly #texts = new Map<WireFields, number>();
  /** True if the answer has content without a neutral form, such as a refusal or an image. */
  hasExtra = false;
  finish: FinishEvent = { type: 'finish', reason: 'stop' };

  constructor({ plan, before, isMuted, allowed, mustCall, isSingle, held, begun = '' }: StepOptions) {
    this.text = begun;
    this.#begun = begun;
    this.#plan = plan;
    this.#before = before;
    this.#isMuted = isMuted;
    this.#allowed = allowed;
    this.mustCall = mustCall;
    this.#calls = new CallsInOrder(isSingle);
    this.#hold = held === undefined ? undefined : new HeldText(held);
  }

  /** True if the client has not received the step's text. */
  get isTextHidden(): boolean {
    return this.#hold?.isHolding === true;
  }

  /** The text that the client has received of this step. */
  get shownText(): string {
    return this.isTextHidden ? '' : this.text;
  }

  /** True if the step has only the text of an answer that was cut off, and the model has added nothing. */
  get isOnlyBegun(): boolean {
    const begun = this.#begun.trim();
    return begun !== '' && this.text.trim() === begun;
  }

  /** True if the client parses the answer, and the text is complete JSON. Further text would make it unusable. */
  get isWholeJson(): boolean {
    return this.#hold !== undefined && isJsonText(this.text);
  }

  /** Adds a sentence of the gateway to the end of the answer. Returns what the client may see now. */
  close(sentence: string): readonly Event[] {
    return this.push([{ type: 'text', text: gapBetween(this.text, sentence) + sentence }]);
  }

  /** Returns the text that was kept back, because the step is the last one. */
  releaseText(): readonly Event[] {
    return this.#hold?.release() ?? [];
  }

  /** The complete calls, in the order in which they began. */
  get calls(): readonly StepCall[] {
    return this.#calls.whole;
  }

  /** Ends the step with a failure, without asking the model. */
  fail(failure: TurnFailure): void {
    this.finish = { type: 'finish', reason: 'failed', failure };
  }

  push(batch: readonly Event[]): readonly Event[] {
    const shown = this.#push(batch);
    return this.#hold === undefined ? shown : this.#hold.push(shown);
  }

  #push(batch: readonly Event[]): readonly Event[] {
    // Nearly every batch is only text and passes unchanged.
    let passing = 0;
    for (; passing < batch.length; passing++) {
      const event = batch[passing];
      if (event?.type !== 'text' || !this.#hasText) break;
      this.text += event.text;
    }
    if (passing === batch.length) return batch;
    const shown: Event[] = batch.slice(0, passing);
    for (const event of batch.slice(passing)) this.#read(event, shown);
    return shown;
  }

  #read(event: Event, shown: Event[]): void {
    switch (event.type) {
      case 'text':
        this.#readText(event.text, shown);
        return;
      case 'reasoning':
        this.hasReasoning = true;
        if (event.state !== undefined) this.#keepReasoning(event.text, event.state);
        shown.push(event);
        return;
      case 'call-start':
        this.#startCall(event.id, event.name, shown);
        return;
      case 'call-args':
        this.#showCall(event.id, ({ id }) => [{ ...event, id }], shown);
        return;
      case 'call':
        this.#endCall(event.call, shown);
        return;
      case 'reasoning-blocks':
        for (const part of event.parts) this.reasoning.push(part);
        shown.push(event);
        return;
      case 'extra':
        this.hasExtra ||= event.at === 'message' && saysSomething(event.fields);
        shown.push(event);
        return;
      case 'notice':
      case 'outcome':
        shown.push(event);
        return;
      case 'finish':
        this.finish = event;
        return;
      default:
        event satisfies never;
    }
  }

  /** Appends to the reasoning text of the same state. Wire readers use the same object for the same state. */
  #keepReasoning(text: string, state: WireFields): void {
    const place = this.#texts.get(state) ?? this.reasoning.length;
    this.#texts.set(state, place);
    this.reasoning[place] = { type: 'reasoning', text: (this.reasoning[place]?.text ?? '') + text, state };
  }

  #readText(text: string, shown: Event[]): void {
    const gap = this.#hasText ? '' : gapBetween(this.text === '' ? this.#before : this.text, text);
    if (gap !== '') shown.push({ type: 'text', text: gap });
    this.text += this.text === '' ? text : gap + text;
    this.#hasText = true;
    shown.push({ type: 'text', text });
  }

  #startCall(id: string, written: string, shown: Event[]): void {
    this.#calls.hold(id);
    if (isDispatched(written, this.#plan)) return;
    const tool = findVisible(this.#plan, written);
    const owner = tool !== undefined && isAllowed(tool, this.#allowed) ? tool.owner : 'gateway';
    const known = { id: owner === 'client' ? newCallId() : id, owner, name: tool?.wireName ?? written };
    this.#show(this.#calls.release(id, known, [{ type: 'call-start', ...known }]), shown);
  }

  #endCall(call: Call, shown: Event[]): void {
    const known = this.#calls.shownAs(call.id);
    if (known === 'nobody') return;
    const read = readCall(call, this.#plan, this.#allowed, this.mustCall);
    if (known !== undefined) {
      const { id, owner, name } = known;
      const made = { ...call, name };
      this.#calls.end(call.id, { ...read, call: made, meant: made, ...(owner === 'client' && { clientId: id }) });
      this.#showCall(call.id, () => [{ type: 'call', call: { ...made, id }, owner }], shown);
      return;
    }
    const { meant, owner, clientId: id = call.id } = read;
    const text = typeof meant.arguments === 'string' ? meant.arguments : JSON.stringify(meant.arguments ?? {});
    this.#calls.end(call.id, read);
    const whole: Event = { type: 'call', call: { ...meant, id, arguments: text }, owner };
    const events: Event[] = [
      { type: 'call-start', id, name: meant.name, owner },
      { type: 'call-args', id, text },
      whole,
    ];
    this.#show(this.#calls.release(call.id, { id, owner, name: meant.name }, events), shown);
  }

  #showCall(id: string, write: (known: ShownCall) => readonly Event[], shown: Event[]): void {
    const known = this.#calls.shownAs(id);
    if (known !== undefined && known !== 'nobody') this.#show(this.#calls.pass(id, write(known)), shown);
  }

  #show(events: readonly Event[], shown: Event[]): void {
    if (!this.#isMuted) for (const event of events) shown.push(event);
  }
}

function isJsonText(text: string): boolean {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null;
}

/** False for fields that are present but empty. Some servers send `annotations: []` with every message. */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysSomething);
  return value !== null && value !== '';
}

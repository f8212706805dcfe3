import {
  type Call,
  type Event,
  type FinishEvent,
  newCallId,
  type Plan,
  type ReasoningPart,
  type TurnFailure,
  type WireFields,
} from '../../core/index.ts';
import { findVisible } from '../../select/index.ts';
import { gapBetween } from '../history/joined.ts';
import { CallsInOrder, type ShownCall } from './calls-in-order.ts';
import { isDispatched, readCall, type StepCall } from './dispatch.ts';

/**
 * Reads one step of the model: passes on what the client may see while it arrives, and collects what the turn needs.
 * Calls are divided by owner here, before anything runs.
 */
export class StepReading {
  readonly #plan: Plan;
  /** The text of the earlier steps, after which this step's text continues. */
  readonly #before: string;
  /** True if the model was told not to call tools. Calls that it makes anyway are not shown. */
  readonly #isMuted: boolean;
  readonly #calls = new CallsInOrder();
  text = '';
  hasReasoning = false;
  /** The reasoning that is sent back to the server in the next step. */
  readonly reasoning: ReasoningPart[] = [];
  /** Index in `reasoning` of the text of each state. */
  readonly #texts = new Map<WireFields, number>();
  /** True if the answer has content without a neutral form, such as a refusal or an image. */
  hasExtra = false;
  finish: FinishEvent = { type: 'finish', reason: 'stop' };

  constructor(plan: Plan, before: string, isMuted: boolean) {
    this.#plan = plan;
    this.#before = before;
    this.#isMuted = isMuted;
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
    // Nearly every batch is only text and passes unchanged.
    let passing = 0;
    for (; passing < batch.length; passing++) {
      const event = batch[passing];
      if (event?.type !== 'text' || this.text === '') break;
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
        this.hasExtra ||= event.at === 'message';
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
    const gap = this.text === '' ? gapBetween(this.#before, text) : '';
    if (gap !== '') shown.push({ type: 'text', text: gap });
    this.text += text;
    shown.push({ type: 'text', text });
  }

  #startCall(id: string, written: string, shown: Event[]): void {
    if (isDispatched(written, this.#plan)) {
      this.#calls.hold(id);
      return;
    }
    const tool = findVisible(this.#plan, written);
    const owner = tool?.owner ?? 'gateway';
    this.#calls.begin(id, { id: owner === 'client' ? newCallId() : id, owner, name: tool?.wireName ?? written });
    this.#showCall(id, (known) => [{ type: 'call-start', ...known }], shown);
  }

  #endCall(call: Call, shown: Event[]): void {
    const known = this.#calls.shownAs(call.id);
    if (known === 'nobody') return; // cannot happen: backends must begin a call before they end it
    const read = readCall(call, this.#plan);
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
    const released = this.#calls.release(call.id, { id, owner, name: meant.name }, events);
    if (!this.#isMuted) for (const event of released) shown.push(event);
  }

  #showCall(id: string, write: (known: ShownCall) => readonly Event[], shown: Event[]): void {
    const known = this.#calls.shownAs(id);
    if (known === undefined || known === 'nobody' || this.#isMuted) return;
    shown.push(...this.#calls.pass(id, write(known)));
  }
}

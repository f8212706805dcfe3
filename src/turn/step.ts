import type { Call, CallFailure, Event, Fields, FinishEvent, Owner, Plan, TurnFailure } from '../core/index.ts';
import { newCallId } from '../models/index.ts';
import { findVisible } from '../select/index.ts';
import { isDispatcher, resolved, unwrap } from './dispatch.ts';
import { gapBetween } from './joined.ts';
import { mergeFields } from './merge.ts';

/** A call as one step made it. */
export interface StepCall {
  /** As the model must see it again: with the id that it knows, and the name under which the tool is visible. */
  readonly call: Call;
  /** What is to be done: of a call through the dispatcher the one within it, else the same. */
  readonly meant: Call;
  /** Why it cannot be done at all. */
  readonly failure?: CallFailure;
  readonly owner: Owner;
  /** The id that the client knows, of a call that is the client's. */
  readonly clientId?: string;
  /** No tool of that name is visible: nobody's call, answered here. */
  readonly isUnknown: boolean;
}

/**
 * Reads one step of the model: passes on what the client may see while it arrives, and keeps what the turn must know.
 * Calls are divided by owner here, before anything runs.
 */
export class StepReading {
  readonly #plan: Plan;
  /** The text of the steps before, behind which this one's goes on. */
  readonly #before: string;
  /** No calls are wanted: the model was told so, and what it writes all the same goes nowhere. */
  readonly #isMuted: boolean;
  readonly #shownIds = new Map<string, { readonly id: string; readonly owner: Owner; readonly name: string }>();
  /** Calls through the dispatcher: whose they are is known when they are whole. */
  readonly #dispatched = new Map<string, string>();
  readonly calls: StepCall[] = [];
  text = '';
  hasReasoning = false;
  /** Thoughts and signatures, under the names they came by. */
  state: Fields = {};
  /** It said something that has no word here: a refusal, a picture. */
  hasMore = false;
  finish: FinishEvent = { type: 'finish', reason: 'stop' };

  constructor(plan: Plan, before: string, isMuted: boolean) {
    this.#plan = plan;
    this.#before = before;
    this.#isMuted = isMuted;
  }

  /** The model was not asked at all. */
  fail(failure: TurnFailure): void {
    this.finish = { type: 'finish', reason: 'failed', failure };
  }

  push(batch: readonly Event[]): readonly Event[] {
    // Nearly every batch is text and nothing else: it passes as it is.
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
        if (event.field !== undefined) this.state = mergeFields(this.state, { [event.field]: event.text });
        shown.push(event);
        return;
      case 'call-start':
        this.#startCall(event.id, event.name, shown);
        return;
      case 'call-args': {
        const known = this.#shownIds.get(event.id);
        if (known !== undefined && !this.#isMuted) shown.push({ ...event, id: known.id });
        return;
      }
      case 'call':
        this.#endCall(event.call, shown);
        return;
      case 'extra':
        if (event.at === 'message') this.#readMore(event.fields);
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

  /** A refusal or a picture is an answer; a signature is none. */
  #readMore(fields: Fields): void {
    const { reasoning_details: details, ...others } = fields;
    if (details !== undefined) this.state = mergeFields(this.state, { reasoning_details: details });
    this.hasMore ||= Object.keys(others).length > 0;
  }

  #readText(text: string, shown: Event[]): void {
    const gap = this.text === '' ? gapBetween(this.#before, text) : '';
    if (gap !== '') shown.push({ type: 'text', text: gap });
    this.text += text;
    shown.push({ type: 'text', text });
  }

  #startCall(id: string, written: string, shown: Event[]): void {
    const tool = findVisible(this.#plan, written);
    if (tool !== undefined && isDispatcher(tool)) {
      this.#dispatched.set(id, tool.name);
      return;
    }
    const owner = tool?.owner ?? 'gateway';
    const known = { id: owner === 'client' ? newCallId() : id, owner, name: tool?.name ?? written };
    this.#shownIds.set(id, known);
    if (!this.#isMuted) shown.push({ type: 'call-start', id: known.id, name: known.name, owner });
  }

  #endCall(call: Call, shown: Event[]): void {
    const dispatcher = this.#dispatched.get(call.id);
    if (dispatcher !== undefined) {
      this.#endDispatched({ ...call, name: dispatcher }, shown);
      return;
    }
    const known = this.#shownIds.get(call.id);
    if (known === undefined) return; // a call begins before it ends: the backends' contract
    const { id, owner, name } = known;
    const made = { ...call, name };
    const isUnknown = findVisible(this.#plan, call.name) === undefined;
    this.calls.push({ call: made, meant: made, owner, isUnknown, ...(owner === 'client' ? { clientId: id } : {}) });
    if (!this.#isMuted) shown.push({ type: 'call', call: { ...made, id }, owner });
  }

  /** From here on there is only the call within: for owners, permits, the log, and whoever looks. */
  #endDispatched(call: Call, shown: Event[]): void {
    const dispatched = unwrap(call);
    const { call: meant, tool } = dispatched.ok ? resolved(dispatched.call, this.#plan) : { call, tool: undefined };
    const owner = tool?.owner ?? 'gateway';
    const id = owner === 'client' ? newCallId() : call.id;
    this.calls.push({
      call,
      meant,
      owner,
      isUnknown: dispatched.ok && tool === undefined,
      ...(owner === 'client' ? { clientId: id } : {}),
      ...(dispatched.ok ? {} : { failure: dispatched.failure }),
    });
    if (this.#isMuted) return;
    const { name } = meant;
    const text = typeof meant.arguments === 'string' ? meant.arguments : JSON.stringify(meant.arguments ?? {});
    shown.push({ type: 'call-start', id, name, owner }, { type: 'call-args', id, text });
    shown.push({ type: 'call', call: { ...meant, id, arguments: text }, owner });
  }
}

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Call, isRecord, newCallId, type Outcome, type Owner, parseJson } from '../../core/index.ts';
import { freeformInput } from '../freeform.ts';
import { writeResult } from './outcome.ts';

type Part = LanguageModelV4StreamPart;

/** A call that has begun. */
interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly isOwn: boolean;
  args: string;
  isInputOpen: boolean;
  /** True if the call itself was written. */
  isWritten: boolean;
}

/** The calls of an answer as parts: the caller's calls, and those that the gateway runs with their results. */
export class CallParts {
  readonly #showsOwn: boolean;
  readonly #freeform: ReadonlySet<string>;
  /** The calls without a result, by the id of their events. Ids of gateway calls may repeat in later steps. */
  readonly #open = new Map<string, OpenCall>();

  readonly #clientIds = new Set<string>();

  constructor(showsOwn: boolean, freeform: ReadonlySet<string>) {
    this.#showsOwn = showsOwn;
    this.#freeform = freeform;
  }

  start(eventId: string, name: string, owner: Owner): readonly Part[] {
    const isOwn = owner !== 'client';
    if (isOwn && !this.#showsOwn) return NONE;
    const before = this.#open.get(eventId);
    const closed = before === undefined ? NONE : this.#abandon(before);
    const id = isOwn || this.#clientIds.has(eventId) ? newCallId() : eventId;
    if (!isOwn) this.#clientIds.add(id);
    this.#open.set(eventId, { id, name, isOwn, args: '', isInputOpen: true, isWritten: false });
    return [...closed, { type: 'tool-input-start', id, toolName: name, ...marks(isOwn) }];
  }

  arguments(eventId: string, text: string): readonly Part[] {
    const call = this.#open.get(eventId);
    if (call === undefined || !call.isInputOpen || text === '') return NONE;
    call.args += text;
    return this.#isFreeform(call) ? NONE : [{ type: 'tool-input-delta', id: call.id, delta: text }];
  }

  whole({ id: eventId, arguments: args }: Call): readonly Part[] {
    const call = this.#open.get(eventId);
    if (call === undefined || call.isWritten) return NONE;
    return this.#write(call, typeof args === 'string' ? args : JSON.stringify(args ?? {}));
  }

  settle(outcome: Outcome): readonly Part[] {
    const call = this.#open.get(outcome.callId);
    if (call === undefined || !call.isOwn) return NONE;
    this.#open.delete(outcome.callId);
    const written = call.isWritten ? NONE : this.#write(call, call.args);
    return [...written, resultOf(call, writeResult(outcome), outcome.status === 'error')];
  }

  /** Ends calls that will get no result. The caller's incomplete calls are left out: they must not run. */
  end(): readonly Part[] {
    const parts: Part[] = [];
    for (const call of this.#open.values()) parts.push(...this.#abandon(call));
    this.#open.clear();
    return parts;
  }

  #abandon(call: OpenCall): readonly Part[] {
    if (!call.isOwn) return call.isInputOpen ? [this.#endInput(call)] : NONE;
    const isUsable = isRecord(parseJson(call.args));
    const written = call.isWritten ? NONE : this.#write(call, isUsable ? call.args : '{}');
    return [...written, resultOf(call, CUT_OFF, true)];
  }

  #write(call: OpenCall, args: string): readonly Part[] {
    const { id, name, isOwn } = call;
    call.isWritten = true;
    const isFreeform = this.#isFreeform(call);
    const input = isFreeform ? JSON.stringify(freeformInput(args)) : args.trim() === '' ? '{}' : args;
    const told: readonly Part[] = isFreeform ? [{ type: 'tool-input-delta', id, delta: input }] : NONE;
    const ended = call.isInputOpen ? [...told, this.#endInput(call)] : NONE;
    return [...ended, { type: 'tool-call', toolCallId: id, toolName: name, input, ...marks(isOwn) }];
  }

  #endInput(call: OpenCall): Part {
    call.isInputOpen = false;
    return { type: 'tool-input-end', id: call.id };
  }

  #isFreeform({ name, isOwn }: OpenCall): boolean {
    return !isOwn && this.#freeform.has(name);
  }
}

const NONE: readonly Part[] = [];
const CUT_OFF = 'This call was interrupted before it had a result.';

function resultOf({ id, name }: OpenCall, result: ReturnType<typeof writeResult>, isError: boolean): Part {
  return {
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    result,
    ...(isError && { isError }),
    ...OWN,
  };
}

/** Marks a call that the gateway runs, of a tool that the caller may not have declared. */
function marks(isOwn: boolean): { readonly providerExecuted?: true; readonly dynamic?: true } {
  return isOwn ? OWN : {};
}

const OWN = { providerExecuted: true, dynamic: true } as const;

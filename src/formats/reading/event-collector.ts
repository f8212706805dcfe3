import { MOST_JSON_VALUES, parseJson, readStrictJson } from '../../core/index.ts';
import type { NoticeCode, ReaderEvent } from '../events.ts';
import type { Policy } from '../policy.ts';
import { schemaMismatch } from '../schema-mismatch.ts';
import type { KnownTool } from '../tools.ts';
import { typedArguments } from '../typing.ts';
import { Code } from './code.ts';
import { Pieces } from './pieces.ts';
import { Trimmer } from './trimmer.ts';

/** Collects the events that a Reader emits, in order. */
export class EventCollector {
  #events: ReaderEvent[] = [];
  readonly #policy: Policy;
  readonly #newId: (index: number) => string;
  readonly #ids = new Set<string>();
  #last = '';
  #hasLeftOut = false;
  /** Number of complete calls. */
  #whole = 0;
  readonly #trimmer = new Trimmer((text) => this.#events.push({ type: 'text', text }));
  /** Tracks which part of the answer is Markdown code. */
  readonly code = new Code();
  /** Tracks which part of the reasoning is Markdown code. */
  readonly thoughtCode = new Code();
  /** Number of calls for which `call-start` was emitted. */
  calls = 0;

  constructor(policy: Policy, newId: (index: number) => string) {
    this.#policy = policy;
    this.#newId = newId;
  }

  /** Returns the events since the last `take`. */
  take(): ReaderEvent[] {
    const events = this.#events;
    if (events.length > 0) this.#events = [];
    return events.length > 0 ? events : [];
  }

  readonly text = (text: string): void => {
    if (text === '') return;
    if (this.#whole > 0 && this.#policy.textAfter !== 'kept') {
      this.#leaveOut(text);
      return;
    }
    this.#last = text.charAt(text.length - 1);
    this.code.read(text);
    if (this.#policy.textAround === 'trimmed') this.#trimmer.push(text);
    else this.#events.push({ type: 'text', text });
  };

  #leaveOut(text: string): void {
    if (this.#hasLeftOut || text.trim() === '') return;
    this.#hasLeftOut = true;
    this.notice('left-out', 'Text after the calls is left out.');
  }

  /** Emits the notice about an invented outcome, before which the answer ends. */
  cut(message: string): void {
    this.#trimmer.drop();
    this.notice('invented-result', message);
  }

  /** True if text followed a call and the policy ends the message there. */
  get isOver(): boolean {
    return this.#hasLeftOut && this.#policy.textAfter === 'ends';
  }

  /** True if the answer has text or a call. */
  get hasBegun(): boolean {
    return this.#last !== '' || this.calls > 0;
  }

  /** Returns true if the answer emitted so far ends with this character. */
  endsIn(letter: string): boolean {
    return this.#last === letter;
  }

  end(): void {
    this.#trimmer.end();
  }

  readonly reasoning = (text: string): void => {
    if (text === '') return;
    this.thoughtCode.read(text);
    this.#events.push({ type: 'reasoning', text });
  };

  notice(
    code: NoticeCode,
    message: string,
    about: Omit<ReaderEvent & { type: 'notice' }, 'type' | 'code' | 'message'> = {},
  ): void {
    this.#events.push({ type: 'notice', code, message, ...about });
  }

  /** Emits the start of a call. The model's own id is used unless it is empty or another call has it. */
  start(name: string, id: string | undefined): { readonly index: number; readonly id: string } {
    const index = this.calls++;
    this.#trimmer.drop();
    const own = id !== undefined && id !== '' && !this.#ids.has(id) ? id : this.#unusedId(index);
    this.#ids.add(own);
    this.#events.push({ type: 'call-start', index, id: own, name });
    return { index, id: own };
  }

  #unusedId(index: number): string {
    let id = this.#newId(index);
    for (let next = index + 1; this.#ids.has(id) && next < index + MOST_TRIES; next++) id = this.#newId(next);
    return id;
  }

  push(event: ReaderEvent): void {
    if (event.type === 'call') this.#whole++;
    this.#events.push(event);
  }
}

/** Limit of attempts to find an unused id, because a model that writes its own ids may use the same ones. */
const MOST_TRIES = 1_000;

/** A call that is being read. Its name is known, and its arguments arrive in pieces. */
export class PendingCall {
  readonly name: string;
  readonly tool: KnownTool | undefined;
  readonly repairs: string[] = [];
  readonly #format: string;
  readonly #keepsWritten: boolean;
  readonly #telling: EventCollector;
  readonly #told: { readonly index: number; readonly id: string } | undefined;
  readonly #silence: Silence | undefined;
  readonly #arguments = new Pieces();

  constructor(telling: EventCollector, call: NewCall, tool: KnownTool | undefined, silence?: Silence) {
    this.name = call.name;
    this.tool = tool;
    this.#format = call.format;
    this.#keepsWritten = call.keepsWritten;
    this.#telling = telling;
    this.#silence = silence;
    this.#told = silence === undefined ? telling.start(call.name, call.id) : undefined;
  }

  /** Adds the next piece of the arguments, as JSON. */
  readonly write = (json: string): void => {
    if (json === '') return;
    this.#arguments.add(json);
    if (this.#told !== undefined) this.#telling.push({ type: 'call-args', index: this.#told.index, text: json });
  };

  readonly mend = (what: string): void => {
    if (!this.repairs.includes(what)) this.repairs.push(what);
  };

  /**
   * Returns false if repaired arguments contain one of these markers. Then the repair extended a string past the end of the
   * call.
   */
  isSound(marks: readonly string[]): boolean {
    if (this.repairs.length === 0) return true;
    const json = this.#arguments.join();
    return !marks.some((mark) => mark.length > 2 && json.includes(mark));
  }

  get isBegun(): boolean {
    return this.#arguments.length > 0;
  }

  /** Ends a complete call. `raw` returns the model's text for it, which is needed if the call turns out to be malformed. */
  finish(raw: () => string, isOpenEnded = false): void {
    if (this.#arguments.length === 0) this.write('{}');
    this.#tellSilence();
    if (this.#told === undefined) return;
    const argumentsText = this.#arguments.join();
    const value = parsed(argumentsText);
    if (!value.ok) {
      this.fail('malformed', `its arguments are not valid JSON: ${value.reason}`, raw());
      return;
    }
    if (this.repairs.length > 0 && !this.#acceptMended(value.value, raw, isOpenEnded)) return;
    if (value.inexact !== undefined) {
      this.#telling.notice(
        'inexact',
        `The arguments of "${this.name}" lose information when they are parsed: ${value.inexact}.`,
        this.#about(),
      );
    }
    const { index, id } = this.#told;
    this.#telling.push({
      type: 'call',
      index,
      id,
      name: this.name,
      arguments: value.value,
      argumentsText,
      format: this.#format,
      ...(isOpenEnded && { isOpenEnded }),
      ...(this.#keepsWritten && { written: raw() }),
    });
  }

  /** Accepts repaired arguments only if they match the tool's schema. Otherwise an open-ended call lacks its rest. */
  #acceptMended(value: unknown, raw: () => string, isOpenEnded: boolean): boolean {
    const what = this.repairs.join(', ');
    const misfit = this.tool === undefined ? undefined : schemaMismatch(value, typedArguments(this.tool));
    if (misfit !== undefined && isOpenEnded) {
      this.fail('incomplete', `the text ended inside it, and its arguments so far do not suffice: ${misfit}`, raw());
      return false;
    }
    if (misfit !== undefined) {
      this.fail('malformed', `after repairs (${what}) its arguments do not match the tool's schema: ${misfit}`, raw());
      return false;
    }
    this.#telling.notice('repaired', `The call of "${this.name}" was repaired (${what}).`, this.#about());
    return true;
  }

  /** Ends a call that must not be executed, because the text ended inside it or it cannot be parsed. */
  fail(code: 'malformed' | 'incomplete', why: string, raw: string): void {
    this.#tellSilence();
    if (this.#told === undefined) return;
    this.#telling.notice(code, `The call of "${this.name}" is ${code}: ${why}.`, { ...this.#about(), text: raw });
  }

  #tellSilence(): void {
    if (this.#silence !== undefined) this.#telling.notice(this.#silence.code, this.#silence.message, this.#about());
  }

  #about(): { index?: number; name: string; format: string } {
    return { ...(this.#told !== undefined && { index: this.#told.index }), name: this.name, format: this.#format };
  }
}

interface NewCall {
  readonly name: string;
  readonly id: string | undefined;
  readonly format: string;
  /** True if the call event includes the text that the model wrote. */
  readonly keepsWritten: boolean;
}

/** The notice that is emitted instead of a call. */
export interface Silence {
  readonly code: 'suppressed' | 'unknown-tool' | 'left-out';
  readonly message: string;
}

type Parsed =
  | { readonly ok: true; readonly value: unknown; readonly inexact?: string }
  | { readonly ok: false; readonly reason: string };

function parsed(text: string): Parsed {
  const strict = readStrictJson(text, { deepest: MOST_DEPTH, mostValues: MOST_JSON_VALUES });
  if (strict.ok) return strict;
  const value = parseJson(text);
  return value === undefined ? { ok: false, reason: strict.reason } : { ok: true, value, inexact: strict.reason };
}

const MOST_DEPTH = 101;

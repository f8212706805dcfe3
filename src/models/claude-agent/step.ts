import { type Event, type Fields, isRecord, type Limits, type TurnFailure, truncate } from '../../core/index.ts';
import { cutOff, failed } from '../finish.ts';
import { cancelled } from '../http/cancelled.ts';
import { AgentAnswer } from './answer.ts';
import { PREFIX } from './bridge.ts';
import { EnvelopeReader } from './envelopes.ts';
import { failureOfExit, failureOfResult } from './failure.ts';
import type { AgentRequest } from './request.ts';
import type { AgentRun, Received } from './run.ts';

export interface StepOptions {
  readonly backend: string;
  readonly limits: Pick<Limits, 'firstByteMs' | 'silenceMs' | 'answerBytes'>;
  /** Removes secrets from the agent's messages. */
  readonly hide: (text: string) => string;
  /** True if text may be an envelope of calls. Not if the client wants JSON. */
  readonly mayBeEnvelope: boolean;
}

/** The reading of one step of a run. */
export class AgentStep {
  readonly #run: AgentRun;
  readonly #request: AgentRequest;
  readonly #options: StepOptions;
  readonly #envelopes: EnvelopeReader;
  readonly #answer: AgentAnswer;
  #hasBegun = false;
  #hasExited = false;
  #characters = 0;
  /** The error that the agent reported in place of an answer. */
  #trouble: Trouble | undefined;
  /** True if the model has said why its answer ends. */
  #hasReason = false;
  /** True if this version of Claude Code asked the model before it had the whole prompt. */
  #isTooEarly = false;
  /** The tools that the agent did not declare to the model. */
  readonly missingTools: string[] = [];

  constructor(run: AgentRun, request: AgentRequest, options: StepOptions) {
    this.#run = run;
    this.#request = request;
    this.#options = options;
    const known = new Set(request.tools.map(({ name }) => request.names.read(PREFIX + name)));
    const nameOf = (written: string) => [written, request.names.read(written)].find((name) => known.has(name));
    this.#envelopes = new EnvelopeReader(nameOf, options.mayBeEnvelope && known.size > 0);
    this.#answer = new AgentAnswer(options.backend, request);
  }

  get answer(): AgentAnswer {
    return this.#answer;
  }

  /** True if the child process ended during the step. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** True if the step ended without a `finish`, because this version of Claude Code asked the model before it had the prompt. */
  get isTooEarly(): boolean {
    return this.#isTooEarly;
  }

  /** Yields the events of the step. The last one is its only `finish`, unless the step was too early. */
  async *events(signal: AbortSignal): AsyncGenerator<readonly Event[], void, undefined> {
    for (;;) {
      const { firstByteMs, silenceMs } = this.#options.limits;
      const received = await this.#run.receive(this.#hasBegun ? silenceMs : firstByteMs, signal);
      const read = this.#readReceived(received, signal);
      if (this.#isTooEarly) return;
      const isOver = this.#answer.isOver || 'failure' in read;
      const events = this.#envelopes.push(isOver ? this.#ending(read) : read.events);
      if (events.length > 0) yield events;
      if (isOver) return;
    }
  }

  #ending(read: Read): readonly Event[] {
    const end = this.#answer.end();
    if (!('failure' in read)) return [...read.events, ...end];
    return this.#hasBegun ? cutOff(end, read.failure) : failed(read.failure);
  }

  #readReceived(received: Received, signal: AbortSignal): Read {
    const { backend, limits, hide } = this.#options;
    switch (received.kind) {
      case 'message':
        return this.#readMessage(received.message);
      case 'ended': {
        this.#hasExited = true;
        if (this.#answer.hasCalls && !this.#answer.isInCall)
          return { events: this.#answer.readResult({ stop_reason: 'tool_use' }) };
        const { stderr } = this.#run;
        return { failure: failureOfExit(backend, { ...received, stderr, hasBegun: this.#hasBegun }, hide) };
      }
      case 'silent': {
        const [stage, limitMs] = this.#hasBegun
          ? (['between-chunks', limits.silenceMs] as const)
          : (['first-byte', limits.firstByteMs] as const);
        return { failure: { kind: 'upstream-silent', backend, stage, limitMs } };
      }
      case 'aborted':
        return { failure: cancelled(signal) };
      default:
        return received satisfies never;
    }
  }

  #readMessage(message: Fields): Read {
    if (message.parent_tool_use_id !== undefined && message.parent_tool_use_id !== null) return NOTHING;
    switch (message.type) {
      case 'system':
        return message.subtype === 'init' ? this.#readInit(message) : NOTHING;
      case 'stream_event':
        return this.#counted(this.#readEvent(message), sizeOf(message.event));
      case 'assistant':
        return this.#counted(this.#readAssistant(message));
      case 'result':
        return this.#readResult(message);
      default:
        return NOTHING;
    }
  }

  /** Checks which tools the agent has. It must have no other tools than those of the bridge. */
  #readInit({ tools, model }: Fields): Read {
    if (typeof model === 'string') this.#run.model = model;
    if (!Array.isArray(tools)) return NOTHING;
    const foreign = tools.find((name) => typeof name === 'string' && !name.startsWith(PREFIX));
    if (foreign !== undefined) {
      const message = `The agent of the backend "${this.#options.backend}" did not turn off its own tool "${truncate(String(foreign), MOST_NAME)}". Install a newer version of the Claude Agent SDK.`;
      return { failure: { kind: 'backend-unusable', message } };
    }
    const declared = new Set(tools);
    this.missingTools.length = 0;
    for (const { name } of this.#request.tools) {
      if (!declared.has(PREFIX + name)) this.missingTools.push(this.#request.names.read(PREFIX + name));
    }
    return NOTHING;
  }

  #readAssistant({ message, error, api_error_status }: Fields): Read {
    if (!isRecord(message)) return NOTHING;
    if (message.model !== SYNTHETIC && (error === undefined || error === null)) {
      return this.#readAnswer(() => this.#answer.readBlocks(message));
    }
    this.#trouble = { error, result: { result: textIn(message.content), api_error_status } };
    return NOTHING;
  }

  /** Reads an event of the stream. If the stream ends early, the agent completes it with an end that has no reason. */
  #readEvent({ event, abandoned_blocks: abandoned }: Fields): Read {
    if (isRecord(event) && event.type === 'message_delta' && isRecord(event.delta)) {
      this.#hasReason ||= typeof event.delta.stop_reason === 'string';
    }
    const isEnd = isRecord(event) && event.type === 'message_stop';
    const isBroken = isEnd && !this.#hasReason && (this.#trouble !== undefined || isRecord(abandoned));
    if (isBroken) return { failure: this.#failureOf(this.#trouble?.result ?? ENDED_EARLY, undefined) };
    return this.#readAnswer(() => this.#answer.readStreamed(event));
  }

  #failureOf(result: Fields, error: unknown): TurnFailure {
    const { backend, hide } = this.#options;
    return failureOfResult(backend, result, { error, hide, hasBegun: this.#hasBegun });
  }

  #readAnswer(read: () => readonly Event[]): Read {
    if (!this.#run.isPromptSent) {
      this.#isTooEarly = true;
      return NOTHING;
    }
    this.#hasBegun = true;
    return { events: read() };
  }

  #readResult(result: Fields): Read {
    if (!this.#run.isPromptSent) {
      this.#isTooEarly = result.num_turns !== 0;
      this.#run.confirm();
      return NOTHING;
    }
    const hasWhole = !this.#answer.isInCall && (this.#answer.hasCalls || hasCalls(result));
    if (this.#answer.isInCall || (result.is_error === true && !hasWhole)) {
      return { failure: this.#failureOf(result, this.#trouble?.error) };
    }
    this.#hasBegun = true;
    return { events: this.#answer.readResult(result) };
  }

  /** Ends an endless answer. */
  #counted(read: Read, characters?: number): Read {
    if ('failure' in read) return read;
    const { backend, limits } = this.#options;
    if (characters !== undefined) this.#characters += characters;
    else for (const event of read.events) if ('text' in event) this.#characters += event.text.length;
    if (this.#characters <= limits.answerBytes) return read;
    const reason = `the answer is longer than ${limits.answerBytes} bytes (limits.answerBytes)`;
    return { failure: { kind: 'upstream-broken', backend, reason } };
  }
}

type Read = { readonly events: readonly Event[] } | { readonly failure: TurnFailure };

/** An error that the agent reported in place of an answer, and its name for it. */
interface Trouble {
  readonly error: unknown;
  readonly result: Fields;
}

const ENDED_EARLY: Fields = { result: 'the stream ended before the answer was complete' };

const NOTHING: Read = { events: [] };

const MOST_NAME = 60;

/** The model of messages that Claude Code writes itself, such as errors. */
const SYNTHETIC = '<synthetic>';

function textIn(content: unknown): string {
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  return blocks.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

/** Returns the size of an event of the stream: all texts of its piece, also those that make no event here. */
function sizeOf(event: unknown): number {
  const piece = isRecord(event) ? (event.delta ?? event.content_block) : undefined;
  if (!isRecord(piece)) return 1;
  return Object.values(piece).reduce<number>((sum, each) => sum + (typeof each === 'string' ? each.length : 1), 1);
}

function hasCalls({ deferred_tool_use: deferred, permission_denials: denials }: Fields): boolean {
  return isRecord(deferred) || (Array.isArray(denials) && denials.length > 0);
}

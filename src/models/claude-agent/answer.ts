import { type Call, type Event, type Fields, isRecord, type ReasoningPart } from '../../core/index.ts';
import { MessagesAnswer } from '../../wires/index.ts';
import type { AgentRequest } from './request.ts';

/**
 * Turns the messages of a run into the events of one step, up to the end of one answer of the model. The agent passes on the
 * provider's own stream. If it does not, the blocks of its `assistant` messages are read instead.
 */
export class AgentAnswer {
  readonly #reader: MessagesAnswer;
  #isStreamed = false;
  #blocks = 0;
  #hasText = false;
  #isInCall = false;
  /** Ids of the calls as the agent wrote them. */
  readonly #written: unknown[] = [];
  /** The complete calls, by the ids that the events have. */
  readonly calls = new Map<string, Call>();
  /** The reasoning blocks, which go back to the model. */
  readonly reasoning: ReasoningPart[] = [];

  constructor(backend: string, { wireModel, names }: AgentRequest) {
    this.#reader = new MessagesAnswer({ backend, model: wireModel, nameOf: (written) => names.read(written) });
  }

  /** True once the model's answer is complete. Later messages belong to the next step. */
  get isOver(): boolean {
    return this.#reader.isDone || this.#reader.failure !== undefined;
  }

  /** Reads an event of the provider's stream. */
  readStreamed(event: unknown): readonly Event[] {
    this.#isStreamed = true;
    this.#note(event);
    return this.#noted(this.#reader.chunk(event));
  }

  /** Reads the blocks of an `assistant` message, unless they were streamed. */
  readBlocks({ content, usage }: Fields): readonly Event[] {
    if (this.#isStreamed || !Array.isArray(content)) return [];
    const start = this.#reader.chunk({ type: 'message_start', message: { usage } });
    const blocks = content.flatMap((block: unknown) => {
      const index = this.#blocks++;
      const start = { type: 'content_block_start', index, content_block: block };
      this.#note(start);
      const begun = this.#reader.chunk(start);
      const stop = { type: 'content_block_stop', index };
      this.#note(stop);
      return [...begun, ...this.#reader.chunk(stop)];
    });
    return this.#noted([...start, ...blocks]);
  }

  /**
   * Reads the result of a run whose answer did not end in the stream. Adds what only the result has: the text, and calls that
   * the agent deferred or denied.
   */
  readResult(result: Fields): readonly Event[] {
    const calls = this.hasCalls
      ? []
      : [result.deferred_tool_use, ...listOf(result.permission_denials)].filter(isRecord);
    const text = this.#hasText || this.hasCalls || calls.length > 0 ? '' : textOf(result);
    const blocks = [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map((call) => ({
        type: 'tool_use',
        id: call.id ?? call.tool_use_id,
        name: call.name ?? call.tool_name,
        input: call.input ?? call.tool_input,
      })),
    ];
    const read = this.#isStreamed ? this.#readMore(blocks) : this.readBlocks({ content: blocks });
    const delta = { stop_reason: this.hasCalls ? 'tool_use' : (result.stop_reason ?? 'end_turn') };
    const end = this.#reader.chunk({ type: 'message_delta', delta, usage: result.usage });
    return [...read, ...end, ...this.#reader.chunk({ type: 'message_stop' })];
  }

  /** True if there is text. After an answer without text or calls, the agent asks the model again by itself. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** True if a call has begun. */
  get hasCalls(): boolean {
    return this.#written.length > 0;
  }

  /** True if the last call has begun, but its block has not ended. Some of its arguments may be missing. */
  get isInCall(): boolean {
    return this.#isInCall;
  }

  /** True if the events name the calls by the agent's own ids, so that each of its tool calls gets its own result. */
  get hasOwnIds(): boolean {
    const ids = new Set(this.#written);
    if (ids.size !== this.#written.length || ids.size !== this.calls.size) return false;
    return this.#written.every((id) => typeof id === 'string' && this.calls.has(id));
  }

  /** Returns the held-back events and the only `finish`. */
  end(): readonly Event[] {
    return this.#noted(this.#reader.end(this.#reader.isDone));
  }

  #note(event: unknown): void {
    if (!isRecord(event)) return;
    const block = event.type === 'content_block_start' ? event.content_block : undefined;
    if (block !== undefined || event.type === 'content_block_stop') this.#isInCall = false;
    if (!isRecord(block) || block.type !== 'tool_use') return;
    this.#isInCall = true;
    this.#written.push(block.id);
  }

  #readMore(blocks: readonly Fields[]): readonly Event[] {
    this.#isStreamed = false;
    const events = this.readBlocks({ content: blocks });
    this.#isStreamed = true;
    return events;
  }

  #noted(events: readonly Event[]): readonly Event[] {
    for (const event of events) {
      if (event.type === 'text') this.#hasText = true;
      if (event.type === 'call') this.calls.set(event.call.id, event.call);
      if (event.type === 'reasoning-blocks') this.reasoning.push(...event.parts);
    }
    return events;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf({ structured_output: structured, result }: Fields): string {
  if (structured !== undefined && structured !== null) return JSON.stringify(structured);
  return typeof result === 'string' ? result : '';
}

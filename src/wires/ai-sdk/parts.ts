import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { Event, Failure, Fields, FinishEvent, WireFields } from '../../core/index.ts';
import type { Rejection } from '../rejection.ts';
import type { AnswerHead } from '../whole-answer.ts';
import { CallParts } from './calls.ts';
import { aiSdkErrorBody } from './error-body.ts';
import { writeExtra } from './extra.ts';
import { isEmptyAnswer, writeFinishReason } from './finish.ts';
import { reasoningMetadata } from './reasoning.ts';
import type { AiSdkRequest } from './request.ts';
import { optionOf } from './sampling.ts';
import { writeAiSdkUsage } from './usage.ts';
import { type Warning, Warnings } from './warnings.ts';

export type StreamPart = LanguageModelV4StreamPart;

/** Writes a turn's events as the stream parts of V4. Parts are correctly nested, whatever the events. */
export class PartWriter {
  readonly #request: AiSdkRequest;
  readonly #head: AnswerHead;
  readonly #reject: (failure: Failure) => Rejection;
  readonly #calls: CallParts;
  readonly #warnings = new Warnings();
  readonly #notices: string[] = [];
  #isBegun = false;
  #isOver = false;
  #hasContent = false;
  #block: OpenBlock | undefined;
  #blockCount = 0;
  #sourceCount = 0;

  /** `reject` converts a failure to the error that the caller receives. */
  constructor(request: AiSdkRequest, head: AnswerHead, reject: (failure: Failure) => Rejection) {
    const { tools } = request.ask;
    const listed = tools.kind === 'listed' ? tools.tools : [];
    const freeform = new Set(listed.filter((tool) => tool.freeform !== undefined).map(({ name }) => name));
    this.#request = request;
    this.#head = head;
    this.#reject = reject;
    this.#calls = new CallParts(request.showsCalls, freeform);
  }

  /** True if parts were written. Until then, a failure may still be an error instead of an answer. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  write(batch: readonly Event[]): readonly StreamPart[] {
    const parts: StreamPart[] = [];
    // Notices wait for the first other event, so that `stream-start` has the warnings of the backend.
    for (const event of batch) if (event.type === 'notice') this.#note(event);
    for (const event of batch) {
      if (this.#isOver) break;
      if (!this.#isBegun && event.type !== 'notice') this.#begin(parts);
      const place = parts.length;
      this.#write(event, parts);
      const isHidden = isOfCall(event) && parts.length === place;
      if (this.#request.includesRaw && event.type !== 'notice' && !isHidden) {
        parts.splice(place, 0, { type: 'raw', rawValue: event });
      }
    }
    return parts;
  }

  #write(event: Event, parts: StreamPart[]): void {
    switch (event.type) {
      case 'text':
        this.#say('text', event.text, undefined, parts);
        return;
      case 'reasoning':
        this.#say('reasoning', event.text, event.state, parts);
        return;
      case 'reasoning-blocks': {
        if (this.#block?.kind !== 'reasoning') this.#open('reasoning', undefined, parts);
        this.#block?.blocks.push(...event.parts);
        this.#close(parts);
        return;
      }
      case 'call-start':
        this.#add(this.#calls.start(event.id, event.name, event.owner), parts);
        return;
      case 'call-args':
        this.#add(this.#calls.arguments(event.id, event.text), parts);
        return;
      case 'call':
        this.#add(this.#calls.whole(event.call), parts);
        return;
      case 'outcome':
        this.#add(this.#calls.settle(event.outcome), parts);
        return;
      case 'extra':
        this.#add(
          writeExtra(event, () => `source-${++this.#sourceCount}`),
          parts,
        );
        return;
      case 'notice':
        return;
      case 'finish':
        this.#finish(event, parts);
        return;
      default:
        event satisfies never;
    }
  }

  #begin(parts: StreamPart[]): void {
    const { id, createdAt, model } = this.#head;
    this.#isBegun = true;
    const warnings: Warning[] = [...this.#request.warnings, ...this.#warnings.all];
    parts.push({ type: 'stream-start', warnings });
    parts.push({ type: 'response-metadata', id, timestamp: new Date(createdAt * 1000), modelId: model() });
  }

  #note({ message, setting }: Extract<Event, { type: 'notice' }>): void {
    if (setting === undefined) {
      if (this.#notices.length < MOST_NOTICES) this.#notices.push(message);
    } else if (!this.#isBegun) {
      this.#warnings.unsupported(optionOf(setting), message);
    }
  }

  #say(kind: OpenBlock['kind'], text: string, state: WireFields | undefined, parts: StreamPart[]): void {
    if (text === '') return;
    if (this.#block?.kind !== kind || (kind === 'reasoning' && this.#block.state !== state))
      this.#open(kind, state, parts);
    const id = this.#block?.id ?? '';
    parts.push(
      kind === 'text' ? { type: 'text-delta', id, delta: text } : { type: 'reasoning-delta', id, delta: text },
    );
  }

  #open(kind: OpenBlock['kind'], state: WireFields | undefined, parts: StreamPart[]): void {
    this.#close(parts);
    this.#hasContent = true;
    const id = `${kind}-${++this.#blockCount}`;
    this.#block = { kind, id, state, blocks: [] };
    parts.push(kind === 'text' ? { type: 'text-start', id } : { type: 'reasoning-start', id });
  }

  #close(parts: StreamPart[]): void {
    const block = this.#block;
    if (block === undefined) return;
    this.#block = undefined;
    const { kind, id, state, blocks } = block;
    if (kind === 'text') parts.push({ type: 'text-end', id });
    else parts.push({ type: 'reasoning-end', id, ...reasoningMetadata(state, blocks) });
  }

  #add(more: readonly StreamPart[], parts: StreamPart[]): void {
    if (more.length === 0) return;
    this.#close(parts);
    this.#hasContent = true;
    for (const part of more) parts.push(part);
  }

  #finish(finish: FinishEvent, parts: StreamPart[]): void {
    const { failure, usage } = finish;
    this.#isOver = true;
    this.#close(parts);
    for (const part of this.#calls.end()) parts.push(part);
    const error = failure && aiSdkErrorBody(this.#reject(failure)).error;
    if (error !== undefined) parts.push({ type: 'error', error });
    const hadTools = (this.#head.toolCount?.() ?? 0) > 0;
    parts.push({
      type: 'finish',
      finishReason: writeFinishReason(finish, { hadTools, hasContent: this.#hasContent && !isEmptyAnswer(failure) }),
      usage: writeAiSdkUsage(usage),
      providerMetadata: { toolpath: this.#metadata(finish, error) },
    });
  }

  #metadata({ stopSequence, explanation, failure, usage }: FinishEvent, error: Fields | undefined): Metadata {
    const { id, model, headers, explain } = this.#head;
    const { 'x-toolpath-tools': tools } = headers?.() ?? {};
    const explained = this.#request.explains ? explain?.() : undefined;
    return plain({
      turn: id,
      model: model(),
      ...(tools !== undefined && { tools }),
      ...(usage?.turn !== undefined && { steps: usage.turn.steps }),
      ...(stopSequence !== undefined && { stopSequence }),
      ...(explanation !== undefined && { refusal: explanation }),
      ...(this.#notices.length > 0 && { notices: this.#notices }),
      ...(failure !== undefined && error !== undefined && { failure: { kind: failure.kind, ...error } }),
      ...(explained !== undefined && { explanation: explained }),
    });
  }
}

/** True for the events of calls. Those of hidden calls make no part. */
function isOfCall({ type }: Event): boolean {
  return type === 'call-start' || type === 'call-args' || type === 'call' || type === 'outcome';
}

interface OpenBlock {
  readonly kind: 'text' | 'reasoning';
  readonly id: string;
  readonly state: WireFields | undefined;
  readonly blocks: Extract<Event, { type: 'reasoning-blocks' }>['parts'][number][];
}

type Metadata = SharedV4ProviderMetadata[string];

const MOST_NOTICES = 100;

function plain(fields: Fields): Metadata {
  return fields as Metadata;
}

import {
  type AssistantMessage,
  isDeeperThan,
  joinedExtra,
  type Message,
  MOST_DEPTH,
  type Part,
  type ToolMessage,
  textOf,
} from '../../core/index.ts';
import type { Format } from '../format.ts';
import { writeCalls } from './calls.ts';
import { formatOf, formatsOf, type WriterOptions } from './named.ts';
import { markersIn, neutralise } from './neutralise.ts';
import { writeOutcome } from './outcomes.ts';
import { writeJson } from './values.ts';

/**
 * Writes a history for a server that does not support tools: calls become text of the assistant, outcomes become text of the
 * user. Control tokens of every format in `understood` are broken in all other text, so instructions must be added
 * afterwards. Outcomes are merged into the adjacent user message, followed by their images, so that alternating roles still
 * alternate.
 */
export function writeTranscript(
  written: Format | string,
  messages: readonly Message[],
  { understood, broken }: WriterOptions = {},
): Message[] {
  const format = formatOf(written);
  const scribe = new TranscriptWriter(format, formatsOf(understood ?? [format]), broken);
  for (const message of messages) scribe.write(message);
  return scribe.written;
}

/** Appends instructions to the first system message, or adds a system message if there is none. */
export function systemPrompt(messages: readonly Message[], section: string): readonly Message[] {
  if (section === '') return messages;
  const place = messages.findIndex(({ role }) => role === 'system' || role === 'developer');
  const system = messages[place];
  if (system?.role !== 'system' && system?.role !== 'developer') {
    return [{ role: 'system', content: [{ type: 'text', text: section }] }, ...messages];
  }
  return messages.with(place, { ...system, content: withText(system.content, section, '\n\n') });
}

const NONE: readonly Format[] = [];

class TranscriptWriter {
  readonly written: Message[] = [];
  readonly #format: Format;
  readonly #understood: readonly Format[];
  readonly #broken: WriterOptions['broken'];
  /** Call id → tool name. */
  readonly #names = new Map<string, string>();
  #calls = 0;
  /** True if the last message that was read is an outcome. */
  #isOutcome = false;

  constructor(format: Format, understood: readonly Format[], broken: WriterOptions['broken']) {
    this.#format = format;
    this.#understood = understood;
    this.#broken = broken;
  }

  write(message: Message): void {
    const wasOutcome = this.#isOutcome;
    this.#isOutcome = message.role === 'tool';
    switch (message.role) {
      case 'system':
      case 'developer':
        this.written.push({ ...message, content: this.#plain(message.content) });
        return;
      case 'user': {
        const content = this.#plain(message.content);
        if (wasOutcome) this.#join(content, message);
        else this.written.push({ ...message, content });
        return;
      }
      case 'assistant':
        this.written.push(this.#assistant(message));
        return;
      case 'tool': {
        const content = [{ type: 'text', text: this.#outcome(message) } as const, ...message.content.filter(isMedia)];
        if (this.written.at(-1)?.role === 'user') this.#join(content);
        else this.written.push({ role: 'user', content });
        return;
      }
      default:
        message satisfies never;
    }
  }

  #assistant(message: AssistantMessage): Message {
    const content = this.#plain(message.content);
    const { calls } = message;
    if (calls.length === 0) return { ...message, content };
    const text = writeCalls(this.#format, calls, {
      first: this.#calls,
      isBehindText: content.some(
        (part) => part.type !== 'reasoning' && (part.type !== 'text' || part.text.trim() !== ''),
      ),
      understood: this.#understood,
    });
    this.#calls += calls.length;
    for (const { id, name } of calls) this.#names.set(id, name);
    return { ...message, content: withText(content, text, '\n'), calls: [] };
  }

  #outcome({ callId, name, content, isError = false }: ToolMessage): string {
    const tool = this.#names.get(callId) ?? name ?? '';
    return writeOutcome(
      this.#format,
      { id: callId, name: tool, text: textOf(content), isError },
      { understood: this.#understood, broken: this.#broken },
    );
  }

  /** Appends content to the preceding user message, with the cache marker and the extra fields of its own message. */
  #join(content: readonly Part[], { cacheMarker, extra }: Pick<Message, 'cacheMarker' | 'extra'> = {}): void {
    const before = this.written.at(-1);
    if (before?.role !== 'user') return;
    const [first, ...rest] = content;
    const joined =
      first?.type === 'text'
        ? [...withText(before.content, first.text, '\n'), ...rest]
        : [...before.content, ...content];
    const marker = cacheMarker === undefined ? {} : { cacheMarker };
    const extras = joinedExtra(before.extra, extra);
    this.written[this.written.length - 1] = { ...before, content: joined, ...marker, ...extras };
  }

  #neutral(text: string): string {
    return this.#broken?.get(text) ?? neutralise(text, this.#understood);
  }

  #plain(content: readonly Part[]): readonly Part[] {
    return content.map((part) => this.#plainPart(part));
  }

  #plainPart(part: Part): Part {
    switch (part.type) {
      case 'text': {
        const text = this.#neutral(part.text);
        return text === part.text ? part : { ...part, text };
      }
      case 'json': {
        if (isDeeperThan(part.value, MOST_DEPTH)) return part;
        const text = writeJson(part.value, markersIn(this.#understood));
        return text === writeJson(part.value, markersIn(NONE)) ? part : { type: 'text', text };
      }
      case 'resource': {
        const text = part.resource.text === undefined ? undefined : this.#neutral(part.resource.text);
        return text === part.resource.text || text === undefined
          ? part
          : { ...part, resource: { ...part.resource, text } };
      }
      case 'image':
      case 'audio':
      case 'resource_link':
      case 'file':
      case 'wire':
      case 'reasoning':
        return part;
      default:
        return part satisfies never;
    }
  }
}

/** True if a part cannot be text. The outcome's tags contain a label for it; the part itself follows the tags. */
function isMedia({ type }: Part): boolean {
  return type === 'image' || type === 'audio' || type === 'file';
}

/** Appends text to the last text part instead of adding a part, because some servers do not accept a list of parts. */
function withText(content: readonly Part[], text: string, between: string): readonly Part[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return [...content, { type: 'text', text }];
  return content.with(-1, { ...last, text: last.text === '' ? text : `${last.text}${between}${text}` });
}

import type { Event, ReasoningPart } from '../../core/index.ts';
import type { SecretFinder, SecretStream } from '../../log/index.ts';

/**
 * Removes secrets of the settings from a model's answer before anything else sees it: a client, another tool, the store. A
 * server may repeat the key that it was sent, and a model may repeat a secret that a tool gave it. Text, reasoning and the
 * arguments of each call are separate streams; the end of one that may begin a secret is held back until the stream goes on.
 */
export class AnswerSecrets {
  readonly #finder: SecretFinder;
  readonly #text: SecretStream;
  readonly #reasoning: SecretStream;
  #lastReasoning: Extract<Event, { type: 'reasoning' }> | undefined;
  /** The arguments that are being received, by call id. */
  readonly #arguments = new Map<string, SecretStream>();

  constructor(finder: SecretFinder) {
    this.#finder = finder;
    this.#text = finder.stream();
    this.#reasoning = finder.stream();
  }

  push(events: readonly Event[]): readonly Event[] {
    return events.flatMap((event) => this.#clean(event));
  }

  #clean(event: Event): readonly Event[] {
    const { hide } = this.#finder;
    switch (event.type) {
      case 'text':
        return written(event, this.#text.push(event.text));
      case 'reasoning':
        this.#lastReasoning = event;
        return written(event, this.#reasoning.push(event.text));
      case 'reasoning-blocks':
        return [{ ...event, parts: event.parts.map((part) => this.#cleanPart(part)) }];
      case 'call-start':
        return [{ ...event, name: hide(event.name) }];
      case 'call-args':
        return written(event, this.#argumentsOf(event.id).push(event.text));
      case 'call': {
        const { call, owner } = event;
        const { arguments: args } = call;
        const cleaned = typeof args === 'string' ? hide(args) : this.#cleanData(args);
        const whole: Event = { type: 'call', call: { ...call, name: hide(call.name), arguments: cleaned }, owner };
        return [...this.#endArguments(call.id), whole];
      }
      case 'notice':
        return [{ ...event, message: hide(event.message) }];
      case 'extra':
        return [{ ...event, fields: this.#cleanData(event.fields) ?? {} }];
      case 'outcome':
        return [event]; // an outcome of a gateway tool: its secrets are already removed
      case 'finish': {
        const { explanation } = event;
        return [...this.#end(), explanation === undefined ? event : { ...event, explanation: hide(explanation) }];
      }
      default:
        return event satisfies never;
    }
  }

  #argumentsOf(id: string): SecretStream {
    const stream = this.#arguments.get(id) ?? this.#finder.stream();
    this.#arguments.set(id, stream);
    return stream;
  }

  #endArguments(id: string): readonly Event[] {
    const text = this.#arguments.get(id)?.end() ?? '';
    this.#arguments.delete(id);
    return text === '' ? [] : [{ type: 'call-args', id, text }];
  }

  #end(): readonly Event[] {
    const reasoning = this.#reasoning.end();
    const text = this.#text.end();
    return [
      ...(reasoning === '' ? [] : [{ ...this.#lastReasoning, type: 'reasoning' as const, text: reasoning }]),
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...[...this.#arguments.keys()].flatMap((id) => this.#endArguments(id)),
    ];
  }

  /** A changed part loses its signature and its state, because the provider would reject the text with them. */
  #cleanPart(part: ReasoningPart): ReasoningPart {
    const written = JSON.stringify(part);
    return this.#finder.hide(written) === written ? part : { type: 'reasoning', text: this.#finder.hide(part.text) };
  }

  /** Returns undefined if the data is not valid without its secrets. */
  #cleanData<Data>(data: Data): Data | undefined {
    const text = JSON.stringify(data);
    const hidden = text === undefined ? text : this.#finder.hide(text);
    if (hidden === undefined || hidden === text) return data;
    try {
      return JSON.parse(hidden);
    } catch {
      return undefined;
    }
  }
}

/** Returns the event with the text that is certain; no event if all of its text is held back. */
function written(event: Extract<Event, { readonly text: string }>, text: string): readonly Event[] {
  if (text === event.text) return [event];
  return text === '' ? [] : [{ ...event, text }];
}

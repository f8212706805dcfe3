import type { Event, ReasoningPart } from '../../core/index.ts';
import type { SecretFinder, SecretStream } from '../../log/index.ts';

/**
 * Removes secrets of the settings from a model's answer before anything else sees it: a client, another tool, the store. A
 * server may repeat the key that it was sent, and a model may repeat a secret that a tool gave it. Text, reasoning and the
 * arguments of each call are separate streams. The end of one that may begin a secret is held back until the next piece of the
 * same stream, or until another stream or the end of the answer follows. The order of the streams stays the same.
 */
export class AnswerSecrets {
  readonly #finder: SecretFinder;
  readonly #streams = new Map<string | undefined, SecretStream>();
  /** The last piece, and its stream: the only one that may hold text back. */
  #last: { readonly piece: Piece; readonly stream: SecretStream } | undefined;

  constructor(finder: SecretFinder) {
    this.#finder = finder;
  }

  push(events: readonly Event[]): readonly Event[] {
    return events.flatMap((event) => {
      const held = this.#heldBefore(event);
      const cleaned = this.#clean(event);
      return held === undefined ? cleaned : [held, ...cleaned];
    });
  }

  /** Returns what the last stream holds back, if the event does not belong to it. */
  #heldBefore(event: Event): Event | undefined {
    const next = streamOf(event);
    if (this.#last === undefined || next === undefined || next === streamOf(this.#last.piece)) return undefined;
    const { piece, stream } = this.#last;
    this.#last = undefined;
    const text = stream.pause();
    return text === '' ? undefined : { ...piece, text };
  }

  #clean(event: Event): readonly Event[] {
    const { hide, hideIn } = this.#finder;
    switch (event.type) {
      case 'text':
      case 'reasoning':
      case 'call-args':
        return this.#cleanPiece(event);
      case 'reasoning-blocks':
        return [{ ...event, parts: event.parts.map((part) => this.#cleanPart(part)) }];
      case 'call-start':
        return [{ ...event, name: hide(event.name) }];
      case 'call': {
        const { call, owner } = event;
        const { arguments: args } = call;
        const cleaned = typeof args === 'string' ? hide(args) : hideIn(args);
        const whole: Event = { type: 'call', call: { ...call, name: hide(call.name), arguments: cleaned }, owner };
        return [...this.#ended(), whole];
      }
      case 'notice':
        return [{ ...event, message: hide(event.message) }];
      case 'extra':
        return [{ ...event, fields: hideIn(event.fields) }];
      case 'outcome':
        return [event]; // an outcome of a gateway tool: its secrets are already removed
      case 'finish':
        return [...this.#ended(), hideIn(event)];
      default:
        return event satisfies never;
    }
  }

  #cleanPiece(piece: Piece): readonly Event[] {
    const name = streamOf(piece);
    const stream = this.#streams.get(name) ?? this.#finder.stream();
    this.#streams.set(name, stream);
    this.#last = { piece, stream };
    const text = stream.push(piece.text);
    if (text === piece.text) return [piece];
    return text === '' ? [] : [{ ...piece, text }];
  }

  /** Returns the rest of the last stream. */
  #ended(): readonly Event[] {
    if (this.#last === undefined) return [];
    const { piece, stream } = this.#last;
    this.#last = undefined;
    const text = stream.end();
    return text === '' ? [] : [{ ...piece, text }];
  }

  /** A changed part loses its signature and its state, because the provider would reject the text with them. */
  #cleanPart(part: ReasoningPart): ReasoningPart {
    const written = JSON.stringify(part);
    return this.#finder.hide(written) === written ? part : { type: 'reasoning', text: this.#finder.hide(part.text) };
  }
}

type Piece = Extract<Event, { type: 'text' | 'reasoning' | 'call-args' }>;

/** Returns the name of the stream that an event belongs to; undefined if its place among the streams does not matter. */
function streamOf(event: Event): string | undefined {
  switch (event.type) {
    case 'text':
    case 'reasoning':
    case 'reasoning-blocks':
      return event.type;
    case 'call-start':
    case 'call-args':
      return `call ${event.id}`;
    case 'call':
      return `call ${event.call.id}`;
    case 'outcome':
    case 'notice':
    case 'extra':
    case 'finish':
      return undefined;
    default:
      return event satisfies never;
  }
}

import type { StreamPart } from '../wires/index.ts';
import { OpenParts } from './open-parts.ts';

/**
 * Shows the parts of one turn: calls of the caller's tools as calls that the provider executes, or not at all. Ids of texts and
 * reasoning differ from those of other turns.
 */
export class ShownTurn {
  readonly #turn: number;
  readonly #hadText: boolean;
  readonly #isShown: boolean;
  readonly #open = new OpenParts();
  /** The ids of calls that are not shown. */
  readonly #hidden = new Set<string>();
  hasText = false;

  constructor(turn: number, { hadText, isShown }: { readonly hadText: boolean; readonly isShown: boolean }) {
    this.#turn = turn;
    this.#hadText = hadText;
    this.#isShown = isShown;
  }

  show(part: StreamPart): readonly StreamPart[] {
    const parts = this.#shownFor(part);
    for (const each of parts) this.#open.follow(each);
    return parts;
  }

  /** Returns the results of the calls that do not run because the answer ended otherwise. */
  end(): readonly StreamPart[] {
    return this.#open.end();
  }

  #shownFor(part: StreamPart): readonly StreamPart[] {
    switch (part.type) {
      case 'stream-start':
      case 'response-metadata':
        return this.#turn === 1 ? [part] : [];
      case 'finish':
        return [];
      case 'text-start': {
        const id = `${this.#turn}-${part.id}`;
        const isGap = this.#hadText && !this.hasText;
        this.hasText = true;
        return [{ ...part, id }, ...(isGap ? [{ type: 'text-delta' as const, id, delta: '\n\n' }] : [])];
      }
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return [{ ...part, id: `${this.#turn}-${part.id}` }];
      case 'tool-input-start':
        if (!this.#isShown) this.#hidden.add(part.id);
        return this.#isShown ? [{ ...part, ...EXECUTED }] : [];
      case 'tool-input-delta':
      case 'tool-input-end':
        return this.#hidden.has(part.id) ? [] : [part];
      case 'tool-call':
      case 'tool-result':
        return this.#isShown ? [{ ...part, ...EXECUTED }] : [];
      case 'error':
        return [...this.#open.end(), part];
      default:
        return [part];
    }
  }
}

const EXECUTED = { providerExecuted: true, dynamic: true } as const;

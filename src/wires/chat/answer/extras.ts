import { type Event, type ExtraPlace, type Fields, isDeeperThan, MOST_DEPTH } from '../../../core/index.ts';
import { isReasoningMember } from '../reasoning.ts';

/**
 * Passes on the fields of an answer that have no neutral type, separately for answer, choice and message. Null values are
 * skipped. Many servers repeat the top-level fields in every chunk, so these are reported only when they change.
 */
export class ChatExtras {
  /** The last reported value of each top-level field; for objects and arrays, their JSON. */
  readonly #told = new Map<string, unknown>();

  /** Cheap check: true if a top-level field has nothing new to report. An object always counts as possibly new. */
  isOld(name: string, value: unknown): boolean {
    return isEnvelope(name) || value === null || (value !== undefined && this.#told.get(name) === value);
  }

  ofAnswer(answer: Fields, events: Event[]): void {
    tellRest(
      'answer',
      answer,
      (name, value) => name === 'usage' || name === 'error' || !this.#isNews(name, value),
      events,
    );
  }

  ofChoice(choice: Fields, events: Event[]): void {
    tellRest('choice', choice, (name) => CHOICE.has(name), events);
  }

  ofMessage(message: Fields, events: Event[]): void {
    tellRest('message', message, isKnownInMessage, events);
  }

  #isNews(name: string, value: unknown): boolean {
    if (this.isOld(name, value) || isUnwritable(value)) return false;
    const told = typeof value === 'object' ? JSON.stringify(value) : value;
    if (this.#told.get(name) === told) return false;
    if (this.#told.size >= MOST_NAMES && !this.#told.has(name)) return false;
    this.#told.set(name, told);
    return true;
  }
}

/** Limits memory if a server sends a different field name in every chunk. */
const MOST_NAMES = 100;

const CHOICE = new Set(['index', 'delta', 'message', 'finish_reason', 'usage', 'error']);
const MESSAGE = new Set(['role', 'content', 'tool_calls', 'function_call']);

/** True for fields that every chunk has and each API writes itself. `obfuscation` is padding against traffic analysis. */
function isEnvelope(name: string): boolean {
  switch (name) {
    case 'id':
    case 'object':
    case 'created':
    case 'model':
    case 'choices':
    case 'obfuscation':
      return true;
    default:
      return false;
  }
}

function isKnownInMessage(name: string): boolean {
  return MESSAGE.has(name) || isReasoningMember(name);
}

function tellRest(
  at: ExtraPlace,
  record: Fields,
  isKnown: (name: string, value: unknown) => boolean,
  events: Event[],
): void {
  const rest: [string, unknown][] = [];
  for (const name in record) {
    const value = record[name];
    if (value !== null && !isKnown(name, value) && !isUnwritable(value)) rest.push([name, value]);
  }
  // Object.fromEntries instead of assignment, because a field may be named __proto__.
  if (rest.length > 0) events.push({ type: 'extra', wire: 'chat', at, fields: Object.fromEntries(rest) });
}

function isUnwritable(value: unknown): boolean {
  return value === undefined || isDeeperThan(value, MOST_DEPTH);
}

import { type Event, type ExtraPlace, type Fields, isDeeperThan, MOST_DEPTH } from '../../../core/index.ts';
import { isReasoningMember } from '../reasoning.ts';

/**
 * Wire fields that have no word here, passed on by where they stand. Null says nothing, wherever it stands. What stands
 * beside the choices is repeated by many servers on every chunk, and told when it is new.
 */
export class ChatExtras {
  /** Values as they were told; of objects and arrays, their JSON. */
  readonly #told = new Map<string, unknown>();

  /** Whether a member of a chunk has nothing to tell. Of an object it is not known before it is looked at. */
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

/** A server that invents a name for each chunk would fill the memory. */
const MOST_NAMES = 100;

const CHOICE = new Set(['index', 'delta', 'message', 'finish_reason', 'usage', 'error']);
const MESSAGE = new Set(['role', 'content', 'tool_calls', 'function_call']);

/** What every chunk carries and each door writes by itself; `obfuscation` is padding against eavesdroppers. */
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
  // Not by assignment: a member may be called __proto__.
  if (rest.length > 0) events.push({ type: 'extra', wire: 'chat', at, fields: Object.fromEntries(rest) });
}

function isUnwritable(value: unknown): boolean {
  return value === undefined || isDeeperThan(value, MOST_DEPTH);
}

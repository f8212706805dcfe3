import { type Event, type Plan, parseJson } from '../../core/index.ts';
import { findVisible } from '../../select/index.ts';
import { canonicalArguments } from '../history/fingerprint.ts';

export type CallEvent = Extract<Event, { type: 'call-start' | 'call-args' | 'call' }>;

/** The origin of a call: parsed by the server, or found by the gateway in the text. */
type Way = 'server' | 'text';

/**
 * Removes duplicates among the calls of one answer. Some servers report a call and also leave it in the text; others
 * miss one of several calls. Calls of the origin that comes first pass at once. Calls of the other origin wait for the
 * end, and those that repeat a passed call are removed.
 */
export class DuplicateCalls {
  readonly #plan: Plan;
  #first: Way | undefined;
  /** Complete calls that have passed. */
  readonly #passed: WholeCall[] = [];
  readonly #held = new Map<string, CallEvent[]>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  push(event: CallEvent, way: Way, events: Event[]): void {
    this.#first ??= way;
    if (way === this.#first) {
      if (event.type === 'call') this.#passed.push(event);
      events.push(event);
      return;
    }
    const id = event.type === 'call' ? event.call.id : event.id;
    const held = this.#held.get(id);
    if (held === undefined) this.#held.set(id, [event]);
    else held.push(event);
  }

  end(events: Event[]): void {
    if (this.#held.size === 0) return;
    const made = this.#countPassed();
    for (const held of this.#held.values()) {
      const whole = held.find((event) => event.type === 'call');
      const key = whole === undefined ? '' : this.#keyOf(whole);
      const count = made.get(key) ?? 0;
      // Each passed call removes only one repetition, because a model may make the same call twice on purpose.
      if (count > 0) made.set(key, count - 1);
      else for (const event of held) events.push(event);
    }
    this.#held.clear();
  }

  #countPassed(): Map<string, number> {
    const made = new Map<string, number>();
    for (const event of this.#passed) {
      const key = this.#keyOf(event);
      made.set(key, (made.get(key) ?? 0) + 1);
    }
    return made;
  }

  #keyOf({ call }: WholeCall): string {
    const name = findVisible(this.#plan, call.name)?.wireName ?? call.name;
    return JSON.stringify([name, loosely(canonicalArguments(call))]);
  }
}

/** Converts numbers and booleans to text, because only one of the two origins may have typed them by the tool's schema. */
function loosely(args: string): string {
  const read = parseJson(args);
  if (read === undefined) return args;
  return JSON.stringify(read, (_name, value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
  );
}

type WholeCall = Extract<CallEvent, { type: 'call' }>;

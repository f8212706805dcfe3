import { type Call, isMediaPart, type Message, type ToolMessage, textOf } from '../../core/index.ts';
import { foldedName } from '../../select/index.ts';
import { canonicalArguments } from '../history/fingerprint.ts';
import { withText } from './prompt.ts';
import { digestOf } from './refused-media.ts';

export interface Guarded {
  readonly messages: readonly Message[];
  /** Number of consecutive steps, up to the last one, that brought no new result. */
  readonly staleSteps: number;
}

/**
 * Detects loops: steps since the last user message whose calls and outcomes all occurred before, or whose tools fail
 * again with the same error. Adds a hint to each such outcome. Any new result ends the loop, so running the tests again
 * after an edit is no loop. The result depends only on the transcript, not on who ran the calls. A hint stays in place
 * when the conversation continues, so the cached prefix stays valid. `meant` returns the call inside a dispatcher call,
 * and other calls unchanged.
 */
export function guard(messages: readonly Message[], meant: (call: Call) => Call = (call) => call): Guarded {
  let seen = new Seen();
  let calls: ReadonlyMap<string, Call> = new Map();
  const guarded = messages.map((message): Message => {
    if (message.role === 'user') seen = new Seen();
    if (message.role === 'assistant') {
      seen.nextStep();
      calls = new Map(message.calls.map((call) => [call.id, call]));
    }
    if (message.role !== 'tool') return message;
    const call = calls.get(message.callId);
    const hint = seen.add(call && meant(call), message);
    return hint === undefined ? message : { ...message, content: withText(message.content, hint) };
  });
  seen.nextStep();
  return { messages: guarded, staleSteps: seen.staleSteps };
}

/** The calls and outcomes since the last user message. */
class Seen {
  readonly #before = new Set<string>();
  /**
   * Calls of the current step. Duplicates within one step are no repetition, because the model had not seen the outcome
   * yet.
   */
  #step = new Set<string>();
  #isNew = false;
  staleSteps = 0;

  nextStep(): void {
    if (this.#step.size > 0) this.staleSteps = this.#isNew ? 0 : this.staleSteps + 1;
    for (const each of this.#step) this.#before.add(each);
    this.#step = new Set();
    this.#isNew = false;
  }

  /** Adds an outcome, and returns the hint for it if it is a repetition. */
  add(call: Call | undefined, message: ToolMessage): string | undefined {
    const media = message.content.filter(isMediaPart).map(digestOf); // their descriptions may be equal
    const outcome = [textOf(message.content), ...media].join('\n');
    const name = foldedName(call?.name ?? message.name ?? '');
    const whole = JSON.stringify(['call', name, call === undefined ? '' : canonicalArguments(call), outcome]);
    const error = message.isError === true ? JSON.stringify(['error', name, outcome]) : undefined;
    this.#step.add(whole);
    if (error !== undefined) this.#step.add(error);
    if (this.#before.has(whole)) return SAME_CALL;
    if (error !== undefined && this.#before.has(error)) return SAME_ERROR;
    this.#isNew = true;
    return undefined;
  }
}

const SAME_CALL =
  'Note: exactly this call was made before, with the same result. Unless something has changed, repeating it will not help. Use the result that you have, try something else, or answer.';
const SAME_ERROR =
  'Note: this tool failed before with the same error. Change the arguments, use another tool, or answer without it.';

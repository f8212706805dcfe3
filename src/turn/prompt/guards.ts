import { type Call, type Message, type ToolMessage, textOf } from '../../core/index.ts';
import { foldedName } from '../../select/index.ts';
import { canonicalArguments } from '../history/fingerprint.ts';
import { withText } from './prompt.ts';

export interface Guarded {
  readonly messages: readonly Message[];
  /** How many steps in a row brought nothing that the model did not know, up to the last one. */
  readonly staleSteps: number;
}

/**
 * Looks for circles: steps whose calls and outcomes were all there before, or that fail with an error the tool gave
 * before, since the user last spoke. Such an outcome carries a hint. Anything new between ends the circle: who runs the
 * tests again after an edit goes nowhere in a circle. A pure function of the transcript, whoever ran the calls; a hint
 * stays where it stood when the conversation goes on, so the cached prefix does too. `meant`: what a call of ours comes to.
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

/** What the model has seen since the user spoke. */
class Seen {
  readonly #before = new Set<string>();
  /** Of the step that is being looked at: twins in it count once, because the model could not know yet. */
  #step = new Set<string>();
  #isNew = false;
  staleSteps = 0;

  nextStep(): void {
    if (this.#step.size > 0) this.staleSteps = this.#isNew ? 0 : this.staleSteps + 1;
    for (const each of this.#step) this.#before.add(each);
    this.#step = new Set();
    this.#isNew = false;
  }

  /** The hint that this outcome deserves. */
  add(call: Call | undefined, message: ToolMessage): string | undefined {
    const outcome = textOf(message.content);
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
  'Note: this very call was made before, with the same outcome. Unless something has changed, making it again will not help: use what is there, try something else, or answer.';
const SAME_ERROR =
  'Note: this tool failed before with the same error. Change what you ask for, use another tool, or answer without it.';

import { type Call, type Message, type ToolMessage, textOf } from '../core/index.ts';
import { canonicalArguments } from './fingerprint.ts';
import { withText } from './prompt.ts';

export interface Guarded {
  readonly messages: readonly Message[];
  /** The model goes in circles: it gets no more tools, only the word. */
  readonly isStuck: boolean;
}

/**
 * Looks for circles: the same call with the same outcome, or the same error of one tool, since the user last spoke. The
 * second time the outcome carries a hint. A pure function of the transcript, whoever ran the calls; a hint stays where it
 * stood when the conversation goes on, so the cached prefix does too.
 */
export function guard(messages: readonly Message[], repeatedCalls: number): Guarded {
  let seen = new Repetitions();
  let calls = new Map<string, Call>();
  const guarded = messages.map((message): Message => {
    if (message.role === 'user') seen = new Repetitions();
    if (message.role === 'assistant') {
      seen.nextStep();
      calls = new Map(message.calls.map((call) => [call.id, call]));
    }
    if (message.role !== 'tool') return message;
    const times = seen.count(calls.get(message.callId), message);
    return times.sameCall > 1 || times.sameError > 1 ? withHint(message, times) : message;
  });
  return { messages: guarded, isStuck: seen.most >= repeatedCalls };
}

interface Times {
  readonly sameCall: number;
  readonly sameError: number;
}

class Repetitions {
  readonly #steps = new Map<string, { count: number; step: number }>();
  #step = 0;
  most = 0;

  nextStep(): void {
    this.#step++;
  }

  count(call: Call | undefined, message: ToolMessage): Times {
    const outcome = textOf(message.content);
    const name = call?.name ?? message.name ?? '';
    const args = call === undefined ? '' : canonicalArguments(call);
    return {
      sameCall: this.#again(JSON.stringify(['call', name, args, outcome])),
      sameError: message.isError === true ? this.#again(JSON.stringify(['error', name, outcome])) : 0,
    };
  }

  /** Twins in one step count once: the model could not know yet. */
  #again(what: string): number {
    const { count = 0, step = 0 } = this.#steps.get(what) ?? {};
    if (step === this.#step) return 1;
    this.#steps.set(what, { count: count + 1, step: this.#step });
    this.most = Math.max(this.most, count + 1);
    return count + 1;
  }
}

function withHint(message: ToolMessage, { sameCall }: Times): ToolMessage {
  const text =
    sameCall > 1
      ? 'Note: this very call was made before, with the same outcome. Making it again will not help: use what is there, try something else, or answer.'
      : 'Note: this tool failed before with the same error. Change what you ask for, use another tool, or answer without it.';
  return { ...message, content: withText(message.content, text) };
}

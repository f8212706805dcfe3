import type { Message, ModelRequest } from '../../core/index.ts';
import type { AgentAnswer } from './answer.ts';
import type { Prompt } from './prompt.ts';
import type { AgentRun } from './run.ts';

export interface SpareOptions {
  readonly run: AgentRun;
  /** Everything that the child was started with, as a text. */
  readonly head: string;
  /** Gives the run its prompt. */
  readonly give: (prompt: Prompt) => void;
  readonly keptMs: number;
}

/**
 * A child process that was started for a request which is about to come. A client that was handed calls sends their results
 * within seconds, with the same tools and instructions, and the start of a process takes longer than all other work here.
 */
export class SpareRun {
  readonly run: AgentRun;
  readonly head: string;
  readonly #give: (prompt: Prompt) => void;
  readonly #timer: NodeJS.Timeout;

  /** `leave` is called if the request does not come. */
  constructor({ run, head, give, keptMs }: SpareOptions, leave: () => void) {
    this.run = run;
    this.head = head;
    this.#give = give;
    this.#timer = setTimeout(leave, keptMs);
    this.#timer.unref();
  }

  /** Gives the run its prompt. */
  use(prompt: Prompt): AgentRun {
    this.cancel();
    this.#give(prompt);
    return this.run;
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}

/** Returns the request that will bring the results of the calls in this answer. */
export function expectedNext(request: ModelRequest, { calls, reasoning }: AgentAnswer): ModelRequest {
  const made = [...calls.values()];
  const results = made.map(({ id }): Message => ({ role: 'tool', callId: id, content: [] }));
  return {
    ...request,
    messages: [...request.messages, { role: 'assistant', content: reasoning, calls: made }, ...results],
  };
}

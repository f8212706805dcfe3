import type { Message, ModelRequest } from '../../core/index.ts';
import type { AgentAnswer } from './answer.ts';
import type { Prompt } from './prompt.ts';
import type { AgentRun } from './run.ts';

export interface SpareOptions {
  /** Everything that the child is started with, as a text. */
  readonly head: string;
  /** Resolves to undefined if no child could be started. */
  readonly starting: Promise<AgentRun | undefined>;
  /** Gives the run its prompt. */
  readonly give: (prompt: Prompt) => void;
  readonly keptMs: number;
}

/**
 * A child process that was started for a request which is about to come. A client that was handed calls sends their results
 * within seconds, with the same tools and instructions, and the start of a process takes longer than all other work here.
 */
export class SpareRun {
  readonly head: string;
  readonly starting: Promise<AgentRun | undefined>;
  readonly #give: (prompt: Prompt) => void;
  readonly #timer: NodeJS.Timeout;

  /** `leave` is called if the request does not come. */
  constructor({ head, starting, give, keptMs }: SpareOptions, leave: () => void) {
    this.head = head;
    this.starting = starting;
    this.#give = give;
    this.#timer = setTimeout(leave, keptMs);
    this.#timer.unref();
  }

  /** Gives the run its prompt. */
  use(prompt: Prompt): Promise<AgentRun | undefined> {
    this.cancel();
    this.#give(prompt);
    return this.starting;
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

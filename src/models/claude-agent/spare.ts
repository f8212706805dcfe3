import type { Prompt } from './prompt.ts';
import type { AgentRun } from './run.ts';

/**
 * A child process that was started for a request which is about to come. A client that was handed calls sends their results
 * within seconds, with the same tools and instructions, and the start of a process takes longer than all other work here.
 */
export class SpareRun {
  readonly run: AgentRun;
  /** The request's head, as `headOf` writes it. */
  readonly head: string;
  readonly #give: (prompt: Prompt) => void;
  readonly #timer: NodeJS.Timeout;

  /** `leave` is called if the request does not come. */
  constructor(run: AgentRun, head: string, give: (prompt: Prompt) => void, leave: () => void) {
    this.run = run;
    this.head = head;
    this.#give = give;
    this.#timer = setTimeout(leave, KEPT_MS);
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

/** Most results arrive within seconds; a person who confirms a call takes longer. */
const KEPT_MS = 60_000;

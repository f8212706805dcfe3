import type { Log, Tool } from '../core/index.ts';
import { checkDefinition } from './definition.ts';
import { thrownMessage } from './thrown.ts';
import { serverOf, toolName } from './traits.ts';

/** Decides which tools of a server's list come in: none takes a name from anybody, and of two alike the first has it. */
export class Intake {
  readonly #server: string;
  readonly #log: Log;
  readonly #taken = new Set<string>();
  readonly #warned: WeakSet<Tool>;
  readonly leftOut: Tool[] = [];
  /** Left out, and not told of before. */
  #fresh = 0;

  /** Of tools in `warned` nothing more is said; those that are left out now are added. */
  constructor(server: string, log: Log, warned: WeakSet<Tool>) {
    this.#server = server;
    this.#log = log;
    this.#warned = warned;
  }

  take(name: string): void {
    this.#taken.add(name);
  }

  admit(tools: readonly Tool[]): readonly Tool[] {
    const admitted = tools.filter((tool, place) => {
      const fault = this.#faultOf(tool, place);
      if (fault !== undefined) this.#leaveOut(tool, fault);
      return fault === undefined;
    });
    const count = this.#fresh - MOST_TOLD;
    const fields = { server: this.#server, count };
    if (count > 0) this.#log.warn(fields, 'more tools of this server are left out than are named here');
    return admitted;
  }

  #faultOf(tool: Tool, place: number): Fault | undefined {
    try {
      const name = toolName(checkDefinition(tool, place));
      if (serverOf(tool) !== this.#server) return { tool: name, message: 'a tool of another server is left out' };
      if (!this.#taken.has(name)) {
        this.take(name);
        return undefined;
      }
      const message = `a tool of this name exists already: the one of server ${this.#server} is left out`;
      return { tool: name, message };
    } catch (error) {
      return { reason: thrownMessage(error), message: 'what is no tool is left out' };
    }
  }

  #leaveOut(tool: Tool, { message, ...about }: Fault): void {
    this.leftOut.push(tool);
    if (this.#warned.has(tool)) return;
    if (typeof tool === 'object' && tool !== null) this.#warned.add(tool); // a list may hold anything
    if (++this.#fresh <= MOST_TOLD) this.#log.warn({ ...about, server: this.#server }, message);
  }
}

interface Fault {
  readonly tool?: string;
  readonly reason?: string;
  readonly message: string;
}

/** A list of ten thousand may be wrong in the same way ten thousand times. */
const MOST_TOLD = 20;

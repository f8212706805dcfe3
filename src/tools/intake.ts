import type { Log, Tool } from '../core/index.ts';
import { checkDefinition } from './definition.ts';
import { thrownMessage } from './thrown.ts';
import { serverOf, toolName } from './traits.ts';

/**
 * Decides which tools of a server's list are added. A tool is left out if it is invalid, if it belongs to another server,
 * or if another tool or an earlier tool in the list has its name.
 */
export class Intake {
  readonly #server: string;
  readonly #log: Log;
  readonly #taken = new Set<string>();
  readonly #warned: WeakSet<Tool>;
  readonly leftOut: Tool[] = [];
  /** Number of tools left out now that were not logged before. */
  #fresh = 0;

  /** Tools in `warned` are not logged again. Tools that are left out now are added to it. */
  constructor(server: string, log: Log, warned: WeakSet<Tool>) {
    this.#server = server;
    this.#log = log;
    this.#warned = warned;
  }

  /** Marks a name as used by another tool. */
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
    if (count > 0) this.#log.warn(fields, 'Other tools from this server are also left out; "count" says how many.');
    return admitted;
  }

  #faultOf(tool: Tool, place: number): Fault | undefined {
    try {
      const name = toolName(checkDefinition(tool, place));
      if (serverOf(tool) !== this.#server)
        return { tool: name, message: 'A tool that belongs to another server is left out.' };
      if (!this.#taken.has(name)) {
        this.take(name);
        return undefined;
      }
      const message = `A tool with this name already exists; the tool from server "${this.#server}" is left out.`;
      return { tool: name, message };
    } catch (error) {
      return { reason: thrownMessage(error), message: 'An invalid tool definition is left out.' };
    }
  }

  #leaveOut(tool: Tool, { message, ...about }: Fault): void {
    this.leftOut.push(tool);
    if (this.#warned.has(tool)) return;
    if (typeof tool === 'object' && tool !== null) this.#warned.add(tool); // a server's list may contain anything
    if (++this.#fresh <= MOST_TOLD) this.#log.warn({ ...about, server: this.#server }, message);
  }
}

interface Fault {
  readonly tool?: string;
  readonly reason?: string;
  readonly message: string;
}

/** The most tools logged one by one. A list of ten thousand tools may have the same fault ten thousand times. */
const MOST_TOLD = 20;

import { type Log, silentLog, type Tool } from '../core/index.ts';
import { checkDefinitions } from './definition.ts';
import { Intake } from './intake.ts';
import { WireNames } from './names.ts';
import { serverOf, toolName } from './traits.ts';

/** The gateway's tools: one plain array, each tool as it came. */
export class ToolManager {
  readonly #tools: Tool[] = [];
  readonly #log: Log;
  readonly #listeners = new Set<() => void>();
  /** Tools that were left out. */
  readonly #warned = new WeakSet<Tool>();
  /** Made when somebody asks by one, and again after a change. */
  #wireNames: WireNames | undefined;
  #revision = 0;

  constructor(options: { readonly log?: Log } = {}) {
    this.#log = options.log ?? silentLog;
  }

  /**
   * Adds one tool or many; those without a server stand before all others, whoever came first. A name that exists already is
   * replaced, with a warning. Throws a ToolDefinitionError, and adds nothing, when something is not a tool. Who changes a
   * tool adds another object: what is known of one is not looked at again.
   */
  add(tools: Tool | readonly Tool[]): void {
    const added = checkDefinitions([tools].flat());
    const byName = new Map(this.#tools.map((tool) => [toolName(tool), tool]));
    for (const tool of added) {
      const name = toolName(tool);
      const before = byName.get(name);
      if (before !== undefined) {
        this.#log.warn({ tool: name }, 'a tool of this name exists already: the new one replaces it');
        if (serverOf(before) !== serverOf(tool)) byName.delete(name); // a place among others, not the same one
      }
      byName.set(name, tool);
    }
    const all = [...byName.values()];
    const isOwn = (tool: Tool): boolean => serverOf(tool) === undefined;
    this.#fill([...all.filter(isOwn), ...all.filter((tool) => !isOwn(tool))]);
    this.#change();
  }

  /**
   * Puts these tools in the place of all that this server had; the others stay where they are. New servers stand in the order
   * of their names, whichever connects first: a prompt should be the same after every start. A list from a server is
   * foreign: what is no tool, or has a name that is taken, is left out with a warning, the first time, and returned.
   */
  exchange(server: string, tools: readonly Tool[]): readonly Tool[] {
    const intake = new Intake(server, this.#log, this.#warned);
    const others: Tool[] = [];
    let place: number | undefined;
    for (const tool of this.#tools) {
      if (serverOf(tool) === server) {
        place ??= others.length;
      } else {
        others.push(tool);
        intake.take(toolName(tool));
      }
    }
    const admitted = intake.admit(tools);
    place ??= placeAmong(others, server);
    this.#become([...others.slice(0, place), ...admitted, ...others.slice(place)]);
    return intake.leftOut;
  }

  /** The array itself. */
  all(): readonly Tool[] {
    return this.#tools;
  }

  /** Another number after every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Calls the listener at once after every change, until the function that it returns is called. */
  onChange(listener: () => void): () => void {
    const own = (): void => listener(); // the same function may listen twice
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** By `lc_name` when that is a string, else by `name`. */
  find(name: string): Tool | undefined {
    let byPlainName: Tool | undefined;
    for (const tool of this.#tools) {
      if (tool.name !== name && tool.lc_name !== name) continue; // most tools: two comparisons and on
      if (toolName(tool) === name) return tool;
      byPlainName ??= tool;
    }
    return byPlainName;
  }

  /** By the name a tool has here, else by the one it has on a wire. */
  findByAnyName(name: string): Tool | undefined {
    return this.find(name) ?? this.wireNames.toolOf(name);
  }

  /** Of all tools as they are now. */
  get wireNames(): WireNames {
    this.#wireNames ??= new WireNames(this.#tools);
    return this.#wireNames;
  }

  remove(name: string): boolean {
    const place = this.#tools.findIndex((tool) => toolName(tool) === name);
    if (place === -1) return false;
    this.#tools.splice(place, 1);
    this.#change();
    return true;
  }

  /** The array stays the one that it is; what it holds is exchanged, if it is not the same already. */
  #become(tools: readonly Tool[]): void {
    const isSame = tools.length === this.#tools.length && tools.every((tool, place) => tool === this.#tools[place]);
    if (isSame) return;
    this.#fill(tools);
    this.#change();
  }

  #fill(tools: readonly Tool[]): void {
    this.#tools.length = 0;
    for (const tool of tools) this.#tools.push(tool);
  }

  #change(): void {
    this.#wireNames = undefined;
    this.#revision++;
    for (const tell of [...this.#listeners]) {
      try {
        tell();
      } catch (err) {
        this.#log.error({ err }, 'a tools-changed listener threw');
      }
    }
  }
}

/** Before the first server whose name comes later, else at the end. */
function placeAmong(others: readonly Tool[], server: string): number {
  const place = others.findIndex((tool) => (serverOf(tool) ?? '') > server);
  return place === -1 ? others.length : place;
}

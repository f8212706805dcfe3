import { type Log, silentLog, type Tool } from '../core/index.ts';
import { checkDefinitions } from './definition.ts';
import { Intake } from './intake.ts';
import { WireNames } from './names.ts';
import { serverOf, toolName } from './traits.ts';

/** The gateway's tools in one plain array. Tools are stored as given, never copied or wrapped. */
export class ToolManager {
  readonly #tools: Tool[] = [];
  readonly #log: Log;
  readonly #listeners = new Set<() => void>();
  /** Tools that were left out with a warning. */
  readonly #warned = new WeakSet<Tool>();
  /** Built at first use; undefined after each change. */
  #wireNames: WireNames | undefined;
  #revision = 0;

  constructor(options: { readonly log?: Log } = {}) {
    this.#log = options.log ?? silentLog;
  }

  /**
   * Adds one tool or several. Tools without a server come before all others, whatever the order of the calls. A tool whose
   * name already exists is replaced, with a warning; a built-in tool keeps its name. Throws a ToolDefinitionError, and adds nothing, if any value is not a
   * tool. To change a tool, add a new object: facts about a tool object are cached and never read again.
   */
  add(tools: Tool | readonly Tool[]): void {
    const added = checkDefinitions([tools].flat());
    const byName = new Map(this.#tools.map((tool) => [toolName(tool), tool]));
    for (const tool of added) {
      const name = toolName(tool);
      const before = byName.get(name);
      if (before?.metadata?.builtin === true) {
        this.#log.warn(
          { tool: name },
          'A built-in tool has this name, so the new tool is left out. Rename it, or remove the name from "builtins".',
        );
        continue;
      }
      if (before !== undefined) {
        this.#log.warn({ tool: name }, 'A tool with this name already exists; the new tool replaces it.');
        if (serverOf(before) !== serverOf(tool)) byName.delete(name); // another group of tools, so another position
      }
      byName.set(name, tool);
    }
    const all = [...byName.values()];
    const isOwn = (tool: Tool): boolean => serverOf(tool) === undefined;
    this.#fill([...all.filter(isOwn), ...all.filter((tool) => !isOwn(tool))]);
    this.#change();
  }

  /**
   * Replaces all tools of a server; other tools keep their positions. New servers are ordered by name, not by when they
   * connect, so that a prompt is the same after every start. A server's list is untrusted: a value that is not a tool, or
   * whose name is taken, is left out. Returns the values left out. A value is logged only the first time, and at most 20
   * values in one exchange.
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

  /** Returns the array itself, not a copy. It is the same array after every change. */
  all(): readonly Tool[] {
    return this.#tools;
  }

  /** A number that is different after every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Calls the listener synchronously after every change. Returns a function that unsubscribes it. */
  onChange(listener: () => void): () => void {
    const own = (): void => listener(); // so that the same function can be added twice
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Finds a tool by its `toolName`. If there is none, finds one whose plain `name` matches. */
  find(name: string): Tool | undefined {
    let byPlainName: Tool | undefined;
    for (const tool of this.#tools) {
      if (tool.name !== name && tool.lc_name !== name) continue; // most tools need only these two comparisons
      if (toolName(tool) === name) return tool;
      byPlainName ??= tool;
    }
    return byPlainName;
  }

  /** Finds a tool by its name, otherwise by its wire name. */
  findByAnyName(name: string): Tool | undefined {
    return this.find(name) ?? this.wireNames.toolOf(name);
  }

  /** The wire names of the current tools. */
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

  /** Replaces the contents of the array, unless they are already the same. The array object stays the same. */
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
        this.#log.error({ err }, 'A tools-changed listener threw.');
      }
    }
  }
}

/** Returns the position before the first server whose name sorts later, otherwise the end. */
function placeAmong(others: readonly Tool[], server: string): number {
  const place = others.findIndex((tool) => (serverOf(tool) ?? '') > server);
  return place === -1 ? others.length : place;
}

import { type Log, silentLog, type Tool } from '../core/index.ts';
import { WireNames } from './names.ts';
import { isBlank, isFromMcp, toolName } from './traits.ts';

/** The gateway's tools: one plain array, each tool as it came. */
export class ToolManager {
  readonly #tools: Tool[] = [];
  readonly #log: Log;
  /** Made when somebody asks by one, and again after a change. */
  #wireNames: WireNames | undefined;
  #revision = 0;

  constructor(options: { readonly log?: Log } = {}) {
    this.#log = options.log ?? silentLog;
  }

  /**
   * Adds one tool or many. A name that exists already is replaced, with a warning.
   * Throws a ToolDefinitionError, and adds nothing, when something is not a tool.
   */
  add(tools: Tool | readonly Tool[]): void {
    const added = checkDefinitions([tools].flat());
    this.#change();
    const places = new Map(this.#tools.map((tool, place) => [toolName(tool), place]));
    for (const tool of added) {
      const name = toolName(tool);
      const place = places.get(name);
      if (place === undefined) {
        places.set(name, this.#tools.push(tool) - 1);
      } else {
        this.#log.warn({ tool: name }, 'a tool of this name exists already: the new one replaces it');
        this.#tools[place] = tool;
      }
    }
  }

  /** The array itself. */
  all(): readonly Tool[] {
    return this.#tools;
  }

  /** Another number after every change. */
  get revision(): number {
    return this.#revision;
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
    const tool = this.find(name);
    if (tool !== undefined) return tool;
    this.#wireNames ??= new WireNames(this.#tools);
    return this.#wireNames.toolOf(name);
  }

  remove(name: string): boolean {
    const place = this.#tools.findIndex((tool) => toolName(tool) === name);
    if (place === -1) return false;
    this.#change();
    this.#tools.splice(place, 1);
    return true;
  }

  #change(): void {
    this.#wireNames = undefined;
    this.#revision++;
  }
}

export class ToolDefinitionError extends TypeError {
  override readonly name = 'ToolDefinitionError';
}

/** Types are promises; what comes from a module or from JavaScript is looked at. Throws a ToolDefinitionError. */
export function checkDefinitions(candidates: readonly unknown[]): Tool[] {
  return candidates.map(checkDefinition);
}

function checkDefinition(candidate: unknown, place: number): Tool {
  if (typeof candidate !== 'object' || candidate === null) {
    throw new ToolDefinitionError(
      `Tool ${place + 1} is ${candidate == null ? candidate : `a ${typeof candidate}`}, not a tool. ${SHAPE}`,
    );
  }
  const tool = candidate as Partial<Tool>;
  const name = typeof tool.lc_name === 'string' ? tool.lc_name : tool.name;
  if (typeof name !== 'string' || isBlank(name)) {
    throw new ToolDefinitionError(`Tool ${place + 1} has no name. ${SHAPE}`);
  }
  const missing = missingParts(tool);
  if (missing.length > 0) {
    throw new ToolDefinitionError(`Tool ${JSON.stringify(name)} has no ${missing.join(' and no ')}. ${SHAPE}`);
  }
  return tool as Tool;
}

function missingParts(tool: Partial<Tool>): string[] {
  const missing: string[] = [];
  if (isBlank(tool.description) && !isFromMcp(tool as Tool)) missing.push('description');
  if (!isSchema(tool.schema)) {
    missing.push('parameters' in tool || 'inputSchema' in tool ? 'schema (call it `schema`)' : 'schema');
  }
  if (typeof tool.invoke !== 'function') missing.push('execute' in tool ? 'invoke (call it `invoke`)' : 'invoke');
  return missing;
}

/** Some schema libraries make their schemas functions. */
function isSchema(schema: unknown): boolean {
  if (typeof schema === 'object') return schema !== null && !Array.isArray(schema);
  return typeof schema === 'boolean' || typeof schema === 'function';
}

const SHAPE =
  'A tool is { name, description, schema, invoke(args) }: a unique name, a description, a JSON Schema or zod schema of its parameters, and the function that does the work.';

import { type Fields, isRecord } from '../core/index.ts';

/** A tool in the form that reader and writer use, independent of the shape in which it was given. */
export interface KnownTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. Undefined if unknown. */
  readonly schema: Fields | undefined;
}

/** The tools that calls may name. */
export class KnownTools {
  /** True if no list of tools was given. Then any name may be a tool. */
  readonly isOpen: boolean;
  /** True if the list has no tools. Then nothing is a call. */
  readonly isEmpty: boolean;
  readonly #tools = new Map<string, KnownTool>();
  /** Tools by their names as identifiers: a model that writes Python writes `get_sum` for `get-sum`. */
  readonly #identifiers = new Map<string, KnownTool>();

  constructor(given: readonly unknown[] | undefined) {
    for (const tool of given ?? []) {
      const known = readTool(tool);
      if (known !== undefined) this.#tools.set(known.name, known);
    }
    const claimed = new Set<string>();
    for (const tool of this.#tools.values()) {
      const identifier = tool.name.replaceAll('-', '_');
      if (this.#tools.has(identifier)) continue;
      if (claimed.has(identifier))
        this.#identifiers.delete(identifier); // ambiguous, so neither tool gets it
      else this.#identifiers.set(identifier, tool);
      claimed.add(identifier);
    }
    this.isOpen = given === undefined;
    this.isEmpty = given !== undefined && this.#tools.size === 0;
  }

  /** The names and the identifiers of all tools. */
  get names(): Iterable<string> {
    return [...this.#tools.keys(), ...this.#identifiers.keys()];
  }

  find(name: string): KnownTool | undefined {
    return this.#tools.get(name) ?? this.#identifiers.get(name);
  }

  /** Returns the only tool that has all these arguments. Undefined if no tool or several tools have them. */
  takerOf(keys: readonly string[]): KnownTool | undefined {
    if (this.#tools.size > MOST_TAKERS) return undefined;
    const takers = [...this.#tools.values()].filter(({ schema }) => {
      const properties = schema?.properties;
      return isRecord(properties) && keys.every((key) => Object.hasOwn(properties, key));
    });
    return takers.length === 1 ? takers[0] : undefined;
  }
}

/** With more tools, `takerOf` does not search, because it would scan all tools for each call. */
const MOST_TAKERS = 256;

/**
 * Reads a tool definition: `{name, parameters}`, OpenAI's `{type: "function", function: {…}}`, LangChain's `{name, schema}`,
 * or the shapes of MCP and Anthropic. Undefined if the value is not a tool definition.
 */
export function readTool(given: unknown): KnownTool | undefined {
  const tool = isRecord(given) && isRecord(given.function) ? given.function : given;
  if (!isRecord(tool)) return undefined;
  const name = typeof tool.lc_name === 'string' ? tool.lc_name : tool.name;
  if (typeof name !== 'string' || name === '') return undefined;
  const schema = [tool.parameters, tool.schema, tool.inputSchema, tool.input_schema].find(isRecord);
  return {
    name,
    description: typeof tool.description === 'string' ? tool.description : '',
    schema: schema !== undefined && isJsonSchema(schema) ? schema : undefined,
  };
}

/**
 * Returns false for the schema object of a library such as zod. A JSON Schema that zod generated also has `~standard`, but
 * as a property that is not enumerable.
 */
function isJsonSchema(schema: Fields): boolean {
  return !('_def' in schema) && !('_zod' in schema) && !Object.keys(schema).includes('~standard');
}

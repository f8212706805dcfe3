import { type Fields, isRecord } from '../core/index.ts';

/** A tool as reader and writer need it, whichever shape it came in. */
export interface KnownTool {
  readonly name: string;
  readonly description: string;
  /** Undefined: nothing is known of its arguments. */
  readonly schema: Fields | undefined;
}

/** The tools that calls may name. */
export class KnownTools {
  /** Nobody said which there are: any name may be one. */
  readonly isOpen: boolean;
  /** There are none: then nothing is a call. */
  readonly isEmpty: boolean;
  readonly #tools = new Map<string, KnownTool>();
  /** By the names that they have in a program: a model that writes Python writes `get_sum` for `get-sum`. */
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
        this.#identifiers.delete(identifier); // of two, neither
      else this.#identifiers.set(identifier, tool);
      claimed.add(identifier);
    }
    this.isOpen = given === undefined;
    this.isEmpty = given !== undefined && this.#tools.size === 0;
  }

  /** All their names. */
  get names(): Iterable<string> {
    return [...this.#tools.keys(), ...this.#identifiers.keys()];
  }

  find(name: string): KnownTool | undefined {
    return this.#tools.get(name) ?? this.#identifiers.get(name);
  }

  /** The only one that has arguments of these names. */
  takerOf(keys: readonly string[]): KnownTool | undefined {
    if (this.#tools.size > MOST_TAKERS) return undefined;
    const takers = [...this.#tools.values()].filter(({ schema }) => {
      const properties = schema?.properties;
      return isRecord(properties) && keys.every((key) => Object.hasOwn(properties, key));
    });
    return takers.length === 1 ? takers[0] : undefined;
  }
}

/** More are not looked through for each call. */
const MOST_TAKERS = 256;

/** `{name, parameters}`, OpenAI's `{type: "function", function: {…}}`, LangChain's `{name, schema}`; undefined where it is none. */
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

/** And no schema library's own. What zod made into JSON Schema has a `~standard` too, but one that is not seen. */
function isJsonSchema(schema: Fields): boolean {
  return !('_def' in schema) && !('_zod' in schema) && !Object.keys(schema).includes('~standard');
}

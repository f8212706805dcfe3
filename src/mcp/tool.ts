import { type InvokeConfig, matchesGlob, type Server, type Tool } from '../core/index.ts';
import type { Definition, JsonObject } from './definitions.ts';

/** Runs a call at the server that a definition came from. */
export type CallServer = (definition: Definition, args: JsonObject, config: InvokeConfig) => Promise<unknown>;

/**
 * A server's definitions as tools of this house, named `server::tool` so that no two servers' tools can be mistaken. What
 * has not changed since the last list stays the same object: then nobody has to look at it again.
 */
export class ServerTools {
  readonly #name: string;
  readonly #server: Server;
  readonly #call: CallServer;
  #made = new Map<string, { readonly digest: string; readonly tool: Tool }>();

  constructor(name: string, server: Server, call: CallServer) {
    this.#name = name;
    this.#server = server;
    this.#call = call;
  }

  /** In the order of the list, without those that the settings leave out. */
  of(definitions: readonly Definition[]): readonly Tool[] {
    const kept = definitions.filter(({ name }) => isWanted(name, this.#server));
    const before = this.#made;
    this.#made = new Map();
    return kept.map((definition) => {
      const known = before.get(definition.name);
      const tool = known?.digest === definition.digest ? known.tool : this.#make(definition);
      if (!this.#made.has(definition.name)) this.#made.set(definition.name, { digest: definition.digest, tool });
      return tool;
    });
  }

  #make(definition: Definition): Tool {
    const { description, schema, outputSchema, annotations } = definition;
    const { rename, always } = this.#server;
    const name = Object.hasOwn(rename, definition.name)
      ? (rename[definition.name] ?? definition.name)
      : definition.name;
    const call = this.#call;
    return {
      name: `${this.#name}::${name}`,
      description,
      schema,
      metadata: {
        server: this.#name,
        tool: name,
        ...(annotations === undefined ? {} : { annotations }),
        ...(outputSchema === undefined ? {} : { outputSchema }),
        ...(isNamedIn(always, definition.name) ? { always: true } : {}),
      },
      invoke: (args: JsonObject, config: InvokeConfig) => call(definition, args, config),
    };
  }
}

function isWanted(name: string, { includeTools, excludeTools }: Server): boolean {
  return (includeTools.length === 0 || isNamedIn(includeTools, name)) && !isNamedIn(excludeTools, name);
}

function isNamedIn(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, name));
}

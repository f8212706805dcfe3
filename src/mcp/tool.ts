import type { Decision, InvokeConfig, Server, Tool } from '../core/index.ts';
import type { Definition, Finding, JsonObject } from './definitions.ts';
import { excluded, isNamedIn, type UnknownName, unknownNames } from './left-out.ts';

/** True if a tool of this name would belong to this server. `name` is its name in the gateway or its wire name. */
export function isToolOf(server: string, name: string): boolean {
  const wireHead = `${server}__`.slice(0, KEPT_CHARACTERS).replace(/[^a-zA-Z0-9_-]/g, '_');
  return name.startsWith(`${server}::`) || name.startsWith(wireHead);
}

/** A long wire name keeps this many characters before its hash (`tools/names.ts`). */
const KEPT_CHARACTERS = 53;

/** Calls a tool at its server. */
export type CallServer = (definition: Definition, args: JsonObject, config: InvokeConfig) => Promise<unknown>;

export interface ListedTools {
  readonly tools: readonly Tool[];
  readonly findings: readonly Finding[];
  /** Decisions on listed tools that are not in `tools`, and on names in the settings that no tool has. */
  readonly leftOut: readonly Decision[];
}

/**
 * Turns a server's definitions into tools of the gateway, named `server::tool` so that tools of different servers never
 * collide. An unchanged tool stays the same object from list to list, so that users can skip it.
 */
export class ServerTools {
  readonly name: string;
  readonly #server: Server;
  readonly #call: CallServer;
  /** The names that settings outside `mcpServers` give to this server's tools, by setting. Names that no tool has are reported. */
  readonly #named: Readonly<Record<string, readonly string[]>>;
  #made = new Map<string, { readonly digest: string; readonly tool: Tool }>();

  constructor(name: string, server: Server, call: CallServer, named: Readonly<Record<string, readonly string[]>> = {}) {
    this.name = name;
    this.#server = server;
    this.#call = call;
    this.#named = named;
  }

  /**
   * Returns the tools in list order, without the excluded ones. If two tools have the same name, the first one keeps it.
   * `rejected` are the names of listed tools whose definitions are unusable: settings that name them are not misspelt.
   */
  of(definitions: readonly Definition[], rejected: readonly string[]): ListedTools {
    const before = this.#made;
    const twins: Finding[] = [];
    const leftOut: Decision[] = [];
    this.#made = new Map();
    const own = new Set(definitions.map(({ name }) => name));
    const others = this.#server.always.filter((name) => !own.has(name));
    for (const definition of definitions) {
      const exclusion = excluded(this.name, definition.name, this.#server);
      if (exclusion !== undefined) {
        leftOut.push(exclusion);
        continue;
      }
      const shown = shownName(definition.name, this.#server);
      if (this.#made.has(shown)) {
        const reason = `another tool is already called ${JSON.stringify(shown)}, so this one is left out`;
        // A Decision goes by the server's own name. If that is `shown`, it would contradict the Decision on the first tool.
        twins.push({ tool: definition.name, reason, isLeftOut: shown !== definition.name });
        continue;
      }
      const known = before.get(shown);
      const made =
        known?.digest === definition.digest
          ? known
          : { digest: definition.digest, tool: this.#make(definition, shown, others) };
      this.#made.set(shown, made);
    }
    const strayed = this.#unknownNames([...definitions.map(({ name }) => name), ...rejected]);
    return {
      tools: [...this.#made.values()].map(({ tool }) => tool),
      findings: [...strayed.map(({ finding }) => finding), ...twins],
      leftOut: [...leftOut, ...strayed.map(({ decision }) => decision)],
    };
  }

  /** The server's own settings use the server's tool names (`always` also ours); other settings use our names. */
  #unknownNames(names: readonly string[]): readonly UnknownName[] {
    const { includeTools, excludeTools, always, rename } = this.#server;
    const own = { includeTools: includeTools ?? [], excludeTools, rename: Object.keys(rename) };
    const shown = names.map((name) => shownName(name, this.#server));
    return [
      ...unknownNames(this.name, own, names),
      ...unknownNames(this.name, { always }, [...names, ...shown]),
      ...unknownNames(this.name, this.#named, shown, rename),
    ];
  }

  /** `others` are the entries of `always` that are not names of the server's own. */
  #make(definition: Definition, shown: string, others: readonly string[]): Tool {
    const { name, description, schema, outputSchema, annotations, presentation } = definition;
    const call = this.#call;
    return {
      name: `${this.name}::${shown}`,
      description,
      schema,
      metadata: {
        server: this.name,
        tool: name,
        ...(annotations === undefined ? {} : { annotations }),
        ...(presentation === undefined ? {} : { presentation }),
        ...(outputSchema === undefined ? {} : { outputSchema }),
        ...(isNamedIn(this.#server.always, name) || isNamedIn(others, shown) ? { always: true } : {}),
      },
      invoke: (args: JsonObject, config: InvokeConfig) => call(definition, args, config),
    };
  }
}

function shownName(name: string, { rename }: Server): string {
  return (Object.hasOwn(rename, name) ? rename[name] : undefined) ?? name;
}

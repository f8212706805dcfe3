import type { Decision, InvokeConfig, Server, Tool } from '../core/index.ts';
import type { Definition, Finding, JsonObject } from './definitions.ts';
import { excluded, isNamedIn, type Stray, strays } from './left-out.ts';

/** Whether a tool of this name, as it is called here or begins on a wire, would be this server's. */
export function isToolOf(server: string, name: string): boolean {
  return name.startsWith(`${server}::`) || name.startsWith(`${server.replace(/[^a-zA-Z0-9_-]/g, '_')}__`);
}

/** Runs a call at the server that a definition came from. */
export type CallServer = (definition: Definition, args: JsonObject, config: InvokeConfig) => Promise<unknown>;

export interface ListedTools {
  readonly tools: readonly Tool[];
  readonly findings: readonly Finding[];
  /** Why others of the list are not among them, and names of the settings that none has. */
  readonly leftOut: readonly Decision[];
}

/**
 * A server's definitions as tools of this gateway, named `server::tool` so that no two servers' tools can be mistaken. What
 * has not changed since the last list stays the same object: then nobody has to look at it again.
 */
export class ServerTools {
  readonly name: string;
  readonly #server: Server;
  readonly #call: CallServer;
  /** What other settings call its tools, by setting: a name that no tool has is told of. */
  readonly #named: Readonly<Record<string, readonly string[]>>;
  #made = new Map<string, { readonly digest: string; readonly tool: Tool }>();

  constructor(name: string, server: Server, call: CallServer, named: Readonly<Record<string, readonly string[]>> = {}) {
    this.name = name;
    this.#server = server;
    this.#call = call;
    this.#named = named;
  }

  /** In the order of the list, without those that the settings leave out. Of two with one name the first has it. */
  of(definitions: readonly Definition[]): ListedTools {
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
        const reason = `there is a tool ${JSON.stringify(shown)} already: it is left out`;
        // Under the same name its Decision would contradict the first one's; under another it is the only one.
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
    const strayed = this.#strays(definitions.map(({ name }) => name));
    return {
      tools: [...this.#made.values()].map(({ tool }) => tool),
      findings: [...strayed.map(({ finding }) => finding), ...twins],
      leftOut: [...leftOut, ...strayed.map(({ decision }) => decision)],
    };
  }

  /** Its own settings speak of tools as the server does, others as they are called here. */
  #strays(names: readonly string[]): readonly Stray[] {
    const { includeTools, excludeTools, always, rename } = this.#server;
    const own = { includeTools: includeTools ?? [], excludeTools, rename: Object.keys(rename) };
    const shown = names.map((name) => shownName(name, this.#server));
    return [
      ...strays(this.name, own, names),
      ...strays(this.name, { always }, [...names, ...shown]),
      ...strays(this.name, this.#named, shown, rename),
    ];
  }

  /** `others`: what `always` names that is no name of the server's own. */
  #make(definition: Definition, shown: string, others: readonly string[]): Tool {
    const { name, description, schema, outputSchema, annotations } = definition;
    const call = this.#call;
    return {
      name: `${this.name}::${shown}`,
      description,
      schema,
      metadata: {
        server: this.name,
        tool: name,
        ...(annotations === undefined ? {} : { annotations }),
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

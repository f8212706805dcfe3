import { type InvokeConfig, matchesGlob, nearest, type Server, type Tool } from '../core/index.ts';
import type { Definition, Finding, JsonObject } from './definitions.ts';

/** Whether a tool of this name, as it is called here or begins on a wire, would be this server's. */
export function isToolOf(server: string, name: string): boolean {
  return name.startsWith(`${server}::`) || name.startsWith(`${server.replace(/[^a-zA-Z0-9_-]/g, '_')}__`);
}

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

  /** In the order of the list, without those that the settings leave out. Of two with one name the first has it. */
  of(definitions: readonly Definition[]): { readonly tools: readonly Tool[]; readonly findings: readonly Finding[] } {
    const before = this.#made;
    const findings: Finding[] = [];
    this.#made = new Map();
    for (const definition of definitions.filter(({ name }) => isWanted(name, this.#server))) {
      const shown = shownName(definition.name, this.#server);
      if (this.#made.has(shown)) {
        findings.push({
          tool: definition.name,
          reason: `there is a tool ${JSON.stringify(shown)} already: it is left out`,
        });
        continue;
      }
      const known = before.get(shown);
      const made =
        known?.digest === definition.digest
          ? known
          : { digest: definition.digest, tool: this.#make(definition, shown) };
      this.#made.set(shown, made);
    }
    findings.unshift(
      ...strayNames(
        this.#server,
        definitions.map(({ name }) => name),
      ),
    );
    return { tools: [...this.#made.values()].map(({ tool }) => tool), findings };
  }

  #make(definition: Definition, shown: string): Tool {
    const { name, description, schema, outputSchema, annotations } = definition;
    const call = this.#call;
    return {
      name: `${this.#name}::${shown}`,
      description,
      schema,
      metadata: {
        server: this.#name,
        tool: name,
        ...(annotations === undefined ? {} : { annotations }),
        ...(outputSchema === undefined ? {} : { outputSchema }),
        ...(isNamedIn(this.#server.always, name) ? { always: true } : {}),
      },
      invoke: (args: JsonObject, config: InvokeConfig) => call(definition, args, config),
    };
  }
}

/** Names in the settings that no tool of the server has: a misspelt one would leave out nothing, or everything. */
function strayNames({ includeTools, excludeTools, always, rename }: Server, names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  const written = Object.entries({ includeTools, excludeTools, always, rename: Object.keys(rename) });
  return written.flatMap(([setting, patterns]) =>
    patterns
      .filter((pattern) => !names.some((name) => matchesGlob(pattern, name)))
      .map((pattern) => {
        const meant = nearest(pattern, names);
        const guess = meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
        return { tool: pattern, reason: `"${setting}" names it, but the server has no such tool.${guess}` };
      }),
  );
}

function shownName(name: string, { rename }: Server): string {
  return (Object.hasOwn(rename, name) ? rename[name] : undefined) ?? name;
}

function isWanted(name: string, { includeTools, excludeTools }: Server): boolean {
  return (includeTools.length === 0 || isNamedIn(includeTools, name)) && !isNamedIn(excludeTools, name);
}

function isNamedIn(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, name));
}

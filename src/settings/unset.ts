import { found, unsetAdvice, unsetReason } from '../core/index.ts';
import { printable } from '../log/index.ts';
import { type Layer, pathText } from './layer.ts';
import { mcpServerSchema } from './mcp-server.ts';
import type { Path } from './outline.ts';
import type { ParsedSettings, Settings } from './schema.ts';

/**
 * A backend, an MCP server or a database whose settings use an environment variable that is not set is disabled, and the rest
 * works. A variable of any other setting, such as the gateway's own keys, must be set.
 */

/** A variable that is not set, and the setting that uses it. */
export interface Unset {
  readonly variable: string;
  readonly path: Path;
}

/** True if the setting belongs to a part that can be disabled on its own. */
export function isOfPart([setting, name, ...inside]: Path): boolean {
  return PARTS.has(String(setting)) && name !== undefined && inside.length > 0;
}

const PARTS: ReadonlySet<string> = new Set(['backends', 'mcpServers', 'databases'] satisfies (keyof Settings)[]);

/** The values of a source, and the variables that they use but that are not set. */
export interface Lacking {
  readonly layer: Layer;
  readonly unset: readonly Unset[];
}

/** Replaces the MCP servers that are invalid only because a variable is not set: `https://${HOST}` is no address. */
export function withStubs({ layer, unset }: Lacking): Layer {
  const { mcpServers } = layer.values;
  const lacking = variablesBy(unset, 'mcpServers');
  if (lacking.size === 0) return layer;
  const servers = Object.entries(Object(mcpServers)).map(([name, server]) => {
    const isValid = !lacking.has(name) || mcpServerSchema.safeParse(server).success;
    return [name, isValid ? server : STUB];
  });
  return { ...layer, values: { ...layer.values, mcpServers: Object.fromEntries(servers) } };
}

/** A server that is never started. */
export const STUB = { command: 'none', disabled: true };

/** Disables the parts that lack a variable. The last source that sets `backends`, for example, decides all of them. */
export function withoutUnset(settings: ParsedSettings, sources: readonly Lacking[]): Settings {
  const lackingOf = (setting: string) =>
    variablesBy(sources.findLast(({ layer }) => Object.hasOwn(layer.values, setting))?.unset ?? [], setting);
  const disabled = (lacks: readonly string[]) => ({ disabled: true, lacks });
  return {
    ...settings,
    backends: marked(settings.backends, lackingOf('backends'), (lacks) => ({ lacks })),
    mcpServers: marked(settings.mcpServers, lackingOf('mcpServers'), disabled),
    databases: marked(settings.databases, lackingOf('databases'), disabled),
  };
}

/** Warns about databases that lack a variable. Backends and MCP servers report it themselves. */
export function unsetWarnings({ databases }: Settings): readonly string[] {
  return Object.entries(databases).flatMap(([name, { lacks }]) => {
    if (lacks === undefined) return [];
    return [printable(`The database ${found(name)} is disabled, because ${unsetReason(lacks)}. ${unsetAdvice(lacks)}`)];
  });
}

/** Returns the variables that each part of a setting lacks, by the name of the part. */
function variablesBy(unset: readonly Unset[], setting: string): ReadonlyMap<string, readonly string[]> {
  const byName = Map.groupBy(
    unset.filter(({ path }) => path[0] === setting),
    ({ path }) => String(path[1]),
  );
  return new Map([...byName].map(([name, each]) => [name, [...new Set(each.map(({ variable }) => variable))]]));
}

/** Adds marks to the parts that lack a variable. The record keeps its null prototype, because the names are untrusted. */
function marked<Part extends object, Mark extends object>(
  parts: Readonly<Record<string, Part>>,
  lacking: ReadonlyMap<string, readonly string[]>,
  mark: (lacks: readonly string[]) => Mark,
): Readonly<Record<string, Part & Partial<Mark>>> {
  const all = Object.entries(parts).map(([name, part]): [string, Part & Partial<Mark>] => {
    const lacks = lacking.get(name);
    return [name, lacks === undefined ? part : { ...part, ...mark(lacks) }];
  });
  return Object.assign(Object.create(null), Object.fromEntries(all));
}

/** Returns the paths of the settings that use an unset variable, as problems name them. */
export function pathsOf(unset: readonly Unset[]): readonly string[] {
  return unset.map(({ path }) => pathText(path));
}

import { CUSTOM } from '../core/index.ts';
import { kindOfName, type NameKind } from './names.ts';

/** The names in `--tools`, divided into modules to load and a filter of the tools that may be used. */
export interface NamedTools {
  /** Modules to load. Includes values that are not strings, so that the schema reports them. */
  readonly modules: readonly unknown[];
  readonly filter: NamedFilter;
  /** Settings of sources with lower precedence that these names remove. */
  readonly ends: readonly string[];
}

/** The filter. A dimension without names is omitted and keeps the value from other sources. */
export interface NamedFilter {
  readonly builtins?: readonly string[];
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
}

/**
 * Divides the names. Built-in tools and MCP tools are filtered independently: naming some of a kind excludes the others of that
 * kind, and naming none leaves the kind unrestricted. A tool must pass every dimension of the filter, so if there is a
 * `server::tool` pair, each server named alone also becomes a pair (`server::*`). If modules are named together with servers,
 * their tools must be allowed, so the server `custom` is added.
 */
export function divideNames(names: readonly unknown[]): NamedTools {
  const modules = names.filter((name) => typeof name !== 'string' || kindOfName(name) === 'module');
  const pairs = ofKind('pair', names);
  const builtins = ofKind('builtin', names);
  const asked = [...pairs.map(serverOf), ...ofKind('server', names)].filter((server) => server !== '');
  const isOfServers = asked.length > 0 || pairs.length > 0;
  const implied = isOfServers && modules.length > 0 && !asked.includes(CUSTOM) ? [CUSTOM] : [];
  const whole = [...ofKind('server', names), ...implied];
  return {
    modules,
    filter: {
      ...(builtins.length > 0 && { builtins: unique(builtins) }),
      ...(isOfServers && { servers: unique([...asked, ...implied]) }),
      ...(pairs.length > 0 && { tools: unique([...pairs, ...whole.map((server) => `${server}::*`)]) }),
    },
    ends: isOfServers && pairs.length === 0 ? ['filter.tools'] : [],
  };
}

function ofKind(kind: NameKind, names: readonly unknown[]): readonly string[] {
  return names.filter((name) => typeof name === 'string').filter((name) => kindOfName(name) === kind);
}

export function serverOf(pair: string): string {
  return pair.slice(0, pair.indexOf('::'));
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

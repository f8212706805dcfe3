import { CUSTOM } from '../core/index.ts';
import { kindOfName, type NameKind } from './names.ts';

/** The names in `--tools`, divided into the modules to load and the filter of what may be used. */
export interface NamedTools {
  /** Values that are not texts are among them, so that the schema reports them. */
  readonly modules: readonly unknown[];
  readonly filter: NamedFilter;
  /** Settings of weaker sources that these names make void. */
  readonly ends: readonly string[];
}

/** A dimension without names is absent, and stays as other sources set it. */
export interface NamedFilter {
  readonly builtins?: readonly string[];
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
}

/**
 * Built-ins and servers' tools are filtered independently: naming some of a kind excludes the others of that kind, naming none
 * leaves the kind alone. A tool must pass every dimension of the filter, so beside a pair each whole server also becomes a pair
 * (`server::*`). A module named beside servers must be usable too, so it adds the server `custom`.
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

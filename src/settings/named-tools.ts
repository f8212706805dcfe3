import { CUSTOM } from '../core/index.ts';
import { kindOfName, type NameKind } from './names.ts';

/** What `--tools` names, divided: the modules to load, and what may be used. */
export interface NamedTools {
  /** Whatever is no text is among them: the schema says what is wrong with it. */
  readonly modules: readonly unknown[];
  readonly filter: NamedFilter;
  /** What other sources say of the same, and does not count beside it, though nothing stands in its place. */
  readonly ends: readonly string[];
}

/** Dimensions of which nothing is named are absent: they stay as they are. */
export interface NamedFilter {
  readonly builtins?: readonly string[];
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
}

/**
 * Built-ins are one matter, servers' tools another: who names none of the one leaves it alone, who names some means those and
 * no others. The filter's dimensions are independent, so with a pair each server that is named as a whole becomes a pair too;
 * and a module that is named among servers is to be used, which makes it the server `custom`.
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

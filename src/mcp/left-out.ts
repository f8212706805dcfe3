import { allFlips, type Decision, found, matchesGlob, nearest, type Server, type Tool } from '../core/index.ts';
import type { Finding } from './definitions.ts';
import { type Off, ruleOfOff } from './off.ts';
import { CALLABLE, type State } from './report.ts';

/**
 * Decisions on tools that are not available: the server's settings exclude them, their definition is unusable, the settings
 * misspell a name, or the server is not connected.
 */

/** Returns the decision for a tool that its server's settings exclude, or undefined if they do not exclude it. */
export function excluded(server: string, tool: string, { includeTools, excludeTools }: Server): Decision | undefined {
  const setting = `mcpServers.${found(server)}`;
  const flips = [
    ...(isNamedIn(excludeTools, tool) ? [`remove it from ${setting}.excludeTools`] : []),
    ...(includeTools !== undefined && !isNamedIn(includeTools, tool) ? [`add it to ${setting}.includeTools`] : []),
  ];
  return flips.length === 0 ? undefined : out(server, tool, 'excluded', allFlips(flips));
}

/** Returns the decision for a tool whose definition cannot be used. */
export function unusable(server: string, { tool, reason }: Finding): Decision {
  return out(server, tool, 'unusable', `fix its definition at the server: ${reason}`);
}

/** A name in the settings that no tool has. A misspelt name silently excludes nothing, or everything in `includeTools`. */
export interface UnknownName {
  readonly finding: Finding;
  readonly decision: Decision;
}

/**
 * Returns the tool names and patterns in the settings that match no tool. `named` has the names and patterns by setting,
 * `names` the names of the existing tools. `called` maps the server's own names of renamed tools to their names here.
 */
export function unknownNames(
  server: string,
  named: Readonly<Record<string, readonly string[]>>,
  names: readonly string[],
  called: Readonly<Record<string, string>> = {},
): readonly UnknownName[] {
  if (names.length === 0) return [];
  const known = new Set(names);
  const isStray = (pattern: string) =>
    pattern.includes('*') ? !names.some((name) => matchesGlob(pattern, name)) : !known.has(pattern);
  const all = Object.entries(named).flatMap(([setting, patterns]) =>
    patterns.filter(isStray).map((pattern) => ({ setting, pattern })),
  );
  return all.map(({ setting, pattern }, place): UnknownName => {
    const reason = `"${setting}" names it, but there is no such tool.${place < MOST_GUESSES ? hintOf(pattern, names, called) : ''}`;
    return {
      finding: { tool: pattern, reason },
      decision: out(server, pattern, 'no-such-tool', `correct the name: ${reason}`),
    };
  });
}

const MOST_GUESSES = 20; // each suggestion compares the pattern with every name

function hintOf(pattern: string, names: readonly string[], called: Readonly<Record<string, string>>): string {
  const here = Object.hasOwn(called, pattern) ? called[pattern] : undefined;
  if (here !== undefined) return ` The settings rename it to ${JSON.stringify(here)}.`;
  const meant = nearest(pattern, names);
  return meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
}

function out(server: string, tool: string, rule: Decision['rule'], flip: string): Decision {
  return { tool: `${server}::${tool}`, verdict: 'out', rule, flip };
}

export function isNamedIn(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, name));
}

/** The state of a server, with the tools that cannot be called. */
export interface AbsentServer {
  readonly name: string;
  readonly state: State;
  /** Why the server is not started; undefined if it is. */
  readonly off?: Off | undefined;
  /** The tools that an unavailable server listed last; empty for an available server. */
  readonly tools: readonly Tool[];
  /** Decisions on the left-out tools of an available server; empty for an unavailable server. */
  readonly leftOut: readonly Decision[];
  /** The last error, if any; `check` is the advice on it. */
  readonly trouble?: string | undefined;
  readonly check?: string | undefined;
}

/** Returns a decision for each unavailable tool of a server, or one for `server::*` if its tools are not known. */
export function decideAbsent({ tools, leftOut, ...server }: AbsentServer): readonly Decision[] {
  if (CALLABLE.has(server.state)) return leftOut;
  const rule = ruleOf(server);
  const names = tools.length === 0 ? [`${server.name}::*`] : tools.map(({ name }) => name);
  return names.map((tool) => ({ tool, verdict: 'out', ...rule }));
}

export function isSameServer(one: AbsentServer, other: AbsentServer | undefined): boolean {
  return (
    one.name === other?.name &&
    one.state === other.state &&
    one.tools === other.tools &&
    one.leftOut === other.leftOut &&
    one.trouble === other.trouble &&
    one.check === other.check
  );
}

function ruleOf({
  name,
  state,
  off,
  trouble = '',
  check = '',
}: Omit<AbsentServer, 'tools' | 'leftOut'>): Pick<Decision, 'rule' | 'flip'> {
  if (off !== undefined) return ruleOfOff(name, off);
  switch (state) {
    case 'connecting':
      return {
        rule: 'server-connecting',
        flip: withTrouble('ask again when its server is connected', trouble, check),
      };
    case 'gone':
    case 'degraded':
    case 'ready':
    case 'disabled':
      return { rule: 'server-gone', flip: withTrouble('get its server to connect', trouble, check) };
    default:
      return state satisfies never;
  }
}

function withTrouble(flip: string, trouble: string, check: string): string {
  const why = trouble === '' ? flip : `${flip} (${trouble})`;
  return check === '' ? why : `${why}: ${check}`;
}

import { allFlips, type Decision, found, matchesGlob, nearest, type Server, type Tool } from '../core/index.ts';
import type { Finding } from './definitions.ts';
import { CALLABLE, type State } from './report.ts';

/**
 * Why tools of a server are not there: its settings exclude them, a definition is unusable, the settings misspell a name, or
 * the server is not connected.
 */

/** The settings of its server leave it out: undefined where they do not. */
export function excluded(server: string, tool: string, { includeTools, excludeTools }: Server): Decision | undefined {
  const setting = `mcpServers.${found(server)}`;
  const flips = [
    ...(isNamedIn(excludeTools, tool) ? [`take it out of ${setting}.excludeTools`] : []),
    ...(includeTools !== undefined && !isNamedIn(includeTools, tool) ? [`add it to ${setting}.includeTools`] : []),
  ];
  return flips.length === 0 ? undefined : out(server, tool, 'excluded', allFlips(flips));
}

/** Its definition cannot be used. */
export function unusable(server: string, { tool, reason }: Finding): Decision {
  return out(server, tool, 'unusable', `change it at its server: ${reason}`);
}

/** A name in the settings that no tool of the server has: a misspelt one would leave out nothing, or everything. */
export interface Stray {
  readonly finding: Finding;
  readonly decision: Decision;
}

/** `named`: by setting, what it calls tools. `called`: what tools of the server are called here, by its own names, where that differs. */
export function strays(
  server: string,
  named: Readonly<Record<string, readonly string[]>>,
  names: readonly string[],
  called: Readonly<Record<string, string>> = {},
): readonly Stray[] {
  if (names.length === 0) return [];
  const known = new Set(names);
  const isStray = (pattern: string) =>
    pattern.includes('*') ? !names.some((name) => matchesGlob(pattern, name)) : !known.has(pattern);
  const all = Object.entries(named).flatMap(([setting, patterns]) =>
    patterns.filter(isStray).map((pattern) => ({ setting, pattern })),
  );
  return all.map(({ setting, pattern }, place): Stray => {
    const reason = `"${setting}" names it, but there is no such tool.${place < MOST_GUESSES ? hintOf(pattern, names, called) : ''}`;
    return {
      finding: { tool: pattern, reason },
      decision: out(server, pattern, 'no-such-tool', `correct its name: ${reason}`),
    };
  });
}

const MOST_GUESSES = 20; // a guess looks at every name

function hintOf(pattern: string, names: readonly string[], called: Readonly<Record<string, string>>): string {
  const here = Object.hasOwn(called, pattern) ? called[pattern] : undefined;
  if (here !== undefined) return ` It is called ${JSON.stringify(here)} here.`;
  const meant = nearest(pattern, names);
  return meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
}

function out(server: string, tool: string, rule: Decision['rule'], flip: string): Decision {
  return { tool: `${server}::${tool}`, verdict: 'out', rule, flip };
}

export function isNamedIn(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, name));
}

/** What cannot be called of a server. */
export interface AbsentServer {
  readonly name: string;
  readonly state: State;
  /** Of one that is not there, as it listed them last. */
  readonly tools: readonly Tool[];
  /** Of one that is there, what is no tool of this gateway all the same. */
  readonly leftOut: readonly Decision[];
  /** What went wrong, if anything did, and what to look at. */
  readonly trouble?: string | undefined;
  readonly check?: string | undefined;
}

/** Why its tools are not there: for each of them, or once for all where nobody knows which it has. */
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
  trouble = '',
  check = '',
}: Omit<AbsentServer, 'tools' | 'leftOut'>): Pick<Decision, 'rule' | 'flip'> {
  switch (state) {
    case 'disabled':
      return { rule: 'server-disabled', flip: `set mcpServers.${found(name)}.disabled to false` };
    case 'connecting':
      return {
        rule: 'server-connecting',
        flip: withTrouble('ask again when its server is connected', trouble, check),
      };
    case 'gone':
    case 'degraded':
    case 'ready':
      return { rule: 'server-gone', flip: withTrouble('get its server connected', trouble, check) };
    default:
      return state satisfies never;
  }
}

function withTrouble(flip: string, trouble: string, check: string): string {
  const why = trouble === '' ? flip : `${flip} (${trouble})`;
  return check === '' ? why : `${why}: ${check}`;
}

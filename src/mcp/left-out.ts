import { allFlips, type Decision, found, matchesGlob, nearest, type Server } from '../core/index.ts';
import type { Finding } from './definitions.ts';

/** What keeps a server's tools out before anybody asks: the server's own settings, a definition that cannot be used, a slip. */

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

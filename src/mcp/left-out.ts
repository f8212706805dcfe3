import { allFlips, type Decision, found, matchesGlob, nearest, type Server } from '../core/index.ts';
import type { Finding } from './definitions.ts';

/** What keeps a server's tools out before anybody asks: the server's own settings, a definition that cannot be used, a slip. */

/** The settings of its server leave it out: undefined where they do not. */
export function excluded(server: string, tool: string, { includeTools, excludeTools }: Server): Decision | undefined {
  const setting = `mcpServers.${found(server)}`;
  const flips = [
    ...(isNamedIn(excludeTools, tool) ? [`take it out of ${setting}.excludeTools`] : []),
    ...(includeTools.length > 0 && !isNamedIn(includeTools, tool) ? [`add it to ${setting}.includeTools`] : []),
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

/** `named`: by setting, what it calls tools. */
export function strays(
  server: string,
  named: Readonly<Record<string, readonly string[]>>,
  names: readonly string[],
): readonly Stray[] {
  if (names.length === 0) return [];
  return Object.entries(named).flatMap(([setting, patterns]) =>
    patterns
      .filter((pattern) => !names.some((name) => matchesGlob(pattern, name)))
      .map((pattern): Stray => {
        const meant = nearest(pattern, names);
        const guess = meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
        const reason = `"${setting}" names it, but there is no such tool.${guess}`;
        return {
          finding: { tool: pattern, reason },
          decision: out(server, pattern, 'no-such-tool', `correct its name: ${reason}`),
        };
      }),
  );
}

function out(server: string, tool: string, rule: Decision['rule'], flip: string): Decision {
  return { tool: `${server}::${tool}`, verdict: 'out', rule, flip };
}

export function isNamedIn(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, name));
}

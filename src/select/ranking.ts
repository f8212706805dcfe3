import type { Budget, GatewayTool } from '../core/index.ts';
import type { Discovered, RankedTool } from './discovered.ts';
import type { Reasons } from './reasons.ts';
import { ALWAYS, allOf, FAR, FAR_UNPINNED, FOUND, overBudget, type Rule } from './rules.ts';

/** The limit of MCP tools that may be shown. */
export interface Room extends Pick<Budget, 'most' | 'setting'> {
  /** True if one more `always` tool would fit. */
  readonly canPin: boolean;
}

/**
 * Chooses the MCP tools to show now, within the limit: `always` tools first, then the best search results. Records the
 * reasons.
 */
export function chooseFinds(
  discovered: Discovered,
  always: readonly GatewayTool[],
  { most, setting, canPin }: Room,
  reasons: Reasons,
): readonly GatewayTool[] {
  const { declared, told, hits, hasNoPromptCache = false } = discovered;
  const known = new Set([...(declared ?? []), ...told].map(({ name }) => name));
  const isNew = ({ name }: GatewayTool) => !known.has(name);
  const isAnew = declared === undefined || hasNoPromptCache;
  const needed = isAnew ? undefined : placesOfNew(hits, isNew);
  const room = needed === undefined ? most : needed.filter((place) => place <= most).length;
  const pinned = new Set(isAnew ? always.filter((tool) => declared === undefined || isNew(tool)) : []);

  const fresh = hits.filter(({ tool }) => isNew(tool));
  const ranks = new Map(hits.map(({ tool, score }, place) => [tool, { rank: place + 1, score }]));
  const isFar = new Set(fresh.flatMap((hit) => (hit.isFar ? [hit.tool] : [])));
  const far = canPin ? FAR : FAR_UNPINNED;
  for (const tool of isFar) reasons.give(tool, { ...far, ...ranks.get(tool) });

  const wanted = fresh.map(({ tool }) => tool).filter((tool) => !isFar.has(tool) || pinned.has(tool));
  const queue = [...new Set([...wanted, ...pinned])].toSorted(alwaysFirst);
  for (const [place, tool] of queue.entries()) {
    if (!isNew(tool)) continue; // a tool that was shown before stays, whatever the limit is
    const rule = place < room ? whyIn(tool) : overBudget(setting, needed?.[place] ?? place + 1);
    reasons.give(tool, { ...rule, ...ranks.get(tool) });
  }
  return queue.slice(0, room);

  function whyIn(tool: GatewayTool): Rule {
    if (!pinned.has(tool)) return FOUND;
    return ranks.has(tool) && !isFar.has(tool) ? allOf(ALWAYS, FOUND) : ALWAYS;
  }
}

/**
 * Returns the ranks, from 1, of the new tools among the search results that are not far. Each rank is the limit that the tool
 * needs. Known tools keep their ranks, so that weaker results do not move up.
 */
function placesOfNew(hits: readonly RankedTool[], isNew: (tool: GatewayTool) => boolean): readonly number[] {
  const near = hits.filter(({ isFar }) => !isFar);
  return near.flatMap(({ tool }, place) => (isNew(tool) ? [place + 1] : []));
}

/** Sorts `always` tools first. Equal tools keep their order, because the sort is stable. */
function alwaysFirst(one: GatewayTool, other: GatewayTool): number {
  return Number(other.always === true) - Number(one.always === true);
}

import type { Budget, GatewayTool } from '../core/index.ts';
import type { Discovered, RankedTool } from './discovered.ts';
import type { Reasons } from './reasons.ts';
import { ALWAYS, allOf, FAR, FAR_UNPINNED, FOUND, overBudget, type Rule } from './rules.ts';

/** How many may be told. */
export interface Room extends Pick<Budget, 'most' | 'setting'> {
  /** There is room for one more that is always wanted. */
  readonly canPin: boolean;
}

/** What is told of servers' tools now: what is always wanted first, then the nearest, and no more than there is room for. */
export function chooseFinds(
  discovered: Discovered,
  always: readonly GatewayTool[],
  { most, setting, canPin }: Room,
  reasons: Reasons,
): readonly GatewayTool[] {
  const { declared, told, hits, isForgetful = false } = discovered;
  const known = new Set([...(declared ?? []), ...told].map(({ name }) => name));
  const isNew = ({ name }: GatewayTool) => !known.has(name);
  const isAnew = declared === undefined || isForgetful;
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
    if (!isNew(tool)) continue; // it stays, whatever there is room for
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
 * Among the nearest, from 1 on: so large must the budget be for the first new one, for the second, and so on. What is known already
 * takes its place there: those that come next are no better for that.
 */
function placesOfNew(hits: readonly RankedTool[], isNew: (tool: GatewayTool) => boolean): readonly number[] {
  const near = hits.filter(({ isFar }) => !isFar);
  return near.flatMap(({ tool }, place) => (isNew(tool) ? [place + 1] : []));
}

/** Else in the order that they have. */
function alwaysFirst(one: GatewayTool, other: GatewayTool): number {
  return Number(other.always === true) - Number(one.always === true);
}

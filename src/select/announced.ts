import type { AnnouncedTool, GatewayTool, VisibleTool } from '../core/index.ts';
import { shownTool } from './gateway-tools.ts';

/** A gateway's tool as a model is told of it, to be told again. */
export function announcedTool({ name, wireName, description, parameters }: VisibleTool): AnnouncedTool {
  return { name, wireName, description, parameters };
}

/** Of a plan's tools, the gateway's as they are told. */
export function announcedTools(tools: readonly VisibleTool[]): readonly AnnouncedTool[] {
  return tools.flatMap((tool) => (tool.gateway === undefined ? [] : [announcedTool(tool)]));
}

/**
 * The same letters as before, whatever the tool looks like by now; a call leads to the tool of today. One that is gone, or may not
 * be used any more, is told all the same, because what was declared must not change: its call says why.
 */
export function announcedAgain(told: AnnouncedTool, today: GatewayTool | undefined): VisibleTool {
  const known = again.get(told);
  if (known !== undefined && known.today === today) return known.visible;
  const visible = compare(told, today);
  again.set(told, { today, visible });
  return visible;
}

/** A turn tells the same with every step, and schemas take their time to compare. */
const again = new WeakMap<AnnouncedTool, { readonly today: GatewayTool | undefined; readonly visible: VisibleTool }>();

function compare(told: AnnouncedTool, today: GatewayTool | undefined): VisibleTool {
  if (today !== undefined) {
    const shown = shownTool(today);
    if (isSame(told, shown)) return shown;
  }
  const gateway = today ?? told;
  return { ...told, owner: 'gateway', gateway };
}

function isSame(told: AnnouncedTool, { wireName, description, parameters }: VisibleTool): boolean {
  if (told.wireName !== wireName || told.description !== description) return false;
  return told.parameters === parameters || JSON.stringify(told.parameters) === JSON.stringify(parameters);
}

import type { ToldTool, VisibleTool } from '../core/index.ts';
import { type GatewayTool, gatewayToolOf, shownAs, shownTool } from './gateway-tools.ts';

/** A gateway's tool as a model is told of it, to be told again. */
export function toldOf({ name, description, parameters }: VisibleTool, tool: string): ToldTool {
  return { name, tool, description, parameters };
}

/** Of a plan's tools, the gateway's as they are told. */
export function toldOfGateway(tools: readonly VisibleTool[]): readonly ToldTool[] {
  return tools.flatMap((tool) => {
    const listed = gatewayToolOf(tool);
    return listed === undefined ? [] : [toldOf(tool, listed.name)];
  });
}

/**
 * The same letters as before, whatever the tool looks like by now; a call leads to the tool of today. One that is gone, or may not
 * be used any more, is told all the same, because what was declared must not change: its call says why.
 */
export function toldAgain(told: ToldTool, today: GatewayTool | undefined): VisibleTool {
  const known = again.get(told);
  if (known !== undefined && known.today === today) return known.visible;
  const visible = compare(told, today);
  again.set(told, { today, visible });
  return visible;
}

/** A turn tells the same with every step, and schemas take their time to compare. */
const again = new WeakMap<ToldTool, { readonly today: GatewayTool | undefined; readonly visible: VisibleTool }>();

function compare(told: ToldTool, today: GatewayTool | undefined): VisibleTool {
  if (today !== undefined) {
    const shown = shownTool(today);
    if (isSame(told, shown)) return shown;
  }
  const { name, tool, description, parameters } = told;
  const visible: VisibleTool = { name, owner: 'gateway', description, parameters };
  return shownAs(visible, today ?? { name: tool, wireName: name, description, parameters });
}

function isSame(told: ToldTool, { name, description, parameters }: VisibleTool): boolean {
  if (told.name !== name || told.description !== description) return false;
  return told.parameters === parameters || JSON.stringify(told.parameters) === JSON.stringify(parameters);
}

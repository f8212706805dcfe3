import type { AnnouncedTool, Fields, GatewayTool, VisibleTool } from '../core/index.ts';
import { shownTool } from './gateway-tools.ts';

/** Returns the fields that an announcement keeps, so that the tool can be shown unchanged later. */
export function announcedTool({ name, wireName, description, parameters, outputSchema }: VisibleTool): AnnouncedTool {
  return { name, wireName, description, parameters, ...(outputSchema !== undefined && { outputSchema }) };
}

/** Returns the gateway tools among `tools` as announced tools; client tools are left out. */
export function announcedTools(tools: readonly VisibleTool[]): readonly AnnouncedTool[] {
  return tools.flatMap((tool) => (tool.gateway === undefined ? [] : [announcedTool(tool)]));
}

/**
 * Returns the tool with exactly the text that was announced, even if the tool has changed since; a call runs today's tool. A
 * tool that no longer exists, or may no longer be used, is still shown, because a declaration must not change: a call of it
 * fails and explains why.
 */
export function announcedAgain(told: AnnouncedTool, today: GatewayTool | undefined): VisibleTool {
  const known = again.get(told);
  if (known !== undefined && known.today === today) return known.visible;
  const visible = compare(told, today);
  again.set(told, { today, visible });
  return visible;
}

/** Cache: every step of a turn shows the same tools, and comparing schemas is slow. */
const again = new WeakMap<AnnouncedTool, { readonly today: GatewayTool | undefined; readonly visible: VisibleTool }>();

function compare(told: AnnouncedTool, today: GatewayTool | undefined): VisibleTool {
  if (today !== undefined) {
    const shown = shownTool(today);
    if (isSame(told, shown)) return shown;
  }
  const gateway = today ?? told;
  return { ...told, owner: 'gateway', gateway };
}

function isSame(told: AnnouncedTool, { wireName, description, parameters, outputSchema }: VisibleTool): boolean {
  if (told.wireName !== wireName || told.description !== description) return false;
  return isSameSchema(told.parameters, parameters) && isSameSchema(told.outputSchema, outputSchema);
}

function isSameSchema(one: Fields | undefined, other: Fields | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

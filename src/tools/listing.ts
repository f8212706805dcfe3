import { defaultLimits, type Limits, type Log, type Tool } from '../core/index.ts';
import { type JsonSchema, jsonSchemaOf, showable } from './arguments/index.ts';
import { WireNames } from './names.ts';
import { messageOf } from './thrown.ts';
import { descriptionOf, serverOf, toolName } from './traits.ts';

/** How a tool is shown to those who may call it: plain data, whatever the tool is made of. */
export interface Listing {
  readonly name: string;
  readonly wireName: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly server?: string;
}

/** A tool that cannot be shown is left out, with a warning; the others are there. */
export function listTools(tools: readonly Tool[], log: Log, limits: Limits = defaultLimits): [Tool, Listing][] {
  const names = new WireNames(tools);
  return tools.flatMap((tool): [Tool, Listing][] => {
    try {
      return [[tool, listingOf(tool, names, limits)]];
    } catch (error) {
      log.warn({ tool: toolName(tool), reason: messageOf(error) }, 'tool left out of the list');
      return [];
    }
  });
}

function listingOf(tool: Tool, names: WireNames, limits: Limits): Listing {
  const shown = showable(jsonSchemaOf(tool.schema) ?? { type: 'object' }, limits);
  if (!shown.ok) throw new Error(`its schema is not usable: ${shown.reason}`);
  const server = serverOf(tool);
  return {
    name: toolName(tool),
    wireName: names.wireOf(tool) ?? toolName(tool),
    description: descriptionOf(tool),
    parameters: shown.schema,
    ...(server === undefined ? {} : { server }),
  };
}

import type { Tool } from '../core/index.ts';
import { type JsonSchema, jsonSchemaOf } from './arguments/index.ts';
import type { WireNames } from './names.ts';
import { descriptionOf, serverOf, toolName } from './traits.ts';

/** How a tool is shown to those who may call it. */
export interface Listing {
  readonly name: string;
  readonly wireName: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly server?: string;
}

export function listing(tool: Tool, names: WireNames): Listing {
  const server = serverOf(tool);
  return {
    name: toolName(tool),
    wireName: names.wireOf(tool) ?? toolName(tool),
    description: descriptionOf(tool),
    parameters: jsonSchemaOf(tool.schema) ?? { type: 'object' },
    ...(server === undefined ? {} : { server }),
  };
}

import { defaultLimits, type Limits, type Log, type Tool } from '../core/index.ts';
import { type JsonSchema, jsonSchemaOf, showable } from './arguments/index.ts';
import type { ToolManager } from './manager.ts';
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

/** The gateway's tools as they are shown. Made when somebody asks, and again after a change: a schema takes its time. */
export class Listings {
  readonly #tools: ToolManager;
  readonly #log: Log;
  readonly #limits: Limits;
  #made: { readonly revision: number; readonly listings: readonly Listing[] } | undefined;

  constructor(tools: ToolManager, log: Log, limits: Limits = defaultLimits) {
    this.#tools = tools;
    this.#log = log;
    this.#limits = limits;
  }

  /** The same array as long as nothing changed. */
  all(): readonly Listing[] {
    const { revision } = this.#tools;
    if (this.#made?.revision !== revision) {
      const listed = listTools(this.#tools.all(), this.#log, this.#limits);
      this.#made = { revision, listings: listed.map(([, listing]) => listing) };
    }
    return this.#made.listings;
  }
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

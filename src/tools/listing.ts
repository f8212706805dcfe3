import { defaultLimits, type Limits, type Log, type Tool } from '../core/index.ts';
import { flawOf, type JsonSchema, jsonSchemaOf, showable, standardCheckOf } from './arguments/index.ts';
import type { ToolManager } from './manager.ts';
import { WireNames } from './names.ts';
import { thrownMessage } from './thrown.ts';
import { descriptionOf, serverOf, toolName } from './traits.ts';

/** How a tool is shown to those who may call it: plain data, whatever the tool is made of. */
export interface Listing {
  readonly name: string;
  readonly wireName: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly server?: string;
  /** A built-in of this gateway. */
  readonly builtin?: true;
  /** A server's tool that a model sees without searching. */
  readonly always?: true;
}

/**
 * The gateway's tools as they are shown. Made when somebody asks, and again after a change; a tool that has been shown
 * before is not looked at again: a schema takes its time.
 */
export class Listings {
  readonly #tools: ToolManager;
  readonly #showing: Showing;
  #made: { readonly revision: number; readonly listings: readonly Listing[] } | undefined;

  constructor(tools: ToolManager, log: Log, limits: Limits = defaultLimits) {
    this.#tools = tools;
    this.#showing = { log, limits, shown: new WeakMap() };
  }

  /** The very tool that a listing was made of, whichever bears its name by now. */
  static toolBehind(listing: Listing): Tool | undefined {
    return toolsBehind.get(listing);
  }

  /** The same array as long as nothing changed. */
  all(): readonly Listing[] {
    const { revision } = this.#tools;
    if (this.#made?.revision !== revision) {
      const listed = show(this.#tools.all(), this.#tools.wireNames, this.#showing);
      this.#made = { revision, listings: listed.map(([, listing]) => listing) };
    }
    return this.#made.listings;
  }
}

/** A tool that cannot be shown, or never be called, is left out, with a warning; the others are there. */
export function listTools(tools: readonly Tool[], log: Log, limits: Limits = defaultLimits): [Tool, Listing][] {
  return show(tools, new WireNames(tools), { log, limits, shown: new WeakMap() });
}

/** Beside the listings, which are plain JSON. */
const toolsBehind = new WeakMap<Listing, Tool>();

interface Showing {
  readonly log: Log;
  readonly limits: Limits;
  /** Undefined for what was left out, and warned of. */
  readonly shown: WeakMap<Tool, Listing | undefined>;
}

function show(tools: readonly Tool[], names: WireNames, showing: Showing): [Tool, Listing][] {
  return tools.flatMap((tool): [Tool, Listing][] => {
    const listing = listingOf(tool, names, showing);
    return listing === undefined ? [] : [[tool, listing]];
  });
}

function listingOf(tool: Tool, names: WireNames, { log, limits, shown }: Showing): Listing | undefined {
  const before = shown.get(tool);
  const wireName = names.wireOf(tool);
  if (shown.has(tool) && (before === undefined || before.wireName === wireName)) return before;
  let listing: Listing | undefined;
  try {
    // Another tool that came or went may have changed its name on the wire, and nothing else.
    listing = { ...(before ?? describe(tool, limits)), wireName: wireName ?? toolName(tool) };
    toolsBehind.set(listing, tool);
  } catch (error) {
    log.warn({ tool: toolName(tool), reason: thrownMessage(error) }, 'tool left out of the list');
  }
  shown.set(tool, listing);
  return listing;
}

function describe(tool: Tool, limits: Limits): Listing {
  const schema = jsonSchemaOf(tool.schema) ?? { type: 'object' };
  const shown = showable(schema, limits);
  if (!shown.ok) throw new Error(`its schema is not usable: ${shown.reason}`);
  // Where a schema library checks the arguments, this form of its schema is only shown.
  const flaw = standardCheckOf(tool.schema) === undefined ? flawOf(schema, limits) : undefined;
  if (flaw !== undefined) throw new Error(`its schema is not usable: ${flaw}`);
  const server = serverOf(tool);
  return {
    name: toolName(tool),
    wireName: toolName(tool),
    description: descriptionOf(tool),
    parameters: shown.schema,
    ...(server === undefined ? {} : { server }),
    ...(tool.metadata?.builtin === true ? { builtin: true } : {}),
    ...(server !== undefined && tool.metadata?.always === true ? { always: true } : {}),
  };
}

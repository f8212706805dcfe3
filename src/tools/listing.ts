import { type Decision, defaultLimits, type Limits, type Log, type Tool } from '../core/index.ts';
import { flawOf, type JsonSchema, jsonSchemaOf, showable, standardCheckOf } from './arguments/index.ts';
import type { ToolManager } from './manager.ts';
import { WireNames } from './names.ts';
import { thrownMessage } from './thrown.ts';
import { descriptionOf, serverOf, toolName } from './traits.ts';

/** How a tool is shown to those who may call it: plain JSON, whatever the tool is made of. */
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

/** A listing, and the very tool that it was made of, whichever bears its name by now. */
export interface ListedTool extends Listing {
  readonly tool: Tool;
}

/** The listing alone, for clients. */
export function listingOf({ tool: _, ...listing }: ListedTool): Listing {
  return listing;
}

/**
 * The gateway's tools as they are shown. Made when somebody asks, and again after a change; a tool that has been shown
 * before is not looked at again: a schema takes its time.
 */
export class Listings {
  readonly #tools: ToolManager;
  readonly #showing: Showing;
  #made: ({ readonly revision: number } & Shown) | undefined;

  constructor(tools: ToolManager, log: Log, limits: Limits = defaultLimits) {
    this.#tools = tools;
    this.#showing = { log, limits, known: new WeakMap() };
  }

  /** The same array as long as nothing changed. */
  all(): readonly ListedTool[] {
    return this.#shown().listings;
  }

  /** Why others of the tools are not shown. The same array as long as nothing changed. */
  leftOut(): readonly Decision[] {
    return this.#shown().leftOut;
  }

  #shown(): Shown {
    const { revision } = this.#tools;
    if (this.#made?.revision !== revision) {
      this.#made = { revision, ...show(this.#tools.all(), this.#tools.wireNames, this.#showing) };
    }
    return this.#made;
  }
}

/** A tool that cannot be shown, or never be called, is left out, with a warning; the others are there. */
export function listTools(tools: readonly Tool[], log: Log, limits: Limits = defaultLimits): [Tool, Listing][] {
  const { listings } = show(tools, new WireNames(tools), { log, limits, known: new WeakMap() });
  return listings.map((listed) => [listed.tool, listingOf(listed)]);
}

interface Shown {
  readonly listings: readonly ListedTool[];
  readonly leftOut: readonly Decision[];
}

interface Showing {
  readonly log: Log;
  readonly limits: Limits;
  /** How a tool was shown, or why it was not. */
  readonly known: WeakMap<Tool, ListedTool | Decision>;
}

function show(tools: readonly Tool[], names: WireNames, showing: Showing): Shown {
  const listings: ListedTool[] = [];
  const leftOut: Decision[] = [];
  for (const tool of tools) {
    const made = listedTool(tool, names, showing);
    if ('verdict' in made) leftOut.push(made);
    else listings.push(made);
  }
  return { listings, leftOut };
}

function listedTool(tool: Tool, names: WireNames, { log, limits, known }: Showing): ListedTool | Decision {
  const before = known.get(tool);
  const wireName = names.wireOf(tool);
  if (before !== undefined && ('verdict' in before || before.wireName === wireName)) return before;
  const made = make(tool, wireName, before, { log, limits });
  known.set(tool, made);
  return made;
}

/** Another tool that came or went may have changed its name on the wire, and nothing else: it is not looked at again. */
function make(
  tool: Tool,
  wireName: string | undefined,
  before: ListedTool | undefined,
  { log, limits }: Pick<Showing, 'log' | 'limits'>,
): ListedTool | Decision {
  try {
    return { ...(before ?? describe(tool, limits)), wireName: wireName ?? toolName(tool), tool };
  } catch (error) {
    const reason = thrownMessage(error);
    log.warn({ tool: toolName(tool), reason }, 'tool left out of the list');
    return { tool: toolName(tool), verdict: 'out', rule: 'unusable', flip: `change the tool: ${reason}` };
  }
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

import {
  type Decision,
  defaultLimits,
  isRecord,
  type Limits,
  type Log,
  shownSchema,
  type Tool,
} from '../core/index.ts';
import type { SecretFinder } from '../log/index.ts';
import { isLongSince, pause } from '../pause.ts';
import { flawOf, type JsonSchema, jsonSchemaOf, showable, standardCheckOf } from './arguments/index.ts';
import type { ToolManager } from './manager.ts';
import { WireNames } from './names.ts';
import type { Denial } from './permit.ts';
import { thrownMessage } from './thrown.ts';
import { descriptionOf, isFromMcp, serverOf, toolName } from './traits.ts';

/** A tool as clients and models see it, as plain JSON. */
export interface Listing {
  readonly name: string;
  readonly wireName: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Left out if it is too long for a prompt. */
  readonly outputSchema?: JsonSchema;
  readonly server?: string;
  /** True for a built-in tool. */
  readonly builtin?: true;
  /** True for an MCP tool that the model sees without a search. */
  readonly always?: true;
}

/** A listing with the tool object that it describes, even if another tool has that name by now. */
export interface ListedTool extends Listing {
  readonly tool: Tool;
}

/** Returns the listing without its tool, for clients. */
export function listingOf({ tool: _, ...listing }: ListedTool): Listing {
  return listing;
}

/**
 * The listings of the gateway's tools. They are built at first use and again after a change. A tool that has been listed
 * before is not inspected again, because inspecting a schema is slow.
 */
export class Listings {
  readonly #tools: ToolManager;
  readonly #showing: Showing;
  #made: ({ readonly revision: number } & Shown) | undefined;

  /** `denialOf` returns why every call of a tool is denied. Such a tool is not listed. `hideIn` removes secrets from listings. */
  constructor(
    tools: ToolManager,
    log: Log,
    limits: Limits = defaultLimits,
    denialOf: DenialOf = () => undefined,
    { hideIn }: Pick<SecretFinder, 'hideIn'> = HIDE_NOTHING,
  ) {
    this.#tools = tools;
    this.#showing = { log, limits, denialOf, hideIn, known: new WeakMap() };
  }

  /** Returns the same array until the tools change. */
  all(): readonly ListedTool[] {
    return this.#shown().listings;
  }

  /**
   * Inspects tools that are about to be added, and lets other requests run meanwhile. Without it, the next request would
   * wait until all tools of a large MCP server are inspected.
   */
  async prepare(tools: readonly Tool[]): Promise<void> {
    let startedAt = performance.now();
    for (const tool of tools) {
      if (this.#showing.known.has(tool)) continue; // keeps its listing, which other caches are keyed by
      if (isLongSince(startedAt)) {
        await pause();
        startedAt = performance.now();
      }
      listedTool(tool, undefined, this.#showing);
    }
  }

  /** Returns the decisions about the tools that are not listed. Returns the same array until the tools change. */
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

const HIDE_NOTHING: Pick<SecretFinder, 'hideIn'> = { hideIn: (data) => data };

type DenialOf = (tool: Tool) => Denial | undefined;

/** Lists the tools. A tool that cannot be shown or called is left out with a warning. */
export function listTools(tools: readonly Tool[], log: Log, limits: Limits = defaultLimits): [Tool, Listing][] {
  const { listings } = show(tools, new WireNames(tools), {
    log,
    limits,
    denialOf: () => undefined,
    ...HIDE_NOTHING,
    known: new WeakMap(),
  });
  return listings.map((listed) => [listed.tool, listingOf(listed)]);
}

interface Shown {
  readonly listings: readonly ListedTool[];
  readonly leftOut: readonly Decision[];
}

interface Showing {
  readonly log: Log;
  readonly limits: Limits;
  readonly denialOf: DenialOf;
  readonly hideIn: SecretFinder['hideIn'];
  /** The listing of each inspected tool, or the decision to leave it out. */
  readonly known: WeakMap<Tool, ListedTool | Decision>;
}

function show(tools: readonly Tool[], names: WireNames, showing: Showing): Shown {
  const listings: ListedTool[] = [];
  const leftOut: Decision[] = [];
  for (const tool of tools) {
    const made = listedTool(tool, names.wireOf(tool), showing);
    if ('verdict' in made) leftOut.push(made);
    else listings.push(made);
  }
  return { listings, leftOut };
}

function listedTool(tool: Tool, wireName: string | undefined, showing: Showing): ListedTool | Decision {
  const { known } = showing;
  const before = known.get(tool);
  if (before !== undefined && ('verdict' in before || before.wireName === wireName)) return before;
  const made = make(tool, wireName, before, showing);
  known.set(tool, made);
  return made;
}

/** Builds a listing. A tool listed before is not inspected again: other tools can change only its wire name. */
function make(
  tool: Tool,
  wireName: string | undefined,
  before: ListedTool | undefined,
  showing: Showing,
): ListedTool | Decision {
  const { log, denialOf } = showing;
  try {
    const denial = denialOf(tool);
    if (denial !== undefined) return { tool: toolName(tool), verdict: 'out', rule: 'denied', flip: flipOf(denial) };
    return { ...(before ?? describe(tool, showing)), wireName: wireName ?? toolName(tool), tool };
  } catch (error) {
    const reason = thrownMessage(error);
    log.warn({ tool: toolName(tool), reason }, 'The tool is not listed because it cannot be used.');
    return {
      tool: toolName(tool),
      verdict: 'out',
      rule: 'unusable',
      flip: `${isFromMcp(tool) ? 'fix its definition at the server' : 'change the tool'}: ${reason}`,
    };
  }
}

function flipOf({ rule }: Denial): string {
  return `change ${rule}, which denies every call of it`;
}

function describe(tool: Tool, { limits, hideIn }: Showing): Listing {
  const schema = jsonSchemaOf(tool.schema) ?? { type: 'object' };
  const shown = showable(schema, limits);
  if (!shown.ok) throw new Error(`its schema is not usable: ${shown.reason}`);
  // If a schema library checks the arguments, the JSON form of the schema is only shown.
  const flaw = standardCheckOf(tool.schema) === undefined ? flawOf(schema, limits) : undefined;
  if (flaw !== undefined) throw new Error(`its schema is not usable: ${flaw}`);
  const server = serverOf(tool);
  const parameters = cleaned(shown.schema, tool, limits);
  return {
    name: toolName(tool),
    wireName: toolName(tool),
    ...hideIn({ description: descriptionOf(tool), parameters, ...outputSchemaOf(tool, limits) }),
    ...(server === undefined ? {} : { server }),
    ...(tool.metadata?.builtin === true ? { builtin: true } : {}),
    ...(server !== undefined && tool.metadata?.always === true ? { always: true } : {}),
  };
}

/** Returns the schema as models may read it: the descriptions of an MCP server are not trusted. */
function cleaned(schema: JsonSchema, tool: Tool, { parameterDescriptionBytes }: Limits): JsonSchema {
  return isFromMcp(tool) ? shownSchema(schema, parameterDescriptionBytes).schema : schema;
}

/** Never throws: a tool can be used without the schema of its results. */
function outputSchemaOf(tool: Tool, limits: Limits): { readonly outputSchema?: JsonSchema } {
  try {
    const promised = tool.metadata?.outputSchema;
    const schema = isRecord(promised) ? jsonSchemaOf(promised) : undefined;
    const shown = schema === undefined ? undefined : showable(schema, limits);
    if (shown?.ok !== true) return {};
    const outputSchema = cleaned(shown.schema, tool, limits);
    return JSON.stringify(outputSchema).length > MOST_OUTPUT_CHARACTERS ? {} : { outputSchema };
  } catch {
    return {};
  }
}

const MOST_OUTPUT_CHARACTERS = 8_192;

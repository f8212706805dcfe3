import type { Decision, Fields, VisibleTool } from '../core/index.ts';
import type { Offering } from './offering.ts';
import type { Rule } from './rules.ts';

/** A tool of this gateway, as tools/ lists it. */
export interface GatewayTool {
  readonly name: string;
  readonly wireName: string;
  readonly description: string;
  readonly parameters: Fields;
  readonly server?: string;
  /** A built-in of this gateway. */
  readonly builtin?: boolean;
  /** Calls other tools, which were found later. */
  readonly isDispatcher?: boolean;
  /** A server's tool that is told without a search. */
  readonly always?: boolean;
}

/** The gateway's list where all of it is shown. Made once for an array, and kept as long as that array lives. */
export class GatewayTools implements Offering {
  readonly visible: readonly VisibleTool[];
  readonly #tools: readonly GatewayTool[];
  readonly #placeOf: ReadonlyMap<string, number>;
  readonly #decisions = new Map<Rule, readonly Decision[]>();

  static of(tools: readonly GatewayTool[]): GatewayTools {
    const known = lists.get(tools) ?? new GatewayTools(tools);
    lists.set(tools, known);
    return known;
  }

  private constructor(tools: readonly GatewayTool[]) {
    this.#tools = tools;
    this.visible = tools.map(shownTool);
    this.#placeOf = new Map(tools.map(({ wireName }, place) => [wireName, place]));
  }

  placeOf(wireName: string): number | undefined {
    return this.#placeOf.get(wireName);
  }

  /** The same verdict for all of them. */
  decide(rule: Rule): readonly Decision[] {
    const decisions = this.#decisions.get(rule) ?? this.#tools.map(({ name }) => ({ tool: name, ...rule }));
    this.#decisions.set(rule, decisions);
    return decisions;
  }
}

/** The gateway's tool that this is; undefined for a client's. */
export function gatewayToolOf(tool: VisibleTool): GatewayTool | undefined {
  return gatewayTools.get(tool);
}

/** The name that it has here: on the wire a gateway's tool may have another. */
export function nameHere(tool: VisibleTool): string {
  return gatewayToolOf(tool)?.name ?? tool.name;
}

/** Does it call what was found later? */
export function isDispatcher(tool: VisibleTool): boolean {
  return gatewayToolOf(tool)?.isDispatcher === true;
}

const lists = new WeakMap<readonly GatewayTool[], GatewayTools>();
const gatewayTools = new WeakMap<VisibleTool, GatewayTool>();
/** A tool that stays while its list changes is the same to whoever has seen it before. */
const shown = new WeakMap<GatewayTool, VisibleTool>();

/** A tool as a model sees it: the same object as long as the tool is the same. */
export function shownTool(tool: GatewayTool): VisibleTool {
  const known = shown.get(tool);
  if (known !== undefined) return known;
  const { wireName: name, description, parameters } = tool;
  const visible: VisibleTool = { name, owner: 'gateway', description, parameters: withProperties(parameters) };
  shown.set(tool, visible);
  gatewayTools.set(visible, tool);
  return visible;
}

/** The form in which a tool was told before, which leads to the tool of today. */
export function shownAs(visible: VisibleTool, tool: GatewayTool): VisibleTool {
  gatewayTools.set(visible, tool);
  return visible;
}

/** A tool without parameters: OpenAI refuses an object that names no properties. */
function withProperties(parameters: Fields): Fields {
  const isBare = Object.keys(parameters).length === 1 && parameters.type === 'object';
  return isBare ? { ...parameters, properties: {} } : parameters;
}

import type { Decision, Fields, GatewayTool, VisibleTool } from '../core/index.ts';
import type { Offering } from './offering.ts';
import type { Rule } from './rules.ts';
import { withUsedDefinitions } from './used-definitions.ts';

/** The gateway's tool list, if all of it is shown. Cached for as long as the given array is alive. */
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

  /** Returns one decision for each tool, all by the same rule. */
  decide(rule: Rule): readonly Decision[] {
    const decisions = this.#decisions.get(rule) ?? this.#tools.map(({ name }) => ({ tool: name, ...rule }));
    this.#decisions.set(rule, decisions);
    return decisions;
  }
}

/** True if this tool calls tools that were found after the declaration (`call_tool`). */
export function isDispatcher({ gateway }: VisibleTool): boolean {
  return gateway?.isDispatcher === true;
}

/** True for `python_execution`. By itself it has no effect on anything, unlike other tools of the gateway. */
export function isPython({ gateway }: VisibleTool): boolean {
  return gateway?.builtin === true && gateway.name === 'python_execution';
}

/** True for `tool_search`. */
export function isSearch({ gateway }: VisibleTool): boolean {
  return gateway?.builtin === true && gateway.name === 'tool_search';
}

const lists = new WeakMap<readonly GatewayTool[], GatewayTools>();
/** The same tool gives the same object, because other caches are keyed by it. */
const shown = new WeakMap<GatewayTool, VisibleTool>();

/** Returns the tool as a model sees it; always the same object for the same tool. */
export function shownTool(tool: GatewayTool): VisibleTool {
  const known = shown.get(tool);
  if (known !== undefined) return known;
  const { name, wireName, description, parameters, outputSchema } = tool;
  const visible: VisibleTool = {
    name,
    wireName,
    owner: 'gateway',
    description,
    parameters: withProperties(withUsedDefinitions(parameters)),
    ...(outputSchema !== undefined && { outputSchema }),
    gateway: tool,
  };
  shown.set(tool, visible);
  return visible;
}

/** Adds `properties` to the schema of a tool without parameters, because OpenAI rejects an object schema that has none. */
function withProperties(parameters: Fields): Fields {
  const isBare = Object.keys(parameters).length === 1 && parameters.type === 'object';
  return isBare ? { ...parameters, properties: {} } : parameters;
}

/** A tool as it is declared to a model. `name` is the wire name. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Fields;
}

/** Returns the declarations of these tools; always the same array for the same `tools` array. */
export function declared(tools: readonly VisibleTool[]): readonly DeclaredTool[] {
  const known = declarations.get(tools);
  if (known !== undefined) return known;
  const made = tools.map(({ wireName: name, description, parameters }) => ({ name, description, parameters }));
  declarations.set(tools, made);
  return made;
}

const declarations = new WeakMap<readonly VisibleTool[], readonly DeclaredTool[]>();

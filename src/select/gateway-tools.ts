import type { Decision, Fields, GatewayTool, VisibleTool } from '../core/index.ts';
import type { Offering } from './offering.ts';
import type { Rule } from './rules.ts';

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

/** Does it call what was found later? */
export function isDispatcher({ gateway }: VisibleTool): boolean {
  return gateway?.isDispatcher === true;
}

const lists = new WeakMap<readonly GatewayTool[], GatewayTools>();
/** The same object as long as the tool is the same: caches hang on it. */
const shown = new WeakMap<GatewayTool, VisibleTool>();

/** A tool as a model sees it. */
export function shownTool(tool: GatewayTool): VisibleTool {
  const known = shown.get(tool);
  if (known !== undefined) return known;
  const { name, wireName, description, parameters } = tool;
  const visible: VisibleTool = {
    name,
    wireName,
    owner: 'gateway',
    description,
    parameters: withProperties(parameters),
    gateway: tool,
  };
  shown.set(tool, visible);
  return visible;
}

/** A tool without parameters: OpenAI refuses an object that names no properties. */
function withProperties(parameters: Fields): Fields {
  const isBare = Object.keys(parameters).length === 1 && parameters.type === 'object';
  return isBare ? { ...parameters, properties: {} } : parameters;
}

/** Tools as a model reads them: under the names that it knows. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Fields;
}

/** The same array as long as the given one lives. */
export function declared(tools: readonly VisibleTool[]): readonly DeclaredTool[] {
  const known = declarations.get(tools);
  if (known !== undefined) return known;
  const made = tools.map(({ wireName: name, description, parameters }) => ({ name, description, parameters }));
  declarations.set(tools, made);
  return made;
}

const declarations = new WeakMap<readonly VisibleTool[], readonly DeclaredTool[]>();

import { CALL_TOOL, TOOL_SEARCH } from '../../builtins/index.ts';
import { type GatewayTool, nearest, type Plan, type VisibleTool } from '../../core/index.ts';
import { attributeOf, helpText, type KnownNames, moduleOf, PythonNames, signatureOf } from '../../sandbox/index.ts';
import { findExact } from '../../select/index.ts';
import type { TurnTools } from '../discovery/turn-tools.ts';

/** The tools that a program can call now, by their names in Python. */
export class ProgramTools {
  readonly #plan: Plan;
  readonly #names: PythonNames<Named>;
  /** MCP tools that the model may call once it has read about them. */
  readonly #searchable: readonly GatewayTool[];

  /** Returns the same object until the plan changes. */
  static of({ plan, searchable }: Pick<TurnTools, 'plan' | 'searchable'>): ProgramTools {
    const known = made.get(plan) ?? new ProgramTools(plan, searchable);
    made.set(plan, known);
    return known;
  }

  private constructor(plan: Plan, searchable: readonly GatewayTool[]) {
    this.#plan = plan;
    this.#names = new PythonNames([...plan.visible, ...plan.callable].map(named));
    this.#searchable = searchable;
  }

  /** The names that a program may use for tools. */
  get known(): KnownNames {
    const { modules, functions } = this.#names;
    return {
      modules: new Set([...modules, ...modulesOf(this.#searchable)]),
      functions: new Set([...functions, TOOL_SEARCH.name, CALL_TOOL.name]),
    };
  }

  /** Finds a tool by its name in Python, or by its wire name. */
  find(path: string): VisibleTool | undefined {
    return this.#names.find(path)?.visible ?? findExact(this.#plan, path);
  }

  byWireName(wireName: string): VisibleTool | undefined {
    return findExact(this.#plan, wireName);
  }

  /** Finds a tool by the gateway's name. */
  byName(name: string): VisibleTool | undefined {
    const { visible, callable } = this.#plan;
    return [...visible, ...callable].find((tool) => tool.name === name);
  }

  pathOf(tool: VisibleTool): string {
    return this.#names.pathOf(named(tool));
  }

  /**
   * Returns the wire name of a tool that the program names and that the model has not read about, so that the answer can
   * describe it. A name of no tool is returned as it is.
   */
  wireNameOf(path: string): string {
    const [module, name] = path.split('.');
    const isMeant = ({ server = '', name: own }: GatewayTool) =>
      moduleOf(server) === module && attributeOf(own.slice(server.length + SEPARATOR)) === name;
    return this.#searchable.find(isMeant)?.wireName ?? path;
  }

  /** Returns the text for `help(…)`: of a tool, of the tools of a module, or of all tools. */
  help(path: string): string {
    const tool = this.find(path);
    if (tool !== undefined) return helpText(tool, this.pathOf(tool));
    const listed = [...this.#plan.visible, ...this.#plan.callable].filter(({ gateway }) => gateway?.builtin !== true);
    const paths = listed.map((each) => ({ each, own: this.pathOf(each) }));
    const inModule = paths.filter(({ own }) => own.startsWith(`${path}.`));
    if (inModule.length > 0) return inModule.map(({ each, own }) => signatureOf(each, own)).join('\n');
    const close = path === '' ? undefined : nearest(path, this.#names.paths);
    const head =
      path === '' ? '' : `There is no tool "${path}".${close === undefined ? '' : ` Did you mean "${close}"?`}\n`;
    return `${head}Tools: ${paths.map(({ own }) => own).join(', ') || 'none'}.`;
  }
}

const made = new WeakMap<Plan, ProgramTools>();

/** A tool with the parts of its name. */
interface Named {
  readonly wireName: string;
  readonly server: string | undefined;
  readonly nameAtServer: string | undefined;
  readonly visible: VisibleTool;
}

/** Returns the same object for the same tool, because the names are kept by it. */
function named(visible: VisibleTool): Named {
  const known = parts.get(visible);
  if (known !== undefined) return known;
  const { wireName, name, gateway } = visible;
  const server = gateway?.server;
  const nameAtServer = server === undefined ? undefined : name.slice(server.length + SEPARATOR);
  const made = { wireName, server, nameAtServer, visible };
  parts.set(visible, made);
  return made;
}

const parts = new WeakMap<VisibleTool, Named>();
const SEPARATOR = 2; // `server::tool`

function modulesOf(tools: readonly GatewayTool[]): ReadonlySet<string> {
  const known = modules.get(tools) ?? new Set([...new Set(tools.map(({ server = '' }) => server))].map(moduleOf));
  modules.set(tools, known);
  return known;
}

const modules = new WeakMap<readonly GatewayTool[], ReadonlySet<string>>();

import type { GatewayTool, VisibleTool } from '../core/index.ts';
import type { Filter } from './filter.ts';

/** The settings that decide which tools may exist. A gateway must use one object, because caches are keyed by it. */
export interface Capabilities {
  /** The setting `builtins`: names of the enabled built-in tools. */
  readonly builtins: readonly string[];
  readonly filter: Filter;
  /** The built-in tools whose every call is denied, with the permit rule that denies it. */
  readonly denied?: ReadonlyMap<string, string>;
  /** True if the format `code` is enabled, in which a model writes calls as a program. */
  readonly hasCode: boolean;
  /** True if programs can be run on this machine. */
  readonly hasSandbox: boolean;
  readonly hasDatabase: boolean;
  /** True if MCP servers are configured, so that tools may appear and disappear during a conversation. */
  readonly hasServers: boolean;
  /**
   * Returns the description of `python_execution` for a model that has these tools of the gateway. `isAlone` is true if the
   * model never gets another tool.
   */
  readonly describePython?: ((tools: readonly VisibleTool[], isAlone: boolean) => string) | undefined;
  /** Built-in tools that are not in the gateway's tool list, because each conversation has its own. */
  readonly built: readonly GatewayTool[];
  /**
   * The tool that calls tools found after the first declaration. It is enabled whenever "builtins" contains `tool_search`,
   * even if the filter hides `tool_search` from the model.
   */
  readonly dispatcher: GatewayTool;
}

import type { GatewayTool } from '../core/index.ts';
import type { Filter } from './filter.ts';

/** What the settings say of the tools there may be. One object for a gateway: what is made of it is kept by it. */
export interface Capabilities {
  /** The setting: names of built-in tools. */
  readonly builtins: readonly string[];
  readonly filter: Filter;
  /** Whether calls may be written as a program. */
  readonly hasCode: boolean;
  readonly hasDatabase: boolean;
  /** There are servers: their tools may come and go while conversations last. */
  readonly hasServers: boolean;
  /** Built-in tools that are no tools of the list: they belong to a conversation. */
  readonly built: readonly GatewayTool[];
  /** Calls the tools that were found after the first declaration. Comes with `tool_search` in "builtins", also where the filter keeps the search from the model. */
  readonly dispatcher: GatewayTool;
}

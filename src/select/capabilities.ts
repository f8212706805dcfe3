import type { Builtin } from '../core/index.ts';
import type { Filter } from './filter.ts';
import type { GatewayTool } from './gateway-tools.ts';
import {
  allOf,
  BUILTIN,
  builtinDisabled,
  filtered,
  NO_CODE,
  NO_DATABASE,
  NOT_BUILT,
  NOTHING_DEFERRED,
  type Rule,
} from './rules.ts';

/** What the settings say of the tools there may be. One object for a house: what is made of it is kept by it. */
export interface Capabilities {
  /** The setting: names of built-in tools. */
  readonly builtins: readonly string[];
  readonly filter: Filter;
  /** Whether calls may be written as a program. */
  readonly hasCode: boolean;
  readonly hasDatabase: boolean;
  /** Built-in tools that are no tools of the list: they belong to a conversation. */
  readonly built: readonly GatewayTool[];
  /** Calls the tools that were found after the first declaration. Declared wherever `tool_search` is. */
  readonly dispatcher: GatewayTool;
}

/** All that keeps a built-in out: to have it, all of that must be turned. */
export function ruleOfBuiltin(name: Builtin, isBuilt: boolean, isDeferred: boolean, capabilities: Capabilities): Rule {
  const { builtins, filter } = capabilities;
  const hurdles: Rule[] = [];
  if (!builtins.includes(name)) hurdles.push(builtinDisabled(name));
  if (!filter.builtin(name)) hurdles.push(filtered('builtins', name));
  const useless = whyUseless(name, isDeferred, capabilities);
  if (useless !== undefined) hurdles.push(useless);
  if (!isBuilt) hurdles.push(NOT_BUILT);
  const [first, ...others] = hurdles;
  return first === undefined ? BUILTIN : allOf(first, ...others);
}

/** What each of them cannot do without. */
function whyUseless(name: Builtin, isDeferred: boolean, { hasCode, hasDatabase }: Capabilities): Rule | undefined {
  switch (name) {
    case 'python_execution':
      return hasCode ? undefined : NO_CODE;
    case 'tool_search':
      return isDeferred ? undefined : NOTHING_DEFERRED;
    case 'search_schemas':
    case 'execute_sql':
      return hasDatabase ? undefined : NO_DATABASE;
    default:
      return name satisfies never;
  }
}

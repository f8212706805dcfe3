import { allFlips, type Decision, found, type RuleName } from '../core/index.ts';

/**
 * Why a tool is in or out, and what to do to change that (the flip). A flip is a clause without a capital and a full stop,
 * because it is embedded in sentences ("To make it available, …"); "it" is the tool. docs/selection.md lists the rules.
 */
export type Rule = Omit<Decision, 'tool'>;

// The tools that the request asks for

export const CLIENT = inBy('client', 'remove it from the request\'s "tools"');
/** The request has no `tools`. */
export const GATEWAY = inBy('gateway', 'send "tools": [] for no tools, or list your own tools in "tools"');
/** The request has no `tools`, and `mixed` is on, so that listing tools would not keep the gateway's out. */
export const GATEWAY_MIXED = inBy('gateway', 'send "tools": [] for no tools');
/** The request lists tools and asks for the gateway's tools as well. */
export const MIXED_BY_REQUEST = inBy('gateway', 'remove {"type":"toolpath"} from the request\'s "tools"');
export const MIXED_BY_SETTING = inBy('gateway', 'turn off the setting "mixed" for this client and this model');
export const MIXED_BY_BOTH = allOf(MIXED_BY_REQUEST, MIXED_BY_SETTING);
export const NO_TOOLS = outBy('no-tools', 'send "tools": [{"type":"toolpath"}]');
/** The request has no `tools`, and the setting `absent` is `none`. */
export const ABSENT_MEANS_NONE = outBy(
  'absent-means-none',
  'send "tools": [{"type":"toolpath"}], or set "absent" to "gateway" for this model',
);
/** The same in a request with tool results, which would get no tools even if `absent` were `gateway`. */
export const ABSENT_IN_FOLLOW_UP = outBy(
  'absent-means-none',
  'send "tools": [{"type":"toolpath"}] also when you send tool results',
);
/** The request returns tool results and has no `tools`: the client wants a text answer. */
export const FOLLOW_UP = outBy(
  'follow-up-without-tools',
  'send "tools": [{"type":"toolpath"}] also when you send tool results',
);
export const CLIENT_TOOLS = outBy('client-tools', 'add {"type":"toolpath"} to the request\'s "tools"');
/** A client tool has the same name. The client's tool always keeps its name. */
export const clientName = (name: string) => outBy('client-name', renameOf(name));
/** A client tool has the dispatcher's name, so that found tools could not be called. */
export const noDispatcher = (name: string) => outBy('no-dispatcher', renameOf(name));

// Built-in tools

/** The tool is enabled, allowed by the filter, and useful. */
export const BUILTIN = inBy('builtin', 'remove it from "builtins"');
/** The dispatcher is enabled together with `tool_search`. */
export const DISPATCHER = inBy('dispatcher', 'remove "tool_search" from "builtins"');
export const builtinDisabled = (name: string) => outBy('builtin-disabled', `add "${name}" to "builtins"`);
/** A permit rule denies every call of the tool. */
export const denied = (rule: string) => outBy('denied', `change ${rule}, which denies every call of it`);
export const NO_CODE = outBy('no-code-format', 'add "code" to formats.enabled');
/** The model writes programs instead of calls. The client's tools alone can be their functions. */
export const CODE_FORMAT = inBy('code-format', 'set formats.primary to another format');
export const NO_SANDBOX = outBy('no-sandbox', 'add "monty" to python.engines, and install @pydantic/monty');
export const NO_DATABASE = outBy('no-database', 'add a database to "databases"');
export const NOTHING_DEFERRED = outBy(
  'nothing-deferred',
  'connect an MCP server whose tools pass the filter (no tools are left to search for)',
);
/** The model's limit of MCP tools is 0. `before` is the number of `always` tools, which would be shown first. */
export const noRoom = (before: number) =>
  outBy('limit', `set "mcpToolsInPrompt" to more than ${before} for this model`);
export const NOT_BUILT = outBy('not-built', 'use a version of Toolpath that includes it');
/** Every request declares all found tools, so that the model can call them without the dispatcher. */
export const NEEDLESS = outBy('needless', 'use another model (this one calls found tools directly)');
/** A built-in tool that is in use has the custom tool's name. The dispatcher is in use with `tool_search`. */
export const builtinName = (builtin: string) =>
  outBy('builtin-name', `rename it, or remove "${builtin}" from "builtins"`);

// The launch filter

/** The flag or variable that sets the filter does not name the tool. */
export const unnamed = (missing: string, givenBy: string) => outBy('filter', `add ${found(missing)} to ${givenBy}`);
/** A list of the setting `filter` does not name the tool or its server. */
export const filtered = (dimension: 'builtins' | 'servers' | 'tools', missing: string) =>
  outBy('filter', `add ${found(missing)} to filter.${dimension}`);

// MCP tools, and the tools that the conversation knows

const ASK = 'describe what it does in the message, or let the model search for it';
const ASK_OR_PIN =
  'describe what it does in the message, let the model search for it, or add it to its server\'s "always"';
/** The tool is not among the best search results for the message, and the model has not searched for it. */
export const DEFERRED = outBy('deferred', ASK_OR_PIN);
/** The same if `always` would not help: the tools are declared already, or other `always` tools use up the limit. */
export const DEFERRED_UNPINNED = outBy('deferred', ASK);
/** The same if the gateway searches tools for each message, but the model has no `tool_search`. */
export const DEFERRED_UNSEARCHED = outBy(
  'deferred',
  'describe what it does in the message, or add it to its server\'s "always"',
);
export const DEFERRED_UNSEARCHED_UNPINNED = outBy('deferred', 'describe what it does in the message');
/** The same if `tool_search` is disabled, so that nothing is searched. */
export const SEARCHLESS = outBy(
  'deferred',
  'add "tool_search" to "builtins" and describe what it does in the message, or add it to its server\'s "always"',
);
export const SEARCHLESS_UNPINNED = outBy(
  'deferred',
  'add "tool_search" to "builtins" and describe what it does in the message',
);
export const ALWAYS = inBy('always', 'remove it from its server\'s "always"');
/** The search for the current message found the tool. */
export const FOUND = inBy('found', 'ask for something else');
/** The search found the tool, but with a score far below the best one. */
export const FAR = outBy('far', ASK_OR_PIN);
export const FAR_UNPINNED = outBy('far', ASK);
/** The tool was found, or is an `always` tool, but tools of higher rank use up the limit. */
export const overBudget = (setting: string, most: number) => outBy('limit', `set ${setting} to ${most} or more`);
/** The tool was shown earlier in the conversation. */
export const KEPT = inBy('kept', 'start a new conversation');
/** The model found the tool with `tool_search`. */
export const SEARCHED = inBy('searched', 'start a new conversation');
/** The model called the tool without having been shown it, and was then shown its description. */
export const GUESSED = inBy('guessed', 'start a new conversation');
/** The tool was declared earlier in the conversation and stays declared, but can no longer be called. */
export const GONE = inBy('gone', 'start a new conversation');
/** The request's `tool_choice` names the tool. */
export const NAMED = inBy('named', 'remove it from the request\'s "tool_choice"');
/**
 * The tool appeared after the conversation's tools were declared. The declaration stays as it is, and none of its tools could
 * call it.
 */
export const LATE = outBy('late', 'start a new conversation');
/** The same for a tool that a search can still find. */
export const LATE_BUT_FINDABLE = outBy('late', 'describe what it does in the message, or start a new conversation');

// Format and context window

/** No format is available in which tools could be shown to this model. `flip` comes from the format decision. */
export const noFormat = (flip: string) => outBy('no-format', flip);
/** The prompt would exceed the context window, and other tools match the question better. */
export const WINDOW = outBy(
  'window',
  'give the model a larger context window ("contextTokens"), or shorten the conversation',
);

/** Combines rules: the first one decides, and the flip lists what to do about each of them. */
export function allOf(first: Rule, ...others: readonly Rule[]): Rule {
  if (others.length === 0) return first;
  return { ...first, flip: allFlips([first, ...others].map(({ flip }) => flip)) };
}

/** Does the same as `allOf` for a list; undefined if the list is empty. */
export function allOfSome(hurdles: readonly Rule[]): Rule | undefined {
  const [first, ...others] = hurdles;
  return first === undefined ? undefined : allOf(first, ...others);
}

function inBy(rule: RuleName, flip: string): Rule {
  return { verdict: 'in', rule, flip };
}

function outBy(rule: RuleName, flip: string): Rule {
  return { verdict: 'out', rule, flip };
}

function renameOf(name: string): string {
  return `rename the client's tool ${found(name)}`;
}

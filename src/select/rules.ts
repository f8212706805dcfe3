import { allFlips, type Decision, found, type RuleName } from '../core/index.ts';

/** Why a tool is in or out, and what would turn that. One line a rule; docs/explain.md lists their names. */
export type Rule = Omit<Decision, 'tool'>;

// Whose tools the request wants

export const CLIENT = inBy('client', "leave it out of the request's tools");
/** The request says nothing of tools. */
export const GATEWAY = inBy('gateway', 'send "tools": [] for no tools, or list others');
/** The same where the gateway's come beside a list, too. */
export const GATEWAY_MIXED = inBy('gateway', 'send "tools": [] for no tools');
/** The request lists tools, and somebody asks for the gateway's beside them. */
export const MIXED_BY_REQUEST = inBy('gateway', 'leave {"type":"toolpath"} out of the request\'s tools');
export const MIXED_BY_SETTING = inBy('gateway', 'turn the setting "mixed" off for this client and this model');
export const MIXED_BY_BOTH = allOf(MIXED_BY_REQUEST, MIXED_BY_SETTING);
export const NO_TOOLS = outBy('no-tools', 'send "tools": [{"type":"toolpath"}]');
/** The request says nothing of tools, and the setting says that this means none. */
export const ABSENT_MEANS_NONE = outBy(
  'absent-means-none',
  'send "tools": [{"type":"toolpath"}], or set "absent" to "gateway" for this model',
);
/** The same behind outcomes, where it would mean none even so. */
export const ABSENT_IN_FOLLOW_UP = outBy(
  'absent-means-none',
  'send "tools": [{"type":"toolpath"}] with the follow-up too',
);
/** Outcomes came back and nothing is said of tools: the client asks for text. */
export const FOLLOW_UP = outBy('follow-up-without-tools', 'send "tools": [{"type":"toolpath"}] with the follow-up too');
export const CLIENT_TOOLS = outBy('client-tools', 'add {"type":"toolpath"} to the request\'s tools');
/** A client's names are sacred. */
export const clientName = (name: string) => outBy('client-name', renameOf(name));
/** A client's tool has the dispatcher's name: what a search finds could not be called. */
export const noDispatcher = (name: string) => outBy('no-dispatcher', renameOf(name));

// Built-in tools

/** Enabled, allowed, and of use. */
export const BUILTIN = inBy('builtin', 'leave it out of "builtins"');
/** Comes with `tool_search`. */
export const DISPATCHER = inBy('dispatcher', 'leave "tool_search" out of "builtins"');
export const builtinDisabled = (name: string) => outBy('builtin-disabled', `add "${name}" to "builtins"`);
export const NO_CODE = outBy('no-code-format', 'add "code" to formats.enabled');
export const NO_DATABASE = outBy('no-database', 'add a database to "databases"');
export const NOTHING_DEFERRED = outBy(
  'nothing-deferred',
  'connect an MCP server whose tools pass the filter: there are none to search for',
);
/** The model is told of no servers' tools at all; so many would come first. */
export const noRoom = (before: number) => outBy('limit', `set "mcpToolsInPrompt" above ${before} for this model`);
export const NOT_BUILT = outBy('not-built', 'use a version of Toolpath that has it');
/** The model is told anew of all that was found, with every request. */
export const NEEDLESS = outBy('needless', 'choose another model');
/** A custom tool of the same name as a built-in that is in use. The dispatcher is in use with `tool_search`. */
export const builtinName = (builtin: string) =>
  outBy('builtin-name', `give it another name, or take "${builtin}" out of "builtins"`);

// The launch filter

/** What was given on the command line, or by a variable, does not name this. */
export const unnamed = (missing: string, givenBy: string) => outBy('filter', `add ${found(missing)} to ${givenBy}`);
/** One of its dimensions does not list this. */
export const filtered = (dimension: 'builtins' | 'servers' | 'tools', missing: string) =>
  outBy('filter', `add ${found(missing)} to filter.${dimension}`);

// Servers' tools, and what a conversation knows of them

const ASK = 'ask for what it does, or let the model search for it';
const ASK_OR_PIN = 'ask for what it does, let the model search for it, or name it in its server\'s "always"';
/** It is not among the nearest to what was asked, and nobody has searched for it. */
export const DEFERRED = outBy('deferred', ASK_OR_PIN);
/** The same where it would not be told if it was always wanted: the tools are declared already, or others have the room. */
export const DEFERRED_UNPINNED = outBy('deferred', ASK);
/** The same where messages are searched for, and the model cannot search. */
export const DEFERRED_UNSEARCHED = outBy('deferred', 'ask for what it does, or name it in its server\'s "always"');
export const DEFERRED_UNSEARCHED_UNPINNED = outBy('deferred', 'ask for what it does');
/** The same where nobody can search. */
export const SEARCHLESS = outBy(
  'deferred',
  'make tool_search available and ask for what it does, or name it in its server\'s "always"',
);
export const SEARCHLESS_UNPINNED = outBy('deferred', 'make tool_search available and ask for what it does');
export const ALWAYS = inBy('always', 'take it out of its server\'s "always"');
/** The search for the present message found it. */
export const FOUND = inBy('found', 'ask for something else');
/** It was found, and what was found beside it is much nearer. */
export const FAR = outBy('far', ASK_OR_PIN);
export const FAR_UNPINNED = outBy('far', ASK);
/** It was found, or is always wanted, and others go before it. */
export const overBudget = (setting: string, most: number) => outBy('limit', `set ${setting} to ${most} or more`);
/** It was told earlier in the conversation. */
export const KEPT = inBy('kept', 'start another conversation');
/** The model searched, and found it. */
export const SEARCHED = inBy('searched', 'start another conversation');
/** The model called it by a name that it had not read, and was told of it then. */
export const GUESSED = inBy('guessed', 'start another conversation');
/** It was told earlier in the conversation, which does not change, and cannot be called any more. */
export const GONE = inBy('gone', 'start another conversation');
/** The request's choice names it. */
export const NAMED = inBy('named', 'leave it out of the request\'s "tool_choice"');
/** It came after the conversation's tools were declared; those do not change, and nothing among them could call it. */
export const LATE = outBy('late', 'start another conversation');
/** The same of one that can also be found. */
export const LATE_BUT_FINDABLE = outBy('late', 'ask for what it does, or start another conversation');

// How it would be told

/** There is no format in which this model could be told of tools. The flip is that choice's own. */
export const noFormat = (flip: string) => outBy('no-format', flip);
/** The prompt would not fit, and others are nearer to the question. */
export const WINDOW = outBy('window', 'give the model a larger window ("contextTokens"), or shorten the conversation');

/** The first of them counts; to turn it, each must be turned. */
export function allOf(first: Rule, ...others: readonly Rule[]): Rule {
  if (others.length === 0) return first;
  return { ...first, flip: allFlips([first, ...others].map(({ flip }) => flip)) };
}

/** The same of however many hurdles there are. */
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
  return `give the client's tool ${found(name)} another name`;
}

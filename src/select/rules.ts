import { type Decision, found } from '../core/index.ts';

/** Why a tool is in or out, and what would turn that: true for every tool that it is said of. */
export type Rule = Omit<Decision, 'tool'>;

/** The first of them counts, and all of them hold: each must be turned to turn the verdict. */
export function allOf<T extends Rule>(first: T, ...others: readonly Rule[]): T {
  return { ...first, flip: [...new Set([first, ...others].map(({ flip }) => flip))].join(', and ') };
}

/** The client listed it. */
export const CLIENT: Rule = { verdict: 'in', rule: 'client', flip: "leave it out of the request's tools" };

/** The request says nothing of tools. */
export const GATEWAY: Rule = { verdict: 'in', rule: 'gateway', flip: 'send "tools": [] for no tools, or list others' };

/** The request lists tools, and asks for the gateway's beside them. */
export const MIXED_BY_REQUEST: Rule = {
  verdict: 'in',
  rule: 'gateway',
  flip: 'leave {"type":"toolpath"} out of the request\'s tools',
};

export const MIXED_BY_SETTING: Rule = {
  verdict: 'in',
  rule: 'gateway',
  flip: 'turn the setting "mixed" off for this client and this model',
};

export const MIXED_BY_BOTH: Rule = {
  verdict: 'in',
  rule: 'gateway',
  flip: `${MIXED_BY_REQUEST.flip}, and ${MIXED_BY_SETTING.flip}`,
};

export const NO_TOOLS: Rule = { verdict: 'out', rule: 'no-tools', flip: 'send "tools": [{"type":"toolpath"}]' };

/** The request says nothing of tools, and the setting says what that means. */
export const ABSENT_MEANS_NONE: Rule = {
  verdict: 'out',
  rule: 'absent-means-none',
  flip: 'send "tools": [{"type":"toolpath"}], or set "absent" to "gateway" for this model',
};

/** Outcomes came back and nothing is said of tools: the client asks for text. */
export const FOLLOW_UP: Rule = {
  verdict: 'out',
  rule: 'follow-up-without-tools',
  flip: 'send "tools": [{"type":"toolpath"}] with the follow-up too',
};

export const CLIENT_TOOLS: Rule = {
  verdict: 'out',
  rule: 'client-tools',
  flip: 'add {"type":"toolpath"} to the request\'s tools',
};

/** As above, for a tool whose name would be taken even then. */
export function clientToolsAndName(name: string): Rule {
  return { ...CLIENT_TOOLS, flip: `${clientName(name).flip}, and ${CLIENT_TOOLS.flip}` };
}

/** A client's names are sacred. */
export function clientName(name: string): Rule {
  return { verdict: 'out', rule: 'client-name', flip: `give the client's tool ${found(name)} another name` };
}

/** There is no format in which this model could be told of tools; `flip` is that choice's own. */
export function noFormat(flip: string): Rule {
  return { verdict: 'out', rule: 'no-format', flip };
}

/** The prompt would not fit, and others are nearer to the question. */
export const WINDOW: Rule = {
  verdict: 'out',
  rule: 'window',
  flip: 'give the model a larger window ("contextTokens"), or shorten the conversation',
};

/** A built-in that is enabled, allowed, and of use. */
export const BUILTIN: Rule = { verdict: 'in', rule: 'builtin', flip: 'take it out of "builtins"' };

export function builtinDisabled(name: string): Rule {
  return { verdict: 'out', rule: 'builtin-disabled', flip: `add "${name}" to "builtins"` };
}

/** A tool of the same name as a built-in that is in use; the dispatcher is in use with `tool_search`. */
export function builtinName(builtin: string): Rule {
  return { verdict: 'out', rule: 'builtin-name', flip: `give it another name, or take "${builtin}" out of "builtins"` };
}

/** A dimension of the launch filter leaves it out, which does not list this. */
export function filtered(dimension: 'builtins' | 'servers' | 'tools', missing: string): Rule {
  return { verdict: 'out', rule: 'filter', flip: `add ${found(missing)} to filter.${dimension}` };
}

export const NO_CODE: Rule = { verdict: 'out', rule: 'no-code-format', flip: 'add "code" to formats.enabled' };
export const NO_DATABASE: Rule = { verdict: 'out', rule: 'no-database', flip: 'add a database to "databases"' };
export const NOTHING_DEFERRED: Rule = {
  verdict: 'out',
  rule: 'nothing-deferred',
  flip: 'connect an MCP server whose tools pass the filter: there are none to search for',
};
export const NOT_BUILT: Rule = { verdict: 'out', rule: 'not-built', flip: 'use a version of Toolpath that has it' };

/** Comes with `tool_search`. */
export const DISPATCHER: Rule = { verdict: 'in', rule: 'dispatcher', flip: 'take "tool_search" out of "builtins"' };

/** The model is told anew of all that was found, with every request. */
export const NEEDLESS: Rule = { verdict: 'out', rule: 'needless', flip: 'choose another model' };

/** A client's tool has the dispatcher's name: what a search finds could not be called. */
export function noDispatcher(name: string): Rule {
  return { ...clientName(name), rule: 'no-dispatcher' };
}

/** It came after the conversation's tools were declared, and those do not change. */
export const LATE: Rule = { verdict: 'out', rule: 'late', flip: 'start another conversation' };

/** As above, for one that can also be found. */
export const LATE_ALWAYS: Rule = { ...LATE, flip: 'ask for what it does, or start another conversation' };

/** A server's tool that nobody has searched for. */
export const DEFERRED: Rule = {
  verdict: 'out',
  rule: 'deferred',
  flip: 'ask for what it does, let the model search for it, or name it in its server\'s "always"',
};

/** As above, where nobody can search. */
export const SEARCHLESS: Rule = {
  verdict: 'out',
  rule: 'deferred',
  flip: 'make tool_search available and ask for what it does, or name it in its server\'s "always"',
};

export const ALWAYS: Rule = { verdict: 'in', rule: 'always', flip: 'take it out of its server\'s "always"' };
/** The search for the present message found it. */
export const FOUND: Rule = { verdict: 'in', rule: 'found', flip: 'ask for something else' };
/** It was found, but what was found beside it, or is told already, is much nearer. */
export const FAR: Rule = {
  verdict: 'out',
  rule: 'far',
  flip: 'ask for what it does, let the model search for it, or name it in its server\'s "always"',
};
/** It was found earlier in the conversation. */
export const KEPT: Rule = { verdict: 'in', rule: 'kept', flip: 'start another conversation' };
/** The request's choice names it. */
export const NAMED: Rule = { verdict: 'in', rule: 'named', flip: 'leave it out of the request\'s "tool_choice"' };
/** It was found, or is always wanted; others are nearer to what is asked. */
export function overBudget(flip: string): Rule {
  return { verdict: 'out', rule: 'limit', flip };
}

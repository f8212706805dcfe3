import { type Decision, found } from '../core/index.ts';

/** Why a tool is in or out, and what would turn that: true for every tool that it is said of. */
export type Rule = Omit<Decision, 'tool'>;

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

import { type Fields, isAbsent, isRecord } from '../../core/index.ts';
import { ownMembers } from '../own-members.ts';
import { type Reasoning, readReasoning } from '../reasoning.ts';

/** What a client of chat completions asks for beside its messages, in Ollama's words. */
export interface OllamaExtra {
  /** `format`, `think` and `keep_alive`. */
  readonly members: Fields;
  readonly options: Fields;
  /** Members that have no place here. */
  readonly left: readonly string[];
}

/** A member of Ollama's own passes as the client gave it: whether it makes sense is for the server to judge. */
export function writeExtra(extra: Fields): OllamaExtra {
  const format = extra.format ?? formatOf(extra.response_format);
  const think = extra.think ?? thinkOf(readReasoning(extra)?.wanted);
  const members = { format, think, keep_alive: extra.keep_alive };
  return {
    members: Object.fromEntries(Object.entries(members).filter(([, value]) => !isAbsent(value))),
    options: { ...(isRecord(extra.options) ? extra.options : {}), ...optionsIn(extra) },
    left: Object.entries(extra).flatMap(([name, value]) => (isAbsent(value) || isHeeded(name, extra) ? [] : [name])),
  };
}

/** Of two members that mean the same option, the later one counts. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ...[
    'temperature',
    'top_p',
    'top_k',
    'min_p',
    'typical_p',
    'seed',
    'stop',
    'frequency_penalty',
    'presence_penalty',
    'repeat_last_n',
    'mirostat',
    'mirostat_tau',
    'mirostat_eta',
    'num_keep',
    'num_predict',
    'num_ctx',
  ].map((name): [string, string] => [name, name]),
  ['repetition_penalty', 'repeat_penalty'], // vLLM's name
  ['repeat_penalty', 'repeat_penalty'],
  ['max_tokens', 'num_predict'],
  ['max_completion_tokens', 'num_predict'],
]);

function optionsIn(extra: Fields): Fields {
  const given = [...OPTIONS].filter(([name]) => !isAbsent(extra[name]));
  return Object.fromEntries(given.map(([name, option]) => [option, optionValue(option, extra[name])]));
}

/** Ollama takes a list of stops only. */
function optionValue(option: string, value: unknown): unknown {
  return option === 'stop' && typeof value === 'string' ? [value] : value;
}

/** Whether the member has its effect; one of the request's own members never comes to that. */
function isHeeded(name: string, extra: Fields): boolean {
  switch (name) {
    case 'format':
    case 'think':
    case 'keep_alive':
      return true;
    case 'options':
      return isRecord(extra.options);
    case 'reasoning_effort':
    case 'reasoning': {
      const read = readReasoning(extra);
      return !isAbsent(extra.think) || read?.member !== name || thinkOf(read.wanted) !== undefined;
    }
    case 'response_format':
      return !isAbsent(extra.format) || isText(extra.response_format) || formatOf(extra.response_format) !== undefined;
    default:
      return OPTIONS.has(name) || ownMembers.has(name);
  }
}

/** Budgets are unknown here: that there is one means that the model is to think. */
function thinkOf(wanted: Reasoning | undefined): boolean | string | undefined {
  switch (wanted?.kind) {
    case 'off':
      return false;
    case 'on':
    case 'budget':
      return true;
    case 'effort':
      return levelOf(wanted.effort);
    case undefined:
      return undefined;
    default:
      return wanted satisfies never;
  }
}

/** Models without levels take any level as a yes. Of the highest, only the newest versions know the name. */
function levelOf(effort: string): string | undefined {
  switch (effort) {
    case 'minimal':
    case 'low':
      return 'low';
    case 'medium':
      return 'medium';
    case 'high':
    case 'xhigh':
    case 'max':
      return 'high';
    default:
      return undefined;
  }
}

function formatOf(wanted: unknown): unknown {
  if (!isRecord(wanted)) return undefined;
  if (wanted.type === 'json_object') return 'json';
  const { type, json_schema: named } = wanted;
  return type === 'json_schema' && isRecord(named) && isRecord(named.schema) ? named.schema : undefined;
}

function isText(wanted: unknown): boolean {
  return isRecord(wanted) && wanted.type === 'text';
}

import { defaultLimits, type Message, type Tool, textOf } from '../src/core/index.ts';
import { createMemoryStore } from '../src/store/index.ts';
import { inOrder, ScriptedBackend, type ScriptedStep } from './scripted-backend.ts';
import { type TurnOptions, testTurns } from './turns.ts';

/** Helpers for tests of conversations in which tools are found by searching. */

export const said = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }], calls: [] });

/** A call as a model writes it. */
export const call = (name: string, args: unknown = {}, id = 'c') => ({ id, name, arguments: JSON.stringify(args) });
/** The same call through the dispatcher `call_tool`. */
export const through = (name: string, args: unknown = {}, id = 'c') => call('call_tool', { name, arguments: args }, id);
export const search = call('tool_search', { query: 'send an email message to somebody' });

/** Creates a tool that adds its name to `ran` when it runs: an MCP tool if `server` is given, else a custom tool. */
export function toolOf(name: string, description: string, ran: string[], server?: string): Tool {
  return {
    name: server === undefined ? name : `${server}::${name}`,
    description,
    schema: { type: 'object', properties: {} },
    ...(server === undefined ? {} : { metadata: { server, tool: name } }),
    invoke: (): unknown => {
      ran.push(name);
      return `${name} is done`;
    },
  };
}

export interface Deferral extends TurnOptions {
  /** Creates the tools; the default is `usualTools`. */
  readonly tools?: (ran: string[]) => readonly object[];
}

/** Creates turns over a model with these steps; by default with a clock, a travel server and a mail server. */
export function setUp(steps: readonly ScriptedStep[], { tools = usualTools, ...options }: Deferral = {}) {
  const ran: string[] = [];
  const backend = new ScriptedBackend(inOrder(...steps));
  const store = createMemoryStore(defaultLimits);
  const all = tools(ran);
  const start = () => testTurns(backend, all, { tree: {}, store, ...options });
  const turns = start();
  const declared = (place = -1) => backend.requests.at(place)?.tools.map(({ wireName }) => wireName);
  const last = () => textOf(backend.requests.at(-1)?.messages.at(-1)?.content ?? []);
  const outcomes = () => {
    const messages = backend.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
    return messages.map(({ content }) => textOf(content));
  };
  return { ...turns, backend, store, tools: all, ran, declared, last, outcomes, start };
}

export function usualTools(ran: string[]) {
  return [
    toolOf('clock', 'Tells the time', ran),
    toolOf('book_flight', 'Books a flight between two airports', ran, 'travel'),
    toolOf('send_email', 'Sends an email message to somebody', ran, 'mail'),
    toolOf('archive_email', 'Archives an email message', ran, 'mail'),
    toolOf('list_emails', 'Lists email messages', ran, 'mail'),
  ];
}

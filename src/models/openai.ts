import { type Fields, isRecord, type Message, type ModelRequest, othersIn, type VisibleTool } from '../core/index.ts';
import { ChatAnswer, narrowTool, ownMembers, writeChoice, writeMessages, writeTools } from '../wires/index.ts';
import type { Backend } from './contract.ts';
import { HttpBackend, type HttpBackendOptions, type Wire, type Written } from './http/backend.ts';
import { inspectChatModel } from './openai-facts.ts';
import { type ServerFacts, type ServerName, serverAt, servers } from './servers.ts';

export interface OpenAiBackendOptions extends HttpBackendOptions {
  /** Which server it is, where its address does not tell. */
  readonly server?: ServerName | undefined;
}

/** A server that speaks chat completions: OpenAI itself, and nearly everybody else. */
export function createOpenAiBackend(options: OpenAiBackendOptions): Backend {
  const name = options.server ?? serverAt(options.baseUrl);
  return new HttpBackend(chatCompletions(name === undefined ? {} : servers[name]), options);
}

function chatCompletions(facts: ServerFacts): Wire {
  return {
    kind: 'openai',
    demands: facts.demands ?? {},
    overflow: 'refused',
    framing: 'events',
    answerPath: '/chat/completions',
    modelsPath: '/models',
    headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    write: (request) => writeRequest(request, facts),
    newMachine: (backend, { readsThoughts }) => new ChatAnswer(backend, undefined, readsThoughts),
    readModels,
    inspect: inspectChatModel,
  };
}

/** Some servers reject `tools: []`, and a choice or `parallel_tool_calls` without tools: then none of them goes out. */
function writeRequest(request: ModelRequest, facts: ServerFacts): Written {
  const { model, messages, parallel, isStreamed, extra } = request;
  const { tools, choice } = facts.namedChoice === false ? withoutNamed(request) : request;
  const hasTools = tools.length > 0;
  const { kept, left } = admit(foreign(extra, facts.renamed), facts.members);
  const takes = (member: string) => facts.members?.includes(member) !== false;
  const body = {
    ...kept,
    ...(model !== '' && { model }),
    messages: writeMessages(messages.map((message) => asTaken(message, facts))),
    ...(hasTools && { tools: writeTools(readable(tools, facts)) }),
    ...(hasTools && choice.kind !== 'auto' && { tool_choice: writeChoice(choice) }),
    ...(hasTools && parallel !== undefined && takes('parallel_tool_calls') && { parallel_tool_calls: parallel }),
    stream: isStreamed,
    ...(isStreamed && takes('stream_options') && { stream_options: { include_usage: true } }),
  };
  return { body, left };
}

/** A choice that is one tool, for servers that take only words. */
function withoutNamed({ tools, choice }: ModelRequest): Pick<ModelRequest, 'tools' | 'choice'> {
  if (choice.kind !== 'named') return { tools, choice };
  return { tools: tools.filter(({ name }) => name === choice.name), choice: { kind: 'required' } };
}

function readable(tools: readonly VisibleTool[], { schemas }: ServerFacts): readonly VisibleTool[] {
  return schemas === undefined ? tools : tools.map((tool) => narrowTool(tool, schemas));
}

/** The message in the roles and with the members that this server knows. */
function asTaken(message: Message, { developerRole, thoughts, messageMembers }: ServerFacts): Message {
  if (message.role === 'developer') return developerRole === true ? message : { ...message, role: 'system' };
  if (message.role !== 'assistant' || message.extra === undefined) return message;
  const isTaken = (name: string) =>
    messageMembers?.includes(name) !== false && (!THOUGHTS.includes(name) || thoughts?.includes(name) !== false);
  const refused = Object.keys(message.extra).filter((name) => !isTaken(name));
  if (refused.length === 0) return message;
  const { extra, ...rest } = message;
  return { ...rest, ...othersIn(extra, new Set(refused)) };
}

const THOUGHTS = ['reasoning', 'reasoning_content', 'reasoning_details', 'thinking_blocks'];

/** What passes through is what we have no word for; our own members are never the client's to write. */
function foreign(extra: Fields, renamed: ServerFacts['renamed'] = {}): [string, unknown][] {
  const others = Object.entries(extra).filter(([name]) => !ownMembers.has(name));
  return others.map(([name, value]) => [Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name, value]);
}

function admit(entries: [string, unknown][], members: ServerFacts['members']): { kept: Fields; left: string[] } {
  if (members === undefined) return { kept: Object.fromEntries(entries), left: [] };
  const isTaken = ([name]: [string, unknown]) => members.includes(name);
  return {
    kept: Object.fromEntries(entries.filter(isTaken)),
    left: entries.filter((entry) => !isTaken(entry)).map(([name]) => name),
  };
}

/** `{data: [{id}]}`, or the bare list that some servers send. */
function readModels(value: unknown): readonly string[] | undefined {
  const list = isRecord(value) ? value.data : value;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((model: unknown) => (isRecord(model) && typeof model.id === 'string' ? [model.id] : []));
}

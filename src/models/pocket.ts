import {
  CONTEXT_HEAD,
  type Event,
  isAllowed,
  type Message,
  type ModelRequest,
  newCallId,
  textOf,
  type Usage,
  type VisibleTool,
  wordsOf,
} from '../core/index.ts';
import { createLexicalIndex } from '../search/index.ts';
import type { Backend, BackendFacts } from './contract.ts';
import { failed } from './finish.ts';
import { cancelled } from './http/cancelled.ts';
import { databaseToolsIn } from './pocket/database-tools.ts';
import { type Asked, type PocketTool, type Reply, replyTo, type Toolbox } from './pocket/reply.ts';

export interface PocketOptions {
  /** The backend's name in the settings. */
  readonly name: string;
  /** Returns the current time, which decides what `tomorrow` means. Tests replace it. */
  readonly now?: () => Date;
}

/**
 * Creates the built-in backend, which is not a language model. It chooses a tool by the words of the last message and fills
 * in the arguments from them. The same request gives the same answer on the same day.
 */
export function createPocketBackend({ name, now = () => new Date() }: PocketOptions): Backend {
  const facts: BackendFacts = {
    name,
    kind: 'pocket',
    address: 'in this process',
    demands: {},
    overflow: 'refused',
    restrictsTools: true,
    hasNoPromptCache: true,
    ignoresDescribedTools: true,
  };
  let isClosed = false;
  return {
    describe: () => facts,
    models: async () => ['pocket'],
    inspect: async () => ({ contextTokens: CONTEXT_TOKENS, nativeTools: true }),
    close: async () => {
      isClosed = true;
    },
    async *stream(request, signal) {
      if (isClosed) yield failed({ kind: 'upstream-unreachable', backend: name, reason: 'the backend was closed' });
      else yield* speak(name, request, signal, now());
    },
  };
}

/** Pocket reads only the end of a conversation, so a conversation of any length fits. */
const CONTEXT_TOKENS = 1_000_000;

async function* speak(
  name: string,
  request: ModelRequest,
  signal: AbortSignal,
  now: Date,
): AsyncGenerator<readonly Event[], void, undefined> {
  let batches: readonly (readonly Event[])[];
  try {
    batches = batchesOf(replyTo(read(request, now)), request);
  } catch (bug) {
    const reason = `pocket could not read the question or its tools (${Error.isError(bug) ? bug.message : 'internal error'})`;
    batches = [failed({ kind: 'upstream-broken', backend: name, reason })];
  }
  for (const batch of batches) {
    if (signal.aborted) {
      yield failed(cancelled(signal));
      return;
    }
    yield batch;
  }
}

/** Reads the last user message and the outcomes of the calls after it. */
function read({ messages, tools, choice, allowed }: ModelRequest, now: Date): Asked {
  const spoken = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(spoken + 1);
  const calls = since.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const names = new Map(calls.map(({ id, name }) => [id, name]));
  const outcomes = since
    .filter((message) => message.role === 'tool')
    .map(({ callId, name, content, isError }) => ({
      tool: names.get(callId) ?? name ?? 'The tool',
      text: textOf(content),
      isError: isError === true,
    }));
  const usable = tools.filter((tool) => isAllowed(tool, allowed) && !isForPrograms(tool));
  return { question: questionIn(messages[spoken]), outcomes, toolbox: toolboxOf(usable), choice, now };
}

/** True for the gateway's tool that runs programs, because pocket cannot write one. */
function isForPrograms({ name, owner }: VisibleTool): boolean {
  return owner === 'gateway' && name === 'python_execution';
}

/** Returns the user's message without the context that the client added. Of a very long message, only the last line counts. */
function questionIn(message: Message | undefined): string {
  const text = message?.role === 'user' ? wordsOf(message.content) : '';
  const context = text.lastIndexOf(CONTEXT_HEAD);
  const said = (context === -1 ? text : text.slice(0, context)).trimEnd();
  const isLong = said.length > MAX_CHARACTERS;
  return isLong ? said.slice(Math.max(said.lastIndexOf('\n') + 1, said.length - MAX_CHARACTERS)) : said;
}

const MAX_CHARACTERS = 4_096;

/**
 * Returns the tools and their search index. The result is cached because each step of a turn has the same tool list.
 * `tool_search` is left out because the gateway searches before it asks pocket.
 */
function toolboxOf(tools: readonly VisibleTool[]): Toolbox {
  const known = toolboxes.get(tools);
  if (known !== undefined) return known;
  const usable = tools.flatMap(({ wireName: name, owner, description, parameters }) =>
    owner === 'gateway' && name === 'tool_search' ? [] : [{ name, description, parameters }],
  );
  const database = databaseToolsIn(tools);
  const names = [database?.search.name, database?.execute.name];
  const others = usable.filter(({ name }) => !names.includes(name));
  const toolbox = {
    ...boxOf(usable),
    ...(database !== undefined && { database: { tools: database, others: boxOf(others) } }),
  };
  toolboxes.set(tools, toolbox);
  return toolbox;
}

function boxOf(tools: readonly PocketTool[]): Toolbox {
  return { tools, index: createLexicalIndex(tools) };
}

const toolboxes = new WeakMap<readonly VisibleTool[], Toolbox>();

/** Splits text into batches of a few words, so that a client sees a stream. A call is a single batch. */
function batchesOf(reply: Reply, request: ModelRequest): readonly (readonly Event[])[] {
  const usage = usageOf(request, reply);
  if (reply.kind === 'text') {
    const pieces = reply.text.match(/\S+\s*(?:\S+\s*){0,3}|\s+/g) ?? [];
    return [...pieces.map((text): Event[] => [{ type: 'text', text }]), [{ type: 'finish', reason: 'stop', usage }]];
  }
  const { name } = reply;
  const id = newCallId();
  const text = JSON.stringify(reply.arguments);
  const call: Event[] = [
    { type: 'call-start', id, name, owner: 'gateway' },
    { type: 'call-args', id, text },
    { type: 'call', call: { id, name, arguments: text }, owner: 'gateway' },
  ];
  return [call, [{ type: 'finish', reason: 'calls', usage }]];
}

/** Estimates four characters per token, as is usual for English. */
function usageOf({ messages }: ModelRequest, reply: Reply): Usage {
  const prompt = messages.reduce((sum, { content }) => sum + wordsOf(content).length, 0);
  const answer = reply.kind === 'text' ? reply.text : JSON.stringify(reply.arguments);
  return { promptTokens: Math.ceil(prompt / 4), completionTokens: Math.ceil(answer.length / 4) };
}

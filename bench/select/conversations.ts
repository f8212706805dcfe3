import type { Call, Event, Message, ModelRequest } from '../../src/core/index.ts';
import { textOf } from '../../src/core/index.ts';
import { tokensOfMessages, tokensOfTools } from '../../src/turn/prompt/size.ts';
import { printNotes, printTable, printTitle, whole } from '../print.ts';
import { type GatewayOptions, gatewayWith, user } from './gateway.ts';
import { namedTools, type Task, tasks } from './tools.ts';

/** Compares the tokens of one conversation with all tools declared and with only the found tools. */
export async function measureConversations(): Promise<void> {
  const ways: readonly {
    readonly name: string;
    readonly options: Pick<GatewayOptions, 'most' | 'hasNoPromptCache'>;
  }[] = [
    { name: 'all declared', options: {} },
    { name: 'deferred, small models: 2', options: { most: 2 } },
    { name: 'deferred, medium models: 5', options: { most: 5 } },
    { name: 'deferred, large models: 10', options: { most: 10 } },
    { name: 'found tools declared again each time: 5', options: { most: 5, hasNoPromptCache: true } },
  ];
  const played = await Promise.all(ways.map(({ options }) => converse(options)));
  const [all = NOTHING] = played;
  printTitle(`A conversation of ${tasks.length} turns with ${namedTools.length} tools: prompt tokens of all requests`);
  printTable(
    ['tools', 'requests', 'searches', 'tool tokens', 'total', '', 'cacheable', 'not cached', ''],
    played.map((each, place) => [
      ways[place]?.name ?? '',
      whole(each.requests),
      whole(each.searches),
      whole(each.toolTokens),
      whole(each.tokens),
      percent(each.tokens / all.tokens),
      percent(each.cachedTokens / each.tokens),
      whole(each.tokens - each.cachedTokens),
      percent((each.tokens - each.cachedTokens) / (all.tokens - all.cachedTokens)),
    ]),
  );
  printNotes(
    'The conversation has ten tasks; the last three return to earlier ones. Two of the three messages of a task need a tool: the model calls it and answers. If the model was not shown the tool, it searches first. Tokens are estimated as for context windows. A prompt starts with the tools. “cacheable” is the prefix, in complete tools and messages, that a request shares with the request before it. The unnamed percentages compare with the first row.',
    'The last row shows the cost of deferral without law 6: if the list of tools changes, nothing after it can be cached.',
  );
}

interface Played extends Cost {
  readonly requests: number;
  readonly searches: number;
}

/** Tokens of the prompts of all requests. */
interface Cost {
  readonly tokens: number;
  readonly toolTokens: number;
  /** Tokens in the prefix that a prompt shares with the prompt before it. */
  readonly cachedTokens: number;
}

const NOTHING: Played = { requests: 0, searches: 0, toolTokens: 0, tokens: 0, cachedTokens: 0 };

async function converse(options: Pick<GatewayOptions, 'most' | 'hasNoPromptCache'>): Promise<Played> {
  const requests: ModelRequest[] = [];
  let wanted: Task | undefined;
  let searches = 0;
  let step = 0;
  const play = (request: ModelRequest): readonly Event[] => {
    requests.push(request);
    const call = wanted === undefined ? undefined : callOf(wanted, request, `c${requests.length}`);
    if (call === undefined)
      return [
        { type: 'text', text: ANSWER },
        { type: 'finish', reason: 'stop' },
      ];
    if (call.name === 'tool_search') searches++;
    else wanted = undefined;
    if (step++ > 3) throw new Error('The model did not find the tool after four calls.');
    return [
      { type: 'call-start', id: call.id, name: call.name, owner: 'gateway' },
      { type: 'call', call, owner: 'gateway' },
      { type: 'finish', reason: 'calls' },
    ];
  };
  const { ask } = gatewayWith({ tools: namedTools, play, ...options });
  const messages: Message[] = [];
  for (const task of tasks) {
    wanted = task;
    step = 0;
    messages.push(user(task?.question ?? 'Thank you, that is what I had in mind. One moment, please.'));
    const text = await ask(messages);
    messages.push({ role: 'assistant', content: [{ type: 'text', text }], calls: [] });
  }
  return { requests: requests.length, searches, ...costOf(requests) };
}

const ANSWER =
  'It is done: the entry was there, and is now as you wished. Is there anything else that you would like me to do?';

/**
 * Returns the model's next call. It calls the tool directly if it is declared, else through `call_tool` if the tool was described
 * to it, else it calls `tool_search`. Returns undefined if `tool_search` is not declared either.
 */
function callOf({ question, wireName }: Task, request: ModelRequest, id: string): Call | undefined {
  const isDeclared = (wanted: string) => request.tools.some(({ wireName }) => wireName === wanted);
  const args = { subject: 'Blue 7', maximum: 3 };
  if (isDeclared(wireName)) return { id, name: wireName, arguments: JSON.stringify(args) };
  const isTold = request.messages.some(({ role, content }) => {
    return role !== 'assistant' && textOf(content).includes(`{"name":"${wireName}"`);
  });
  if (!isTold && !isDeclared('tool_search')) return undefined;
  if (!isTold) return { id, name: 'tool_search', arguments: JSON.stringify({ query: question, most: 10 }) };
  return { id, name: 'call_tool', arguments: JSON.stringify({ name: wireName, arguments: args }) };
}

function costOf(requests: readonly ModelRequest[]): Cost {
  let [tokens, toolTokens, cachedTokens] = [0, 0, 0];
  let before: ReturnType<typeof piecesOf> = [];
  for (const request of requests) {
    const pieces = piecesOf(request);
    const place = pieces.findIndex(({ text }, at) => text !== before[at]?.text);
    const common = place === -1 ? pieces : pieces.slice(0, place);
    tokens += sum(pieces);
    cachedTokens += sum(common);
    toolTokens += tokensOfTools(request.tools);
    before = pieces;
  }
  return { tokens, toolTokens, cachedTokens };
}

/** Returns the pieces of a prompt in order: tools, then messages. */
function piecesOf({ tools, messages }: ModelRequest): readonly { readonly text: string; readonly tokens: number }[] {
  return [
    ...tools.map((tool) => ({ text: JSON.stringify(tool), tokens: tokensOfTools([tool]) })),
    ...messages.map((message) => ({ text: JSON.stringify(message), tokens: tokensOfMessages([message]) })),
  ];
}

function sum(pieces: readonly { readonly tokens: number }[]): number {
  return pieces.reduce((tokens, piece) => tokens + piece.tokens, 0);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

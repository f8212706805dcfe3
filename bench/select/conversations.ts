import type { Call, Event, Message, ModelRequest } from '../../src/core/index.ts';
import { textOf } from '../../src/core/index.ts';
import { tokensOfMessages, tokensOfTools } from '../../src/turn/prompt/size.ts';
import { printNotes, printTable, printTitle, whole } from '../print.ts';
import { type GatewayOptions, gatewayWith, user } from './gateway.ts';
import { namedTools, type Task, tasks } from './tools.ts';

/** The same conversation, with all tools declared and with those that are found. */
export async function measureConversations(): Promise<void> {
  const ways: readonly { readonly name: string; readonly options: Pick<GatewayOptions, 'most' | 'isForgetful'> }[] = [
    { name: 'all declared', options: {} },
    { name: 'deferred, small models: 2', options: { most: 2 } },
    { name: 'deferred, medium models: 5', options: { most: 5 } },
    { name: 'deferred, large models: 10', options: { most: 10 } },
    { name: 'finds declared anew each time: 5', options: { most: 5, isForgetful: true } },
  ];
  const played = await Promise.all(ways.map(({ options }) => converse(options)));
  const [all = NOTHING] = played;
  printTitle(
    `A conversation of ${tasks.length} turns with ${namedTools.length} tools: prompt tokens of all requests together`,
  );
  printTable(
    ['tools', 'requests', 'searches', 'of tools', 'in all', '', 'cacheable', 'to be read anew', ''],
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
    'Ten tasks, of which three come back to an earlier one; two messages of three want a tool: the model calls it, and answers; where it was told of none it searches first. Tokens by the estimate that windows are measured with. Tools stand first in a prompt; cacheable is what a request has in common with the one before it, from its first tool on, in whole tools and messages. The percentages are of what it takes with all tools declared.',
    'The last row is what deferral would cost without law 6: a list of tools that changes spoils all that stands behind it.',
  );
}

interface Played extends Cost {
  readonly requests: number;
  readonly searches: number;
}

/** Of the prompts of all requests. */
interface Cost {
  readonly tokens: number;
  readonly toolTokens: number;
  /** This much was the beginning of the one before. */
  readonly cachedTokens: number;
}

const NOTHING: Played = { requests: 0, searches: 0, toolTokens: 0, tokens: 0, cachedTokens: 0 };

async function converse(options: Pick<GatewayOptions, 'most' | 'isForgetful'>): Promise<Played> {
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
    if (step++ > 3) throw new Error('the model finds no tool');
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

/** By its name if it is declared, else as it was told; a model that was told nothing searches, if it can. */
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

/** A prompt from its beginning: tools, then messages. */
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

import type { Agent } from 'node:http';
import { tokens, toolCall, wholeText } from './answers.ts';
import type { Contender } from './contenders.ts';
import { post } from './load.ts';
import { followUp, question } from './questions.ts';

export type PlayName = 'whole' | 'burst' | 'paced' | 'tool';

/** One kind of request, with its answer. */
export interface Play {
  readonly name: PlayName;
  readonly title: string;
  /** How many at once; each is measured by itself. */
  readonly concurrencies: readonly Concurrency[];
  /** Long enough for a few requests of each worker. */
  readonly batchMs: number;
  canPlay(contender: Contender): boolean;
  /** Throws unless the answer is complete and right. */
  run(contender: Contender, agent: Agent): Promise<void>;
}

export type Concurrency = 1 | 16;

export const plays: readonly Play[] = [
  {
    name: 'whole',
    title: `Whole answers, ${wholeText.length} characters`,
    concurrencies: [1, 16],
    batchMs: 250,
    canPlay: () => true,
    run: async (contender, agent) => checkWhole(await post(contender, agent, question('whole', { isStreamed: false }))),
  },
  {
    name: 'burst',
    title: `Burst stream: ${tokens.length} tokens in one write`,
    concurrencies: [1, 16],
    batchMs: 250,
    canPlay: () => true,
    run: async (contender, agent) => checkStream(await post(contender, agent, question('burst', { isStreamed: true }))),
  },
  {
    name: 'paced',
    title: `Paced stream: ${tokens.length} tokens, a write each`,
    concurrencies: [1, 16],
    batchMs: 350,
    canPlay: () => true,
    run: async (contender, agent) => checkStream(await post(contender, agent, question('paced', { isStreamed: true }))),
  },
  {
    name: 'tool',
    title: 'A turn with one gateway tool call',
    concurrencies: [1],
    batchMs: 250,
    canPlay: ({ name }) => name === 'direct' || name === 'toolpath',
    run: runToolTurn,
  },
];

/** Without a gateway the client makes the two calls of the model by itself, and runs nothing in between. */
async function runToolTurn(contender: Contender, agent: Agent): Promise<void> {
  const first = await post(contender, agent, question('tool', { isStreamed: false }));
  if (contender.name === 'toolpath') {
    checkWhole(first);
    return;
  }
  if (!first.includes(toolCall.name)) throw new Error(`not the call that was expected: ${first.slice(0, 400)}`);
  checkWhole(await post(contender, agent, followUp('tool')));
}

function checkWhole(text: string): void {
  const [choice] = (JSON.parse(text) as Completion).choices;
  if (choice?.message.content === wholeText && choice.finish_reason === 'stop') return;
  throw new Error(`not the answer that was expected: ${text.slice(0, 400)}`);
}

interface Completion {
  readonly choices: readonly { readonly message: { readonly content: unknown }; readonly finish_reason: unknown }[];
}

/** Every token in its order, nothing else said, one reason to end, and the end. Looks at the text: to parse it all would drown the rest. */
function checkStream(text: string): void {
  let place = 0;
  for (const token of writtenTokens) {
    place = text.indexOf(CONTENT, place) + CONTENT.length;
    if (text.startsWith(EMPTY, place)) place = text.indexOf(CONTENT, place) + CONTENT.length; // beside the role
    if (!text.startsWith(token, place)) throw new Error(`not the token ${token}: ${text.slice(place, place + 400)}`);
  }
  const isLast = text.indexOf(CONTENT, place) === -1;
  if (isLast && text.includes('"finish_reason":"stop"', place) && text.endsWith('data: [DONE]\n\n')) return;
  throw new Error(`not the end that was expected: ${text.slice(-400)}`);
}

const CONTENT = '"content":';
const EMPTY = '""';
const writtenTokens = tokens.map((token) => JSON.stringify(token));

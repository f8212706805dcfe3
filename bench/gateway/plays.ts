import type { Agent } from 'node:http';
import { tokens, toolCall, wholeText } from './answers.ts';
import { chatMarks, checkStream, checkText, textOfCompletion } from './checks.ts';
import { cpuMsOf } from './child.ts';
import type { Contender, ContenderName } from './contenders.ts';
import { post } from './load.ts';
import { followUp, question } from './questions.ts';
import type { Concurrency, Runner } from './rounds.ts';

export type PlayName = 'whole' | 'burst' | 'paced' | 'tool';

/** A scenario: one kind of request with its expected answer. */
export interface Play {
  readonly name: PlayName;
  readonly title: string;
  /** Numbers of concurrent requests, each measured separately. */
  readonly concurrencies: readonly Concurrency[];
  /** Duration of a batch, long enough for a few requests of each worker. */
  readonly batchMs: number;
  canPlay(contender: Contender): boolean;
  /** Runs the scenario once. Throws unless the answer is complete and correct. */
  run(contender: Contender, agent: Agent): Promise<void>;
}

export const plays: readonly Play[] = [
  {
    name: 'whole',
    title: `Complete answers of ${wholeText.length} characters`,
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
    run: async (contender, agent) =>
      checkStream(await post(contender, agent, question('burst', { isStreamed: true })), chatMarks),
  },
  {
    name: 'paced',
    title: `Paced stream: ${tokens.length} tokens, one write each`,
    concurrencies: [1, 16],
    batchMs: 350,
    canPlay: () => true,
    run: async (contender, agent) =>
      checkStream(await post(contender, agent, question('paced', { isStreamed: true })), chatMarks),
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

/** Returns a runner that runs the scenario with one contender. */
export function runnerOf(play: Play, contender: Contender): Runner<ContenderName> {
  const { name, pid } = contender;
  return {
    name,
    run: async (agent) => {
      try {
        await play.run(contender, agent);
        return undefined;
      } catch (error) {
        throw new Error(`The contender "${name}" failed in the scenario "${play.title}".`, { cause: error });
      }
    },
    cpuMs: () => (pid === undefined ? undefined : cpuMsOf(pid)) ?? Number.NaN,
  };
}

/** Runs a turn with one tool call. Without a gateway, the client calls the model twice and runs no tool in between. */
async function runToolTurn(contender: Contender, agent: Agent): Promise<void> {
  const first = await post(contender, agent, question('tool', { isStreamed: false }));
  if (contender.name === 'toolpath') {
    checkWhole(first);
    return;
  }
  if (!first.includes(toolCall.name)) throw new Error(`The answer lacks the expected call: ${first.slice(0, 400)}`);
  checkWhole(await post(contender, agent, followUp('tool')));
}

function checkWhole(answer: string): void {
  checkText(textOfCompletion(answer), answer);
}

import type { Agent } from 'node:http';
import { Series } from '../../measure.ts';
import { TOKEN_COUNT } from '../answers.ts';
import { checkStream, checkText, writtenTokens } from '../checks.ts';
import { timedPost } from '../load.ts';
import type { Concurrency, Reading, Runner } from '../rounds.ts';
import type { Between, Way } from './cast.ts';
import type { WireName } from './names.ts';

/** One figure that is taken of every way. */
export interface Measure {
  readonly name: 'whole' | 'first' | 'cpu' | 'token';
  readonly title: string;
  readonly concurrency: Concurrency;
  readonly batchMs: number;
  canTake(way: Way): boolean;
  /** Throws unless the answer is right. How long its client waited for what is measured. */
  ask(way: Way, agent: Agent): Promise<number>;
  figureIn(reading: Reading): Series;
}

/** In whole answers nobody pads anything. */
const isOfItsOwn = ({ wire }: Way): boolean => wire !== 'openai padded';

export const measures: readonly Measure[] = [
  {
    name: 'whole',
    title: 'Milliseconds until a whole answer is there, p50, one at a time',
    concurrency: 1,
    batchMs: 150,
    canTake: isOfItsOwn,
    ask: askWhole,
    figureIn: ({ p50Ms }) => p50Ms,
  },
  {
    name: 'first',
    title: 'Milliseconds until the first token is there, p50, one at a time',
    concurrency: 1,
    batchMs: 200,
    canTake: () => true,
    ask: async (way, agent) => (await askStream('first', way, agent)).awaitedMs,
    figureIn: ({ p50Ms }) => p50Ms,
  },
  {
    name: 'cpu',
    title: 'Processor time of a whole answer, µs, 16 at once',
    concurrency: 16,
    batchMs: 150,
    canTake: isOfItsOwn,
    ask: askWhole,
    figureIn: ({ cpuUsOfRounds }) => cpuUsOfRounds,
  },
  {
    name: 'token',
    title: `Processor time of a token, µs, in bursts of ${TOKEN_COUNT}, 16 at once`,
    concurrency: 16,
    batchMs: 150,
    canTake: () => true,
    ask: async (way, agent) => (await askStream('burst', way, agent)).allMs,
    figureIn: ({ cpuUsOfRounds: { rounds } }) => new Series(rounds.map((us) => us / TOKEN_COUNT)),
  },
];

export type WayName = `${WireName}, ${Between}`;

export function wayName({ wire, between }: Pick<Way, 'wire' | 'between'>): WayName {
  return `${wire}, ${between}`;
}

/** The measure, taken of one way. */
export function runnerOf(measure: Measure, way: Way): Runner<WayName> {
  const name = wayName(way);
  return {
    name,
    run: async (agent) => {
      try {
        return await measure.ask(way, agent);
      } catch (error) {
        throw new Error(`${name} failed in “${measure.title}”`, { cause: error });
      }
    },
    cpuMs: () => way.cpuMs(),
  };
}

async function askWhole({ target, spoken }: Way, agent: Agent): Promise<number> {
  const { text, allMs } = await timedPost(target, agent, spoken.question('whole', false), '');
  checkText(spoken.textIn(text), text);
  return allMs;
}

async function askStream(model: 'first' | 'burst', { target, spoken }: Way, agent: Agent) {
  const { marks } = spoken;
  const timed = await timedPost(target, agent, spoken.question(model, true), `${marks.text}${writtenTokens[0]}`);
  checkStream(timed.text, marks);
  return timed;
}

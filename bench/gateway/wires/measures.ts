import type { Agent } from 'node:http';
import { Series } from '../../measure.ts';
import { TOKEN_COUNT } from '../answers.ts';
import { checkStream, checkText, writtenTokens } from '../checks.ts';
import { timedPost } from '../load.ts';
import type { Concurrency, Reading, Runner } from '../rounds.ts';
import type { Between, Way } from './cast.ts';
import type { WireName } from './names.ts';

/** Name of the model, which selects the kind of answer. */
export type Model = 'whole' | 'first' | 'burst';

/** One figure to measure for every way. */
export interface Measure {
  readonly name: 'whole' | 'first' | 'cpu' | 'token';
  readonly title: string;
  readonly model: Model;
  readonly concurrency: Concurrency;
  figureIn(reading: Reading): Series;
}

export const measures: readonly Measure[] = [
  {
    name: 'whole',
    title: 'Milliseconds until a complete answer has arrived: p50, one at a time',
    model: 'whole',
    concurrency: 1,
    figureIn: ({ p50Ms }) => p50Ms,
  },
  {
    name: 'first',
    title: 'Milliseconds until the first token of a stream has arrived: p50, one at a time',
    model: 'first',
    concurrency: 1,
    figureIn: ({ p50Ms }) => p50Ms,
  },
  {
    name: 'cpu',
    title: 'Processor time of a complete answer, µs: 16 concurrent',
    model: 'whole',
    concurrency: 16,
    figureIn: ({ cpuUsOfRounds }) => cpuUsOfRounds,
  },
  {
    name: 'token',
    title: `Processor time of a token, µs: burst streams of ${TOKEN_COUNT} tokens, 16 concurrent`,
    model: 'burst',
    concurrency: 16,
    figureIn: ({ cpuUsOfRounds: { rounds } }) => new Series(rounds.map((us) => us / TOKEN_COUNT)),
  },
];

export type WayName = `${WireName}, ${Between}`;

export function wayName({ wire, between }: Pick<Way, 'wire' | 'between'>): WayName {
  return `${wire}, ${between}`;
}

/** Returns a runner that requests one kind of answer in one way. */
export function runnerOf(model: Model, way: Way): Runner<WayName> {
  const name = wayName(way);
  return {
    name,
    run: async (agent) => {
      try {
        return await ask(model, way, agent);
      } catch (error) {
        throw new Error(`The way "${name}" failed with the model "${model}".`, { cause: error });
      }
    },
    cpuMs: () => way.cpuMs(),
  };
}

/** Sends one request, checks the answer, and returns the measured milliseconds, which exclude the check. */
async function ask(model: Model, { target, spoken }: Way, agent: Agent): Promise<number> {
  const { marks } = spoken;
  const isStreamed = model !== 'whole';
  const firstToken = `${marks.text}${writtenTokens[0]}`;
  const { text, awaitedMs, allMs } = await timedPost(target, agent, spoken.question(model, isStreamed), firstToken);
  if (isStreamed) checkStream(text, marks);
  else checkText(spoken.textIn(text), text);
  return model === 'first' ? awaitedMs : allMs;
}

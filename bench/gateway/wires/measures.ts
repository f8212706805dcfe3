import type { Agent } from 'node:http';
import { Series } from '../../measure.ts';
import { TOKEN_COUNT } from '../answers.ts';
import { checkStream, checkText, writtenTokens } from '../checks.ts';
import { timedPost } from '../load.ts';
import type { Concurrency, Reading, Runner } from '../rounds.ts';
import type { Between, Way } from './cast.ts';
import type { WireName } from './names.ts';

/** What the upstream is asked for. */
export type Model = 'whole' | 'first' | 'burst';

/** One figure that is taken of every way. */
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
    title: 'Milliseconds until a whole answer is there: p50, one at a time',
    model: 'whole',
    concurrency: 1,
    figureIn: ({ p50Ms }) => p50Ms,
  },
  {
    name: 'first',
    title: 'Milliseconds until the first token of a stream is there: p50, one at a time',
    model: 'first',
    concurrency: 1,
    figureIn: ({ p50Ms }) => p50Ms,
  },
  {
    name: 'cpu',
    title: 'Processor time of a whole answer, µs: 16 at once',
    model: 'whole',
    concurrency: 16,
    figureIn: ({ cpuUsOfRounds }) => cpuUsOfRounds,
  },
  {
    name: 'token',
    title: `Processor time of a token, µs: burst streams of ${TOKEN_COUNT}, 16 at once`,
    model: 'burst',
    concurrency: 16,
    figureIn: ({ cpuUsOfRounds: { rounds } }) => new Series(rounds.map((us) => us / TOKEN_COUNT)),
  },
];

export type WayName = `${WireName}, ${Between}`;

export function wayName({ wire, between }: Pick<Way, 'wire' | 'between'>): WayName {
  return `${wire}, ${between}`;
}

/** One way to ask for one thing. */
export function runnerOf(model: Model, way: Way): Runner<WayName> {
  const name = wayName(way);
  return {
    name,
    run: async (agent) => {
      try {
        return await ask(model, way, agent);
      } catch (error) {
        throw new Error(`${name} failed in “${model}”`, { cause: error });
      }
    },
    cpuMs: () => way.cpuMs(),
  };
}

/** How long the client waited for what is measured. The check of the answer is not in it. */
async function ask(model: Model, { target, spoken }: Way, agent: Agent): Promise<number> {
  const { marks } = spoken;
  const isStreamed = model !== 'whole';
  const firstToken = `${marks.text}${writtenTokens[0]}`;
  const { text, awaitedMs, allMs } = await timedPost(target, agent, spoken.question(model, isStreamed), firstToken);
  if (isStreamed) checkStream(text, marks);
  else checkText(spoken.textIn(text), text);
  return model === 'first' ? awaitedMs : allMs;
}

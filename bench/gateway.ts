import { parseArgs } from 'node:util';
import { type Cast, type ContenderName, startCast } from './gateway/contenders.ts';
import { askManyTimes, type Keeping } from './gateway/memory.ts';
import { type Play, plays, runnerOf } from './gateway/plays.ts';
import { profileInFolder } from './gateway/profile.ts';
import { Results } from './gateway/results.ts';
import { compare, type Pace, type Runner } from './gateway/rounds.ts';
import { printPlay } from './gateway/tables.ts';
import { printTargets } from './gateway/targets.ts';
import { compareWires, type WireMeasure, wireMeasures } from './gateway/wires/index.ts';
import { timeOnce } from './measure.ts';
import { loadAverage, printMachine, printNotes } from './print.ts';

/**
 * `npm run bench:gateway`: what Toolpath costs between a client and its model, beside a bare pipe and nothing at all.
 *
 *     --only whole,burst    some of the plays: whole, burst, paced, tool
 *     --only wires          what each backend's wire adds, beside the others; takes minutes, and so only when it is asked
 *                           for. Or a part of it: wires-whole, wires-first, wires-cpu, wires-token
 *     --rounds 13           how often each is measured
 *     --memory              200,000 requests through one gateway, before everything else; takes minutes (`--only=` leaves
 *                           the rest out)
 *     --requests 200000     how many of them
 *     --profile             where the gateway spends its time; its figures are then worth little
 */
async function main(): Promise<void> {
  const options = readOptions();
  printMachine();
  const keeping: Keeping | undefined = options.memory ? await askManyTimes(options.requests) : undefined;
  if (options.plays.length > 0 || options.memory) await comparePlays(options, keeping);
  const { wireMeasures: measures, rounds, profile: isProfiled } = options;
  if (measures.length > 0) await compareWires({ measures, rounds, isProfiled });
}

async function comparePlays(options: Options, keeping: Keeping | undefined): Promise<void> {
  const profile = options.profile ? profileInFolder() : undefined;
  const cast = await startCast(profile === undefined ? {} : { nodeFlags: profile.nodeFlags });
  try {
    await warmUp(options.plays, cast);
    profile?.begin();
    const results = await measureAll(options.plays, cast, { rounds: options.rounds, warmUpMs: AGAIN_WARM_MS });
    explain(options.rounds, cast);
    printTargets(results, keeping);
  } catch (error) {
    console.error(`Toolpath’s log ended so:\n${cast.toolpath.lastLines()}`);
    throw error;
  } finally {
    await cast.stop();
  }
  profile?.print();
}

const WARM_UP_MS = 2_500; // a gateway is much code: the compiler is busy with it for thousands of requests
const AGAIN_WARM_MS = 250; // connections, and what another play has cooled down

/** Once through everything: what a later play does may undo what the compiler assumed for an earlier one. */
async function warmUp(chosen: readonly Play[], cast: Cast): Promise<void> {
  for (const play of chosen) {
    const { batchMs, concurrencies } = play;
    const course = { concurrency: concurrencies.at(-1) ?? 1, batchMs, rounds: 0, warmUpMs: WARM_UP_MS };
    await compare(runnersOf(play, cast), course);
  }
}

async function measureAll(chosen: readonly Play[], cast: Cast, pace: Pace): Promise<Results> {
  const results = new Results();
  for (const play of chosen) {
    await measurePlay(play, cast, pace, results);
    printPlay(play, cast.contenders, results);
  }
  return results;
}

async function measurePlay(play: Play, cast: Cast, pace: Pace, results: Results): Promise<void> {
  for (const concurrency of play.concurrencies) {
    const course = { ...pace, concurrency, batchMs: play.batchMs };
    results.add(play.name, concurrency, await compare(runnersOf(play, cast), course));
  }
}

function runnersOf(play: Play, { contenders }: Cast): readonly Runner<ContenderName>[] {
  return contenders.filter((contender) => play.canPlay(contender)).map((contender) => runnerOf(play, contender));
}

function explain(rounds: number, { absent }: Cast): void {
  printNotes(
    `Each contender is a process of its own, and so are the upstream and this load; every answer is read to its end and checked. ${rounds} rounds: in each, one batch through every contender, in another order. Figures are medians over the rounds, of differences and quotients within a round; the middle half of the rounds stands beside. “cpu” is the processor time of the process in between, which a busy neighbour disturbs less.`,
    '“Over the pipe, µs/token” is the whole difference to the pipe by the tokens of a stream: what a request costs once is in it.',
    '“pipe again” is a second process of the same program as “pipe”: what separates the two is noise, and so is any difference of that size.',
    ...(absent === undefined ? [] : [`Portkey’s gateway takes no part: ${absent}`]),
  );
}

interface Options {
  readonly plays: readonly Play[];
  readonly wireMeasures: readonly WireMeasure[];
  readonly rounds: number;
  readonly memory: boolean;
  readonly requests: number;
  readonly profile: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: plays.map(({ name }) => name).join(',') },
      rounds: { type: 'string', default: '13' },
      memory: { type: 'boolean', default: false },
      requests: { type: 'string', default: '200000' },
      profile: { type: 'boolean', default: false },
    },
  });
  const names = values.only.split(',').filter((name) => name !== '');
  const known = [...plays.map(({ name }) => name), WIRES, ...wireMeasures.map(optionOf)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: there are ${known.join(', ')}`);
  return {
    plays: plays.filter(({ name }) => names.includes(name)),
    wireMeasures: wireMeasures.filter((measure) => names.includes(WIRES) || names.includes(optionOf(measure))),
    rounds: countOf(values.rounds, '--rounds'),
    memory: values.memory,
    requests: countOf(values.requests, '--requests'),
    profile: values.profile,
  };
}

const WIRES = 'wires';

function optionOf({ name }: WireMeasure): string {
  return `${WIRES}-${name}`;
}

function countOf(text: string, flag: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${flag} ${text}: expected a whole number from 1 on`);
  return count;
}

// A signal alone would leave the other processes behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const ms = await timeOnce(main);
console.log(`\n${(ms / 1000).toFixed(0)} s in all; load average after the run: ${loadAverage()}`);

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
 * `npm run bench:gateway` measures the cost of Toolpath between a client and a model server, compared with a bare pipe and with
 * a direct connection.
 *
 *     --only whole,burst    runs only these scenarios: whole, burst, paced, tool
 *     --only wires          compares what the protocol of each backend adds. Runs only on request, because it takes minutes.
 *                           Its parts: wires-whole, wires-first, wires-cpu, wires-token
 *     --rounds 13           number of measurements of each scenario
 *     --memory              first sends 200,000 requests through one gateway; takes minutes (`--only=` skips everything else)
 *     --requests 200000     number of requests for --memory
 *     --profile             also prints where the gateway spends its time; distorts the other figures
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
    console.error(`The last lines of Toolpath’s log:\n${cast.toolpath.lastLines()}`);
    throw error;
  } finally {
    await cast.stop();
  }
  profile?.print();
}

const WARM_UP_MS = 2_500; // V8 keeps compiling the gateway's code for thousands of requests
const AGAIN_WARM_MS = 250; // reopens connections, and warms up what went cold during another scenario

/** Runs every scenario once, because a later one may invalidate code that V8 optimised for an earlier one. */
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
    `Each contender, the upstream and the load generator run in separate processes; every answer is read to its end and checked. Each of the ${rounds} rounds sends one batch through every contender, in a different order. Differences and ratios are taken within a round; the figures are their medians over the rounds, followed by the middle half of the rounds. “cpu” is the processor time of the process between client and upstream; other programs on the machine disturb it less.`,
    '“over the pipe, µs/token” is the total difference to the pipe divided by the number of tokens, so it includes the fixed cost of a request.',
    '“pipe again” is a second process of the same program as “pipe”. The difference between the two is noise, and so is any other difference of that size.',
    ...(absent === undefined ? [] : [`Portkey’s gateway is not measured: ${absent}`]),
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
  if (unknown !== undefined) throw new Error(`--only: unknown name "${unknown}". The names are ${known.join(', ')}.`);
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
  if (!Number.isInteger(count) || count < 1) throw new Error(`${flag}: "${text}" is not a whole number of at least 1.`);
  return count;
}

// Without these handlers a signal would end this process and leave the child processes running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const ms = await timeOnce(main);
console.log(`\nTotal time: ${(ms / 1000).toFixed(0)} s. Load average after the run: ${loadAverage()}.`);

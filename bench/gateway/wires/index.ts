import { printNotes } from '../../print.ts';
import { askOften, compare, type Pace, type Readings } from '../rounds.ts';
import { startWireCast, type Way, type WireCast } from './cast.ts';
import { type Measure, type Model, runnerOf, type WayName } from './measures.ts';
import { printMeasure, printTargets } from './tables.ts';

export { type Measure as WireMeasure, measures as wireMeasures } from './measures.ts';

export interface WireOptions {
  readonly measures: readonly Measure[];
  readonly rounds: number;
  readonly isProfiled: boolean;
}

/** Measures what Toolpath adds for a server of each protocol, compared with a pipe to the same server. */
export async function compareWires({ measures: chosen, rounds, isProfiled }: WireOptions): Promise<void> {
  const cast = await startWireCast(isProfiled);
  try {
    await warmUp(chosen, cast);
    for (const profile of cast.profiles) profile.begin();
    const taken = new Map<Measure, Readings<WayName>>();
    for (const measure of chosen) {
      const readings = await take(measure, cast.ways, { rounds, warmUpMs: AGAIN_WARM_MS });
      taken.set(measure, readings);
      printMeasure(measure, readings);
    }
    printTargets(taken);
    explain();
  } catch (error) {
    console.error(`The last lines of the gateways’ logs:\n${cast.lastLines()}`);
    throw error;
  } finally {
    await cast.stop();
  }
  for (const profile of cast.profiles) profile.print();
}

const AGAIN_WARM_MS = 250; // reopens connections, and warms up what went cold during another measurement

/** Warms up with every kind of answer to be measured, and always with complete answers, which use most of the gateway's code. */
async function warmUp(chosen: readonly Measure[], { ways }: WireCast): Promise<void> {
  const models = new Set<Model>(['whole', ...chosen.map(({ model }) => model)]);
  for (const model of models) {
    for (const way of ways) await askOften(runnerOf(model, way), isPipe(way) ? FEW : TIMES[model]);
  }
}

const FEW = 1_000;

/**
 * Number of warm-up requests per gateway. V8 optimises code that runs once per request after about 16,000 requests; until then
 * a gateway takes a quarter more time.
 */
const TIMES: Readonly<Record<Model, number>> = { whole: 20_000, first: 2_000, burst: 3_000 };

function isPipe({ between }: Way): boolean {
  return between === 'pipe';
}

/** Takes one measurement. Skips "openai padded" except for streams, because padding does not affect complete answers. */
function take({ model, concurrency }: Measure, ways: readonly Way[], pace: Pace): Promise<Readings<WayName>> {
  const taken = ways.filter(({ wire }) => wire !== 'openai padded' || model === 'burst');
  const runners = taken.map((way) => runnerOf(model, way));
  return compare(runners, { ...pace, concurrency, batchMs: BATCH_MS });
}

const BATCH_MS = 250; // enough for fifty streams with a pause, one after the other

function explain(): void {
  printNotes(
    'Each protocol has its own upstream, pipe and gateway, each in a separate process. The gateway’s client uses chat completions, the pipe’s client uses the protocol itself; all upstreams send the same text in the same number of pieces. “added” is the gateway’s figure minus the pipe’s. “× openai” is that difference divided by the one for openai. Both are computed within a round and shown as the median over the rounds with the middle half.',
    '“openai again” is the same as “openai” in other processes; the difference between the two is noise. “openai padded” imitates the streams of OpenAI’s own server, which add random characters to each event. Anthropic’s server adds blanks, Ollama adds the time of day.',
  );
}

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

/** What Toolpath adds before a server of each wire, beside a pipe before the same server. */
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
    console.error(`The gateways’ logs ended so:\n${cast.lastLines()}`);
    throw error;
  } finally {
    await cast.stop();
  }
  for (const profile of cast.profiles) profile.print();
}

const AGAIN_WARM_MS = 250; // connections, and what another measure has cooled down

/** Through everything that will be asked for; whole answers in any case, because most of a gateway's code is in them. */
async function warmUp(chosen: readonly Measure[], { ways }: WireCast): Promise<void> {
  const models = new Set<Model>(['whole', ...chosen.map(({ model }) => model)]);
  for (const model of models) {
    for (const way of ways) await askOften(runnerOf(model, way), isPipe(way) ? FEW : TIMES[model]);
  }
}

const FEW = 1_000;

/** V8 optimises what runs once a request after some 16,000 of them, all at once: until then a gateway takes a fourth more. */
const TIMES: Readonly<Record<Model, number>> = { whole: 20_000, first: 2_000, burst: 3_000 };

function isPipe({ between }: Way): boolean {
  return between === 'pipe';
}

/** Nobody pads what is not a stream: there it would be the same once more. */
function take({ model, concurrency }: Measure, ways: readonly Way[], pace: Pace): Promise<Readings<WayName>> {
  const taken = ways.filter(({ wire }) => wire !== 'openai padded' || model === 'burst');
  const runners = taken.map((way) => runnerOf(model, way));
  return compare(runners, { ...pace, concurrency, batchMs: BATCH_MS });
}

const BATCH_MS = 250; // fifty streams with a pause in them, one after the other

function explain(): void {
  printNotes(
    'Each wire has an upstream, a pipe and a gateway of its own, each a process. The gateway’s client speaks chat completions, the pipe’s client the wire itself; all upstreams say the same text in as many pieces. “added” is the gateway’s figure less the pipe’s, “× openai” what that is to the same difference of openai, both within a round: medians over the rounds, and where the middle half of them lies.',
    '“openai again” is the same as “openai”, in other processes: what separates the two is noise. “openai padded” is how OpenAI’s own server writes its streams, with some letters in each event that say nothing; Anthropic’s puts blanks into them, Ollama the time of day.',
  );
}

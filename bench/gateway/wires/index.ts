import { printNotes } from '../../print.ts';
import { compare, type Pace, type Readings } from '../rounds.ts';
import { startWireCast, type Way, type WireCast } from './cast.ts';
import { type Measure, runnersOf, type WayName } from './measures.ts';
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

const WARM_UP_MS = 2_500; // of a gateway: the compiler is busy with it for thousands of requests
const PIPE_WARM_UP_MS = 500;
const AGAIN_WARM_MS = 250; // connections, and what another measure has cooled down

/** Once through everything that will be asked for, at full load. */
async function warmUp(chosen: readonly Measure[], { ways }: WireCast): Promise<void> {
  for (const measure of new Map(chosen.map((each) => [each.model, each])).values()) {
    const busy: Measure = { ...measure, concurrency: 16 };
    await take(busy, ways.filter(isPipe), { rounds: 0, warmUpMs: PIPE_WARM_UP_MS });
    await take(
      busy,
      ways.filter((way) => !isPipe(way)),
      { rounds: 0, warmUpMs: WARM_UP_MS },
    );
  }
}

function isPipe({ between }: Way): boolean {
  return between === 'pipe';
}

function take(measure: Measure, ways: readonly Way[], pace: Pace): Promise<Readings<WayName>> {
  const { concurrency, batchMs } = measure;
  return compare(runnersOf(measure, ways), { ...pace, concurrency, batchMs });
}

function explain(): void {
  printNotes(
    'Each wire has an upstream, a pipe and a gateway of its own, each a process. The gateway’s client speaks chat completions, the pipe’s client the wire itself; all upstreams say the same text in as many pieces. “added” is the gateway’s figure less the pipe’s, “× openai” what that is to the same difference of openai, both within a round: medians over the rounds, and where the middle half of them lies.',
    '“openai again” is the same as “openai”, in other processes: what separates the two is noise. “openai padded” is how OpenAI’s own server writes its streams, with some letters in each event that say nothing; Anthropic’s puts blanks into them, Ollama the time of day.',
  );
}

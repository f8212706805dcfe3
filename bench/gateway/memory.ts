import { once } from 'node:events';
import { Agent } from 'node:http';
import path from 'node:path';
import type { Memory } from '../measure.ts';
import { digits, megabytes, printNotes, printTable, printTitle, whole } from '../print.ts';
import { cpuMsOf, startScript } from './child.ts';
import type { Contender } from './contenders.ts';
import { type Play, type PlayName, plays } from './plays.ts';
import { type StartedToolpath, startToolpath } from './toolpath.ts';

export interface Keeping {
  readonly requests: number;
  /**
   * Heap growth per request in the second half of the requests. The first half fills the gateway's bounded caches and warms up
   * V8.
   */
  readonly heapGrownBytes: number;
  /** The same for the resident memory. */
  readonly rssGrownBytes: number;
  readonly isFlat: boolean;
}

/** Starts a gateway, sends it `requests` requests, and measures the memory that they leave behind. */
export async function askManyTimes(requests: number): Promise<Keeping> {
  const upstream = await startScript('upstream.ts');
  const toolpath = await startToolpath(upstream.port, { nodeFlags: ['--expose-gc', '--import', PROBE] });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    const stops: Stop[] = [];
    for (let stop = 0; stop < STOPS; stop++) {
      const cpuBeforeMs = cpuMsOf(toolpath.pid) ?? Number.NaN;
      await askSideBySide(toolpath, agent, Math.round(requests / STOPS));
      const cpuMs = (cpuMsOf(toolpath.pid) ?? Number.NaN) - cpuBeforeMs;
      stops.push({ ...(await memoryOf(toolpath)), cpuUs: (cpuMs * 1000) / (requests / STOPS) });
    }
    return report(requests, stops);
  } finally {
    agent.destroy();
    await toolpath.stop();
    await upstream.stop();
  }
}

interface Stop extends Memory {
  /** Processor time per request since the previous stop. It would grow if stored data slowed down later requests. */
  readonly cpuUs: number;
}

const PROBE = path.join(import.meta.dirname, 'memory-probe.ts');
const STOPS = 10;
const AT_ONCE = 16;
const FLAT_BYTES = 16; // allowed heap growth per request; a leak of one small object per request would exceed it
const FLAT_RSS_BYTES = 128; // the resident memory varies with garbage collections

/** Mostly complete answers, with enough streams and tool calls to detect their leaks. */
const MIX: readonly PlayName[] = [
  'whole',
  'burst',
  'whole',
  'tool',
  'whole',
  'whole',
  'burst',
  'whole',
  'tool',
  'whole',
];

async function askSideBySide({ pid, port }: StartedToolpath, agent: Agent, count: number): Promise<void> {
  const contender: Contender = { name: 'toolpath', port, pid, headers: {} };
  const mix = MIX.map(playOf);
  let asked = 0;
  const work = async (): Promise<void> => {
    while (asked < count) await mix[asked++ % mix.length]?.run(contender, agent);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function playOf(name: PlayName): Play {
  const play = plays.find((each) => each.name === name);
  if (play === undefined) throw new Error(`Unknown scenario "${name}".`);
  return play;
}

async function memoryOf({ process: gateway }: StartedToolpath): Promise<Memory> {
  const told = once(gateway, 'message');
  gateway.send('memory');
  const [held] = await told;
  return held as Memory;
}

function report(requests: number, stops: readonly Stop[]): Keeping {
  printTitle(`${whole(requests)} requests through one gateway, ${AT_ONCE} concurrent`);
  printTable(
    ['requests', 'heap held', 'rss', 'cpu µs/req'],
    stops.map(({ heapBytes, rssBytes, cpuUs }, stop) => [
      whole(Math.round((requests / STOPS) * (stop + 1))),
      megabytes(heapBytes),
      megabytes(rssBytes),
      digits(cpuUs),
    ]),
  );
  printNotes(
    'Of ten requests, six are complete answers, two are burst streams, and two are turns with a tool call; each request is a separate conversation. Garbage is collected before each measurement. The store is the default one, in a file.',
  );
  const heapGrownBytes = growth(requests, stops, ({ heapBytes }) => heapBytes);
  const rssGrownBytes = growth(requests, stops, ({ rssBytes }) => rssBytes);
  return {
    requests,
    heapGrownBytes,
    rssGrownBytes,
    isFlat: heapGrownBytes < FLAT_BYTES && rssGrownBytes < FLAT_RSS_BYTES,
  };
}

function growth(requests: number, held: readonly Memory[], bytesOf: (held: Memory) => number): number {
  const [middle, last] = [held[STOPS / 2 - 1], held.at(-1)];
  return middle === undefined || last === undefined ? Number.NaN : (bytesOf(last) - bytesOf(middle)) / (requests / 2);
}

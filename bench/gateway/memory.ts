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
  /** A request, in the second half: the first fills what the gateway remembers on purpose, and what the engine learns. */
  readonly heapGrownBytes: number;
  readonly rssGrownBytes: number;
  readonly isFlat: boolean;
}

/** What so many requests leave behind in a gateway of their own. */
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
  /** A request since the stop before: who remembers more may also search longer. */
  readonly cpuUs: number;
}

const PROBE = path.join(import.meta.dirname, 'memory-probe.ts');
const STOPS = 10;
const AT_ONCE = 16;
const FLAT_BYTES = 16; // of the heap, a request: the smallest object and a reference to it are more
const FLAT_RSS_BYTES = 128; // pages come and go with the collector's mood

/** Mostly whole answers, and enough streams and tool calls to see what those leave behind. */
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
  if (play === undefined) throw new Error(`there is no play ${name}`);
  return play;
}

async function memoryOf({ process: gateway }: StartedToolpath): Promise<Memory> {
  const told = once(gateway, 'message');
  gateway.send('memory');
  const [held] = await told;
  return held as Memory;
}

function report(requests: number, stops: readonly Stop[]): Keeping {
  printTitle(`${whole(requests)} requests through one gateway, ${AT_ONCE} at once`);
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
    'Six of ten are whole answers, two burst streams, two turns with a tool call; each is a conversation of its own. At each stop all garbage is collected first. The store is the default one, in a file.',
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

import { timeOnce } from '../measure.ts';
import { digits, printTable, printTitle } from '../print.ts';
import { gatewayWith, serverCommand } from './gateway.ts';

const SERVERS = 20;
const SLOWEST_MS = 3_000;
const ROUNDS = 3;

export interface Starting {
  readonly slowestMs: number;
  readonly allMs: number;
}

/** Compares the start of twenty servers, which take up to three seconds each, with the start of the slowest one alone. */
export async function startMany(): Promise<Starting> {
  const rounds: Starting[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ slowestMs: await startTime(1), allMs: await startTime(SERVERS) });
  }
  printTitle(`${SERVERS} servers that take 150 ms, 300 ms … ${SLOWEST_MS} ms to start`);
  printTable(
    ['round', 'slowest alone', 'all servers', 'added'],
    rounds.map(({ slowestMs, allMs }, round) => [
      String(round + 1),
      `${digits(slowestMs)} ms`,
      `${digits(allMs)} ms`,
      `${digits(allMs - slowestMs)} ms`,
    ]),
  );
  return rounds.toSorted(byAdded)[Math.floor(ROUNDS / 2)] ?? { slowestMs: Number.NaN, allMs: Number.NaN };
}

/** Measures the start of the `count` slowest servers in ms. */
async function startTime(count: number): Promise<number> {
  const places = Array.from({ length: count }, (_, place) => SERVERS - place);
  const servers = places.map((place) => [`s${place}`, serverCommand(5, (SLOWEST_MS * place) / SERVERS)]);
  let close = async (): Promise<void> => {};
  const ms = await timeOnce(async () => {
    const gateway = await gatewayWith(Object.fromEntries(servers));
    close = gateway.close;
  });
  await close();
  return ms;
}

function byAdded(a: Starting, b: Starting): number {
  return a.allMs - a.slowestMs - (b.allMs - b.slowestMs);
}

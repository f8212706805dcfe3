import { memoryHeld, timeOnce } from '../measure.ts';
import { digits, megabytes, printTable, printTitle } from '../print.ts';
import { gatewayWith, serverCommand } from './gateway.ts';

const SERVERS = 4;
const EACH = 5_000;

export interface ManyTools {
  readonly readyMs: number;
  readonly rssBytes: number;
}

/** Measures the time until 20,000 tools of four servers can be called, and their memory. */
export async function listMany(): Promise<ManyTools> {
  const before = await memoryHeld();
  let gateway: Awaited<ReturnType<typeof gatewayWith>> | undefined;
  const names = Array.from({ length: SERVERS }, (_, place) => `s${place}`);
  const readyMs = await timeOnce(async () => {
    gateway = await gatewayWith(Object.fromEntries(names.map((name) => [name, serverCommand(EACH)])));
  });
  if (gateway === undefined) throw new Error('The gateway did not start.');
  const { listings, servers, executor } = gateway;
  const peak = process.memoryUsage.rss();
  const showMs = await timeOnce(() => listings.all());
  const askUs = ((await timeOnce(() => repeat(1_000, () => servers.tools()))) * 1_000) / 1_000;
  const reportUs = ((await timeOnce(() => repeat(1_000, () => servers.servers()))) * 1_000) / 1_000;
  const callMs = await timeOnce(() => executor.execute({ id: '1', name: 's3::tool_4999', arguments: { path: '/' } }));
  const after = await memoryHeld();
  printTitle(`${SERVERS * EACH} tools from ${SERVERS} servers`);
  printTable(
    ['', ''],
    [
      ['time until all tools can be called', `${digits(readyMs)} ms`],
      ['first listing of all tools', `${digits(showMs)} ms`],
      ['all tools from the catalogue', `${digits(askUs)} µs`],
      ['state of all servers from the catalogue', `${digits(reportUs)} µs`],
      ['first call of the last tool', `${digits(callMs)} ms`],
      ['memory of the process with all tools', megabytes(peak)],
      ['… after a garbage collection', megabytes(after.rssBytes)],
      ['heap held by the tools', megabytes(after.heapBytes - before.heapBytes)],
    ],
  );
  await gateway.close();
  return { readyMs, rssBytes: peak };
}

function repeat(times: number, work: () => unknown): void {
  for (let time = 0; time < times; time++) work();
}

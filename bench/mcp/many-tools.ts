import { memoryHeld, timeOnce } from '../measure.ts';
import { digits, megabytes, printTable, printTitle } from '../print.ts';
import { gatewayWith, serverCommand } from './gateway.ts';

const SERVERS = 4;
const EACH = 5_000;

export interface ManyTools {
  readonly readyMs: number;
  readonly rssBytes: number;
}

/** Twenty thousand tools of four servers: until they can be called, and what they hold. */
export async function listMany(): Promise<ManyTools> {
  const before = await memoryHeld();
  let gateway: Awaited<ReturnType<typeof gatewayWith>> | undefined;
  const names = Array.from({ length: SERVERS }, (_, place) => `s${place}`);
  const readyMs = await timeOnce(async () => {
    gateway = await gatewayWith(Object.fromEntries(names.map((name) => [name, serverCommand(EACH)])));
  });
  if (gateway === undefined) throw new Error('no gateway');
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
      ['until all can be called', `${digits(readyMs)} ms`],
      ['to show them all, the first time', `${digits(showMs)} ms`],
      ['to ask the catalogue for all tools', `${digits(askUs)} µs`],
      ['to ask it for the state of all servers', `${digits(reportUs)} µs`],
      ['the first call of the last one', `${digits(callMs)} ms`],
      ['memory of the process when they are there', megabytes(peak)],
      ['… after a collection', megabytes(after.rssBytes)],
      ['heap held by them', megabytes(after.heapBytes - before.heapBytes)],
    ],
  );
  await gateway.close();
  return { readyMs, rssBytes: peak };
}

function repeat(times: number, work: () => unknown): void {
  for (let time = 0; time < times; time++) work();
}

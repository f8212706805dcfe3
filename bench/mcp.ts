import { startMany } from './mcp/many-servers.ts';
import { listMany } from './mcp/many-tools.ts';
import { compareOneCall } from './mcp/one-call.ts';
import { digits, loadAverage, megabytes, middleHalf, printMachine, printTable, printTitle } from './print.ts';

/** `npm run bench:mcp`: what our connections to MCP servers cost beside the SDK's, and what many servers and tools cost. */
async function main(): Promise<void> {
  printMachine();
  const many = await listMany(); // first: memory is that of the process
  const added = await compareOneCall();
  const starting = await startMany();
  printTitle('Targets');
  printTable(
    ['target', 'measured', ''],
    [
      [
        'at most 0.2 ms added per call',
        `${digits(added.wall.median / 1_000)} ms (middle half ${middleHalf(added.wall)} µs)`,
        verdict(added.wall.median <= 200),
      ],
      [
        '20 servers in the time of the slowest + 200 ms',
        `+ ${digits(starting.allMs - starting.slowestMs)} ms`,
        verdict(starting.allMs - starting.slowestMs <= 200),
      ],
      ['20,000 tools ready under 3 s', `${digits(many.readyMs / 1_000)} s`, verdict(many.readyMs < 3_000)],
      ['… and under 300 MB', megabytes(many.rssBytes), verdict(many.rssBytes < 300 * 1024 * 1024)],
    ],
  );
  console.log(`\nload average after the run: ${loadAverage()}`);
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}

await main();

import { startMany } from './mcp/many-servers.ts';
import { listMany } from './mcp/many-tools.ts';
import { compareOneCall } from './mcp/one-call.ts';
import { digits, loadAverage, megabytes, middleHalf, printMachine, printTable, printTitle } from './print.ts';

/**
 * `npm run bench:mcp` measures the cost of Toolpath's connections to MCP servers, compared with the bare SDK, and the cost of many
 * servers and tools.
 */
async function main(): Promise<void> {
  printMachine();
  const many = await listMany(); // runs first, because it measures the memory of the process
  const added = await compareOneCall();
  const starting = await startMany();
  printTitle('Targets');
  printTable(
    ['target', 'measured', ''],
    [
      [
        'adds at most 0.2 ms per call',
        `${digits(added.wall.median / 1_000)} ms (middle half ${middleHalf(added.wall)} µs)`,
        verdict(added.wall.median <= 200),
      ],
      [
        '20 servers start within 200 ms of the slowest one',
        `+ ${digits(starting.allMs - starting.slowestMs)} ms`,
        verdict(starting.allMs - starting.slowestMs <= 200),
      ],
      ['20,000 tools are ready in under 3 s', `${digits(many.readyMs / 1_000)} s`, verdict(many.readyMs < 3_000)],
      ['… with under 300 MB', megabytes(many.rssBytes), verdict(many.rssBytes < 300 * 1024 * 1024)],
    ],
  );
  console.log(`\nLoad average after the run: ${loadAverage()}.`);
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}

await main();

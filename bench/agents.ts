import { compareAgent } from './agents/agent.ts';
import { measureProvider, type ProviderRatios } from './agents/provider.ts';
import { digits, loadAverage, printMachine, printTable, printTitle } from './print.ts';

/**
 * `npm run bench:agents` measures the bridges to agents: `--only provider` the provider of the AI SDK, `--only agent` the backend
 * for the Claude Agent SDK.
 */
async function main(): Promise<void> {
  const place = process.argv.indexOf('--only');
  const only = place === -1 ? undefined : process.argv[place + 1];
  printMachine();
  const rows: string[][] = [];
  if (only === undefined || only === 'provider') rows.push(...(await providerTargets()));
  if (only === undefined || only === 'agent') rows.push(...(await compareAgent()));
  printTitle('Targets');
  printTable(['target', 'measured', ''], rows);
  console.log(`\nLoad average after the run: ${loadAverage()}.`);
}

async function providerTargets(): Promise<string[][]> {
  const ratios = await measureProvider();
  return [...ratios].map(([kind, { wall }]: readonly [string, ProviderRatios]) => {
    const target = `the provider in process in at most 0.5 × the time of openai-compatible (${kind})`;
    return [target, `${digits(wall)} ×`, wall <= TARGET ? 'met' : 'MISSED'];
  });
}

const TARGET = 0.5;

await main();

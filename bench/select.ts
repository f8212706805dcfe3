import { digits, loadAverage, printMachine, printTable, printTitle } from './print.ts';
import { measureConversations } from './select/conversations.ts';
import { measurePlans } from './select/plans.ts';

/** `npm run bench:select`: what the choice of tools costs in time, and what it saves in tokens. */
async function main(): Promise<void> {
  printMachine();
  const plans = await measurePlans();
  await measureConversations();
  const slowest = (share: number) => Math.max(...[...plans.values()].map((each) => each.at(share)));
  const row = (name: string, ms: number) => [name, `${digits(ms)} ms`, verdict(ms < 5)];
  printTitle('Targets');
  printTable(
    ['target', 'measured', ''],
    [
      row('a plan with 20,000 tools under 5 ms, the median of the slowest kind', slowest(0.5)),
      row('… ninety-nine of a hundred', slowest(0.99)),
    ],
  );
  console.log(`\nload average after the run: ${loadAverage()}`);
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}

await main();

import { digits, loadAverage, printMachine, printTable, printTitle } from './print.ts';
import { measureConversations } from './select/conversations.ts';
import { measurePlans } from './select/plans.ts';

/** `npm run bench:select` measures the time that selecting tools takes and the tokens that it saves. */
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
      row('a plan with 20,000 tools in under 5 ms: median of the slowest kind of request', slowest(0.5)),
      row('… 99th percentile of the slowest kind of request', slowest(0.99)),
    ],
  );
  console.log(`\nLoad average after the run: ${loadAverage()}.`);
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}

await main();

import { callAMillionTimes, type Keeping } from './many-calls.ts';
import { type Compiling, compileMany, firstCallEver } from './many-schemas.ts';
import { findAmongMany } from './many-tools.ts';
import { type Cost, difference, timeOnce } from './measure.ts';
import { type CallCosts, compareOneCall } from './one-call.ts';
import { digits, loadAverage, megabytes, middleHalf, printMachine, printTable, printTitle } from './print.ts';

/** `npm run bench:executor`: what a tool call costs, here and at the peers, and what many tools, calls and schemas cost. */
async function main(): Promise<void> {
  printMachine();
  const firstEverMs = await firstCallEver();
  const costs = await compareOneCall();
  const slowestFind = await findAmongMany();
  const keeping = await callAMillionTimes();
  const compiling = await compileMany(firstEverMs);
  printTargets(costs, slowestFind, keeping, compiling);
}

function printTargets(costs: CallCosts, slowestFind: Cost, keeping: Keeping, compiling: Compiling): void {
  const { of, aiSdkOne, aiSdkOfTen } = costs;
  const added = difference(of.ours, of['bare invoke']);
  const { grownBytes, timers, listeners } = keeping;
  printTitle('Targets');
  printTable(
    ['target', 'measured', ''],
    [
      [
        'at most 15 µs added per call',
        `${digits(added.wall.median)} µs (middle half ${middleHalf(added.wall)}; cpu ${digits(added.cpu.median)})`,
        verdict(added.wall.median <= MOST_ADDED_US),
      ],
      race('faster than ToolNode, same LangChain tool', of['LangChain in ours'], of['LangChain in ToolNode']),
      race('… ten calls at once', of['LangChain in ours ×10'], of['LangChain in ToolNode ×10']),
      race('faster than the AI SDK, zod, JSON text', of['ours, zod, JSON text'], aiSdkOne),
      race('… ten calls at once', of['ours, zod, JSON text ×10'], aiSdkOfTen),
      [
        'find in 10,000 under 200 µs',
        `${digits(slowestFind.wall.median)} µs in the slowest case`,
        verdict(slowestFind.wall.median < MOST_FIND_US),
      ],
      [
        'flat memory over a million calls',
        `${digits(grownBytes / 1024)} KB grown, ${timers} timers, ${listeners} listeners left`,
        verdict(keeping.isFlat),
      ],
      [
        'compiled schemas are given back',
        `${megabytes(compiling.leftBytes)} left when their executor is gone`,
        verdict(compiling.isGivenBack),
      ],
    ],
  );
}

const MOST_ADDED_US = 15;
const MOST_FIND_US = 200;

function race(target: string, ours: Cost, theirs: Cost): string[] {
  const ratio = theirs.wall.median / ours.wall.median;
  const cpuRatio = theirs.cpu.median / ours.cpu.median;
  const times = `${digits(theirs.wall.median)} to ${digits(ours.wall.median)} µs`;
  return [target, `${times}: ratio ${digits(ratio)} (cpu ${digits(cpuRatio)})`, verdict(ratio > 1)];
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed';
}

const ms = await timeOnce(main);
console.log(`\n${(ms / 1000).toFixed(0)} s in all; load average after the run: ${loadAverage()}`);

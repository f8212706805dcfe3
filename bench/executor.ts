import { callAMillionTimes, type Keeping } from './many-calls.ts';
import { type Compiling, compileMany, firstCallEver } from './many-schemas.ts';
import { findAmongMany } from './many-tools.ts';
import { type Cost, difference, timeOnce } from './measure.ts';
import { type CallCosts, compareOneCall } from './one-call.ts';
import { digits, loadAverage, megabytes, middleHalf, printMachine, printTable, printTitle } from './print.ts';

/**
 * `npm run bench:executor` measures the cost of a tool call in Toolpath and in other libraries, and the cost of many tools, calls
 * and schemas.
 */
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
        'adds at most 15 µs per call',
        `${digits(added.wall.median)} µs (middle half ${middleHalf(added.wall)}; cpu ${digits(added.cpu.median)})`,
        verdict(added.wall.median <= MOST_ADDED_US),
      ],
      race('faster than ToolNode with the same LangChain tool', of['LangChain in ours'], of['LangChain in ToolNode']),
      race('… with ten concurrent calls', of['LangChain in ours ×10'], of['LangChain in ToolNode ×10']),
      race('faster than the AI SDK with zod and JSON text', of['ours, zod, JSON text'], aiSdkOne),
      race('… with ten concurrent calls', of['ours, zod, JSON text ×10'], aiSdkOfTen),
      [
        'finds a tool among 10,000 in under 200 µs',
        `${digits(slowestFind.wall.median)} µs in the slowest case`,
        verdict(slowestFind.wall.median < MOST_FIND_US),
      ],
      [
        'memory stays flat over a million calls',
        `heap grew by ${digits(grownBytes / 1024)} KB; ${timers} timers and ${listeners} listeners left`,
        verdict(keeping.isFlat),
      ],
      [
        'memory of compiled schemas is released',
        `${megabytes(compiling.leftBytes)} still held after their executor was dropped`,
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
  const times = `${digits(theirs.wall.median)} µs against ${digits(ours.wall.median)} µs`;
  return [target, `${times}: ratio ${digits(ratio)} (cpu ${digits(cpuRatio)})`, verdict(ratio > 1)];
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed';
}

const ms = await timeOnce(main);
console.log(`\nTotal time: ${(ms / 1000).toFixed(0)} s. Load average after the run: ${loadAverage()}.`);

/**
 * Runs Python programs in Monty, which may crash, so tests start this script as a child process. It reads a JSON array of
 * programs, and writes an array with the error of each program, or null.
 */
import { readFileSync } from 'node:fs';
import { Monty, MontyComplete, MontyNameLookup } from '@pydantic/monty';

const programs = JSON.parse(readFileSync(0, 'utf8')) as readonly string[];
console.log(JSON.stringify(programs.map(errorOf)));

function errorOf(program: string): string | null {
  try {
    let step = new Monty(program).start({
      limits: { maxDurationSecs: 5, maxMemory: 50_000_000 },
      printCallback: () => {},
    });
    while (!(step instanceof MontyComplete)) {
      if (step instanceof MontyNameLookup) step = step.resume();
      else return `${step.functionName} is unknown`;
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

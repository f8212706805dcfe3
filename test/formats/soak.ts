import { parseArgs } from 'node:util';
import { faultOf, newTrial, randomFrom } from './fuzz.ts';

/**
 * Feeds the reader with a great many broken texts: `npm run soak:formats -- --runs 2000000 [--seed 1]`. Ends with 1 at the
 * first text that makes it throw, or whose events depend on how it was cut.
 */
const USAGE = 'npm run soak:formats -- [--runs 100000] [--seed 1]';
const { runs, seed } = readFlags();
const startedAt = performance.now();
let slowest = { ms: 0, seed };
for (let run = 0; run < runs; run++) {
  const own = seed * 1_000_003 + run;
  const trial = newTrial(randomFrom(own));
  const begun = performance.now();
  const fault = tried(trial);
  const ms = performance.now() - begun;
  if (ms > slowest.ms) slowest = { ms, seed: own };
  if (fault !== undefined) {
    process.stdout.write(
      `seed ${own}: ${fault}\n${JSON.stringify({ ...trial, options: { ...trial.options, tools: undefined } })}\n`,
    );
    process.exit(1);
  }
  if ((run + 1) % 100_000 === 0)
    process.stdout.write(`${run + 1} texts, ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
}
process.stdout.write(
  `${runs} texts read twice, whole and cut, without a fault; the slowest took ${slowest.ms.toFixed(1)} ms\n`,
);

function tried(trial: Parameters<typeof faultOf>[0]): string | undefined {
  try {
    return faultOf(trial);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** A soak with a mistyped flag would prove nothing, and pass. */
function readFlags(): { readonly runs: number; readonly seed: number } {
  try {
    const { values } = parseArgs({
      options: { runs: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help === true) leave(0, USAGE);
    return {
      runs: wholeNumber('--runs', values.runs ?? '100000', 1),
      seed: wholeNumber('--seed', values.seed ?? '1', 0),
    };
  } catch (error) {
    return leave(2, `${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function wholeNumber(flag: string, given: string, least: number): number {
  const value = Number(given);
  if (given.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`${flag} takes a whole number from ${least} on, not "${given}"`);
}

function leave(code: number, message: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${message}\n`);
  process.exit(code);
}

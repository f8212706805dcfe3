import { parseArgs } from 'node:util';
import { faultOf, newTrial, randomFrom } from './fuzz.ts';

/**
 * Feeds the reader a large number of malformed texts: `npm run soak:formats -- --runs 2000000 [--seed 1]`. Exits with status 1
 * at the first text that makes the reader throw or whose events depend on the chunking.
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
  `${runs} texts were read twice, as one chunk and as several, without a fault. The slowest took ${slowest.ms.toFixed(1)} ms.\n`,
);

function tried(trial: Parameters<typeof faultOf>[0]): string | undefined {
  try {
    return faultOf(trial);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Rejects unknown flags: a run with a mistyped flag would pass without testing what was asked for. */
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
  throw new Error(`${flag} must be a whole number of at least ${least}, not "${given}".`);
}

function leave(code: number, message: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${message}\n`);
  process.exit(code);
}

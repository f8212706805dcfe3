import { parseArgs } from 'node:util';

const USAGE = 'npm run soak:gateway -- [--seconds 600] [--kill-every 20] [--clients 8]';
/** The gateway is sampled every second, and a comparison of quarters needs a few samples. */
const FEWEST_SECONDS = 8;

export interface Flags {
  readonly seconds: number;
  readonly killEvery: number;
  readonly clients: number;
}

/** Rejects unknown flags: a run with a mistyped flag would pass without testing what was asked for. */
export function readFlags(): Flags {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: '600' },
        'kill-every': { type: 'string', default: '20' },
        clients: { type: 'string', default: '8' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) leave(0, USAGE);
    return {
      seconds: wholeNumber('--seconds', values.seconds, FEWEST_SECONDS),
      killEvery: wholeNumber('--kill-every', values['kill-every']),
      clients: wholeNumber('--clients', values.clients),
    };
  } catch (error) {
    return leave(2, `${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function wholeNumber(flag: string, given: string, least = 1): number {
  const value = Number(given);
  if (given.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`${flag} must be a whole number of at least ${least}, not "${given}".`);
}

function leave(code: number, message: string): never {
  process.stdout.write(`${message}\n`);
  process.exit(code);
}

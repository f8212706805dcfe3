import { parseArgs } from 'node:util';
import { createReader, formats, type ReaderEvent } from '../src/formats/index.ts';
import { compareCases, printCases } from './formats/cases.ts';
import { peers } from './formats/peers.ts';
import { hostile, longCall, markdown, prose, tools } from './formats/texts.ts';
import { Series } from './measure.ts';
import { digits, loadAverage, printMachine, printNotes, printTable, printTitle, whole } from './print.ts';

/** `npm run bench:formats` measures how fast and how correctly the reader parses tool calls in text. */
async function main(): Promise<void> {
  const { only, rounds } = readFlags();
  printMachine();
  for (const [name, part] of parts) if (only === undefined || only === name) await part(rounds);
  printNotes(`Load average after the run: ${loadAverage()}.`);
}

const parts: ReadonlyMap<string, (rounds: number) => void | Promise<void>> = new Map([
  ['long', measureLong],
  ['hostile', measureHostile],
  ['plain', measurePlain],
  ['peers', measurePeers],
  ['cases', measureCases],
]);

function readFlags(): { readonly only: string | undefined; readonly rounds: number } {
  const usage = `Usage: npm run bench:formats -- [--only ${[...parts.keys()].join('|')}] [--rounds 9]`;
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        rounds: { type: 'string', default: '9' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) leave(0, usage);
    const rounds = Number(values.rounds);
    if (values.only !== undefined && !parts.has(values.only)) throw new Error(`Unknown section "${values.only}".`);
    if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error(`--rounds must be a whole number of at least 1.`);
    return { only: values.only, rounds };
  } catch (error) {
    return leave(2, `${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function leave(code: number, message: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${message}\n`);
  process.exit(code);
}

// One long argument

function measureLong(rounds: number): void {
  const subjects = formats.map((format) => ({
    format,
    one: longCall(format, LONG),
    two: longCall(format, 2 * LONG),
    ones: [] as number[],
    twos: [] as number[],
  }));
  for (let round = -2; round < rounds; round++) {
    for (const { format, one, two, ones, twos } of subjects) {
      const spent = [timeReading([format.id], one, DELTA), timeReading([format.id], two, DELTA)] as const;
      if (round < 0) continue; // warm-up rounds, in which V8 compiles the code
      ones.push(spent[0]);
      twos.push(spent[1]);
    }
  }
  const rows = subjects.map(({ format, one, ones, twos }) => {
    const [small, large] = [new Series(ones), new Series(twos)];
    const calls = readWhole([format.id], one).filter(({ type }) => type === 'call').length;
    return { id: format.id, small: small.median, ratio: large.median / small.median, calls };
  });
  printTitle(`One call with an argument of ${whole(LONG)} characters, in deltas of ${DELTA}: ms in the reader`);
  printTable(
    ['format', 'calls', 'ms', 'twice the length'],
    rows.map(({ id, calls, small, ratio }) => [id, whole(calls), digits(small), `${digits(ratio)} ×`]),
  );
  const slowest = Math.max(...rows.map(({ small }) => small));
  const steepest = Math.max(...rows.map(({ ratio }) => ratio));
  printNotes(
    `Targets: at most 10 ms, and at most 2.2 × the time for twice the length. Slowest format: ${digits(slowest)} ms. Steepest growth: ${digits(steepest)} ×.`,
  );
}

const LONG = 200_000;
const DELTA = 4;

function timeReading(names: readonly string[], text: string, size: number): number {
  const reader = createReader({ formats: names, tools });
  const startedAt = performance.now();
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  reader.end();
  return performance.now() - startedAt;
}

function readWhole(names: readonly string[], text: string): readonly ReaderEvent[] {
  const reader = createReader({ formats: names, tools });
  return [...reader.push(text), ...reader.end()];
}

// Hostile input: calls that never end

function measureHostile(rounds: number): void {
  const lists = [['hermes'], ['qwen3_coder'], everyFormat];
  const rows = hostile.map(([name, unit]) => {
    const text = unit.repeat(Math.ceil(MEGABYTE / unit.length)).slice(0, MEGABYTE);
    const cells = lists.flatMap((names) =>
      [DELTA, MEGABYTE].map((size) => {
        const spent = Array.from({ length: Math.min(rounds, 5) }, () => timeReading(names, text, size));
        return digits(new Series(spent).median);
      }),
    );
    return [name, ...cells];
  });
  printTitle('A megabyte of an unfinished construct, repeated: ms in the reader');
  printTable(['repeated text', 'hermes, 4', 'at once', 'qwen3_coder, 4', 'at once', 'all 49, 4', 'at once'], rows);
  printNotes(
    'Target: at most 50 ms. "4": the text arrives in 250,000 deltas of four characters. "at once": the text arrives in one push.',
  );
}

const everyFormat = formats.map(({ id }) => id);
const MEGABYTE = 1_000_000;

// Plain text

function measurePlain(rounds: number): void {
  const rows = (
    [
      ['prose', prose(10 * MEGABYTE)],
      ['Markdown', markdown(10 * MEGABYTE)],
    ] as const
  ).map(([name, text]) => {
    const speeds = [DELTA, 64, text.length].map((size) => {
      const spent = Array.from({ length: Math.min(rounds, 5) }, () => timeReading(everyFormat, text, size));
      return digits(text.length / 1_000 / new Series(spent).median);
    });
    return [name, ...speeds];
  });
  printTitle('Text without calls, all 49 formats enabled: MB/s');
  printTable(['text', 'deltas of 4', 'deltas of 64', 'at once'], rows);
  printNotes('Target: at least 50 MB/s.');
}

// Comparison with other parsers

async function measurePeers(rounds: number): Promise<void> {
  const [hermes] = formats;
  if (hermes === undefined) return;
  const rows: string[][] = [];
  const ours = new Map<number, number>();
  for (const peer of peers) {
    const cells = [];
    for (const characters of [5_000, 10_000, 20_000]) {
      const text = longCall(hermes, characters);
      const pieces = Array.from({ length: Math.ceil(text.length / DELTA) }, (_, place) =>
        text.slice(place * DELTA, (place + 1) * DELTA),
      );
      const spent: number[] = [];
      let calls = 0;
      for (let round = -1; round < Math.min(rounds, 5); round++) {
        const startedAt = performance.now();
        calls = await peer.read(pieces);
        if (round >= 0) spent.push(performance.now() - startedAt);
      }
      const { median } = new Series(spent);
      if (!ours.has(characters)) ours.set(characters, median);
      cells.push(
        `${digits(median)} (${digits(median / (ours.get(characters) ?? median))} ×)${calls === 1 ? '' : ` ${calls} calls!`}`,
      );
    }
    rows.push([peer.name, ...cells]);
  }
  printTitle(
    'One call in the Hermes format, in deltas of 4 characters, read by other parsers: ms, and × the time of Toolpath',
  );
  printTable(['parser', '5,000 characters', '10,000', '20,000'], rows);
}

function measureCases(): void {
  const compared = compareCases();
  if (compared === undefined) printNotes('Skipped the cases of other engines: ../shared/cases does not exist.');
  else printCases(compared);
}

await main();

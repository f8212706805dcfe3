/**
 * One of several pieces of work that are compared in one process. Each round runs one batch of every subject, in a different
 * order each time; the result is the median over the rounds. No garbage collection is forced between the rounds: it would
 * clear the hidden classes that optimised code refers to weakly, and the next batches would measure V8 recompiling that code.
 */
export interface Subject<Name extends string = string> {
  readonly name: Name;
  /** Makes one call, or `callsPerRun` calls. A returned promise is awaited. */
  run(): unknown;
  readonly callsPerRun?: number;
  /** Removes what the runs left behind. Runs outside the measured time. */
  tidy?(): void;
}

export interface Pace {
  readonly rounds: number;
  /** Duration of a batch: long enough for the clock's resolution, short enough that other programs disturb few batches. */
  readonly batchMs: number;
  /** Duration of the warm-up of each subject before the first round, in which V8 compiles the code. */
  readonly warmUpMs: number;
}

/** Microseconds per call. */
export interface Cost {
  /** Elapsed time: how long a caller waits. */
  readonly wall: Series;
  /** Processor time of all threads of this process, including garbage collection; excludes the time of other processes. */
  readonly cpu: Series;
}

export async function measure<Name extends string>(
  subjects: readonly Subject<Name>[],
  pace: Pace,
): Promise<Record<Name, Cost>> {
  const entries = subjects.map((subject) => ({ subject, runs: 1, wall: [] as number[], cpu: [] as number[] }));
  // Warm up twice, because a later subject may invalidate code that V8 optimised for an earlier one.
  for (const entry of [...entries, ...entries]) entry.runs = await warmUp(entry.subject, pace);
  const order = shuffler();
  for (let round = 0; round < pace.rounds; round++) {
    for (const { subject, runs, wall, cpu } of order(entries)) {
      const batch = await runBatch(subject, runs);
      const calls = runs * (subject.callsPerRun ?? 1);
      wall.push(batch.wallUs / calls);
      cpu.push(batch.cpuUs / calls);
    }
  }
  const costs = entries.map(({ subject, wall, cpu }) => [
    subject.name,
    { wall: new Series(wall), cpu: new Series(cpu) },
  ]);
  return Object.fromEntries(costs) as Record<Name, Cost>;
}

/** Subtracts round by round, so that a round in which the machine was slow affects both sides alike. */
export function difference(cost: Cost, base: Cost, parts = 1): Cost {
  return { wall: cost.wall.minus(base.wall, parts), cpu: cost.cpu.minus(base.cpu, parts) };
}

/** One number per round. */
export class Series {
  readonly rounds: readonly number[];
  readonly #sorted: readonly number[];

  constructor(rounds: readonly number[]) {
    this.rounds = rounds;
    this.#sorted = rounds.toSorted((a, b) => a - b);
  }

  get median(): number {
    return this.at(0.5);
  }

  /** Returns the quantile of the rounds at `share`, interpolated: 0 is the lowest value, 1 the highest. */
  at(share: number): number {
    const place = share * (this.#sorted.length - 1);
    const below = this.#sorted[Math.floor(place)] ?? Number.NaN;
    const above = this.#sorted[Math.ceil(place)] ?? Number.NaN;
    return below + (above - below) * (place - Math.floor(place));
  }

  minus(other: Series, parts = 1): Series {
    return new Series(this.rounds.map((value, round) => (value - (other.rounds[round] ?? Number.NaN)) / parts));
  }
}

/** Runs `work` once and returns the milliseconds that it took. */
export async function timeOnce(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export interface Memory {
  readonly heapBytes: number;
  readonly rssBytes: number;
}

/**
 * Returns the memory that remains after every possible garbage collection. The last-resort collection also empties V8's cache
 * of compiled source, which an ordinary collection keeps until memory is short. Finalisers run between the passes.
 */
export async function memoryHeld(): Promise<Memory> {
  if (globalThis.gc === undefined) throw new Error('Start this benchmark with `node --expose-gc`.');
  for (let pass = 0; pass < 3; pass++) {
    globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { heapBytes: heapUsed, rssBytes: rss };
}

/** Returns a function that shuffles a list differently each time. The sequence of orders is the same in every run. */
export function shuffler(): <T>(list: readonly T[]) => T[] {
  let seed = 1;
  return (list) => {
    const shuffled = [...list];
    for (let last = shuffled.length - 1; last > 0; last--) {
      seed = (seed * 48_271) % 0x7fff_ffff;
      const other = seed % (last + 1);
      shuffled.splice(last, 0, ...shuffled.splice(other, 1));
    }
    return shuffled;
  };
}

/** Runs batches until the time is up. Returns the number of runs that fill a batch of the wanted duration. */
async function warmUp(subject: Subject, pace: Pace): Promise<number> {
  const until = performance.now() + pace.warmUpMs / 2;
  let runs = 1;
  let ms = (await runBatch(subject, runs)).wallUs / 1000;
  while (performance.now() < until || ms < pace.batchMs / 2) {
    if (ms < pace.batchMs) runs = Math.ceil(runs * Math.min(4, Math.max(1.1, pace.batchMs / ms)));
    ms = (await runBatch(subject, runs)).wallUs / 1000;
  }
  return Math.max(1, Math.round((runs * pace.batchMs) / ms));
}

async function runBatch(subject: Subject, runs: number): Promise<{ wallUs: number; cpuUs: number }> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  for (let run = 0; run < runs; run++) await subject.run();
  const wallUs = (performance.now() - startedAt) * 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  subject.tidy?.();
  return { wallUs, cpuUs: user + system };
}

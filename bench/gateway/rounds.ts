import { Agent } from 'node:http';
import { Series, shuffler } from '../measure.ts';

/** One of the alternatives to compare: sends one kind of request in one way. */
export interface Runner<Name extends string> {
  readonly name: Name;
  /**
   * Sends one request. Throws unless the answer is complete and correct. Returns the measured milliseconds, or undefined if the
   * complete duration of the call counts.
   */
  run(agent: Agent): Promise<number | undefined>;
  /** Returns the processor time of the proxy so far; NaN if there is no proxy. */
  cpuMs(): number | Promise<number>;
}

/** The results of a runner at one concurrency. */
export interface Reading {
  /** Median waiting time of each round. */
  readonly p50Ms: Series;
  /** Requests per second. */
  readonly rate: Series;
  readonly requests: number;
  /** Processor time of the proxy per request, over all rounds, because the system's clock is coarse. */
  readonly cpuUs: number | undefined;
  /** Processor time per request for each round; meaningful only if the proxy measures it itself. */
  readonly cpuUsOfRounds: Series;
}

export type Readings<Name extends string> = ReadonlyMap<Name, Reading>;

export interface Pace {
  readonly rounds: number;
  /** Duration of the warm-up of each runner before the first round. */
  readonly warmUpMs: number;
}

export type Concurrency = 1 | 16;

export interface Course extends Pace {
  /** Number of workers. Each sends its next request as soon as it has an answer. */
  readonly concurrency: Concurrency;
  /** Duration of a batch, long enough for a few requests of each worker. */
  readonly batchMs: number;
}

/** Runs rounds of one batch per runner, in a different order each time. */
export async function compare<Name extends string>(
  runners: readonly Runner<Name>[],
  { concurrency, batchMs, rounds, warmUpMs }: Course,
): Promise<Readings<Name>> {
  const lines = runners.map((runner) => new Line(runner, concurrency));
  const shuffled = shuffler();
  for (const line of shuffled(lines)) await line.run(warmUpMs);
  for (const line of lines) line.forget();
  for (let round = 0; round < rounds; round++) {
    for (const line of shuffled(lines)) await line.run(batchMs);
  }
  for (const line of lines) line.close();
  return new Map(lines.map((line) => [line.name, line.reading()]));
}

/** Warms up with a number of requests instead of a duration, because V8 optimises a function after a number of calls. */
export async function askOften(runner: Runner<string>, times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let asked = 0;
  const work = async (): Promise<void> => {
    while (asked++ < times) await runner.run(agent);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
}

const AT_ONCE = 16;

/** One runner under load. Keeps its connections from batch to batch. */
class Line<Name extends string> {
  readonly #runner: Runner<Name>;
  readonly #concurrency: Concurrency;
  readonly #agent: Agent;
  #batches: Batch[] = [];

  constructor(runner: Runner<Name>, concurrency: Concurrency) {
    this.#runner = runner;
    this.#concurrency = concurrency;
    this.#agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  }

  get name(): Name {
    return this.#runner.name;
  }

  async run(forMs: number): Promise<void> {
    const waitedMs: number[] = [];
    const cpuBeforeMs = await this.#runner.cpuMs();
    const startedAt = performance.now();
    const work = async (): Promise<void> => {
      for (let at = performance.now(); at < startedAt + forMs; ) {
        const toldMs = await this.#runner.run(this.#agent);
        const now = performance.now();
        waitedMs.push(toldMs ?? now - at);
        at = now;
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, work));
    const allMs = performance.now() - startedAt;
    const cpuMs = (await this.#runner.cpuMs()) - cpuBeforeMs;
    this.#batches.push({ requests: waitedMs.length, p50Ms: new Series(waitedMs).median, allMs, cpuMs });
  }

  /** Discards the measurements of the warm-up. */
  forget(): void {
    this.#batches = [];
  }

  reading(): Reading {
    const requests = sum(this.#batches.map((batch) => batch.requests));
    const cpuUs = (sum(this.#batches.map(({ cpuMs }) => cpuMs)) * 1000) / requests;
    return {
      p50Ms: new Series(this.#batches.map(({ p50Ms }) => p50Ms)),
      rate: new Series(this.#batches.map((batch) => (batch.requests * 1000) / batch.allMs)),
      requests,
      cpuUs: Number.isNaN(cpuUs) ? undefined : cpuUs,
      cpuUsOfRounds: new Series(this.#batches.map((batch) => (batch.cpuMs * 1000) / batch.requests)),
    };
  }

  close(): void {
    this.#agent.destroy();
  }
}

interface Batch {
  readonly requests: number;
  readonly p50Ms: number;
  readonly allMs: number;
  readonly cpuMs: number;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

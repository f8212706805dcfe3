import { Agent } from 'node:http';
import { Series, shuffler } from '../measure.ts';

/** One way of asking for one thing: what is compared with the others. */
export interface Runner<Name extends string> {
  readonly name: Name;
  /** Throws unless the answer is complete and right. Tells how long its client waited, where that is not all of the time. */
  run(agent: Agent): Promise<number | undefined>;
  /** Processor time so far of the process in between; NaN where there is none. */
  cpuMs(): number | Promise<number>;
}

/** What a runner did at one concurrency. */
export interface Reading {
  /** The middle one of a round's waiting times, for each round. */
  readonly p50Ms: Series;
  /** Requests a second. */
  readonly rate: Series;
  readonly requests: number;
  /** Processor time of the process in between, a request; over all rounds, because the system counts it coarsely. */
  readonly cpuUs: number | undefined;
  /** The same round by round: worth something where the process itself counts it. */
  readonly cpuUsOfRounds: Series;
}

export type Readings<Name extends string> = ReadonlyMap<Name, Reading>;

export interface Pace {
  readonly rounds: number;
  /** For each runner, before the first round. */
  readonly warmUpMs: number;
}

export type Concurrency = 1 | 16;

export interface Course extends Pace {
  /** Each worker asks again as soon as it is answered. */
  readonly concurrency: Concurrency;
  /** Long enough for a few requests of each worker. */
  readonly batchMs: number;
}

/** Each round runs one batch through every runner, each round in another order. */
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

/** A warm-up by number: what the compiler waits for is counted in calls. */
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

/** One runner under load. Its connections are kept from batch to batch. */
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

  /** What was measured up to now was the warm-up. */
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

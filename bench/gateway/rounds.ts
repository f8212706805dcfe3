import { Agent } from 'node:http';
import { Series, shuffler } from '../measure.ts';
import { cpuMsOf } from './child.ts';
import type { Contender, ContenderName } from './contenders.ts';
import type { Concurrency, Play } from './plays.ts';

/** What one contender did in one play, at one concurrency. */
export interface Reading {
  /** The middle one of a round's waiting times, for each round. */
  readonly p50Ms: Series;
  /** Requests a second. */
  readonly rate: Series;
  readonly requests: number;
  /** Processor time of the process in between, a request; over all rounds, because the system counts it coarsely. */
  readonly cpuUs: number | undefined;
}

export type Readings = ReadonlyMap<ContenderName, Reading>;

export interface Pace {
  readonly rounds: number;
  /** For each contender, before the first round. */
  readonly warmUpMs: number;
}

/** Each round runs one batch through every contender, each round in another order. */
export async function compare(
  play: Play,
  concurrency: Concurrency,
  contenders: readonly Contender[],
  { rounds, warmUpMs }: Pace,
): Promise<Readings> {
  const lines = contenders.map((contender) => new Line(play, contender, concurrency));
  const shuffled = shuffler();
  for (const line of shuffled(lines)) await line.run(warmUpMs);
  for (const line of lines) line.forget();
  for (let round = 0; round < rounds; round++) {
    for (const line of shuffled(lines)) await line.run(play.batchMs);
  }
  for (const line of lines) line.close();
  return new Map(lines.map((line) => [line.contender.name, line.reading()]));
}

/** One contender under load. Its connections are kept from batch to batch. */
class Line {
  readonly contender: Contender;
  readonly #play: Play;
  readonly #concurrency: Concurrency;
  readonly #agent: Agent;
  #p50Ms: number[] = [];
  #rates: number[] = [];
  #requests = 0;
  #cpuMs = 0;

  constructor(play: Play, contender: Contender, concurrency: Concurrency) {
    this.contender = contender;
    this.#play = play;
    this.#concurrency = concurrency;
    this.#agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  }

  async run(forMs: number): Promise<void> {
    const waitedMs: number[] = [];
    const cpuBeforeMs = this.#cpuSoFarMs();
    const startedAt = performance.now();
    const work = async (): Promise<void> => {
      for (let at = performance.now(); at < startedAt + forMs; ) {
        await this.#runOne();
        const now = performance.now();
        waitedMs.push(now - at);
        at = now;
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, work));
    this.#rates.push((waitedMs.length * 1000) / (performance.now() - startedAt));
    this.#p50Ms.push(new Series(waitedMs).median);
    this.#requests += waitedMs.length;
    this.#cpuMs += this.#cpuSoFarMs() - cpuBeforeMs;
  }

  /** What was measured up to now was the warm-up. */
  forget(): void {
    this.#p50Ms = [];
    this.#rates = [];
    this.#requests = 0;
    this.#cpuMs = 0;
  }

  reading(): Reading {
    const cpuUs = (this.#cpuMs * 1000) / this.#requests;
    return {
      p50Ms: new Series(this.#p50Ms),
      rate: new Series(this.#rates),
      requests: this.#requests,
      cpuUs: Number.isNaN(cpuUs) ? undefined : cpuUs,
    };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #runOne(): Promise<void> {
    try {
      await this.#play.run(this.contender, this.#agent);
    } catch (error) {
      throw new Error(`${this.contender.name} failed in “${this.#play.title}”`, { cause: error });
    }
  }

  #cpuSoFarMs(): number {
    const { pid } = this.contender;
    return (pid === undefined ? undefined : cpuMsOf(pid)) ?? Number.NaN;
  }
}

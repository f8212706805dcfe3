import { Series } from '../measure.ts';
import { TOKEN_COUNT } from './answers.ts';
import type { ContenderName } from './contenders.ts';
import type { PlayName } from './plays.ts';
import type { Concurrency, Reading, Readings } from './rounds.ts';

/** All readings and the figures derived from them, which are computed round by round so that a slow moment affects both sides. */
export class Results {
  readonly #readings = new Map<string, Readings<ContenderName>>();

  add(play: PlayName, concurrency: Concurrency, readings: Readings<ContenderName>): void {
    this.#readings.set(`${play} ${concurrency}`, readings);
  }

  has(play: PlayName, concurrency: Concurrency): boolean {
    return this.#readings.has(`${play} ${concurrency}`);
  }

  of(play: PlayName, concurrency: Concurrency, contender: ContenderName): Reading {
    const reading = this.#readings.get(`${play} ${concurrency}`)?.get(contender);
    if (reading === undefined)
      throw new Error(
        `The contender "${contender}" was not measured in "${play}" with ${concurrency} concurrent requests.`,
      );
    return reading;
  }

  /** Returns the additional time of one request compared with a direct connection. */
  addedMs(play: PlayName, contender: ContenderName): Series {
    return this.of(play, 1, contender).p50Ms.minus(this.of(play, 1, 'direct').p50Ms);
  }

  /** Returns the additional time per token of a stream compared with the pipe, one request at a time. */
  perTokenUs(play: PlayName, contender: ContenderName): Series {
    return this.of(play, 1, contender).p50Ms.minus(this.of(play, 1, 'pipe').p50Ms, TOKEN_COUNT / 1000);
  }

  /** Returns the throughput with 16 concurrent requests as a multiple of the pipe's. */
  timesPipe(play: PlayName, contender: ContenderName): Series {
    const pipe = this.of(play, 16, 'pipe').rate.rounds;
    const ours = this.of(play, 16, contender).rate.rounds;
    return new Series(ours.map((rate, round) => rate / (pipe[round] ?? Number.NaN)));
  }
}

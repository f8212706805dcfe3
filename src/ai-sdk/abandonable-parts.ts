import type { StreamPart } from '../wires/index.ts';

/**
 * The parts of a turn, which a caller may stop reading without cancelling the stream. If the turn is aborted, its rest is read at
 * once, so that the turn ends and releases its slot; a caller that reads later still gets that rest.
 */
export class AbandonableParts implements AsyncIterator<readonly StreamPart[], void, undefined> {
  readonly #parts: AsyncGenerator<readonly StreamPart[], void, undefined>;
  /** The results that were read ahead, in order. */
  readonly #ahead: Promise<IteratorResult<readonly StreamPart[], void>>[] = [];

  constructor(parts: AsyncGenerator<readonly StreamPart[], void, undefined>, aborted: AbortSignal) {
    this.#parts = parts;
    if (aborted.aborted) void this.#readRest();
    else aborted.addEventListener('abort', () => void this.#readRest(), { once: true });
  }

  /** Reads the first parts ahead. Rejects if there are none because of a failure. */
  async begin(): Promise<void> {
    const first = this.#parts.next();
    this.#ahead.unshift(first);
    await first;
  }

  next(): Promise<IteratorResult<readonly StreamPart[], void>> {
    return this.#ahead.shift() ?? this.#parts.next();
  }

  return(): Promise<IteratorResult<readonly StreamPart[], void>> {
    this.#ahead.length = 0;
    return this.#parts.return();
  }

  async #readRest(): Promise<void> {
    let isOver = false;
    while (!isOver) {
      const next = this.#parts.next();
      this.#ahead.push(next);
      isOver = await next.then(
        ({ done }) => done === true,
        () => true,
      );
    }
  }
}

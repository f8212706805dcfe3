import { type Log, messageOf } from '../core/index.ts';
import type { Session } from './session.ts';
import { within } from './waiting.ts';

export interface PulseOptions {
  readonly everyMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Returns true while the server runs a call. It is not pinged then, because the call has its own time limit. */
  readonly isBusy: () => boolean;
  readonly onBeat: (latencyMs: number) => void;
}

/** Pings a session regularly while no call runs, and at once if there is a doubt. Two missed answers in a row close the session. */
export class Pulse {
  readonly #session: Session;
  readonly #options: PulseOptions;
  readonly #timer: NodeJS.Timeout;
  #missed = 0;
  #heardAt = 0;
  #isDoubtful = false;
  #isOver = false;

  constructor(session: Session, options: PulseOptions) {
    this.#session = session;
    this.#options = options;
    const { everyMs, isBusy } = options;
    this.#timer = setInterval(() => {
      if (!isBusy() && !this.#isDoubtful) void this.#ask(everyMs);
    }, everyMs).unref();
  }

  /** Pings until the server sends any message or has missed two pings. Calls that run meanwhile do not matter. */
  async doubt(): Promise<void> {
    if (this.#isDoubtful || this.#isOver) return;
    this.#isDoubtful = true;
    while (this.#isDoubtful) await this.#ask(Math.min(this.#options.everyMs, DOUBT_MS));
  }

  /** Must be called for every message from the server: it proves that the server is alive. */
  heard(): void {
    this.#heardAt = performance.now();
    this.#missed = 0;
    this.#isDoubtful = false;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#isDoubtful = false;
    this.#isOver = true;
  }

  async #ask(limitMs: number): Promise<void> {
    const { log, signal, isBusy, onBeat } = this.#options;
    const startedAt = performance.now();
    try {
      await within(limitMs, signal, (limited) => this.#session.ping(limited));
      this.heard();
      onBeat(performance.now() - startedAt);
    } catch (error) {
      if (signal.aborted) this.stop();
      if (this.#isOver || this.#heardAt > startedAt) return;
      this.#missed++;
      log.warn({ reason: messageOf(error), missed: this.#missed }, 'The MCP server did not answer a ping.');
      if (this.#missed < MOST_MISSED || (isBusy() && !this.#isDoubtful)) return;
      this.stop();
      await this.#session.close('it did not answer pings').catch(() => {});
    }
  }
}

const MOST_MISSED = 2;
/** Maximum wait for the answer to a ping after a call exceeded its limit. It is short, because the server was silent already. */
const DOUBT_MS = 10_000;

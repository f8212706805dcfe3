import { pause } from '../../pause.ts';
import type { Session } from './session.ts';

/** Lets other requests run while many rows arrive. Call `check` for each row. */
export class Yielding {
  readonly #session: Session;
  /** Time at which the present turn of the event loop began to receive rows. */
  #since: number | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  check(): void {
    if (this.#since === undefined) {
      this.#since = performance.now();
      setImmediate(() => {
        this.#since = undefined;
      });
    } else if (performance.now() - this.#since > SLICE_MS) {
      this.#since = performance.now();
      this.#session.pause();
      void pause().then(() => this.#session.resume());
    }
  }
}

/** Short enough that no request notices it, and longer than most results take: a pause costs several milliseconds. */
const SLICE_MS = 20;

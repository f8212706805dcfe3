import type { Event, Log } from '../core/index.ts';

/** Reports the parameters of requests that a backend does not support. */
export class DroppedParameters {
  readonly #backend: string;
  readonly #log: Log;
  readonly #logged = new Set<string>();

  constructor(backend: string, log: Log) {
    this.#backend = backend;
    this.#log = log;
  }

  /**
   * Returns a notice for each parameter. Logs each parameter once, because clients repeat the same parameters in every
   * request.
   */
  tell(parameters: readonly string[]): readonly Event[] {
    for (const parameter of parameters) {
      if (this.#logged.has(parameter) || this.#logged.size >= MOST_LOGGED) continue;
      this.#logged.add(parameter);
      this.#log.warn(
        { backend: this.#backend, member: parameter },
        'Dropped a parameter of the request: this backend does not support it, or not in this kind of request.',
      );
    }
    return parameters.map((setting) => ({ type: 'notice', setting, message: UNSUPPORTED }));
  }
}

const UNSUPPORTED = 'The backend does not support it, or not in this kind of request.';
const MOST_LOGGED = 100; // clients choose the names, so the set must be bounded

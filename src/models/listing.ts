import type { Limits, Log } from '../core/index.ts';
import type { Backend } from './contract.ts';
import type { Clock } from './http/clock.ts';

export interface ListedModel {
  readonly id: string;
  readonly ownedBy: string;
}

/** A cache of the model lists of all backends, which are requested concurrently. */
export class Listing {
  readonly #backends: ReadonlyMap<string, Backend>;
  readonly #mostMs: number;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #told = new Map<string, Told>();
  /** Times of the last failed requests, by backend. */
  readonly #failedAt = new Map<string, number>();

  constructor(backends: ReadonlyMap<string, Backend>, { modelsMs }: Pick<Limits, 'modelsMs'>, clock: Clock, log: Log) {
    this.#backends = backends;
    this.#mostMs = modelsMs;
    this.#clock = clock;
    this.#log = log;
  }

  /** Returns the models of all backends. Never rejects. If the signal aborts, returns an empty list to this caller only. */
  async tell(signal: AbortSignal): Promise<readonly ListedModel[]> {
    const asking = [...this.#backends].map(async ([name, backend]) =>
      (await this.#modelsOf(name, backend)).map((model) => ({ id: `${name}/${model}`, ownedBy: name })),
    );
    const leaving = Promise.withResolvers<never[]>();
    const leave = () => leaving.resolve([]);
    signal.addEventListener('abort', leave, { once: true });
    const told = await Promise.race([Promise.all(asking), leaving.promise]);
    signal.removeEventListener('abort', leave);
    return told.flat();
  }

  /**
   * Returns the models of one backend; empty if it does not list them. A list that does not satisfy `isEnough` is requested
   * again, because the server may have new models. After a failure, the backend is not asked for a while. Never rejects.
   */
  async of(name: string, isEnough: (models: readonly string[]) => boolean): Promise<readonly string[]> {
    const backend = this.#backends.get(name);
    const failedAt = this.#failedAt.get(name) ?? Number.NEGATIVE_INFINITY;
    if (backend === undefined || this.#clock.now() < failedAt + RETRY_MS) return [];
    const models = await this.#modelsOf(name, backend);
    return models.length === 0 || isEnough(models) ? models : this.#modelsOf(name, backend, FRESH_MS);
  }

  /**
   * Returns a backend's models, from the cache if they are at most `keptMs` old. Concurrent callers share one request, so no
   * single caller's signal may cancel it.
   */
  #modelsOf(name: string, backend: Backend, keptMs = KEPT_MS): Promise<readonly string[]> {
    const known = this.#told.get(name);
    if (known !== undefined && this.#clock.now() < known.askedAt + keptMs) return known.models;
    const told: Told = { models: this.#ask(name, backend), askedAt: this.#clock.now() };
    this.#told.set(name, told);
    return told.models;
  }

  async #ask(name: string, backend: Backend): Promise<readonly string[]> {
    const patience = new AbortController();
    const mostMs = this.#mostMs;
    const timer = setTimeout(() => patience.abort(new Error(`the request took longer than ${mostMs} ms`)), mostMs);
    try {
      const models = await backend.models(patience.signal);
      return models.slice(0, MOST_MODELS).filter((model) => model.length <= MAX_CHARACTERS);
    } catch (error) {
      this.#log.debug({ backend: name, err: error }, 'The backend did not list its models.');
      this.#told.delete(name); // so that the next caller of `tell` asks again
      this.#failedAt.set(name, this.#clock.now());
      return [];
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Told {
  readonly models: Promise<readonly string[]>;
  readonly askedAt: number;
}

const KEPT_MS = 60_000;
const FRESH_MS = 1_000; // a list that is newer is not requested again
const RETRY_MS = 15_000; // after a failed request; a turn should not wait for a silent server again and again
const MOST_MODELS = 10_000;
const MAX_CHARACTERS = 256; // of a model's name

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

  /** Returns a backend's models. Concurrent callers share one request, so no single caller's signal may cancel it. */
  #modelsOf(name: string, backend: Backend): Promise<readonly string[]> {
    const known = this.#told.get(name);
    if (known !== undefined && this.#clock.now() < known.until) return known.models;
    const told: Told = { models: this.#ask(name, backend), until: this.#clock.now() + KEPT_MS };
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
      this.#told.delete(name); // so that the next caller asks again
      return [];
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Told {
  readonly models: Promise<readonly string[]>;
  readonly until: number;
}

const KEPT_MS = 60_000;
const MOST_MODELS = 10_000;
const MAX_CHARACTERS = 256; // of a model's name

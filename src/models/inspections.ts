import type { Limits, Log, MediaType } from '../core/index.ts';
import type { Backend, ModelFacts, Overflow } from './contract.ts';
import type { Clock } from './http/clock.ts';
import { mediaByName } from './known-media.ts';

/** The settings of a model. */
export interface ModelSettings {
  readonly contextTokens?: number | undefined;
  readonly nativeTools?: boolean | undefined;
  readonly media?: readonly MediaType[] | undefined;
  /** Number of parameters, such as "8b" or "350m". */
  readonly parameters?: string | undefined;
}

/** The settings of a model, merged from all of its names. */
export interface SaidOfModel extends ModelSettings {
  /** Number of parameters in billions, and the name in `models` that sets it. */
  readonly size?: { readonly billions: number; readonly of: string };
}

/** The facts about a model, merged from the settings and its server. */
export interface KnownModel extends ModelFacts {
  readonly overflow: Overflow;
  /** True if the settings set the context window. */
  readonly isWindowSet: boolean;
}

/** A cache of the facts that servers report about their models. */
export class Inspections {
  readonly #mostMs: number;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #told = new Map<string, Told>();
  readonly #warned = new Set<string>();

  constructor({ modelsMs }: Pick<Limits, 'modelsMs'>, clock: Clock, log: Log) {
    this.#mostMs = modelsMs;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Returns the merged facts about a model. Never rejects: a server that cannot be asked contributes nothing. Settings
   * override the server, but cannot enlarge the context window that is loaded.
   */
  async factsOf(of: Subject, settings: ModelSettings, isFresh: boolean): Promise<KnownModel> {
    const { id, backend, model } = of;
    const told = await this.#tell(of, isFresh);
    const { contextTokens, nativeTools, parameters } = settings;
    const media = settings.media ?? told.media ?? mediaByName(model);
    const overflow = told.overflow ?? backend.describe().overflow;
    const wanted = contextTokens ?? told.contextTokens;
    const isLess = overflow !== 'chosen' && wanted !== undefined && (told.contextTokens ?? wanted) < wanted;
    if (isLess) this.#warnOfLess(id, wanted, told.contextTokens);
    return {
      ...told,
      overflow,
      isWindowSet: contextTokens !== undefined,
      ...(wanted !== undefined && { contextTokens: isLess ? (told.contextTokens ?? wanted) : wanted }),
      ...(nativeTools !== undefined && { nativeTools }),
      ...(media !== undefined && { media }),
      ...(parameters !== undefined && { billions: billionsOf(parameters) }),
    };
  }

  /** Returns the server's last known facts, however old. Sends no request. */
  remembered(id: string): ModelFacts {
    return this.#told.get(id)?.facts ?? {};
  }

  /**
   * Returns the server's facts, from the cache if they are recent. Concurrent callers share one request, so no single
   * caller's signal may cancel it. Unless `isFresh` is set, facts that expired recently are returned while the new
   * request runs. If that request fails, the old facts stay.
   */
  async #tell(of: Subject, isFresh: boolean): Promise<ModelFacts> {
    const known = this.#told.get(of.id) ?? this.#remember(of.id);
    const now = this.#clock.now();
    if (known.asking === undefined && now >= (isFresh ? known.askedAt + FRESH_MS : known.goodUntil)) {
      known.askedAt = now;
      known.asking = this.#ask(of).then((facts) => {
        known.facts = facts ?? known.facts;
        known.goodUntil = now + (facts === undefined ? RETRY_MS : KEPT_MS);
        known.asking = undefined;
      });
    }
    if (known.facts === undefined || isFresh || now >= known.goodUntil + STALE_MS) await known.asking;
    return known.facts ?? {};
  }

  #remember(id: string): Told {
    if (this.#told.size >= MOST_MODELS) this.#told.clear(); // clients choose the names, so the map must be bounded
    const told: Told = { facts: undefined, askedAt: Number.NEGATIVE_INFINITY, goodUntil: 0, asking: undefined };
    this.#told.set(id, told);
    return told;
  }

  /** Asks the server. Returns undefined if the request fails. */
  async #ask({ id, backend, model }: Subject): Promise<ModelFacts | undefined> {
    const patience = new AbortController();
    const mostMs = this.#mostMs;
    const timer = setTimeout(() => patience.abort(new Error(`the request took longer than ${mostMs} ms`)), mostMs);
    try {
      return await backend.inspect(model, patience.signal);
    } catch (error) {
      this.#log.debug({ model: id, err: error }, 'The backend returned no facts about the model.');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  #warnOfLess(model: string, wanted: number, loaded: number | undefined): void {
    if (this.#warned.has(model) || this.#warned.size >= MOST_MODELS) return;
    this.#warned.add(model);
    this.#log.warn(
      { model, contextTokens: wanted, loaded },
      'The settings give this model a larger context window than its server has loaded; using the loaded one.',
    );
  }
}

/** A model and its backend. */
interface Subject {
  readonly id: string;
  readonly backend: Backend;
  readonly model: string;
}

interface Told {
  facts: ModelFacts | undefined;
  askedAt: number;
  goodUntil: number;
  /** The running request, if there is one. Never rejects. */
  asking: Promise<void> | undefined;
}

const KEPT_MS = 60_000; // a server may reload the model with another context window
const RETRY_MS = 15_000; // after a failed request
const STALE_MS = 300_000; // beyond this, waiting for new facts is better than using old ones
const FRESH_MS = 1_000; // concurrent callers that want fresh facts share one request
const MOST_MODELS = 1_000;

export function billionsOf(parameters: string): number {
  const size = Number.parseFloat(parameters);
  return /m$/i.test(parameters) ? size / 1_000 : size;
}

import type { Limits, Log } from '../core/index.ts';
import type { Backend, ModelFacts, Overflow } from './contract.ts';
import type { Clock } from './http/clock.ts';

/** What the settings say of a model. */
export interface ModelSettings {
  readonly contextTokens?: number | undefined;
  readonly nativeTools?: boolean | undefined;
  /** Such as "8b" or "350m". */
  readonly parameters?: string | undefined;
}

/** The same under all of its names. */
export interface SaidOfModel extends ModelSettings {
  /** Its parameters in billions, and the name of the model under which that is said. */
  readonly size?: { readonly billions: number; readonly of: string };
}

/** What is known of a model, by the settings and by its server. */
export interface KnownModel extends ModelFacts {
  readonly overflow: Overflow;
  /** The settings say how large its window is to be. */
  readonly isWindowSet: boolean;
}

/** What servers tell of their models, asked once and remembered for a while. */
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

  /** Never rejects: who cannot be asked tells nothing. The settings win, but no setting makes a loaded window larger. */
  async factsOf(of: Subject, settings: ModelSettings, isFresh: boolean): Promise<KnownModel> {
    const { id, backend } = of;
    const told = await this.#tell(of, isFresh);
    const { contextTokens, nativeTools, parameters } = settings;
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
      ...(parameters !== undefined && { billions: billionsOf(parameters) }),
    };
  }

  /** What its server told before, however long ago. Asks nobody. */
  remembered(id: string): ModelFacts {
    return this.#told.get(id)?.facts ?? {};
  }

  /**
   * Whoever asks while an answer is awaited waits for the same one: so no single caller's signal may end it. For a while
   * an old answer is good enough while a new one is asked for, unless somebody wants a fresh one; and it stays when the new
   * one does not come.
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
    if (this.#told.size >= MOST_MODELS) this.#told.clear(); // names are foreign
    const told: Told = { facts: undefined, askedAt: Number.NEGATIVE_INFINITY, goodUntil: 0, asking: undefined };
    this.#told.set(id, told);
    return told;
  }

  /** Undefined when it does not tell. */
  async #ask({ id, backend, model }: Subject): Promise<ModelFacts | undefined> {
    const patience = new AbortController();
    const mostMs = this.#mostMs;
    const timer = setTimeout(() => patience.abort(new Error(`it took longer than ${mostMs} ms`)), mostMs);
    try {
      return await backend.inspect(model, patience.signal);
    } catch (error) {
      this.#log.debug({ model: id, err: error }, 'a backend tells nothing of its model');
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
      'the settings give this model a larger window than its server has loaded it with: the smaller one counts',
    );
  }
}

/** A model, where it is. */
interface Subject {
  readonly id: string;
  readonly backend: Backend;
  readonly model: string;
}

interface Told {
  facts: ModelFacts | undefined;
  askedAt: number;
  goodUntil: number;
  /** Never rejects. */
  asking: Promise<void> | undefined;
}

const KEPT_MS = 60_000; // a server may load the model anew
const RETRY_MS = 15_000; // when it does not tell
const STALE_MS = 300_000; // after an idle hour it is better to wait than to believe
const FRESH_MS = 1_000; // of several who want a fresh one at once, one asks
const MOST_MODELS = 1_000;

export function billionsOf(parameters: string): number {
  const size = Number.parseFloat(parameters);
  return /m$/i.test(parameters) ? size / 1_000 : size;
}

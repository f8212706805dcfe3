import { type Limits, type Log, nearest, nearestFirst, Observer, type TurnFailure } from '../core/index.ts';
import { buildBackend, type Unbuilt, whyKeyless } from './build-backend.ts';
import type { Backend, ModelFacts } from './contract.ts';
import { type Clock, realClock } from './http/clock.ts';
import { billionsOf, Inspections, type KnownModel, type ModelSettings, type SaidOfModel } from './inspections.ts';
import type { BackendSettings } from './kinds.ts';
import { type ListedModel, Listing } from './listing.ts';
import { isPrivateAddress } from './private-address.ts';
import type { RelayedApi } from './relay.ts';
import { type RelayTarget, relayTarget } from './relay-target.ts';
import { isListed, mistypedBackend, unknownModel } from './unknown-model.ts';
import { logRetries } from './upstream-log.ts';

/** The settings of backends and models, with the services that backends need. */
export interface BackendsOptions {
  readonly backends: Readonly<Record<string, BackendSettings>>;
  /** Settings of models, by `backend/name` or alias. */
  readonly models: Readonly<Record<string, ModelSettings>>;
  /** Aliases, each for a fallback chain of `backend/name`. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  /** The default model as a fallback chain of `backend/name`. Empty if there is no default. */
  readonly model: readonly string[];
  readonly limits: Limits;
  readonly log: Log;
  readonly observer?: Observer | undefined;
  readonly secrets: readonly string[];
  readonly clock?: Clock;
}

/** All configured backends. Resolves the model name of a request to a backend and a model. */
export interface Backends {
  /** Problems in the settings of backends and models, one sentence each. */
  readonly warnings: readonly string[];
  /** Resolves a name from the settings alone. */
  resolve(asked: string): Resolved;
  /** Finds the model of a request that is passed on to one of a backend's other APIs. Checks its name as `find` does. */
  relay(api: RelayedApi, asked: string, signal: AbortSignal): Promise<RelayTarget>;
  /**
   * Resolves a name as `resolve` does, and then checks it against the lists of the servers. Refuses a name that a server on
   * this machine or in a private network does not list: many of these servers answer for any name, so a mistyped name would go
   * unnoticed. Hosted services check names themselves. Never rejects.
   */
  find(asked: string, signal: AbortSignal): Promise<Resolved>;
  /** Lists the models of the same backend, those with the nearest names first. Never rejects. */
  similar(model: Pick<ResolvedModel, 'id'>): Promise<readonly string[]>;
  /** Returns the settings of a model, under its own name and the requested name. Sends no request. */
  said(model: ResolvedModel): SaidOfModel;
  /** Returns the server's last known facts about a model, however old. Sends no request. */
  remembered(model: ResolvedModel): ModelFacts;
  /**
   * Returns the facts about a model from the settings and from its server. The server's part may be a few minutes old
   * unless `isFresh` is set.
   */
  facts(model: ResolvedModel, isFresh?: boolean): Promise<KnownModel>;
  /** Returns the names of backends that cannot be used, for instance because a variable in their settings is not set. */
  disabled(): readonly string[];
  /** Returns why a configured model cannot be used; undefined if it can, or if the name is unknown. */
  unusable(asked: string): TurnFailure | undefined;
  /** Lists the models that clients may request. Omits the models of backends that are disabled or do not respond in time. */
  list(signal: AbortSignal): Promise<readonly ListedModel[]>;
  close(): Promise<void>;
}

export type Resolved = ResolvedModel | { readonly ok: false; readonly failure: TurnFailure };

export interface ResolvedModel {
  readonly ok: true;
  /** The id `backend/name`. */
  readonly id: string;
  readonly backend: Backend;
  /** The model's name at the backend. Empty if the client named none, so that the server chooses. */
  readonly model: string;
  /**
   * The names under which `models` in the settings may describe it: the requested name, the default's alias if the default
   * answers, `backend/name`, and the name alone.
   */
  readonly names: readonly string[];
  /** True if the requested name is unknown and the default answers instead. */
  readonly isSubstitute: boolean;
  /** The next model of the fallback chain, used if this one fails before its first byte. */
  readonly next?: ResolvedModel;
}

/** Creates the backends. The built-in pocket backend answers only if no backend, alias or model is configured. */
export function createBackends(options: BackendsOptions): Backends {
  const { backends, aliases, model } = options;
  const isEmpty = Object.keys(backends).length + Object.keys(aliases).length + model.length === 0;
  const { observer = new Observer() } = options;
  logRetries(observer, options.log);
  if (!isEmpty) return new ConfiguredBackends({ ...options, observer });
  return new ConfiguredBackends({
    ...options,
    observer,
    backends: { pocket: { kind: 'pocket' } },
    model: ['pocket/pocket'],
  });
}

class ConfiguredBackends implements Backends {
  readonly #log: Log;
  readonly #backends: ReadonlyMap<string, Backend | Unbuilt>;
  readonly #aliases: ReadonlyMap<string, readonly string[]>;
  readonly #default: readonly string[];
  /** The `model` setting if it is a single name. `models` may describe it if it is an alias. */
  readonly #defaultName: string;
  /** Ids of the configured models, by the name without the backend. */
  readonly #byName: ReadonlyMap<string, readonly string[]>;
  readonly #known: readonly string[];
  readonly #models: BackendsOptions['models'];
  readonly #listing: Listing;
  readonly #inspections: Inspections;
  /** Unknown names that have already been logged. */
  readonly #substituted = new Set<string>();
  readonly warnings: readonly string[];

  constructor(options: BackendsOptions) {
    this.#log = options.log;
    this.#models = options.models;
    this.#backends = new Map(
      Object.entries(options.backends).map(([name, given]) => [name, buildBackend(name, given, options)]),
    );
    const isAlias = (id: string) => Object.hasOwn(options.aliases, id);
    this.#aliases = new Map(
      Object.entries(options.aliases).map(([name, chain]) => [
        name,
        chain.map((id) => (isAlias(id) ? id : this.#whole(id))),
      ]),
    );
    this.#default = options.model.flatMap((id) => this.#aliases.get(id) ?? [this.#whole(id)]);
    this.#defaultName = options.model.length === 1 ? (options.model[0] ?? '') : '';
    const named = [
      ...Object.keys(options.models).filter((id) => !this.#aliases.has(id)),
      ...[...this.#aliases.values()].flat(),
    ];
    const all = [...this.#default, ...named.map((id) => this.#whole(id))];
    const ids = [...new Set(all)].filter((id) => this.#backends.has(backendOf(id)));
    this.#byName = Map.groupBy(ids, (id) => id.slice(id.indexOf('/') + 1));
    this.#known = [...new Set([...this.#aliases.keys(), ...ids])];
    this.warnings = [...warningsOf(options, this.#backends, this.#default, this.#aliases)];
    const clock = options.clock ?? realClock;
    this.#listing = new Listing(this.#built(), options.limits, clock, options.log);
    this.#inspections = new Inspections(options.limits, clock, options.log);
  }

  /** Returns the full `backend/name`. With a single backend, a bare name can only be one of its models. */
  #whole(id: string): string {
    const [only] = this.#backends.keys();
    return this.#backends.size === 1 && !this.#backends.has(backendOf(id)) && !id.includes('/') ? `${only}/${id}` : id;
  }

  resolve(asked: string): Resolved {
    const resolved = this.#resolve(asked);
    if (resolved.ok && resolved.isSubstitute) this.#tellSubstitute(asked, resolved.id);
    return resolved;
  }

  async relay(api: RelayedApi, asked: string, signal: AbortSignal): Promise<RelayTarget> {
    const found = await this.#check(this.#resolve(asked), asked, signal);
    if (!found.ok) return found;
    const target = relayTarget(api, asked, found, [...this.#built().values()]);
    if (target.ok && target.isSubstitute) this.#tellSubstitute(asked, target.id);
    return target;
  }

  #resolve(asked: string): Resolved {
    const meant = this.#meant(asked);
    if (meant.length > 0) return this.#chain(meant, [asked], false);
    const mistyped = mistypedBackend(asked, this.#backends.keys());
    if (mistyped !== undefined) return this.#unknown(asked, this.#namesOf(mistyped, []), noBackend(asked, mistyped));
    if (this.#default.length > 0) return this.#chain(this.#default, [asked, this.#defaultName], asked !== '');
    const [only] = this.#backends.keys();
    if (only !== undefined && this.#backends.size === 1) return this.#at(`${only}/${asked}`, [asked], false);
    return this.#unknown(asked);
  }

  find(asked: string, signal: AbortSignal): Promise<Resolved> {
    return this.#check(this.resolve(asked), asked, signal);
  }

  /** Checks what a name resolved to against the lists of the servers. */
  async #check(resolved: Resolved, asked: string, signal: AbortSignal): Promise<Resolved> {
    if (!resolved.ok) return this.#lookUp(resolved.failure, signal);
    const { id, backend, model } = resolved;
    if (id !== asked || model === '' || this.#known.includes(id) || !answersForAnyName(backend)) return resolved;
    const isEnough = (models: readonly string[]) => isListed(model, models);
    const models = await this.#listing.of(backendOf(id), isEnough);
    if (models.length === 0 || isEnough(models)) return resolved;
    return this.#unknown(id, this.#namesOf(backendOf(id), models), unlisted(backendOf(id)));
  }

  async similar({ id }: Pick<ResolvedModel, 'id'>): Promise<readonly string[]> {
    const name = backendOf(id);
    const names = this.#namesOf(name, await this.#listing.of(name, () => true));
    return nearestFirst(
      id,
      names.filter((each) => each !== id),
    );
  }

  /** Merges field by field. Settings of the model itself override settings of an alias, which may stand for several models. */
  said({ id, model, names: all }: ResolvedModel): SaidOfModel {
    const names = [...all, model, id].filter((name) => Object.hasOwn(this.#models, name));
    const said: ModelSettings = Object.assign({}, ...names.map((name) => this.#models[name]));
    const of = names.findLast((name) => this.#models[name]?.parameters !== undefined);
    const { parameters } = said;
    return of === undefined || parameters === undefined
      ? said
      : { ...said, size: { billions: billionsOf(parameters), of } };
  }

  remembered({ id }: ResolvedModel): ModelFacts {
    return this.#inspections.remembered(id);
  }

  facts(model: ResolvedModel, isFresh = false): Promise<KnownModel> {
    return this.#inspections.factsOf(model, this.said(model), isFresh);
  }

  unusable(asked: string): TurnFailure | undefined {
    const meant = this.#meant(asked);
    const resolved = meant.length === 0 ? undefined : this.#chain(meant, [asked], false);
    return resolved?.ok === false ? resolved.failure : undefined;
  }

  disabled(): readonly string[] {
    return [...this.#backends].flatMap(([name, backend]) => ('wrong' in backend ? [name] : []));
  }

  async list(signal: AbortSignal): Promise<readonly ListedModel[]> {
    const usable = this.#known.filter((id) => this.unusable(id) === undefined);
    const own = usable.map((id) => ({ id, ownedBy: this.#aliases.has(id) ? 'toolpath' : backendOf(id) }));
    const told = await this.#listing.tell(signal);
    return [...new Map([...own, ...told].map((model) => [model.id, model])).values()];
  }

  async close(): Promise<void> {
    await Promise.all([...this.#built().values()].map((backend) => backend.close()));
  }

  /** Returns the configured ids for this name; empty if the name is unknown or ambiguous. */
  #meant(asked: string): readonly string[] {
    if (asked === '') return [];
    const chain = this.#aliases.get(asked) ?? [];
    if (chain.length > 0) return chain;
    if (this.#backends.has(backendOf(asked))) return [asked];
    const ids = this.#byName.get(asked) ?? [];
    if (ids.length === 1) return ids;
    return ids.every((id) => this.#default.includes(id)) ? this.#default.filter((id) => ids.includes(id)) : [];
  }

  /** Returns the first usable model, linked to the other usable ones as its fallback chain. */
  #chain(ids: readonly string[], names: readonly string[], isSubstitute: boolean): Resolved {
    const all = ids.map((id) => this.#at(id, names, isSubstitute));
    const usable = all.filter((each) => each.ok);
    const linked = usable.reduceRight<ResolvedModel | undefined>(
      (next, each) => (next === undefined ? each : { ...each, next }),
      undefined,
    );
    return linked ?? all[0] ?? this.#unknown('');
  }

  #at(id: string, names: readonly string[], isSubstitute: boolean): Resolved {
    const name = backendOf(id);
    const backend = this.#backends.get(name);
    if (backend === undefined) return this.#unknown(id);
    if ('wrong' in backend) return { ok: false, failure: { kind: 'backend-unusable', message: backend.wrong } };
    const model = id.slice(name.length + 1);
    return { ok: true, id, backend, model, names: [...names, id, model], isSubstitute };
  }

  #unknown(model: string, known: readonly string[] = this.#known, reason?: string): Resolved {
    return { ok: false, failure: unknownModel(model, known, reason) };
  }

  /**
   * Resolves an unknown name with a prefix that only looks mistyped, because a server lists the complete name: "mistralai/x" at
   * the backend "mistral". Otherwise adds the models that the servers list to the failure.
   */
  async #lookUp(failure: TurnFailure, signal: AbortSignal): Promise<Resolved> {
    if (failure.kind !== 'unknown-model') return { ok: false, failure };
    const { model, reason } = failure;
    const listed = await this.list(signal);
    const ids = listed.map(({ id }) => id);
    const mistyped = mistypedBackend(model, this.#backends.keys());
    if (mistyped === undefined) return this.#unknown(model, ids, reason);
    const lister = listed.find(({ id, ownedBy }) => id === `${ownedBy}/${model}`);
    if (lister !== undefined) return this.#at(lister.id, [model], false);
    const known = ids.filter((id) => backendOf(id) === mistyped);
    return this.#unknown(model, known, reason);
  }

  /** Returns the ids of a backend's models: those in the settings, then those that its server lists. */
  #namesOf(backend: string, listed: readonly string[]): readonly string[] {
    const configured = this.#known.filter((id) => !this.#aliases.has(id) && backendOf(id) === backend);
    return [...new Set([...configured, ...listed.map((model) => `${backend}/${model}`)])];
  }

  #tellSubstitute(asked: string, model: string): void {
    if (this.#substituted.has(asked) || this.#substituted.size >= MOST_TOLD) return;
    this.#substituted.add(asked);
    this.#log.warn({ asked, model }, 'The requested model is unknown; using the default model instead.');
  }

  #built(): ReadonlyMap<string, Backend> {
    return new Map([...this.#backends].flatMap(([name, backend]) => ('wrong' in backend ? [] : [[name, backend]])));
  }
}

/** Returns true for servers that users run themselves: many of them ignore the name of the requested model. */
function answersForAnyName(backend: Backend): boolean {
  const { kind, address } = backend.describe();
  return kind === 'pocket' || isPrivateAddress(address);
}

function noBackend(id: string, meant: string): string {
  return `There is no backend ${JSON.stringify(backendOf(id))}. Did you mean "${meant}"?`;
}

function unlisted(backend: string): string {
  return `The server of the backend "${backend}" does not list it. If the server has it nevertheless, add it to "models" in the settings.`;
}

const MOST_TOLD = 1_000; // clients choose the names, so memory and log must be bounded

/** Reports configuration problems at start-up, before the first client runs into them. */
function* warningsOf(
  options: BackendsOptions,
  backends: ReadonlyMap<string, Backend | Unbuilt>,
  byDefault: readonly string[],
  aliases: ReadonlyMap<string, readonly string[]>,
): Generator<string> {
  for (const backend of backends.values()) if ('wrong' in backend) yield backend.wrong;
  for (const [name, given] of Object.entries(options.backends)) {
    const lacksKey = whyKeyless(name, given);
    if (lacksKey !== undefined) yield lacksKey;
  }
  const lost = (id: string) => !backends.has(backendOf(id));
  const hint = (id: string) => {
    const meant = nearest(backendOf(id), [...backends.keys()]);
    return `there is no backend "${backendOf(id)}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
  };
  for (const id of byDefault) if (lost(id)) yield `The default model "${id}" does not exist: ${hint(id)}`;
  for (const [name, chain] of aliases) {
    for (const id of chain) if (lost(id)) yield `The alias "${name}" names "${id}", which does not exist: ${hint(id)}`;
  }
  for (const id of Object.keys(options.models)) {
    if (lost(id) && !aliases.has(id) && (backends.size > 1 || id.includes('/')))
      yield `"models" describes "${id}", which is neither a model of a backend nor an alias.`;
  }
}

function backendOf(id: string): string {
  const slash = id.indexOf('/');
  return slash === -1 ? id : id.slice(0, slash);
}

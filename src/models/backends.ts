import { type Limits, type Log, nearest, type TurnFailure } from '../core/index.ts';
import type { Backend } from './contract.ts';
import { type Clock, realClock } from './http/clock.ts';
import { type ListedModel, Listing } from './listing.ts';
import { createOpenAiBackend } from './openai.ts';

/** What the settings say of models, or whoever stands in for them. */
export interface BackendsOptions {
  readonly backends: Readonly<Record<string, BackendSettings>>;
  /** Facts about models, by `backend/name` or alias; here only the names matter. */
  readonly models: Readonly<Record<string, unknown>>;
  /** Other names for models, each for a chain of `backend/name`. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  /** The default: a chain of `backend/name`, or empty. */
  readonly model: readonly string[];
  readonly limits: Limits;
  readonly log: Log;
  readonly secrets: readonly string[];
  readonly clock?: Clock;
}

export interface BackendSettings {
  readonly kind: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The servers that answer, and which of them a client means by a model's name. */
export interface Backends {
  /** What the settings say of models that cannot be meant so. */
  readonly warnings: readonly string[];
  resolve(asked: string): Resolved;
  /** What may be asked for. Backends that do not tell in time are left out. */
  list(signal: AbortSignal): Promise<readonly ListedModel[]>;
  close(): Promise<void>;
}

export type Resolved = ResolvedModel | { readonly ok: false; readonly failure: TurnFailure };

export interface ResolvedModel {
  readonly ok: true;
  /** `backend/name`. */
  readonly id: string;
  readonly backend: Backend;
  /** Its name there. Empty where the client named none and the backend has to choose. */
  readonly model: string;
  /** Nobody knows the name that was asked for, so the default answers. */
  readonly isSubstitute: boolean;
}

export function createBackends(options: BackendsOptions): Backends {
  return new ConfiguredBackends(options);
}

class ConfiguredBackends implements Backends {
  readonly #log: Log;
  readonly #backends: ReadonlyMap<string, Backend | Unbuilt>;
  readonly #aliases: ReadonlyMap<string, readonly string[]>;
  readonly #default: string | undefined;
  /** Configured models by what stands behind their backend's name. */
  readonly #byName: ReadonlyMap<string, readonly string[]>;
  readonly #known: readonly string[];
  readonly #listing: Listing;
  /** Names that were told of already. */
  readonly #substituted = new Set<string>();
  readonly warnings: readonly string[];

  constructor(options: BackendsOptions) {
    this.#log = options.log;
    this.#backends = new Map(
      Object.entries(options.backends).map(([name, given]) => [name, build(name, given, options)]),
    );
    this.#aliases = new Map(
      Object.entries(options.aliases).map(([name, chain]) => [name, chain.map((id) => this.#whole(id))]),
    );
    this.#default = options.model.map((id) => this.#whole(id))[0];
    const named = [
      ...Object.keys(options.models).filter((id) => !this.#aliases.has(id)),
      ...[...this.#aliases.values()].flat(),
    ];
    const all = [...(this.#default === undefined ? [] : [this.#default]), ...named.map((id) => this.#whole(id))];
    const ids = [...new Set(all)].filter((id) => this.#backends.has(backendOf(id)));
    this.#byName = Map.groupBy(ids, (id) => id.slice(id.indexOf('/') + 1));
    this.#known = [...new Set([...this.#aliases.keys(), ...ids])];
    this.warnings = [...warningsOf(options, this.#backends, this.#default, this.#aliases)];
    this.#listing = new Listing(this.#built(), options.clock ?? realClock, options.log);
  }

  /** Where there is one backend, a bare name can only mean a model of its. */
  #whole(id: string): string {
    const [only] = this.#backends.keys();
    return this.#backends.size === 1 && !this.#backends.has(backendOf(id)) && !id.includes('/') ? `${only}/${id}` : id;
  }

  resolve(asked: string): Resolved {
    if (this.#backends.size === 0) return { ok: false, failure: { kind: 'no-model' } };
    const meant = this.#meant(asked);
    if (meant !== undefined) return this.#at(meant, false);
    if (this.#default !== undefined) {
      if (asked !== '') this.#tellSubstitute(asked, this.#default);
      return this.#at(this.#default, asked !== '');
    }
    const [only] = this.#backends.keys();
    if (only !== undefined && this.#backends.size === 1) return this.#at(`${only}/${asked}`, false);
    return this.#unknown(asked);
  }

  async list(signal: AbortSignal): Promise<readonly ListedModel[]> {
    const own = this.#known.map((id) => ({ id, ownedBy: this.#aliases.has(id) ? 'toolpath' : backendOf(id) }));
    const told = await this.#listing.tell(signal);
    return [...new Map([...own, ...told].map((model) => [model.id, model])).values()];
  }

  async close(): Promise<void> {
    await Promise.all([...this.#built().values()].map((backend) => backend.close()));
  }

  /** The id that somebody wrote down for this name, if anybody did. */
  #meant(asked: string): string | undefined {
    if (asked === '') return undefined;
    const [first] = this.#aliases.get(asked) ?? [];
    if (first !== undefined) return first;
    if (this.#backends.has(backendOf(asked))) return asked;
    const [id, ...others] = this.#byName.get(asked) ?? [];
    return others.length === 0 ? id : undefined;
  }

  #at(id: string, isSubstitute: boolean): Resolved {
    const name = backendOf(id);
    const backend = this.#backends.get(name);
    if (backend === undefined) return this.#unknown(id);
    if ('wrong' in backend)
      return { ok: false, failure: { kind: 'bad-request', param: 'model', message: backend.wrong } };
    return { ok: true, id, backend, model: id.slice(name.length + 1), isSubstitute };
  }

  #unknown(model: string): Resolved {
    const closest = nearest(model, this.#known);
    const rest = this.#known.filter((id) => id !== closest);
    return {
      ok: false,
      failure: { kind: 'unknown-model', model, known: closest === undefined ? rest : [closest, ...rest] },
    };
  }

  #tellSubstitute(asked: string, model: string): void {
    if (this.#substituted.has(asked) || this.#substituted.size >= MOST_TOLD) return;
    this.#substituted.add(asked);
    this.#log.warn({ asked, model }, 'nobody knows this model: the default answers in its place');
  }

  #built(): ReadonlyMap<string, Backend> {
    return new Map([...this.#backends].flatMap(([name, backend]) => ('wrong' in backend ? [] : [[name, backend]])));
  }
}

const MOST_TOLD = 1_000; // names are foreign: they must fill neither the memory nor the log

/** A name that leads nowhere is better told at the start than to the first client. */
function* warningsOf(
  options: BackendsOptions,
  backends: ReadonlyMap<string, Backend | Unbuilt>,
  byDefault: string | undefined,
  aliases: ReadonlyMap<string, readonly string[]>,
): Generator<string> {
  for (const backend of backends.values()) if ('wrong' in backend) yield backend.wrong;
  const lost = (id: string) => backends.size > 0 && !backends.has(backendOf(id));
  const hint = (id: string) => {
    const meant = nearest(backendOf(id), [...backends.keys()]);
    return `there is no backend "${backendOf(id)}"${meant === undefined ? '' : `, did you mean "${meant}"?`}`;
  };
  if (byDefault !== undefined && lost(byDefault)) yield `"model": "${byDefault}" leads nowhere: ${hint(byDefault)}`;
  for (const [name, [id]] of aliases) {
    if (id !== undefined && lost(id)) yield `the alias "${name}" leads nowhere ("${id}"): ${hint(id)}`;
  }
  for (const id of Object.keys(options.models)) {
    if (lost(id) && !aliases.has(id) && (backends.size > 1 || id.includes('/')))
      yield `"models" speaks of "${id}", which is neither a model of a backend nor an alias`;
  }
  if (options.model.length > 1 || [...aliases.values()].some((chain) => chain.length > 1)) {
    yield 'of several models in a row only the first is asked: falling back to the next is not built yet';
  }
}

/** A backend that cannot be asked, and why. It fails those who ask for it, and nobody else. */
interface Unbuilt {
  readonly wrong: string;
}

function build(
  name: string,
  given: BackendSettings,
  { limits, log, secrets, clock }: BackendsOptions,
): Backend | Unbuilt {
  const { kind, baseUrl, apiKey, headers } = given;
  if (kind !== 'openai') return { wrong: `The backend "${name}" is of the kind "${kind}", which is not built yet.` };
  if (baseUrl === undefined || !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    return { wrong: `The backend "${name}" has no usable baseUrl: where does it answer?` };
  }
  return createOpenAiBackend({ name, baseUrl, apiKey, headers, limits, log, secrets, ...(clock && { clock }) });
}

function backendOf(id: string): string {
  const slash = id.indexOf('/');
  return slash === -1 ? id : id.slice(0, slash);
}

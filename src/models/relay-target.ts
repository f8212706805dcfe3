import { type TurnFailure, truncate } from '../core/index.ts';
import type { Backend } from './contract.ts';
import type { RelayedApi } from './relay.ts';

/** The backend that a request is passed on to. */
export type RelayTarget =
  | {
      readonly ok: true;
      readonly relay: NonNullable<Backend['relay']>;
      /** The id `backend/name`. */
      readonly id: string;
      /** The model's name at the backend. */
      readonly model: string;
      /** True if the requested name is unknown and the default model answers instead. */
      readonly isSubstitute: boolean;
    }
  | { readonly ok: false; readonly failure: TurnFailure };

/** A model of a fallback chain. */
interface Candidate {
  readonly id: string;
  readonly backend: Backend;
  readonly model: string;
  readonly isSubstitute: boolean;
  readonly next?: Candidate;
}

/**
 * Returns the first model of the chain whose backend has the API. There is no fallback after a failure: another model gives
 * other vectors. For the same reason an unknown name of an embedding model is not replaced by the default model: the name is
 * passed on to the default model's backend, which may know it.
 */
export function relayTarget(api: RelayedApi, asked: string, first: Candidate, all: readonly Backend[]): RelayTarget {
  for (let candidate: Candidate | undefined = first; candidate !== undefined; candidate = candidate.next) {
    const { id, backend, model, isSubstitute } = candidate;
    const relay = has(backend, api) ? backend.relay?.bind(backend) : undefined;
    if (relay === undefined) continue;
    if (api !== 'embeddings' || !isSubstitute) return { ok: true, relay, id, model, isSubstitute };
    return { ok: true, relay, id: `${backend.describe().name}/${asked}`, model: asked, isSubstitute: false };
  }
  const able = all.filter((backend) => has(backend, api)).map((backend) => backend.describe().name);
  return { ok: false, failure: { kind: 'bad-request', param: 'model', message: whyNot(api, first, able) } };
}

function has(backend: Backend, api: RelayedApi): boolean {
  return backend.describe().relays?.includes(api) === true;
}

function whyNot(api: RelayedApi, { backend }: Candidate, able: readonly string[]): string {
  if (able.length === 0) return `No backend offers the API "${api}". Add a backend of the kind "openai" or "ollama".`;
  const names = able.slice(0, MOST_NAMES).map((name) => `"${truncate(name, MAX_CHARACTERS)}/NAME"`);
  return `The backend "${backend.describe().name}" does not offer the API "${api}". Name a model of a backend that does, such as ${names.join(' or ')}.`;
}

const MOST_NAMES = 5;
const MAX_CHARACTERS = 100;

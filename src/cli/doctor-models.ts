import { messageOf, nearest, tell } from '../core/index.ts';
import type { House } from '../house.ts';
import type { Backend, ResolvedModel } from '../models/index.ts';
import { NOTHING } from './discover.ts';
import type { Finding } from './doctor-finding.ts';
import { counted, milliseconds } from './server-table.ts';

/** The backends, asked for their models side by side; then the model that answers by default. Sends no prompt. */
export async function* lookAtModels(
  house: House,
  found: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  for (const words of found) yield { mark: 'ok', check: 'model', says: words };
  const asking = Object.keys(house.settings.backends).map((name) => lookAtBackend(name, house, signal));
  const known = new Map<string, readonly string[]>();
  for (const { name, models, finding } of await Promise.all(asking)) {
    if (models !== undefined) known.set(name, models);
    yield finding;
  }
  if (!found.includes(NOTHING)) yield* lookAtDefault(house, known); // or it would be said twice
}

interface Looked {
  readonly name: string;
  /** Undefined when it does not tell. */
  readonly models?: readonly string[];
  readonly finding: Finding;
}

async function lookAtBackend(name: string, { backends }: House, signal: AbortSignal): Promise<Looked> {
  const resolved = backends.resolve(`${name}/`);
  const check = 'backend';
  if (!resolved.ok) return { name, finding: { mark: 'problem', check, says: tell(resolved.failure) } };
  const { address } = resolved.backend.describe();
  const startedAt = performance.now();
  try {
    const models = await modelsOf(resolved.backend, signal);
    const tookMs = milliseconds(performance.now() - startedAt);
    const says = `${name} at ${address} lists ${counted(models.length, 'model')} (${tookMs})`;
    if (models.length > 0) return { name, models, finding: { mark: 'ok', check, says } };
    return {
      name,
      models,
      finding: { mark: 'warning', check, says, fix: 'give it a model: load or download one there' },
    };
  } catch (error) {
    const message = messageOf(error);
    // Some servers answer questions, and have no list.
    const mark = LISTLESS.test(message) ? 'warning' : 'problem';
    return { name, finding: { mark, check, says: `${name} at ${address} does not list its models: ${message}` } };
  }
}

const LISTLESS = /refused the request|sent no list of models/;

async function modelsOf(backend: Backend, signal: AbortSignal): Promise<readonly string[]> {
  const patience = new AbortController();
  const leave = (): void => patience.abort(signal.reason);
  const timer = setTimeout(() => patience.abort(new Error(`it took longer than ${MOST_MS / 1000} s`)), MOST_MS);
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  try {
    return await backend.models(patience.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

const MOST_MS = 5_000;

function* lookAtDefault({ backends }: House, known: ReadonlyMap<string, readonly string[]>): Generator<Finding> {
  const check = 'model';
  const resolved = backends.resolve('');
  if (!resolved.ok || resolved.model === '') {
    const fix = 'name one in "model": "backend/name"';
    yield { mark: 'warning', check, says: 'no model answers by default: clients have to name theirs', fix };
    return;
  }
  const isPocket = resolved.backend.describe().kind === 'pocket';
  const says = isPocket ? 'pocket answers: it is built in, and not a language model' : `${resolved.id} answers`;
  const [first, ...others] = [...chainOf(resolved)].map((each) => absence(each, known));
  yield first ?? { mark: 'ok', check, says };
  for (const finding of others) if (finding !== undefined) yield finding;
}

/** A model, and those that answer where it fails. */
function* chainOf(first: ResolvedModel): Generator<ResolvedModel> {
  for (let at: ResolvedModel | undefined = first; at !== undefined; at = at.next) yield at;
}

/** Ollama lists all that it has. Others know names that they do not list. */
function absence(model: ResolvedModel, known: ReadonlyMap<string, readonly string[]>): Finding | undefined {
  const { name, kind } = model.backend.describe();
  const models = known.get(name) ?? [];
  if (models.length === 0 || models.includes(model.model) || models.includes(`${model.model}:latest`)) return undefined;
  const meant = nearest(model.model, models) ?? models[0];
  return {
    mark: kind === 'ollama' ? 'problem' : 'warning',
    check: 'model',
    says: `${model.id} is not among the models that "${name}" lists`,
    fix:
      kind === 'ollama'
        ? `run "ollama pull ${model.model}", or use ${name}/${meant}`
        : `did you mean ${name}/${meant}?`,
  };
}

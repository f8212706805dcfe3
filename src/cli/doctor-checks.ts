import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { type Limits, messageOf, nearest, silentLog, type Tool, tell, truncate } from '../core/index.ts';
import { DIALECT_NAMES, type Source } from '../databases/index.ts';
import type { Gateway } from '../gateway.ts';
import type { ServerReport } from '../mcp/index.ts';
import type { Backend, ResolvedModel } from '../models/index.ts';
import type { LoadedSettings, Settings } from '../settings/index.ts';
import { openStore } from '../store/index.ts';
import { serverOf } from '../tools/index.ts';
import { version } from '../version.ts';
import { NOTHING } from './discover.ts';
import { counted, milliseconds } from './layout.ts';
import { addTools } from './open.ts';
import { asShown, excerptOf, findingText, junkNote, sortedFindings } from './server-text.ts';
import { leftOut } from './tool-text.ts';
import { asTheySettle } from './waiting.ts';

/** The result of one check. */
export interface Finding {
  readonly mark: 'ok' | 'warning' | 'problem';
  /** Name of the check, such as "port" or "server". */
  readonly check: string;
  /** The result in words. */
  readonly says: string;
  /** Lines of evidence, such as a server's stderr. */
  readonly details?: readonly string[];
  /** Sentence that says how to fix the problem. */
  readonly fix?: string;
}

export function lookAtNode(): Finding {
  const check = 'node';
  const says = `Toolpath ${version} on Node ${process.versions.node}`;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return { mark: 'ok', check, says };
  return { mark: 'problem', check, says, fix: `Install Node ${NEEDED_NODE} or newer.` };
}

const NEEDED_NODE = 24; // package.json, "engines"

export async function lookAtTools(loaded: LoadedSettings, gateway: Gateway): Promise<readonly Finding[]> {
  const check = 'tools';
  const problem = await addTools(loaded, gateway);
  if (problem !== undefined) {
    const fix = 'Fix the module, or remove it from "tools".';
    return [{ mark: 'problem', check, says: 'The custom tools cannot be loaded.', details: problem.split('\n'), fix }];
  }
  const own = gateway.tools.all().filter((tool) => tool.metadata?.server === undefined);
  const listed = gateway.listings.all().filter(({ server, builtin }) => server === undefined && builtin !== true);
  const kind = loaded.source.file === undefined && !loaded.source.given.has('tools') ? 'sample tool' : 'custom tool';
  return [
    { mark: 'ok', check, says: counted(listed.length, kind) },
    ...leftOutTools(check, own, gateway.settings.limits),
  ];
}

function leftOutTools(check: string, tools: readonly Tool[], limits: Limits): readonly Finding[] {
  return leftOut(tools, limits).map((says) => ({ mark: 'warning', check, says }));
}

/** Asks all backends for their models in parallel, then checks the default model. Sends no prompt. */
export async function* lookAtModels(
  gateway: Gateway,
  found: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  for (const words of found) yield { mark: 'ok', check: 'model', says: words };
  const asking = Object.keys(gateway.settings.backends).map((name) => lookAtBackend(name, gateway, signal));
  const known = new Map<string, readonly string[]>();
  for (const { name, models, finding } of await Promise.all(asking)) {
    if (models !== undefined) known.set(name, models);
    yield finding;
  }
  if (!found.includes(NOTHING)) yield* lookAtDefault(gateway, known); // NOTHING already says which model answers by default
}

/** Returns what `lookAtModels` says about the backends that cannot be used. */
export function disabledBackends({ backends, settings }: Gateway): readonly string[] {
  const failures = Object.keys(settings.backends).map((name) => backends.unusable(`${name}/`));
  return failures.flatMap((failure) => (failure === undefined ? [] : [tell(failure)]));
}

interface Looked {
  readonly name: string;
  /** Undefined if the backend does not list its models. */
  readonly models?: readonly string[];
  readonly finding: Finding;
}

async function lookAtBackend(name: string, { backends }: Gateway, signal: AbortSignal): Promise<Looked> {
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
      finding: { mark: 'warning', check, says, fix: 'Load or download a model on that server.' },
    };
  } catch (error) {
    const message = messageOf(error);
    // Some servers answer requests although they do not list their models.
    const mark = LISTLESS.test(message) ? 'warning' : 'problem';
    return { name, finding: { mark, check, says: `${name} at ${address} does not list its models: ${message}` } };
  }
}

const LISTLESS = /refused the request|sent no list of models/;

async function modelsOf(backend: Backend, signal: AbortSignal): Promise<readonly string[]> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error(`no answer within ${LIST_MS / 1000} s`)), LIST_MS);
  try {
    return await backend.models(AbortSignal.any([signal, patience.signal]));
  } finally {
    clearTimeout(timer);
  }
}

const LIST_MS = 5_000;

function* lookAtDefault(
  { backends, settings }: Gateway,
  known: ReadonlyMap<string, readonly string[]>,
): Generator<Finding> {
  const check = 'model';
  const resolved = backends.resolve('');
  if (!resolved.ok || resolved.model === '') {
    if (!resolved.ok && settings.model.length > 0) return; // the warnings on the settings say why it cannot be used
    const fix = 'To set one, add "model": "backend/name" to the settings.';
    yield { mark: 'warning', check, says: 'There is no default model, so every request must name one.', fix };
    return;
  }
  const isPocket = resolved.backend.describe().kind === 'pocket';
  const says = isPocket
    ? 'The built-in backend pocket answers by default. It is not a language model.'
    : `${resolved.id} is the default model.`;
  const [first, ...others] = [...chainOf(resolved)].map((each) => absence(each, known));
  yield first ?? { mark: 'ok', check, says };
  for (const finding of others) if (finding !== undefined) yield finding;
}

/** Yields the model and its fallbacks. */
function* chainOf(first: ResolvedModel): Generator<ResolvedModel> {
  for (let at: ResolvedModel | undefined = first; at !== undefined; at = at.next) yield at;
}

/**
 * Returns a finding if the backend does not list the model. That is a problem only for Ollama, which lists every model that it
 * has; other servers accept names that they do not list.
 */
function absence(model: ResolvedModel, known: ReadonlyMap<string, readonly string[]>): Finding | undefined {
  const { name, kind } = model.backend.describe();
  const models = known.get(name) ?? [];
  if (models.length === 0 || models.includes(model.model) || models.includes(`${model.model}:latest`)) return undefined;
  const meant = nearest(model.model, models) ?? models[0];
  return {
    mark: kind === 'ollama' ? 'problem' : 'warning',
    check: 'model',
    says: `${model.id} is not among the models that "${name}" lists.`,
    fix:
      kind === 'ollama'
        ? `Run "ollama pull ${model.model}", or use ${name}/${meant}.`
        : `Check the name. Did you mean ${name}/${meant}?`,
  };
}

/** Checks whether turns can be stored. Creates no file. */
export async function lookAtStore({ store, limits }: Settings): Promise<Finding> {
  const check = 'store';
  const [, file] = /^sqlite:(.+)$/s.exec(store) ?? [];
  if (file !== undefined && !existsSync(file)) return lookAtFolder(file);
  let problem: string | undefined;
  const opened = await openStore(store, limits, {
    ...silentLog,
    warn: (_fields, message) => {
      problem ??= message;
    },
  });
  await opened.close();
  if (problem !== undefined) return { mark: 'warning', check, says: problem };
  return { mark: 'ok', check, says: file === undefined ? 'Turns are stored in memory.' : `${file} is writable.` };
}

function lookAtFolder(file: string): Finding {
  const check = 'store';
  const closed = closedFolderAbove(file);
  if (closed === undefined) return { mark: 'ok', check, says: `${file} can be created.` };
  const fix = `Allow this user to write to ${closed}, or set "store" to another file or to "memory".`;
  return { mark: 'warning', check, says: `${file} cannot be created, because ${closed} is not writable.`, fix };
}

/** Returns the nearest existing folder above the file if this user cannot write to it. */
export function closedFolderAbove(file: string): string | undefined {
  let folder = path.dirname(file);
  while (!existsSync(folder)) folder = path.dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return folder;
  }
}

export async function lookAtPort({ host, port, keys }: Settings, signal: AbortSignal): Promise<Finding> {
  const { whyNotListen } = await import('../doors/index.ts');
  const check = 'port';
  const problem = await whyNotListen({ host, port, keys });
  if (problem === undefined)
    return { mark: 'ok', check, says: port === 0 ? 'Any free port is used.' : `Port ${port} is free on ${host}.` };
  const other = await toolpathAt(host, port, signal);
  if (other !== undefined) return { mark: 'ok', check, says: `Toolpath ${other} is already running on port ${port}.` };
  return { mark: 'problem', check, says: problem };
}

/** Returns the version of the Toolpath that answers at this address, or undefined if none does. */
async function toolpathAt(host: string, port: number, signal: AbortSignal): Promise<string | undefined> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  try {
    const name = EVERYWHERE.has(host) ? '127.0.0.1' : host;
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`;
    const answer = await fetch(url, { signal: patience, redirect: 'error' });
    const text = await beginningOf(answer);
    const { status, version: running } = JSON.parse(text) as { status?: unknown; version?: unknown };
    return status === 'ok' && typeof running === 'string' ? truncate(running, LONGEST_VERSION) : undefined;
  } catch {
    return undefined; // another program answered, or none
  }
}

/** Reads the beginning of the body only, because another program may send without end. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_CHARACTERS) break;
  }
  return text;
}

const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const ANSWER_MS = 1_000;
const MAX_CHARACTERS = 1_000;
const LONGEST_VERSION = 40;

/** Yields the findings on each server as soon as it is connected or known to be unreachable. */
export async function* lookAtServers(gateway: Gateway, signal: AbortSignal): AsyncGenerator<Finding> {
  const { servers, tools, settings } = gateway;
  const ready = new Set<string>();
  for await (const settled of asTheySettle(servers, signal)) {
    const report = asShown(settled, gateway);
    ready.add(report.state === 'ready' ? settled.name : '');
    yield findingOn(report);
    yield* oddities(report);
    const theirs = tools.all().filter((tool) => serverOf(tool) === settled.name);
    yield* leftOutTools('server', theirs, settings.limits);
  }
  // A server may die right after it became ready.
  for (const report of servers.servers()) {
    if (ready.has(report.name) && report.state !== 'ready') yield findingOn(asShown(report, gateway));
  }
}

function findingOn(report: ServerReport): Finding {
  const { name, state, note, lastError = 'the reason is unknown', check: fix = '', stderr } = report;
  const details = excerptOf(stderr, MOST_LINES).map((line) => `stderr: ${line}`);
  const trouble = { check: 'server', says: `${name} is ${state}: ${lastError}`, details, fix };
  switch (state) {
    case 'ready':
      return { mark: 'ok', check: 'server', says: `${name} is ready: ${timesOf(report)}` };
    case 'disabled':
      if (report.lastError !== undefined) return { mark: 'problem', ...trouble };
      return { mark: 'ok', check: 'server', says: `${name} is disabled${note === undefined ? '' : `: ${note}`}` };
    case 'connecting':
    case 'degraded':
      return { mark: 'warning', ...trouble };
    case 'gone':
      return { mark: 'problem', ...trouble };
    default:
      return state satisfies never;
  }
}

function timesOf({ tools, connectMs, latencyMs, attempt }: ServerReport): string {
  return [
    counted(tools, 'tool'),
    ...(connectMs === undefined ? [] : [`connected in ${milliseconds(connectMs)}`]),
    ...(attempt > 1 ? [`on attempt ${attempt}`] : []),
    ...(latencyMs === undefined ? [] : [`answers in ${milliseconds(latencyMs)}`]),
  ].join(', ');
}

function* oddities(report: ServerReport): Generator<Finding> {
  const { name, junkLines, junk } = report;
  const { problems, repairs } = sortedFindings(report);
  if (junkLines > 0) {
    yield {
      mark: 'warning',
      check: 'server',
      says: `${name} wrote to its stdout: ${junkNote(junkLines)}.`,
      ...(junk === undefined ? {} : { details: [`stdout: ${junk}`] }),
      fix: 'Toolpath ignores these lines, but other clients may fail. Look for an option that turns them off, or report them to the author.',
    };
  }
  if (problems.length > 0) {
    yield {
      mark: 'warning',
      check: 'server',
      says: `${name}: Some tools were changed or left out, or the settings name tools that the server does not have.`,
      details: problems.map(findingText),
    };
  }
  if (repairs.length > 0) {
    yield {
      mark: 'ok',
      check: 'server',
      says: `${name}: Malformed definitions of tools were repaired.`,
      details: repairs.map(findingText),
    };
  }
}

const MOST_LINES = 12;

/** Reads the tables of every database. Yields them in the order of the settings. Creates no file. */
export async function* lookAtDatabases({ databases }: Gateway, signal: AbortSignal): AsyncGenerator<Finding> {
  const check = 'database';
  const reading = databases.sources.map((source) =>
    willBeCreated(source) ? undefined : source.schema().catch(() => undefined),
  );
  for (const [place, source] of databases.sources.entries()) {
    const schema = await Promise.race([reading[place], whenAborted(signal)]);
    if (signal.aborted) return;
    const { name, address, state, isWritable } = source;
    const head = `${name} (${DIALECT_NAMES[source.dialect]}) at ${address}`;
    if (willBeCreated(source)) {
      yield { mark: 'ok', check, says: `${name} will be created at ${address} when it is first used.` };
    } else if (schema === undefined) {
      const why = state.kind === 'failed' ? state.error.message : 'its tables could not be read';
      yield {
        mark: 'problem',
        check,
        says: `${head} cannot be used: ${why}`,
        fix: 'Fix the cause, or remove it from "databases".',
      };
    } else if (schema.tables.length === 0) {
      const fix = 'Check the address, and that the account may read the tables.';
      yield { mark: 'warning', check, says: `${head} has no tables.`, fix };
    } else {
      const access = isWritable ? 'can be changed by models' : 'read-only';
      yield { mark: 'ok', check, says: `${head} has ${counted(schema.tables.length, 'table')}; ${access}` };
    }
  }
}

function willBeCreated({ isCreatedByUs, address }: Source): boolean {
  return isCreatedByUs && !existsSync(address);
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}

import path from 'node:path';
import { buildGateway, type Gateway } from '../gateway.ts';
import { createLogger } from '../log/index.ts';
import { type Flags, type LoadedSettings, loadSettings, renderProblems, type Settings } from '../settings/index.ts';
import { loadCustomTools } from '../tools/index.ts';
import { type ExitCode, exitCodes, type GatewayCommand } from './command.ts';
import { type Discovered, discoverModels, secretsIn } from './discover.ts';
import { CLOSE_MS, closeWithin, handleUncaughtErrors } from './lifetime.ts';
import { sampleTools } from './sample-tools.ts';
import type { Terminal } from './terminal.ts';

export interface Opened {
  readonly gateway: Gateway;
  /** Sentences about the models that were found because none was configured. */
  readonly found: readonly string[];
  /** Warnings about the settings, as sentences. Those about backends only if the command asks models. */
  readonly warnings: readonly string[];
}

/** Loads the settings and builds the gateway for a command. On failure, prints the problems and returns the exit code. */
export async function openGateway(flags: Flags, command: GatewayCommand, terminal: Terminal): Promise<Opening> {
  const loaded = loadSettings({ flags, env: process.env, cwd: process.cwd() });
  if (!loaded.ok) {
    terminal.say(renderProblems(loaded.problems));
    return { ok: false, exitCode: exitCodes.misused };
  }
  const obstacle = await command.obstacle?.(loaded.settings);
  if (obstacle !== undefined) {
    terminal.say(obstacle);
    return { ok: false, exitCode: exitCodes.failed };
  }
  const opened = await buildFrom(loaded, command);
  const { gateway, warnings } = opened;
  let isUsable = false;
  try {
    for (const warning of warnings) {
      if (command.logLevel === 'silent') terminal.say(`warning: ${warning}`);
      else gateway.log.warn({}, warning);
    }
    handleUncaughtErrors(gateway, terminal);
    const problem = await addTools(loaded, gateway);
    isUsable = problem === undefined;
    if (problem !== undefined) terminal.say(gateway.redactor.text(problem));
  } finally {
    if (!isUsable) await closeWithin(CLOSE_MS, gateway);
  }
  return isUsable ? { ok: true, ...opened } : { ok: false, exitCode: exitCodes.misused };
}

export type Opening = ({ readonly ok: true } & Opened) | { readonly ok: false; readonly exitCode: ExitCode };

/** Builds a gateway from the settings, without custom tools. Its MCP servers start to connect at once, so the caller must close it. */
export async function buildFrom(loaded: LoadedSettings, needs: Needs): Promise<Opened> {
  const { settings, secrets, words } = await withModels(loaded, needs);
  const own = { ...settings, ...(needs.needsNoStore && { store: 'memory' }), databases: databasesOf(loaded) };
  const gateway = buildGateway(own, secrets, logFor(loaded, needs, secrets), loaded.source.filteredBy);
  const ofBackends = needs.asksModels === true ? gateway.backends.warnings : [];
  return { gateway, found: words, warnings: [...warningsOf(loaded), ...ofBackends] };
}

/** Returns the sample database if there is no settings file and no "databases" setting. It is created when it is first used. */
function databasesOf({ settings, source }: LoadedSettings): Settings['databases'] {
  if (source.file !== undefined || source.given.has('databases')) return settings.databases;
  const file = path.resolve(path.dirname(storeFile(settings)), 'sample.db');
  const create = async () => (await import('./sample-database.ts')).ensureSampleDatabase(file);
  return { sample: { url: `sqlite:${file}`, description: 'A tea shop, made up', create } };
}

/** Returns the file of the store; its default place if turns are stored in memory. */
function storeFile({ store }: Settings): string {
  return /^sqlite:(.+)$/s.exec(store)?.[1] ?? '.toolpath/store.db';
}

export type Needs = Pick<GatewayCommand, 'logLevel' | 'asksModels' | 'needsNoStore'>;

/** Searches for models if the command needs them. API keys in the environment are redacted from the first log line on. */
async function withModels(loaded: LoadedSettings, command: Needs): Promise<Discovered> {
  const { settings, secrets } = loaded;
  if (command.asksModels !== true) return { settings, secrets, words: [] };
  const found = await discoverModels(
    settings,
    process.env,
    logFor(loaded, command, [...secrets, ...secretsIn(process.env)]),
  );
  return { ...found, secrets: [...secrets, ...found.secrets] };
}

function logFor({ settings, source }: LoadedSettings, { logLevel }: Needs, secrets: readonly string[]) {
  return createLogger({ level: source.given.has('log') ? settings.log.level : logLevel, secrets });
}

function warningsOf({ settings, warnings }: LoadedSettings): string[] {
  const strangers = settings.mixedKeys.filter((key) => !settings.keys.includes(key)).length;
  return [
    ...warnings,
    ...(strangers > 0
      ? [`"mixedKeys" has keys that are not in "keys" (${strangers}), so no client can use them. Add them to "keys".`]
      : []),
  ];
}

/** Adds the custom tools, or the sample tools if there is no settings file and no "tools" setting. Returns the problems, if any. */
export async function addTools({ settings, source }: LoadedSettings, { tools }: Gateway): Promise<string | undefined> {
  if (source.file === undefined && !source.given.has('tools')) {
    tools.add(sampleTools);
    return undefined;
  }
  const custom = await loadCustomTools(settings.tools);
  if (!custom.ok) return custom.problems.join('\n');
  tools.add(custom.tools);
  return undefined;
}

import { type Asking, type AskRequest, type Ready, startAsking } from './asking.ts';
import { type Log, silentLog, type Tool } from './core/index.ts';
import { buildHouse, type House } from './house.ts';
import { renderProblems, type SettingsInput, settingsOf } from './settings/index.ts';
import { loadCustomTools, type ToolExecutor, type ToolManager } from './tools/index.ts';

/** Settings as in toolpath.json; tools may also be given as they are, and the store is in memory unless named. */
export interface ToolpathSettings extends Omit<SettingsInput, 'tools'> {
  readonly tools?: readonly (string | Tool)[];
}

export interface ToolpathOptions {
  readonly log?: Log;
}

export interface Toolpath {
  readonly tools: ToolManager;
  readonly executor: ToolExecutor;
  /** Starts a turn. Nothing is sent before somebody reads its events or waits for its message. */
  ask(request: string | AskRequest): Asking;
  close(): Promise<void>;
}

/** Toolpath inside your program. Throws a SettingsError when the settings are wrong. */
export function createToolpath(settings: ToolpathSettings = {}, { log = silentLog }: ToolpathOptions = {}): Toolpath {
  const { tools = [], ...others } = settings;
  const modules = tools.filter((tool) => typeof tool === 'string');
  const loaded = settingsOf({ store: 'memory', ...others, tools: modules }, process.env, process.cwd());
  if (!loaded.ok) throw new SettingsError(renderProblems(loaded.problems));
  const house = buildHouse(loaded.settings, loaded.secrets, log);
  house.tools.add(tools.filter((tool) => typeof tool !== 'string'));
  const ground = { turns: house.turns, limits: house.settings.limits, ready: addModules(house) };
  return {
    tools: house.tools,
    executor: house.executor,
    ask: (request) => startAsking(ground, request),
    close: () => house.close(),
  };
}

export class SettingsError extends TypeError {
  override readonly name = 'SettingsError';
}

async function addModules({ settings, tools }: House): Promise<Ready> {
  const custom = await loadCustomTools(settings.tools);
  if (!custom.ok)
    return { ok: false, failure: { kind: 'bad-request', param: 'tools', message: custom.problems.join('\n') } };
  tools.add(custom.tools);
  return { ok: true };
}

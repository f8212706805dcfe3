import { type Asking, type AskRequest, type Ready, startAsking, TurnError } from './asking.ts';
import { type Log, silentLog, type Tool } from './core/index.ts';
import { explainAsk, type TurnExplanation } from './explaining.ts';
import { buildGateway, type Gateway } from './gateway.ts';
import { renderProblems, type SettingsInput, settingsOf } from './settings/index.ts';
import { loadCustomTools, type ToolExecutor, type ToolManager } from './tools/index.ts';
import { readChatRequest } from './wires/index.ts';

/** Settings as in toolpath.json. `tools` may also contain Tool objects, and `store` defaults to memory. */
export interface ToolpathSettings extends Omit<SettingsInput, 'tools'> {
  readonly tools?: readonly (string | Tool)[];
}

export interface ToolpathOptions {
  readonly log?: Log;
}

export interface Toolpath {
  readonly tools: ToolManager;
  readonly executor: ToolExecutor;
  /** Creates a turn. It starts when the caller reads its events or accesses `message` or `finish`. */
  ask(request: string | AskRequest): Asking;
  /** Explains what the turn would do, and why, without calling a model. Rejects with a TurnError if the turn could not start. */
  explain(request: string | AskRequest): Promise<TurnExplanation>;
  close(): Promise<void>;
}

/** Creates a gateway inside a program. Throws a SettingsError if the settings are invalid. */
export function createToolpath(settings: ToolpathSettings = {}, { log = silentLog }: ToolpathOptions = {}): Toolpath {
  const { tools = [], ...others } = settings;
  const modules = tools.filter((tool) => typeof tool === 'string');
  const loaded = settingsOf({ store: 'memory', ...others, tools: modules }, process.env, process.cwd());
  if (!loaded.ok) throw new SettingsError(renderProblems(loaded.problems));
  const gateway = buildGateway(loaded.settings, loaded.secrets, log);
  for (const warning of [...loaded.warnings, ...gateway.backends.warnings]) log.warn({}, warning);
  gateway.tools.add(tools.filter((tool) => typeof tool !== 'string'));
  const ready = addModules(gateway);
  const services = { turns: gateway.turns, limits: gateway.settings.limits, ready };
  let closing: Promise<void> | undefined;
  const toolpath: Toolpath = {
    tools: gateway.tools,
    executor: gateway.executor,
    ask: (request) => startAsking(services, request),
    explain: async (request) => {
      if (closing !== undefined)
        throw new TurnError({ kind: 'turn-cancelled', reason: 'this Toolpath instance is closed' });
      return explainIn(gateway, ready, request);
    },
    close: () => {
      closing ??= gateway.close();
      return closing;
    },
  };
  inner.set(toolpath, { gateway, ready });
  return toolpath;
}

/** The gateway inside an instance. `ready` resolves when its custom tools are loaded. */
export interface InnerGateway {
  readonly gateway: Gateway;
  readonly ready: Promise<Ready>;
}

const inner = new WeakMap<Toolpath, InnerGateway>();

/** Returns the gateway inside an instance of `createToolpath`; undefined for any other object. */
export function gatewayIn(toolpath: Toolpath): InnerGateway | undefined {
  return inner.get(toolpath);
}

export class SettingsError extends TypeError {
  override readonly name = 'SettingsError';
}

async function explainIn(
  gateway: Gateway,
  ready: Promise<Ready>,
  request: string | AskRequest,
): Promise<TurnExplanation> {
  const { signal = new AbortController().signal, ...body }: Partial<AskRequest> =
    typeof request === 'string' ? { messages: [{ role: 'user', content: request }] } : (request ?? {});
  if (typeof request === 'string' && request.trim() === '') {
    throw new TurnError({ kind: 'bad-request', param: 'query', message: 'The question is empty.' });
  }
  const loaded = await ready;
  const read = loaded.ok ? readChatRequest(body, '', gateway.settings.limits) : loaded;
  if (!read.ok) throw new TurnError(read.failure);
  const explained = await explainAsk(gateway, read.ask, signal);
  if (signal.aborted) throw new TurnError({ kind: 'turn-cancelled', reason: 'the caller requested it' });
  if (!explained.ok) throw new TurnError(explained.failure);
  return explained.explanation;
}

async function addModules({ settings, tools }: Gateway): Promise<Ready> {
  const custom = await loadCustomTools(settings.tools);
  if (!custom.ok)
    return { ok: false, failure: { kind: 'bad-request', param: 'tools', message: custom.problems.join('\n') } };
  tools.add(custom.tools);
  return { ok: true };
}

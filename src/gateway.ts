import {
  type BuiltinDefinition,
  CALL_TOOL,
  databaseTools,
  EXECUTE_SQL,
  PYTHON_EXECUTION,
  pythonExecution,
  SEARCH_SCHEMAS,
  TOOL_SEARCH,
  toolSearch,
} from './builtins/index.ts';
import { type Decision, type GatewayTool, type Log, Observer, truncate } from './core/index.ts';
import { Databases } from './databases/index.ts';
import { absentBy, allowedBy, excludingList, hiddenBy } from './filtering.ts';
import { digest, keyId } from './key-id.ts';
import { createRedactor, createSecretFinder, printable, type Redactor, type SecretFinder } from './log/index.ts';
import { Catalogue } from './mcp/index.ts';
import { type Backends, createBackends } from './models/index.ts';
import { hasEngine, openSandbox, type Sandbox } from './sandbox/index.ts';
import { type Capabilities, Filter, type PythonOffer, ToolCapabilityResolver, whyNoPython } from './select/index.ts';
import type { Settings } from './settings/index.ts';
import { lazyStore, openStore, type Store } from './store/index.ts';
import { denialBy, Listings, permitByRules, ToolExecutor, ToolManager } from './tools/index.ts';
import { createTurns, pythonDescription, type TurnPolicy, type Turns } from './turn/index.ts';

/** Everything that the doors use: settings, backends, tools, MCP servers, the executor and turns. */
export interface Gateway {
  readonly settings: Settings;
  readonly backends: Backends;
  readonly tools: ToolManager;
  /** The tools that the filter admits, as they are shown. */
  readonly listings: Pick<Listings, 'all'>;
  /** Returns the decisions on tools that no model can see, whatever it is asked. */
  readonly absent: () => readonly Decision[];
  /** The MCP servers. Their tools are in `tools` as long as they can be called. */
  readonly servers: Catalogue;
  /** The databases. None is connected before it is used. */
  readonly databases: Databases;
  /** Runs Python programs; undefined if no engine is installed or enabled. No process starts before the first program. */
  readonly sandbox: Sandbox | undefined;
  readonly executor: ToolExecutor;
  readonly turns: Turns;
  readonly log: Log;
  /** Reports events of the gateway: turns, steps, calls, upstream requests, servers. */
  readonly observer: Observer;
  /** Removes the secrets of the settings from output. */
  readonly redactor: Redactor;
  /** Finds the secrets that are removed from definitions of tools. Undefined if none of the settings is long enough. */
  readonly longSecrets: SecretFinder | undefined;
  /** Closes the connections to servers, databases and backends, and the store. */
  close(): Promise<void>;
}

/**
 * Builds a gateway from its settings and starts connecting to its MCP servers. The caller adds custom tools afterwards.
 * `filteredBy` names the flag that set a list of the filter, by list, if it was not the setting.
 */
export function buildGateway(
  settings: Settings,
  secrets: readonly string[],
  log: Log,
  filteredBy: Readonly<Record<string, string>> = {},
): Gateway {
  const { limits } = settings;
  const observer = new Observer((error) => log.error({ err: error }, 'An observer listener threw.'));
  const filter = new Filter(settings.filter, filteredBy);
  const tools = new ToolManager({ log });
  const databases = new Databases(settings.databases, { limits, log });
  tools.add(databaseTools(databases).filter(({ name }) => settings.builtins.some((builtin) => builtin === name)));
  const longSecrets = createSecretFinder(secrets);
  const listings = new Listings(tools, log, limits, denialBy(settings.permit), longSecrets);
  const allowed = allowedBy(filter, listings);
  const capabilities = capabilitiesOf(settings, filter, databases);
  const executor = new ToolExecutor(tools, {
    limits,
    isHidden: hiddenBy(filter),
    offered: () => allowed.all().map(({ name }) => name),
    permit: permitByRules(settings.permit),
    parameterNames: settings.parameterNames,
    servers: settings.mcpServers,
    whyMissing: (name, since) => {
      if (name === PYTHON_EXECUTION.name && whyNoPython(capabilities) === undefined) return ONLY_IN_TURNS;
      return servers.whyMissing(name, (server) => filter.mayPass(server), since);
    },
    secrets,
    log,
    observer,
  });
  const servers = new Catalogue(settings.mcpServers, {
    connecting: settings.mcp,
    limits,
    log,
    observer,
    prepare: (offered) => listings.prepare(offered),
    offer: (server, offered) => tools.exchange(server, offered),
    filteredBy: (server) => excludingList(filter, server),
    named: (server) => ({
      [filter.givenBy('tools') ?? 'filter.tools']: filter.server(server) ? filter.namesOf(server) : [],
    }),
  });
  servers.start();
  const absent = absentBy({ filter, servers, listings, permit: settings.permit, tools });
  const backends = createBackends({ ...settings, log, observer, secrets });
  // Opened on first use, because opening creates a folder and most commands need no store.
  const store: Store = lazyStore(() => openStore(settings.store, limits, log));
  const sandbox = capabilities.hasSandbox ? openSandbox(settings, log) : undefined;
  const turns = createTurns(
    { backends, executor, store, limits, log, observer, sandbox },
    policyOf(settings, capabilities),
    {
      listings: () => listings.all(),
      awaitTools: (signal) => (servers.hadTime.isReached ? undefined : awaitServers(servers, settings, signal, log)),
      absentTools: absent,
      hasMoreTools: () => servers.missing().some((name) => filter.mayPass(name)),
    },
  );
  const close = async (): Promise<void> => {
    await Promise.all([servers.close(), databases.close(), sandbox?.close(), backends.close(), store.close()]);
  };
  return {
    settings,
    backends,
    tools,
    listings: allowed,
    absent,
    servers,
    databases,
    sandbox,
    executor,
    turns,
    log,
    observer,
    redactor: createRedactor(secrets),
    longSecrets,
    close,
  };
}

/** Returns the settings that apply to turns. */
function policyOf(settings: Settings, capabilities: Capabilities): TurnPolicy {
  return {
    resolver: new ToolCapabilityResolver(capabilities),
    budgets: {
      perSize: settings.mcpToolsInPrompt,
      of: (names) => {
        const of = names.find((name) => modelSetting(settings, [name], 'mcpToolsInPrompt') !== undefined);
        const most = of === undefined ? undefined : modelSetting(settings, [of], 'mcpToolsInPrompt');
        return of === undefined || most === undefined ? undefined : { most, of };
      },
    },
    prompt: settings.prompt,
    isMixed: mixedBy(settings),
    absentMeans: (names) => modelSetting(settings, names, 'absent') ?? settings.absent,
    formats: settings.formats,
    python: pythonFor(capabilities),
    tellsProgress: settings.progress,
    shedsTools: settings.shedTools,
  };
}

/** Returns the settings that decide which tools may exist. */
function capabilitiesOf(settings: Settings, filter: Filter, databases: Databases): Capabilities {
  const { builtins, formats, mcpServers, permit } = settings;
  const unused = [toolSearch(() => ({ fresh: [], known: [] })), pythonExecution(() => '')];
  const denials = [...unused, ...databaseTools(databases)].flatMap((tool): [string, string][] => {
    const denial = denialBy(permit)(tool);
    return denial === undefined ? [] : [[tool.name, denial.rule]];
  });
  const enabled = Object.entries(mcpServers).filter(([, { disabled }]) => disabled !== true);
  const servers = enabled.map(([name]) => name).filter((name) => filter.mayPass(name));
  return {
    builtins,
    filter,
    hasCode: formats.enabled.some((name) => name === 'code' || name === 'code_mode'),
    hasServers: servers.length > 0,
    describePython: pythonDescription,
    hasSandbox: settings.python.engines.some((engine) => hasEngine(engine)),
    hasDatabase: databases.sources.length > 0,
    denied: new Map(denials),
    // The list of tools has the last two only if there is a database.
    built: [PYTHON_EXECUTION, { ...TOOL_SEARCH, description: describedWith(servers) }, SEARCH_SCHEMAS, EXECUTE_SQL].map(
      builtTool,
    ),
    dispatcher: { ...CALL_TOOL, wireName: CALL_TOOL.name, builtin: true, isDispatcher: true },
  };
}

/** The functions of a program are the tools of its turn, and a direct call has no turn. */
const ONLY_IN_TURNS = {
  isGone: true,
  reason: 'programs run only in the turns of a model, because their functions are the tools of the turn',
};

/** Returns the tool that runs programs, or what to do to make it available. */
function pythonFor(capabilities: Capabilities): PythonOffer {
  const hurdle = whyNoPython(capabilities);
  return hurdle === undefined ? { tool: builtTool(PYTHON_EXECUTION) } : { flip: hurdle.flip };
}

function builtTool(definition: BuiltinDefinition): GatewayTool {
  return { ...definition, wireName: definition.name, builtin: true };
}

/** Adds the names of the servers to the description of `tool_search`, so that the model knows what it can search for. */
function describedWith(servers: readonly string[]): string {
  const named = truncate(servers.map((name) => printable(name)).join(', '), MOST_SERVER_LETTERS);
  return named === '' ? TOOL_SEARCH.description : `${TOOL_SEARCH.description} Tools are available from: ${named}.`;
}

const MOST_SERVER_LETTERS = 300;

/** Waits for servers that are still at their first connection attempt, until they have had their time. */
async function awaitServers(servers: Catalogue, { mcp }: Settings, signal: AbortSignal, log: Log): Promise<void> {
  await servers.hadTime.wait(mcp.waitMs, signal);
  const missing = servers.missing();
  if (missing.length > 0)
    log.warn(
      { servers: missing },
      'The turn starts without the tools of these MCP servers, because they are not connected.',
    );
}

/** Returns the test for mixed turns: the key decides first, then the model's names in order, then the global setting. */
function mixedBy(settings: Settings): (key: string, names: readonly string[]) => boolean {
  const keys = new Set(settings.mixedKeys.map((key) => keyId(digest(key))));
  return (key, names) => keys.has(key) || (modelSetting(settings, names, 'mixed') ?? settings.mixed);
}

type ModelFacts = Settings['models'][string];

/** Returns the value of a model setting for the first of these names that has it. */
function modelSetting<Name extends keyof ModelFacts>(
  { models }: Settings,
  names: readonly string[],
  fact: Name,
): ModelFacts[Name] | undefined {
  for (const name of names) {
    const told = Object.hasOwn(models, name) ? models[name]?.[fact] : undefined;
    if (told !== undefined) return told;
  }
  return undefined;
}

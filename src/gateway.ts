import { CALL_TOOL, TOOL_SEARCH } from './builtins/index.ts';
import { type Log, Observer, truncate } from './core/index.ts';
import { absentBy, allowedBy, hiddenBy } from './filtering.ts';
import { digest, keyId } from './key-id.ts';
import { createRedactor, printable, type Redactor } from './log/index.ts';
import { Catalogue } from './mcp/index.ts';
import { type Backends, createBackends } from './models/index.ts';
import { type Capabilities, Filter, ToolCapabilityResolver } from './select/index.ts';
import type { Settings } from './settings/index.ts';
import { lazyStore, openStore, type Store } from './store/index.ts';
import { Listings, permitByRules, ToolExecutor, ToolManager } from './tools/index.ts';
import { createTurns, type TurnPolicy, type Turns } from './turn/index.ts';

/** What stands ready behind every door: the settings, the models, the tools, the one executor, and turns over them. */
export interface Gateway {
  readonly settings: Settings;
  readonly backends: Backends;
  readonly tools: ToolManager;
  /** The tools that may be used, as they are shown. */
  readonly listings: Pick<Listings, 'all'>;
  /** The MCP servers. Their tools are among `tools` as long as they can be called. */
  readonly servers: Catalogue;
  readonly executor: ToolExecutor;
  readonly turns: Turns;
  readonly log: Log;
  /** Tells what happens here: turns, steps, calls, upstream requests, servers. */
  readonly observer: Observer;
  /** Takes the settings' secrets out of what is shown. */
  readonly redactor: Redactor;
  /** Closes what it holds open: connections to servers and backends, the store. */
  close(): Promise<void>;
}

/**
 * Builds a gateway from its settings, and starts connecting to its servers. Other tools are added to it afterwards. `filteredBy`: what
 * gives a dimension of the filter, if not the setting.
 */
export function buildGateway(
  settings: Settings,
  secrets: readonly string[],
  log: Log,
  filteredBy: Readonly<Record<string, string>> = {},
): Gateway {
  const { limits } = settings;
  const observer = new Observer((error) => log.error({ err: error }, 'a listener of the observer threw'));
  const filter = new Filter(settings.filter, filteredBy);
  const tools = new ToolManager({ log });
  const listings = new Listings(tools, log, limits);
  const executor = new ToolExecutor(tools, {
    limits,
    isHidden: hiddenBy(filter),
    permit: permitByRules(settings.permit),
    parameterNames: settings.parameterNames,
    servers: settings.mcpServers,
    whyMissing: (name) => servers.whyMissing(name, (server) => filter.server(server)),
    secrets,
    log,
    observer,
  });
  const servers = new Catalogue(settings.mcpServers, {
    connecting: settings.mcp,
    limits,
    log,
    observer,
    offer: (server, offered) => tools.exchange(server, offered),
    named: (server) => ({
      [filter.givenBy('tools') ?? 'filter.tools']: filter.server(server) ? filter.namesOf(server) : [],
    }),
  });
  servers.start();
  const backends = createBackends({ ...settings, log, observer, secrets });
  // Most commands need none, and opening one makes a folder.
  const store: Store = lazyStore(() => openStore(settings.store, limits, log));
  const turns = createTurns(
    { backends, executor, store, limits, log, observer },
    policyOf(settings, new ToolCapabilityResolver(capabilitiesOf(settings, filter))),
    {
      listings: () => listings.all(),
      awaitTools: (signal) => (servers.tried.isReached ? undefined : awaitServers(servers, settings, signal, log)),
      absentTools: absentBy(filter, servers, listings),
      hasMoreTools: () => servers.missing().some((name) => filter.mayPass(name)),
    },
  );
  const close = async (): Promise<void> => {
    await Promise.all([servers.close(), backends.close(), store.close()]);
  };
  return {
    settings,
    backends,
    tools,
    listings: allowedBy(filter, listings),
    servers,
    executor,
    turns,
    log,
    observer,
    redactor: createRedactor(secrets),
    close,
  };
}

/** What the settings decide about turns. */
function policyOf(settings: Settings, resolver: ToolCapabilityResolver): TurnPolicy {
  return {
    resolver,
    budgets: {
      perSize: settings.mcpToolsInPrompt,
      of: (names) => {
        const of = names.find((name) => ofModel(settings, [name], 'mcpToolsInPrompt') !== undefined);
        const most = of === undefined ? undefined : ofModel(settings, [of], 'mcpToolsInPrompt');
        return of === undefined || most === undefined ? undefined : { most, of };
      },
    },
    prompt: settings.prompt,
    isMixed: mixedBy(settings),
    absentMeans: (names) => ofModel(settings, names, 'absent') ?? settings.absent,
    formats: settings.formats,
    tellsProgress: settings.progress,
    shedsTools: settings.shedTools,
  };
}

/** What the settings say of the tools there may be. */
function capabilitiesOf({ builtins, formats, databases, mcpServers }: Settings, filter: Filter): Capabilities {
  const enabled = Object.entries(mcpServers).filter(([, { disabled }]) => disabled !== true);
  const servers = enabled.map(([name]) => name).filter((name) => filter.mayPass(name));
  return {
    builtins,
    filter,
    hasCode: formats.enabled.some((name) => name === 'code' || name === 'code_mode'),
    hasServers: servers.length > 0,
    hasDatabase: Object.values(databases).some(({ disabled }) => disabled !== true),
    built: [{ ...TOOL_SEARCH, description: describedWith(servers), wireName: TOOL_SEARCH.name, builtin: true }],
    dispatcher: { ...CALL_TOOL, wireName: CALL_TOOL.name, builtin: true, isDispatcher: true },
  };
}

/** A model that knows where tools come from knows what to search for. */
function describedWith(servers: readonly string[]): string {
  const named = truncate(servers.map((name) => printable(name)).join(', '), MOST_SERVER_LETTERS);
  return named === '' ? TOOL_SEARCH.description : `${TOOL_SEARCH.description} There are tools of: ${named}.`;
}

const MOST_SERVER_LETTERS = 300;

/** A turn waits a moment for servers that are still at their first attempt; without the others it goes on. */
async function awaitServers(servers: Catalogue, { mcp }: Settings, signal: AbortSignal, log: Log): Promise<void> {
  await servers.tried.wait(mcp.waitMs, signal);
  const missing = servers.missing();
  if (missing.length > 0) log.warn({ servers: missing }, 'a turn starts without the tools of these servers');
}

/** The key decides first, then the model's names in order, then the gateway's own setting. */
function mixedBy(settings: Settings): (key: string, names: readonly string[]) => boolean {
  const keys = new Set(settings.mixedKeys.map((key) => keyId(digest(key))));
  return (key, names) => keys.has(key) || (ofModel(settings, names, 'mixed') ?? settings.mixed);
}

type ModelFacts = Settings['models'][string];

/** What the settings say of the first of these names that they say it of. */
function ofModel<Name extends keyof ModelFacts>(
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

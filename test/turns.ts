import { type BuiltinDefinition, CALL_TOOL, PYTHON_EXECUTION, TOOL_SEARCH } from '../src/builtins/index.ts';
import {
  type Ask,
  defaultLimits,
  type Event,
  type GatewayTool,
  type Limits,
  type Message,
  Observer,
  type Tool,
} from '../src/core/index.ts';
import type { Sandbox } from '../src/sandbox/index.ts';
import {
  type Capabilities,
  defaultFormats,
  defaultPerSize,
  Filter,
  type FilterSettings,
  type FormatSettings,
  ToolCapabilityResolver,
} from '../src/select/index.ts';
import { createMemoryStore, type Store } from '../src/store/index.ts';
import { Listings, type Permit, ToolExecutor, ToolManager } from '../src/tools/index.ts';
import { Answer, createTurns, pythonDescription, type ToolCatalogue, type Turns } from '../src/turn/index.ts';
import { recordingLog } from './recording-log.ts';
import type { ScriptedBackend } from './scripted-backend.ts';

export interface TestTurns {
  readonly turns: Turns;
  readonly observer: Observer;
  readonly manager: ToolManager;
  readonly log: ReturnType<typeof recordingLog>;
  /** Runs a turn to its end. */
  ask(ask: Partial<Ask>, abort?: AbortController): Promise<{ answer: Answer; events: Event[] }>;
}

export interface TurnOptions {
  readonly limits?: Partial<Limits>;
  readonly isMixed?: boolean;
  readonly tellsProgress?: boolean;
  readonly shedsTools?: boolean;
  readonly store?: Store;
  readonly formats?: Partial<FormatSettings>;
  /** Selects the declared tools with the decision tree; if omitted, all tools are declared. */
  readonly tree?: TreeOptions;
  readonly prompt?: string;
  readonly searchOver?: ToolCatalogue['searchOver'];
  /** Runs Python programs. `python_execution` is then enabled, and the decision tree is used. */
  readonly sandbox?: Sandbox;
  /** Decides whether a call may run; if omitted, every call may. */
  readonly permit?: Permit;
}

export interface TreeOptions {
  readonly builtins?: readonly string[];
  readonly filter?: FilterSettings;
  readonly perSize?: { readonly small: number; readonly medium: number; readonly large: number };
  readonly hasMore?: boolean;
  /** True if the settings name MCP servers, even if none of them has tools. */
  readonly hasServers?: boolean;
  readonly hasSandbox?: boolean;
}

/** Returns the capabilities of a gateway with these options. */
export function treeOf({
  builtins = ['tool_search'],
  filter = {},
  hasServers = true,
  hasSandbox = false,
}: TreeOptions = {}): Capabilities {
  return {
    builtins: hasSandbox ? [...builtins, PYTHON_EXECUTION.name] : builtins,
    filter: new Filter(filter),
    describePython: pythonDescription,
    hasCode: hasSandbox,
    hasSandbox,
    hasDatabase: false,
    hasServers,
    built: [TOOL_SEARCH, ...(hasSandbox ? [PYTHON_EXECUTION] : [])].map(builtTool),
    dispatcher: { ...CALL_TOOL, wireName: CALL_TOOL.name, builtin: true, isDispatcher: true },
  };
}

function builtTool(definition: BuiltinDefinition): GatewayTool {
  return { ...definition, wireName: definition.name, builtin: true };
}

/** Creates turns over a scripted backend with these gateway tools. */
export function testTurns(
  backend: ScriptedBackend,
  tools: readonly object[] = [],
  options: TurnOptions = {},
): TestTurns {
  const {
    isMixed = false,
    tellsProgress = false,
    shedsTools = true,
    store,
    formats,
    prompt,
    searchOver,
    sandbox,
    permit,
  } = options;
  const tree = sandbox === undefined ? options.tree : { ...options.tree, hasSandbox: true };
  const python = sandbox && builtTool(PYTHON_EXECUTION);
  const limits = { ...defaultLimits, ...options.limits };
  const log = recordingLog();
  const manager = new ToolManager({ log });
  manager.add(tools.map((tool) => ({ description: 'd', schema: { type: 'object' }, ...tool }) as Tool));
  const listings = new Listings(manager, log, limits);
  const observer = new Observer();
  const turns = createTurns(
    {
      backends: backend.asBackends(),
      executor: new ToolExecutor(manager, { limits, log, permit }),
      store: store ?? createMemoryStore(limits),
      limits,
      log,
      observer,
      sandbox,
    },
    {
      ...(tree !== undefined && {
        resolver: new ToolCapabilityResolver(treeOf(tree)),
        budgets: { perSize: tree.perSize ?? defaultPerSize, of: () => undefined },
      }),
      prompt,
      isMixed: () => isMixed,
      formats: { ...defaultFormats, ...formats },
      python: { tool: python },
      tellsProgress,
      shedsTools,
    },
    { listings: () => listings.all(), hasMoreTools: () => tree?.hasMore === true, searchOver },
  );
  return {
    turns,
    observer,
    manager,
    log,
    async ask(ask, abort = new AbortController()) {
      const started = await turns.start({ ...plainAsk, ...ask }, abort);
      const answer = new Answer();
      const events: Event[] = [];
      const batches = started.ok
        ? started.turn.events
        : [[{ type: 'finish', reason: 'failed', failure: started.failure } satisfies Event]];
      for await (const batch of batches) {
        answer.add(batch);
        for (const event of batch) events.push(event);
      }
      return { answer, events };
    },
  };
}

export function user(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** A list of client tools with these names. */
export function listed(...names: readonly string[]): Ask['tools'] {
  const tools = names.map((name) => ({ name, description: name, schema: { type: 'object', properties: {} } }));
  return { kind: 'listed', mixed: false, tools };
}

/** A list of client tools with these names, mixed with the gateway tools. */
export function mixed(...names: readonly string[]): Ask['tools'] {
  const tools = listed(...names);
  return tools.kind === 'listed' ? { ...tools, mixed: true } : tools;
}

export const plainAsk: Ask = {
  key: '',
  model: 'up/mock',
  messages: [user('hi')],
  tools: { kind: 'absent' },
  choice: { kind: 'auto' },
  context: [],
  isStreamed: true,
  sampling: {},
};

import { CALL_TOOL, TOOL_SEARCH } from '../../src/builtins/index.ts';
import {
  type Ask,
  defaultLimits,
  type Event,
  type Message,
  type ModelRequest,
  Observer,
  silentLog,
  type Tool,
} from '../../src/core/index.ts';
import type { Backend } from '../../src/models/index.ts';
import { type Capabilities, Filter, ToolCapabilityResolver } from '../../src/select/index.ts';
import { createMemoryStore } from '../../src/store/index.ts';
import { Listings, ToolExecutor, ToolManager } from '../../src/tools/index.ts';
import { Answer, createTurns } from '../../src/turn/index.ts';
import { madeUpTools } from '../pocket/made-up.ts';

/** Plays the model: returns the events of one step for a request. */
export type Play = (request: ModelRequest) => readonly Event[];

export interface GatewayOptions {
  readonly tools: readonly Tool[];
  readonly play: Play;
  /** Limit of MCP tools in the prompt; if omitted, all tools are declared. */
  readonly most?: number;
  /** True if the model has no prompt cache; found tools are then declared again for each message. */
  readonly hasNoPromptCache?: boolean;
}

/** Creates turns as the gateway does, with a function as the model. */
export function gatewayWith({ tools, play, most, hasNoPromptCache = false }: GatewayOptions) {
  const manager = new ToolManager();
  manager.add(tools);
  const listings = new Listings(manager, silentLog);
  const backend = backendOf(play, hasNoPromptCache);
  const budget = most === undefined ? undefined : { small: most, medium: most, large: most };
  const turns = createTurns(
    {
      backends: {
        warnings: [],
        resolve: () => ({ ok: true, id: 'up/mock', backend, model: 'mock', names: ['up/mock'], isSubstitute: false }),
        relay: () => Promise.resolve({ ok: false, failure: { kind: 'bug' } }),
        async find(asked) {
          return this.resolve(asked);
        },
        similar: () => Promise.resolve([]),
        said: () => ({}),
        disabled: () => [],
        unusable: () => undefined,
        remembered: () => ({}),
        facts: () => Promise.resolve({ overflow: 'refused', isWindowSet: false }),
        list: () => Promise.resolve([]),
        close: () => Promise.resolve(),
      },
      executor: new ToolExecutor(manager),
      store: createMemoryStore(defaultLimits),
      limits: defaultLimits,
      log: silentLog,
      observer: new Observer(),
    },
    budget === undefined
      ? {}
      : {
          resolver: new ToolCapabilityResolver(capabilities),
          budgets: { perSize: budget, of: () => undefined },
        },
    { listings: () => listings.all() },
  );
  return {
    listings: () => listings.all(),
    /** Runs a turn to its end and returns its text. */
    async ask(messages: readonly Message[], key = ''): Promise<string> {
      const started = await turns.start({ ...plain, key, messages }, new AbortController());
      if (!started.ok) throw new Error(started.failure.kind);
      const answer = new Answer();
      for await (const batch of started.turn.events) answer.add(batch);
      if (answer.finish.failure !== undefined) throw new Error(answer.finish.failure.kind);
      return answer.text;
    },
  };
}

export const capabilities: Capabilities = {
  builtins: ['tool_search'],
  filter: new Filter({}),
  hasCode: false,
  hasSandbox: false,
  hasDatabase: false,
  hasServers: true,
  built: [{ ...TOOL_SEARCH, wireName: TOOL_SEARCH.name, builtin: true }],
  dispatcher: { ...CALL_TOOL, wireName: CALL_TOOL.name, builtin: true, isDispatcher: true },
};

/** Returns tools of ten servers, of the typical size on public servers. */
export function serversTools(count: number): readonly Tool[] {
  return madeUpTools(count).map(({ name, description, parameters }, place) => {
    const server = `server${place % 10}`;
    return {
      name: `${server}::${name}`,
      description,
      schema: parameters,
      metadata: { server, tool: name },
      invoke: () => `{"state":"done","by":"${name}","number":${place},"note":"It was there, and is as you wished."}`,
    } as unknown as Tool;
  });
}

export function user(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function backendOf(play: Play, hasNoPromptCache: boolean): Backend {
  return {
    describe: () => ({
      ...{
        name: 'up',
        kind: 'function',
        address: 'nowhere',
        demands: {},
        overflow: 'refused' as const,
        hasNoPromptCache,
      },
    }),
    async *stream(request: ModelRequest) {
      yield play(request);
    },
    models: () => Promise.resolve(['mock']),
    inspect: () => Promise.resolve({}),
    close: () => Promise.resolve(),
  };
}

const plain: Omit<Ask, 'key' | 'messages'> = {
  model: 'up/mock',
  tools: { kind: 'absent' },
  choice: { kind: 'auto' },
  context: [],
  isStreamed: true,
  sampling: {},
};

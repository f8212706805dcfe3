import { type AnnouncedTool, BUILTINS, type Budget, type GatewayTool, type Requested } from '../src/core/index.ts';
import { type Capabilities, Filter, type FilterSettings, ToolCapabilityResolver } from '../src/select/index.ts';

/** Everything that a plan depends on, as plain data, so that a test can apply a flip to it. */
export interface World {
  readonly tools: readonly Given[];
  readonly builtins: readonly string[];
  readonly built: readonly string[];
  readonly filter: FilterSettings;
  readonly hasCode: boolean;
  readonly hasDatabase: boolean;
  readonly hasMore: boolean;
  readonly requested: Requested;
  readonly mixed: boolean;
  readonly absent: 'gateway' | 'none';
  readonly isFollowUp: boolean;
  readonly most: number;
  readonly declared: readonly AnnouncedTool[] | undefined;
  readonly told: readonly AnnouncedTool[];
  /** Names of the tools that the search returns, nearest first. Tools that the filter leaves out are never found. */
  readonly hits: readonly string[];
  /** The names in `hits` whose tools are much farther away than the nearest one. */
  readonly far: readonly string[];
  readonly hasNoPromptCache: boolean;
  readonly isClosed: boolean;
  readonly named: string | undefined;
}

export interface Given {
  /** `server::tool`, or the name of a custom tool. */
  readonly name: string;
  readonly always?: boolean;
  readonly description?: string;
}

export const plainWorld: World = {
  tools: ['clock', 'mail::send', 'mail::read', 'files::read', 'files::write'].map((name) => ({ name })),
  builtins: ['tool_search'],
  built: BUILTINS,
  filter: {},
  hasCode: false,
  hasDatabase: false,
  hasMore: false,
  requested: { kind: 'absent' },
  mixed: false,
  absent: 'gateway',
  isFollowUp: false,
  most: 2,
  declared: undefined,
  told: [],
  hits: [],
  far: [],
  hasNoPromptCache: false,
  isClosed: false,
  named: undefined,
};

const parameters = { type: 'object', properties: {} };
const shown = (name: string, more: Partial<GatewayTool> = {}): GatewayTool => ({
  name,
  wireName: name.replace('::', '__'),
  description: `does ${name}`,
  parameters,
  ...more,
});

function gatewayTool({ name, always, description }: Given): GatewayTool {
  const at = name.indexOf('::');
  return shown(name, {
    ...(at !== -1 && { server: name.slice(0, at) }),
    ...(always !== undefined && { always }),
    ...(description !== undefined && { description }),
  });
}

/** Tools as they were announced before. */
export const told = (...names: readonly string[]): readonly AnnouncedTool[] =>
  names.map((name) => ({ name, wireName: name.replace('::', '__'), description: `does ${name}`, parameters }));

/** A list of client tools with these names. */
export const listed = (names: readonly string[], mixed = true): Requested => ({
  kind: 'listed',
  tools: names.map((name) => ({ name, description: "a client's", schema: parameters })),
  mixed,
});

/** Resolves the plan of a world. `who` lists the candidates in the order of their decisions. */
export function resolve(more: Partial<World> = {}) {
  const world = { ...plainWorld, ...more };
  const gateway = world.tools.map(gatewayTool);
  const dispatcher = shown('call_tool', { builtin: true, isDispatcher: true });
  const capabilities: Capabilities = {
    builtins: world.builtins,
    filter: new Filter(world.filter),
    hasCode: world.hasCode,
    hasSandbox: true,
    hasDatabase: world.hasDatabase,
    hasServers: true,
    built: world.built.map((name) => shown(name, { builtin: true })),
    dispatcher,
  };
  const resolver = new ToolCapabilityResolver(capabilities);
  const candidates = resolver.candidates(gateway, world.hasMore, world.most);
  const { searchable, hasSearch } = candidates;
  const hits = world.hits.flatMap((name, place) => {
    const tool = hasSearch ? searchable.find((each) => each.name === name) : undefined;
    if (tool === undefined) return [];
    return [{ tool, score: 1 / (place + 1), isFar: world.far.includes(name) }];
  });
  const budget: Budget = {
    most: world.most,
    setting: 'the budget',
    rule: 'size',
    why: 'a test',
    flip: 'raise the budget',
  };
  const { declared, told: before, hasNoPromptCache } = world;
  const isClosed = world.isClosed && declared !== undefined && !hasNoPromptCache;
  const input = {
    ...world,
    named: world.named === undefined ? [] : [world.named],
    candidates,
    budget,
    discovered: { declared, told: before, hits: isClosed ? [] : hits, hasNoPromptCache, isClosed },
  };
  const plan = resolver.resolve(input);
  const custom = gateway.filter(({ server }) => server === undefined);
  const servers = gateway.filter(({ server }) => server !== undefined);
  const theirs = world.requested.kind === 'listed' ? world.requested.tools : [];
  const who = [
    ...theirs.map(({ name }) => ({ kind: 'client', name, tool: undefined })),
    ...BUILTINS.map((name) => ({
      kind: 'builtin',
      name,
      tool: capabilities.built.find((each) => each.name === name),
    })),
    { kind: 'dispatcher', name: 'call_tool', tool: dispatcher },
    ...custom.map((tool) => ({ kind: 'custom', name: tool.name, tool })),
    ...servers.map((tool) => ({ kind: 'server', name: tool.name, tool })),
  ];
  const again = () => {
    const others = resolver.candidates([...gateway], world.hasMore, world.most);
    return resolver.resolve({ ...input, candidates: others });
  };
  return { plan, who, world, again, hasSearch, always: candidates.always.map(({ name }) => name) };
}

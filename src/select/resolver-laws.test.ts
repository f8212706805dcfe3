import fc from 'fast-check';
import { expect } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { type Given, listed, resolve, told, type World } from '../../test/worlds.ts';
import { BUILTINS, type Decision, type Requested, type VisibleTool } from '../core/index.ts';
import { announcedTools } from './announced.ts';
import { asksForGateway } from './plan.ts';

const names = (tools: readonly VisibleTool[]) => tools.map(({ wireName }) => wireName);

/** Only a few names, so that they collide; some are also properties of plain objects. */
const serverTool = fc.constantFrom('mail::send', 'mail::read', 'files::read', 'files::constructor', '__proto__::x');
const customTool = fc.constantFrom('clock', '__proto__', 'tool_search', 'call_tool', 'execute_sql', 'toString');
const builtinNames = fc.subarray([...BUILTINS]);
const anyTools = fc.uniqueArray(
  fc.record({
    name: fc.oneof({ weight: 3, arbitrary: serverTool }, customTool),
    always: fc.constantFrom(false, false, true),
    description: fc.constantFrom('a', 'b'),
  }),
  { selector: ({ name }) => name, minLength: 3, maxLength: 9 },
);
const anyTold = fc
  .uniqueArray(fc.oneof(serverTool, fc.constantFrom('clock', 'tool_search', 'call_tool', 'gone::tool')))
  .map((all) => told(...all));
const clientName = fc.constantFrom('bash', 'mail__send', 'call_tool', 'tool_search', 'clock', 'constructor');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Yields the usual value most of the time: with unusual settings, most properties have hardly any tools to check. */
const mostly = <T>(usual: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const anyWorld: fc.Arbitrary<World> = fc.record({
  tools: anyTools,
  builtins: mostly<readonly string[]>(BUILTINS, builtinNames),
  built: mostly<readonly string[]>(BUILTINS, builtinNames),
  filter: mostly<World['filter']>(
    {},
    fc.record({
      builtins: maybe(builtinNames),
      servers: maybe(fc.subarray(['mail', 'files', 'custom', '__proto__'])),
      tools: maybe(fc.subarray(['mail::*', 'files::read', 'custom::*'])),
    }),
  ),
  hasCode: fc.boolean(),
  hasDatabase: fc.boolean(),
  hasMore: fc.boolean(),
  requested: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Requested>({ kind: 'absent' }) },
    { weight: 1, arbitrary: fc.constant<Requested>({ kind: 'none' }) },
    {
      weight: 2,
      arbitrary: fc
        .record({ all: fc.uniqueArray(clientName), mixed: fc.boolean() })
        .filter(({ all, mixed }) => all.length > 0 || mixed)
        .map(({ all, mixed }) => listed(all, mixed)),
    },
  ),
  mixed: fc.boolean(),
  absent: fc.constantFrom('gateway', 'gateway', 'gateway', 'none'),
  isFollowUp: fc.constantFrom(false, false, false, true),
  most: fc.nat(3),
  declared: maybe(anyTold),
  told: anyTold.map((all) => all.filter(({ name }) => name.includes('::'))),
  hits: fc.uniqueArray(serverTool),
  far: fc.subarray(['mail::send', 'mail::read', 'files::read', 'files::constructor', '__proto__::x']),
  hasNoPromptCache: fc.constantFrom(false, false, true),
  isClosed: fc.constantFrom(false, false, true),
  named: maybe(fc.oneof(serverTool, customTool, clientName)),
});

const RUNS = { numRuns: 1_500 };

proves(
  ['S1.explain', 'L5'],
  'Every candidate has one decision, which is in if the model may call the tool or was shown it before, and out otherwise',
  () => {
    let gone = 0;
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { plan, who } = resolve(world);
        const others = plan.decisions.slice(who.length);
        expect(plan.decisions.slice(0, who.length).map(({ tool }) => tool)).toEqual(who.map(({ name }) => name));
        const known = new Set([...(world.declared ?? []), ...world.told].map(({ name }) => name));
        expect(new Set(others.map(({ tool }) => tool)).size).toBe(others.length);
        for (const { tool, rule } of others) expect([known.has(tool), rule]).toEqual([true, 'gone']);
        const leadTo = new Set([...plan.visible, ...plan.callable].map((tool) => tool.gateway));
        for (const [place, { kind, name, tool }] of who.entries()) {
          const decision = plan.decisions[place];
          const isGone = decision?.rule === 'gone';
          if (isGone) gone++;
          const isCallable = kind === 'client' || (tool !== undefined && leadTo.has(tool));
          if (isGone) expect([known.has(name), isCallable]).toEqual([true, false]);
          expect(decision).toMatchObject({
            verdict: isCallable || isGone ? 'in' : 'out',
            flip: expect.stringMatching(/./),
          });
        }
      }),
      RUNS,
    );
    expect(gone).toBeGreaterThan(20);
  },
);

proves('L5', 'Resolving the same input twice gives the same plan, also with a copy of the tool array', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const { plan, again } = resolve(world);
      expect(again()).toEqual(plan);
      expect(resolve(world).plan).toEqual(plan);
    }),
    RUNS,
  );
});

proves(['L6', 'L1'], 'Every wire name is unique among the visible and callable tools', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const { plan } = resolve(world);
      const all = names([...plan.visible, ...plan.callable]);
      expect(new Set(all).size).toBe(all.length);
    }),
    RUNS,
  );
});

proves('L6', 'Declared tools keep their order and their exact text, however the tool list changes', () => {
  fc.assert(
    fc.property(anyWorld, anyWorld, (first, today) => {
      const asked: Partial<World> = { requested: { kind: 'absent' }, isFollowUp: false, absent: 'gateway' };
      const start = resolve({
        ...first,
        ...asked,
        declared: undefined,
        named: undefined,
        hasNoPromptCache: false,
      }).plan;
      const declared = announcedTools(start.visible);
      const { plan } = resolve({ ...today, ...asked, declared, hasNoPromptCache: false });
      expect(JSON.stringify(announcedTools(plan.visible.slice(0, declared.length)))).toBe(JSON.stringify(declared));
      expect(names(plan.visible).slice(0, declared.length)).toEqual(names(start.visible));
      if (today.named === undefined) expect(plan.visible).toHaveLength(declared.length);
    }),
    RUNS,
  );
});

/** A world in which the search works and finds tools. */
const searched: Partial<World> = {
  builtins: BUILTINS,
  built: BUILTINS,
  filter: {},
  hits: ['files::read', 'mail::send', '__proto__::x', 'mail::read', 'files::constructor'],
};

proves(
  ['S1.limit', 'S1.limit.rank'],
  'The found tools never exceed the limit, and none that is left out ranks higher',
  () => {
    let looked = 0;
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { plan, always } = resolve({
          ...world,
          ...searched,
          requested: { kind: 'absent' },
          isFollowUp: false,
          absent: 'gateway',
        });
        expect(plan.finds.length).toBeLessThanOrEqual(world.most);
        const weight = ({ tool, rank = 1_000 }: Decision) => rank - (always.includes(tool) ? 10_000 : 0);
        const finds = names(plan.finds).flatMap(
          (name) => plan.decisions.find(({ tool }) => tool.replace('::', '__') === name) ?? [],
        );
        const weights = finds.map(weight);
        if (world.declared === undefined) expect(weights).toEqual(weights.toSorted((one, other) => one - other));
        const left = plan.decisions.filter(({ rule, tool }) => rule === 'limit' && tool.includes('::')).map(weight);
        if (weights.length > 0 && left.length > 0) looked++;
        expect(Math.max(...weights)).toBeLessThanOrEqual(Math.min(...left));
      }),
      RUNS,
    );
    expect(looked).toBeGreaterThan(40);
  },
);

proves(['S1.explain', 'L5'], 'Following the flip of a resolver’s decision changes its verdict', () => {
  fc.assert(
    fc.property(anyWorld.map(asDiscovered), (world) => {
      for (const { kind, name } of resolve(world).who) expectFlips({ world, name }, kind, []);
    }),
    { numRuns: 1_500 },
  );
});

/** Follows every alternative of a flip. `before` holds the decisions that were followed so far. */
function expectFlips(changed: Changed, kind: string, before: readonly Decision[]): void {
  const decision = decisionOf(changed, kind);
  const path = [...before, ...(decision === undefined ? [] : [decision])];
  const said = path
    .map(({ tool, verdict, rule, flip }) => `${kind} ${tool} is ${verdict} (${rule}): ${flip}`)
    .join('\n');
  const [first] = before;
  if (first !== undefined && decision?.verdict !== first.verdict) return;
  if (first !== undefined) {
    expect(first.verdict, said).toBe('out');
    expect(SAYS_SO_ITSELF, said).toContain(decision?.rule);
    expect(
      before.map(({ rule }) => rule),
      said,
    ).not.toContain(decision?.rule); // each change must remove one obstacle
  }
  for (const next of follow(decision?.flip ?? '', changed.world, changed.name)) expectFlips(next, kind, path);
}

/**
 * Rules that may still keep a tool out after its flip was followed, because they depend on the request or the conversation
 * rather than on the settings. The next decision then names them.
 */
const SAYS_SO_ITSELF = ['limit', 'late', 'far', 'client-name', 'no-dispatcher', 'needless', 'deferred', 'builtin-name'];

/** Returns the decision on the tool; undefined if the tool is no longer a candidate, which counts as out. */
function decisionOf({ world, name }: Changed, kind: string): Decision | undefined {
  const { plan, who } = resolve(world);
  return plan.decisions[who.findIndex((each) => each.kind === kind && each.name === name)];
}

/**
 * Removes what a turn could not have found: it looks up discoveries only if gateway tools are asked for, and hits need a
 * search.
 */
function asDiscovered(world: World): World {
  if (!asksForGateway(world)) return { ...world, ...anew, hasNoPromptCache: false };
  return resolve(world).hasSearch ? world : { ...world, hits: [] };
}

interface Changed {
  readonly world: World;
  /** Name of the tool that is examined. */
  readonly name: string;
}

/** Applies the advice of a flip, and returns one changed world for each alternative. */
function follow(flip: string, world: World, name: string): readonly Changed[] {
  let worlds: readonly Changed[] = [{ world, name }];
  const [turning = ''] = flip.split('; to make it callable again, ');
  for (const step of turning.split(', and ')) {
    worlds = worlds.flatMap((before) => {
      const ways = STEPS.find(([words]) => step.startsWith(words))?.[1] ?? addTo(step);
      if (ways === undefined) throw new Error(`This test cannot apply the flip: ${step}`);
      return ways(before.world, before.name, quoted(step), step).map((change) => ({
        name: change.tools?.some((tool) => tool.name === ANOTHER) ? ANOTHER : before.name,
        world: { ...before.world, ...change },
      }));
    });
  }
  return worlds;
}

const ANOTHER = 'another_name';

/** Returns the first JSON string in a step, or an empty text. */
function quoted(step: string): string {
  const [, text = ''] = /("(?:[^"\\]|\\.)*")/.exec(step) ?? [];
  return text === '' ? '' : JSON.parse(text);
}

type Way = (world: World, name: string, quoted: string, step?: string) => readonly Partial<World>[];

const requestOf = ({ requested }: World) =>
  requested.kind === 'listed' ? requested.tools.map((tool) => tool.name) : [];
const isMixed = ({ requested }: World) => requested.kind === 'listed' && requested.mixed;
const request = (all: readonly string[], mixed: boolean): Requested =>
  all.length === 0 && !mixed ? { kind: 'none' } : listed(all, mixed);
const withTool = ({ tools }: World, name: string, change: Partial<Given>) =>
  tools.map((tool) => (tool.name === name ? { ...tool, ...change } : tool));
/** Lets the renamed tool pass the filter. */
const passing = (filter: World['filter']) => ({
  ...filter,
  ...(filter.tools !== undefined && { tools: [...filter.tools, `custom::${ANOTHER}`] }),
});
const anew: Partial<World> = { declared: undefined, told: [], hits: [] };

const pin: Way = (world, name) => [{ tools: withTool(world, name, { always: true }) }];
const askFor: Way = ({ hits, far }, name) => [
  { hits: [name, ...hits.filter((each) => each !== name)], far: far.filter((each) => each !== name) },
];
const withSearch = ({ builtins, built, filter }: World): Partial<World> => ({
  builtins: [...builtins, 'tool_search'],
  built: [...new Set([...built, 'tool_search'])],
  filter: { ...filter, ...(filter.builtins !== undefined && { builtins: [...filter.builtins, 'tool_search'] }) },
});
const without =
  (builtin: string): Way =>
  ({ builtins }) => [{ builtins: builtins.filter((each) => each !== builtin) }];

/** Applies `add "x" to "builtins"` and `add "x" to filter.servers`. */
function addTo(step: string): Way | undefined {
  if (step.endsWith('to "builtins"')) return ({ builtins }, _, missing) => [{ builtins: [...builtins, missing] }];
  const dimension = (['builtins', 'servers', 'tools'] as const).find((each) => step.endsWith(`to filter.${each}`));
  if (dimension === undefined) return undefined;
  return ({ filter }, _, missing) => [{ filter: { ...filter, [dimension]: [...(filter[dimension] ?? []), missing] } }];
}

const STEPS: readonly (readonly [words: string, way: Way])[] = [
  [
    'remove it from the request\'s "tools"',
    (world, name) => [
      {
        requested: request(
          requestOf(world).filter((each) => each !== name),
          isMixed(world),
        ),
      },
    ],
  ],
  ['send "tools": [] for no tools', () => [{ requested: { kind: 'none' } }]],
  ['remove {"type":"toolpath"} from', (world) => [{ requested: request(requestOf(world), false) }]],
  ['turn off the setting "mixed"', () => [{ mixed: false }]],
  ['send "tools": [{"type":"toolpath"}]', () => [{ requested: listed([], true) }]],
  ['add {"type":"toolpath"}', (world) => [{ requested: request(requestOf(world), true) }]],
  [
    "rename the client's tool",
    (world, _, theirs) => [
      {
        requested: request(
          requestOf(world).map((each) => (each === theirs ? 'renamed' : each)),
          isMixed(world),
        ),
      },
    ],
  ],
  [
    'rename it, or remove',
    (world, name, builtin) => [
      { tools: withTool(world, name, { name: ANOTHER }), filter: passing(world.filter) },
      ...without(builtin)(world, name, builtin),
    ],
  ],
  ['remove it from "builtins"', (world, name) => without(name)(world, name, name)],
  ['remove "tool_search" from "builtins"', without('tool_search')],
  ["remove it from its server's", (world, name) => [{ tools: withTool(world, name, { always: false }) }]],
  ['add "code" to formats', () => [{ hasCode: true }]],
  ['add a database', () => [{ hasDatabase: true }]],
  ['connect an MCP server', () => [{ hasMore: true }]],
  ['use a version', ({ built }, name) => [{ built: [...built, name === 'call_tool' ? 'tool_search' : name] }]],
  ['use another model', () => [{ ...anew, hasNoPromptCache: false }]],
  ['set the budget to', (_, __, ___, step = '') => [{ most: Number(/\d+/.exec(step)?.[0]) }]],
  ['set "mcpToolsInPrompt" to more than', (_, __, ___, step = '') => [{ most: Number(/\d+/.exec(step)?.[0]) + 1 }]],
  ['start a new conversation', () => [anew]],
  ['ask for something else', ({ hits }, name) => [{ hits: hits.filter((each) => each !== name) }]],
  ['remove it from the request\'s "tool_choice"', () => [{ named: undefined }]],
  ['describe what it does in the message, or start a new', (world, name) => [...askFor(world, name, ''), anew]],
  [
    'describe what it does in the message, let the model search',
    (world, name) => [...askFor(world, name, ''), { told: [...world.told, ...told(name)] }, ...pin(world, name, '')],
  ],
  [
    'describe what it does in the message, or let the model search',
    (world, name) => [...askFor(world, name, ''), { told: [...world.told, ...told(name)] }],
  ],
  [
    'describe what it does in the message, or add it',
    (world, name) => [...askFor(world, name, ''), ...pin(world, name, '')],
  ],
  [
    'add "tool_search" to "builtins" and describe what it does in the message, or add',
    (world, name) => [
      ...askFor(world, name, '').map((asked) => ({ ...withSearch(world), ...asked })),
      ...pin(world, name, ''),
    ],
  ],
  [
    'add "tool_search" to "builtins" and describe',
    (world, name) => askFor(world, name, '').map((asked) => ({ ...withSearch(world), ...asked })),
  ],
  ['describe what it does in the message', askFor],
];

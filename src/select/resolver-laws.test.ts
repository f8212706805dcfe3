import fc from 'fast-check';
import { expect } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { type Given, listed, resolve, told, type World } from '../../test/worlds.ts';
import { BUILTINS, type Decision, type Requested, type VisibleTool } from '../core/index.ts';
import { announcedTools } from './announced.ts';
import { asksForGateway } from './plan.ts';

const names = (tools: readonly VisibleTool[]) => tools.map(({ wireName }) => wireName);

/** Few names, so that they collide; some that a plain object would stumble over. */
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
/** Most worlds are in order: in those that are not, a law hardly finds anything to look at. */
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
  isForgetful: fc.constantFrom(false, false, true),
  isClosed: fc.constantFrom(false, false, true),
  named: maybe(fc.oneof(serverTool, customTool, clientName)),
});

const RUNS = { numRuns: 1_500 };

proves(
  ['S1.explain', 'L5'],
  'every candidate has one decision; it is in if the model may call it, or was told of it once, and else out',
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

proves('L5', 'a plan is a pure function: the same twice, also of another array of the same tools', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const { plan, again } = resolve(world);
      expect(again()).toEqual(plan);
      expect(resolve(world).plan).toEqual(plan);
    }),
    RUNS,
  );
});

proves(['L6', 'L1'], 'no name is told twice, and none of the client’s is anybody else’s', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const { plan } = resolve(world);
      const all = names([...plan.visible, ...plan.callable]);
      expect(new Set(all).size).toBe(all.length);
    }),
    RUNS,
  );
});

proves('L6', 'what was declared stays in order and letter for letter, whatever the list of today', () => {
  fc.assert(
    fc.property(anyWorld, anyWorld, (first, today) => {
      const asked: Partial<World> = { requested: { kind: 'absent' }, isFollowUp: false, absent: 'gateway' };
      const start = resolve({ ...first, ...asked, declared: undefined, named: undefined, isForgetful: false }).plan;
      const declared = announcedTools(start.visible);
      const { plan } = resolve({ ...today, ...asked, declared, isForgetful: false });
      expect(JSON.stringify(announcedTools(plan.visible.slice(0, declared.length)))).toBe(JSON.stringify(declared));
      expect(names(plan.visible).slice(0, declared.length)).toEqual(names(start.visible));
      if (today.named === undefined) expect(plan.visible).toHaveLength(declared.length);
    }),
    RUNS,
  );
});

/** There is a search, and it finds. */
const searched: Partial<World> = {
  builtins: BUILTINS,
  built: BUILTINS,
  filter: {},
  hits: ['files::read', 'mail::send', '__proto__::x', 'mail::read', 'files::constructor'],
};

proves(['S1.limit', 'S1.limit.rank'], 'no batch is larger than the budget, and nobody nearer is left out of it', () => {
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
});

proves(['S1.explain', 'L5'], 'doing what a decision says would flip it flips it', () => {
  fc.assert(
    fc.property(anyWorld.map(asDiscovered), (world) => {
      for (const { kind, name } of resolve(world).who) expectFlips({ world, name }, kind, []);
    }),
    { numRuns: 1_500 },
  );
});

/** Whichever way is gone; `before` is what was said on the way. */
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
    ).not.toContain(decision?.rule); // who goes on comes nearer
  }
  for (const next of follow(decision?.flip ?? '', changed.world, changed.name)) expectFlips(next, kind, path);
}

/**
 * What may still be in the way when all that a decision said is done, because a request or a conversation brings it and no
 * setting: it is said in its turn.
 */
const SAYS_SO_ITSELF = ['limit', 'late', 'far', 'client-name', 'no-dispatcher', 'needless', 'deferred', 'builtin-name'];

/** Where the tool is no candidate any more it is out. */
function decisionOf({ world, name }: Changed, kind: string): Decision | undefined {
  const { plan, who } = resolve(world);
  return plan.decisions[who.findIndex((each) => each.kind === kind && each.name === name)];
}

/** Where a request wants nothing of the gateway's, nobody looks what its conversation has found; nobody searches without a search. */
function asDiscovered(world: World): World {
  if (!asksForGateway(world)) return { ...world, ...anew, isForgetful: false };
  return resolve(world).hasSearch ? world : { ...world, hits: [] };
}

interface Changed {
  readonly world: World;
  /** Of the tool that it is about. */
  readonly name: string;
}

/** The worlds in which was done what the words of a flip say, one for each way to do it. */
function follow(flip: string, world: World, name: string): readonly Changed[] {
  let worlds: readonly Changed[] = [{ world, name }];
  const [turning = ''] = flip.split('; to make it callable, ');
  for (const step of turning.split(', and ')) {
    worlds = worlds.flatMap((before) => {
      const ways = STEPS.find(([words]) => step.startsWith(words))?.[1] ?? addTo(step);
      if (ways === undefined) throw new Error(`nobody knows how to follow: ${step}`);
      return ways(before.world, before.name, quoted(step), step).map((change) => ({
        name: change.tools?.some((tool) => tool.name === ANOTHER) ? ANOTHER : before.name,
        world: { ...before.world, ...change },
      }));
    });
  }
  return worlds;
}

const ANOTHER = 'another_name';

/** What a step names, between the first two marks that JSON puts around it. */
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
/** What the filter is said to lack is added by the name that the tool has then. */
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

/** `add "x" to "builtins"`, `add "x" to filter.servers` */
function addTo(step: string): Way | undefined {
  if (step.endsWith('to "builtins"')) return ({ builtins }, _, missing) => [{ builtins: [...builtins, missing] }];
  const dimension = (['builtins', 'servers', 'tools'] as const).find((each) => step.endsWith(`to filter.${each}`));
  if (dimension === undefined) return undefined;
  return ({ filter }, _, missing) => [{ filter: { ...filter, [dimension]: [...(filter[dimension] ?? []), missing] } }];
}

const STEPS: readonly (readonly [words: string, way: Way])[] = [
  [
    "leave it out of the request's tools",
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
  ['leave {"type":"toolpath"} out', (world) => [{ requested: request(requestOf(world), false) }]],
  ['turn the setting "mixed" off', () => [{ mixed: false }]],
  ['send "tools": [{"type":"toolpath"}]', () => [{ requested: listed([], true) }]],
  ['add {"type":"toolpath"}', (world) => [{ requested: request(requestOf(world), true) }]],
  [
    "give the client's tool",
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
    'give it another name, or take',
    (world, name, builtin) => [
      { tools: withTool(world, name, { name: ANOTHER }), filter: passing(world.filter) },
      ...without(builtin)(world, name, builtin),
    ],
  ],
  ['leave it out of "builtins"', (world, name) => without(name)(world, name, name)],
  ['leave "tool_search" out of "builtins"', without('tool_search')],
  ["take it out of its server's", (world, name) => [{ tools: withTool(world, name, { always: false }) }]],
  ['add "code" to formats', () => [{ hasCode: true }]],
  ['add a database', () => [{ hasDatabase: true }]],
  ['connect an MCP server', () => [{ hasMore: true }]],
  ['use a version', ({ built }, name) => [{ built: [...built, name === 'call_tool' ? 'tool_search' : name] }]],
  ['choose another model', () => [{ ...anew, isForgetful: false }]],
  ['set the budget to', (_, __, ___, step = '') => [{ most: Number(/\d+/.exec(step)?.[0]) }]],
  ['set "mcpToolsInPrompt" above', (_, __, ___, step = '') => [{ most: Number(/\d+/.exec(step)?.[0]) + 1 }]],
  ['start another conversation', () => [anew]],
  ['ask for something else', ({ hits }, name) => [{ hits: hits.filter((each) => each !== name) }]],
  ['leave it out of the request\'s "tool_choice"', () => [{ named: undefined }]],
  ['ask for what it does, or start another', (world, name) => [...askFor(world, name, ''), anew]],
  [
    'ask for what it does, let the model search',
    (world, name) => [...askFor(world, name, ''), { told: [...world.told, ...told(name)] }, ...pin(world, name, '')],
  ],
  [
    'ask for what it does, or let the model search',
    (world, name) => [...askFor(world, name, ''), { told: [...world.told, ...told(name)] }],
  ],
  ['ask for what it does, or name it', (world, name) => [...askFor(world, name, ''), ...pin(world, name, '')]],
  [
    'make tool_search available and ask for what it does, or name',
    (world, name) => [
      ...askFor(world, name, '').map((asked) => ({ ...withSearch(world), ...asked })),
      ...pin(world, name, ''),
    ],
  ],
  [
    'make tool_search available',
    (world, name) => askFor(world, name, '').map((asked) => ({ ...withSearch(world), ...asked })),
  ],
  ['ask for what it does', askFor],
];

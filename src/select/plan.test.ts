import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import type { ClientTool, Decision, GatewayTool, Requested, VisibleTool } from '../core/index.ts';
import { type PlanInput, planTools } from './plan.ts';

const parameters = { type: 'object', properties: {} };

const gatewayTool = (name: string, wireName = name): GatewayTool => ({
  name,
  wireName,
  description: `gateway's ${name}`,
  parameters,
});

const clientTool = (name: string): ClientTool => ({ name, description: `client's ${name}`, schema: parameters });

const listed = (names: readonly string[], mixed = false): Requested => ({
  kind: 'listed',
  tools: names.map(clientTool),
  mixed,
});

const gateway = [gatewayTool('get_time'), gatewayTool('read file', 'read_file_ab12')];

const plan = (requested: Requested, more: Partial<PlanInput> = {}) =>
  planTools({ requested, mixed: false, absent: 'gateway', isFollowUp: false, gateway, ...more });

const owners = (tools: readonly VisibleTool[]) => tools.map(({ wireName, owner }) => [wireName, owner]);
const rules = (decisions: readonly Decision[]) => decisions.map(({ tool, verdict, rule }) => [tool, verdict, rule]);

describe('planTools', () => {
  proves(
    ['S0.absent', 'S0.null'],
    'without tools in the request, the gateway’s are visible under their wire names',
    () => {
      const { source, visible, format, decisions } = plan({ kind: 'absent' });
      expect({ source, format }).toEqual({ source: 'gateway', format: 'native' });
      expect(visible.map(({ gateway: _, ...tool }) => tool)).toEqual([
        { name: 'get_time', wireName: 'get_time', owner: 'gateway', description: "gateway's get_time", parameters },
        {
          name: 'read file',
          wireName: 'read_file_ab12',
          owner: 'gateway',
          description: "gateway's read file",
          parameters,
        },
      ]);
      expect(rules(decisions)).toEqual([
        ['get_time', 'in', 'gateway'],
        ['read file', 'in', 'gateway'],
      ]);
    },
  );

  proves('S0.empty', 'an empty list leaves nothing visible, whatever the setting', () => {
    for (const mixed of [true, false]) {
      const { source, visible, decisions } = plan({ kind: 'none' }, { mixed });
      expect(source).toBe('request');
      expect(visible).toEqual([]);
      expect(rules(decisions)).toEqual([
        ['get_time', 'out', 'no-tools'],
        ['read file', 'out', 'no-tools'],
      ]);
    }
  });

  proves('S0.listed', 'a list is what the model sees, and nothing of the gateway’s', () => {
    const tool = { ...clientTool('bash'), extra: { chat: { strict: true } } };
    const { source, visible, decisions } = plan({ kind: 'listed', tools: [tool], mixed: false });
    expect(source).toBe('request');
    expect(visible).toEqual([
      {
        name: 'bash',
        wireName: 'bash',
        owner: 'client',
        description: "client's bash",
        parameters,
        extra: { chat: { strict: true } },
      },
    ]);
    expect(rules(decisions)).toEqual([
      ['bash', 'in', 'client'],
      ['get_time', 'out', 'client-tools'],
      ['read file', 'out', 'client-tools'],
    ]);
  });

  proves('S0.mixed', 'both kinds are visible when the request or the setting says so', () => {
    const both = [
      ['bash', 'client'],
      ['get_time', 'gateway'],
      ['read_file_ab12', 'gateway'],
    ];
    expect(owners(plan(listed(['bash'], true)).visible)).toEqual(both);
    expect(owners(plan(listed(['bash']), { mixed: true }).visible)).toEqual(both);
    expect(owners(plan(listed([], true)).visible)).toEqual(both.slice(1));
  });

  proves(['S0.mixed', 'L1'], 'a gateway’s tool gives way to a client’s of the same name', () => {
    const { visible, decisions } = plan(listed(['get_time'], true));
    expect(owners(visible)).toEqual([
      ['get_time', 'client'],
      ['read_file_ab12', 'gateway'],
    ]);
    expect(rules(decisions)).toEqual([
      ['get_time', 'in', 'client'],
      ['get_time', 'out', 'client-name'],
      ['read file', 'in', 'gateway'],
    ]);
  });

  proves('S4.followup', 'outcomes that come back without tools ask for text', () => {
    const { source, visible, decisions } = plan({ kind: 'absent' }, { isFollowUp: true });
    expect(source).toBe('gateway');
    expect(visible).toEqual([]);
    expect(rules(decisions)).toEqual([
      ['get_time', 'out', 'follow-up-without-tools'],
      ['read file', 'out', 'follow-up-without-tools'],
    ]);
  });

  proves('S4.always-tools', 'tools in the follow-up are offered as before', () => {
    for (const requested of [listed(['bash']), listed(['bash'], true), listed([], true)]) {
      expect(plan(requested, { isFollowUp: true })).toEqual(plan(requested));
    }
  });

  test.each([
    ['the request', listed(['bash'], true), false, 'leave {"type":"toolpath"} out of the request\'s tools'],
    ['the setting', listed(['bash']), true, 'turn the setting "mixed" off for this client and this model'],
    [
      'both',
      listed(['bash'], true),
      true,
      'leave {"type":"toolpath"} out of the request\'s tools, and turn the setting "mixed" off for this client and this model',
    ],
    ['a list of nothing else', listed([], true), true, 'leave {"type":"toolpath"} out of the request\'s tools'],
  ])('a tool that is in by %s says the least that would take it out', (_, requested, mixed, flip) => {
    expect(plan(requested, { mixed }).decisions.at(-1)).toMatchObject({ rule: 'gateway', flip });
  });

  test('an unchanged list is planned once', () => {
    const [one, other] = [plan({ kind: 'absent' }), plan({ kind: 'absent' })];
    expect(one.visible).toBe(other.visible);
    expect(one.decisions).toBe(other.decisions);
    expect(plan({ kind: 'absent' }, { gateway: [...gateway] }).decisions).not.toBe(one.decisions);
  });
});

/** Few names, so that they collide; some that a plain object would stumble over. */
const name = fc.constantFrom('a', 'b', 'c', 'A', 'a_b', 'a-b', '__proto__', 'constructor', 'toString', 'files__read');
const anyInput: fc.Arbitrary<PlanInput> = fc.record({
  requested: fc.oneof(
    fc.constant<Requested>({ kind: 'absent' }),
    fc.constant<Requested>({ kind: 'none' }),
    fc
      .record({ names: fc.uniqueArray(name), mixed: fc.boolean() })
      .filter(({ names, mixed }) => names.length > 0 || mixed) // an empty list is `none`
      .map(({ names, mixed }) => listed(names, mixed)),
  ),
  mixed: fc.boolean(),
  absent: fc.constantFrom('gateway', 'none'),
  isFollowUp: fc.boolean(),
  gateway: fc
    .uniqueArray(fc.tuple(name, name), { selector: ([, wireName]) => wireName })
    .map((names) => names.map(([own, wireName]) => gatewayTool(own, wireName))),
});

proves(
  'L1',
  'every visible tool has one owner: the client’s are as it named them, and no other has their names',
  () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { visible } = planTools(input);
        const declared = input.requested.kind === 'listed' ? input.requested.tools : [];
        const theirs = visible.filter(({ owner }) => owner === 'client');
        const ours = visible.filter(({ owner }) => owner === 'gateway');
        expect(theirs.map((tool) => tool.name)).toEqual(declared.map((tool) => tool.name));
        expect(theirs.length + ours.length).toBe(visible.length);
        expect(new Set(visible.map((tool) => tool.wireName)).size).toBe(visible.length);
        for (const tool of ours) {
          expect(input.gateway.some((each) => each.wireName === tool.wireName)).toBe(true);
          expect(declared.some((each) => each.name === tool.wireName)).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  },
);

proves('L5', 'every candidate has one decision, and those that are in are the visible ones, in order', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { visible, decisions } = planTools(input);
      const declared = input.requested.kind === 'listed' ? input.requested.tools : [];
      expect(decisions.map(({ tool }) => tool)).toEqual([...declared, ...input.gateway].map((tool) => tool.name));
      const candidates = [...declared.map((tool) => tool.name), ...input.gateway.map((tool) => tool.wireName)];
      const chosen = candidates.filter((_, place) => decisions[place]?.verdict === 'in');
      expect(chosen).toEqual(visible.map((tool) => tool.wireName));
    }),
    { numRuns: 2_000 },
  );
});

proves('L5', 'doing what a decision says would flip it flips it', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const declaredCount = input.requested.kind === 'listed' ? input.requested.tools.length : 0;
      for (const [place, { verdict, flip }] of planTools(input).decisions.entries()) {
        const ours = input.gateway[place - declaredCount];
        const theirs = input.requested.kind === 'listed' ? input.requested.tools[place] : undefined;
        const changed = planTools(follow(flip, input, theirs ?? clientTool(ours?.wireName ?? '')));
        const isVisible = changed.visible.some((tool) =>
          theirs === undefined
            ? tool.owner === 'gateway' && tool.wireName === ours?.wireName
            : tool.owner === 'client' && tool.name === theirs.name,
        );
        expect(isVisible, flip).toBe(verdict === 'out');
      }
    }),
    { numRuns: 1_000 },
  );
});

/** Changes the input as the words of a flip say. */
function follow(flip: string, input: PlanInput, about: ClientTool): PlanInput {
  const tools = input.requested.kind === 'listed' ? [...input.requested.tools] : [];
  let mixedByRequest = input.requested.kind === 'listed' && input.requested.mixed;
  let mixed = input.mixed;
  const at = tools.findIndex((tool) => tool.name === about.name);
  let isDone = false;
  const says = (words: string, change: () => void) => {
    if (!flip.includes(words)) return;
    change();
    isDone = true;
  };
  says('send "tools": [] for no tools', () => tools.splice(0));
  says('leave it out of the request', () => tools.splice(at, 1));
  says("give the client's tool", () => tools.splice(at, 1, clientTool('another name')));
  says('leave {"type":"toolpath"} out', () => {
    mixedByRequest = false;
  });
  says('"mixed" off', () => {
    mixed = false;
  });
  says('add {"type":"toolpath"}', () => {
    mixedByRequest = true;
  });
  says('send "tools": [{"type":"toolpath"}]', () => {
    mixedByRequest = true;
  });
  if (!isDone) throw new Error(`nobody knows how to follow: ${flip}`);
  const isNone = tools.length === 0 && !mixedByRequest;
  return { ...input, mixed, requested: isNone ? { kind: 'none' } : { kind: 'listed', tools, mixed: mixedByRequest } };
}

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
  proves(['S0.absent', 'S0.null'], 'A request without tools gets the gateway’s tools under their wire names', () => {
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
  });

  proves('S0.empty', 'A request with an empty tool list gets no tools, whatever the setting mixed is', () => {
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

  proves('S0.listed', 'A request that lists tools gets exactly those, and no gateway tools', () => {
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

  proves(
    'S0.mixed',
    'Client tools and gateway tools are both visible if the request or the setting asks for it',
    () => {
      const both = [
        ['bash', 'client'],
        ['get_time', 'gateway'],
        ['read_file_ab12', 'gateway'],
      ];
      expect(owners(plan(listed(['bash'], true)).visible)).toEqual(both);
      expect(owners(plan(listed(['bash']), { mixed: true }).visible)).toEqual(both);
      expect(owners(plan(listed([], true)).visible)).toEqual(both.slice(1));
    },
  );

  proves(['S0.mixed', 'L1'], 'A gateway tool is left out if a client tool has the same name', () => {
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

  proves('S4.followup', 'A request with tool results but without tools gets no tools', () => {
    const { source, visible, decisions } = plan({ kind: 'absent' }, { isFollowUp: true });
    expect(source).toBe('gateway');
    expect(visible).toEqual([]);
    expect(rules(decisions)).toEqual([
      ['get_time', 'out', 'follow-up-without-tools'],
      ['read file', 'out', 'follow-up-without-tools'],
    ]);
  });

  proves('S4.always-tools', 'A request that lists tools gets the same plan with and without tool results', () => {
    for (const requested of [listed(['bash']), listed(['bash'], true), listed([], true)]) {
      expect(plan(requested, { isFollowUp: true })).toEqual(plan(requested));
    }
  });

  test.each([
    ['the request', listed(['bash'], true), false, 'remove {"type":"toolpath"} from the request\'s "tools"'],
    ['the setting', listed(['bash']), true, 'turn off the setting "mixed" for this client and this model'],
    [
      'the request and the setting',
      listed(['bash'], true),
      true,
      'remove {"type":"toolpath"} from the request\'s "tools", and turn off the setting "mixed" for this client and this model',
    ],
    [
      'a request that lists nothing else',
      listed([], true),
      true,
      'remove {"type":"toolpath"} from the request\'s "tools"',
    ],
  ])('The flip of a gateway tool that is in because of %s names the smallest change', (_, requested, mixed, flip) => {
    expect(plan(requested, { mixed }).decisions.at(-1)).toMatchObject({ rule: 'gateway', flip });
  });

  test('Plans for the same tool array share their visible tools and decisions', () => {
    const [one, other] = [plan({ kind: 'absent' }), plan({ kind: 'absent' })];
    expect(one.visible).toBe(other.visible);
    expect(one.decisions).toBe(other.decisions);
    expect(plan({ kind: 'absent' }, { gateway: [...gateway] }).decisions).not.toBe(one.decisions);
  });
});

/** Only a few names, so that they collide; some are also properties of plain objects. */
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
  'Every visible tool has one owner, client tools keep their names, and no gateway tool has a client tool’s name',
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

proves(
  'L5',
  'Every candidate has one decision, and the tools that are in are the visible tools, in the same order',
  () => {
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
  },
);

proves('L5', 'Following the flip of a plan’s decision changes its verdict', () => {
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

/** Applies the advice of a flip to the input. */
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
  says('remove it from the request', () => tools.splice(at, 1));
  says("rename the client's tool", () => tools.splice(at, 1, clientTool('another name')));
  says('remove {"type":"toolpath"} from', () => {
    mixedByRequest = false;
  });
  says('turn off the setting "mixed"', () => {
    mixed = false;
  });
  says('add {"type":"toolpath"}', () => {
    mixedByRequest = true;
  });
  says('send "tools": [{"type":"toolpath"}]', () => {
    mixedByRequest = true;
  });
  if (!isDone) throw new Error(`This test cannot apply the flip: ${flip}`);
  const isNone = tools.length === 0 && !mixedByRequest;
  return { ...input, mixed, requested: isNone ? { kind: 'none' } : { kind: 'listed', tools, mixed: mixedByRequest } };
}

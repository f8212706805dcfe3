import { describe, expect } from 'vitest';
import { differences, ownProperties } from '../own-properties.ts';
import { proves } from '../requirements.ts';
import { eventually } from './gateways.ts';
import { settledBesideFine, type Watched } from './watched.ts';

/** Safety checks 45, 47, 49 and 50: a server's tool definitions can neither mislead users and models nor break the gateway. */

function wireNamesOf({ tools }: Watched): readonly (string | undefined)[] {
  return tools.all().map((tool) => tools.wireNames.wireOf(tool));
}

describe('Hostile tool definitions', () => {
  proves(
    ['L9', 'L10'],
    'Hostile definitions are left out or made harmless, each with a reason, and the other tools work',
    async () => {
      const before = ownProperties(Object.prototype);
      const gateway = await settledBesideFine({ bad: ['definitions'] });
      const [report] = gateway.servers.servers();
      expect(report).toMatchObject({ name: 'bad', state: 'ready' });
      expect(await gateway.say('bad::fine', { a: 1 })).toBe('{"a":1}');
      expect(await gateway.say('bad::also_fine', { a: 1 })).toBe('{"a":1}');
      const reasons = new Map(report?.findings.map(({ tool, reason }) => [tool, reason]));
      expect(reasons.get('text_schema')).toBe('its inputSchema is not an object');
      expect(reasons.get('odd_required')).toBe('its inputSchema is not usable: "required" is not a list of names');
      expect(reasons.get('string_schema')).toBe('its inputSchema does not describe an object');
      expect(reasons.get('n'.repeat(40))).toBe('its name is too long (10000 characters)');
      expect(reasons.get('')).toMatch(/lists 2 entries that are not tools/);
      expect(reasons.get('hidden')).toMatch(/invisible characters/);
      expect(reasons.get('long')).toMatch(/was truncated/);
      for (const name of ['text_schema', 'odd_required', 'string_schema', '']) {
        expect(gateway.names()).not.toContain(`bad::${name}`);
      }
      expect(differences(before, ownProperties(Object.prototype))).toEqual([]);
    },
  );

  proves(
    'L10',
    'Malformed definitions that can have only one meaning are repaired, and their tools can be called',
    async () => {
      const gateway = await settledBesideFine({ bad: ['definitions'] });
      const repaired = ['null_schema', 'no_schema', 'null_required', 'null_properties', 'list_properties'];
      for (const name of repaired) expect(await gateway.say(`bad::${name}`), name).toBe('{}');
      const [report] = gateway.servers.servers();
      const notes = report?.findings
        .filter(({ isRepair }) => isRepair === true)
        .map(({ tool, reason }) => [tool, reason]);
      expect(notes).toEqual([
        ['null_schema', 'its inputSchema was repaired: it was null'],
        ['no_schema', 'its inputSchema was repaired: it was missing'],
        ['null_required', 'its inputSchema was repaired: "required" was null'],
        ['null_properties', 'its inputSchema was repaired: "properties" was null'],
        ['list_properties', 'its inputSchema was repaired: "properties" was []'],
      ]);
      expect(gateway.told('An MCP tool was left out or changed.').map(({ fields }) => fields.tool)).toContain(
        'odd_required',
      );
    },
  );

  proves('L10', 'Descriptions contain no invisible characters and stay within the size limit', async () => {
    const gateway = await settledBesideFine({ bad: ['definitions'] });
    const hidden = gateway.tools.find('bad::hidden')?.description ?? '';
    expect(hidden).toContain('reversed');
    expect(hidden).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const long = gateway.tools.find('bad::long')?.description ?? '';
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(16 * 1024 + 20);
  });

  proves(['L8', 'L10'], 'Tools named like built-in JavaScript properties work like other tools', async () => {
    const gateway = await settledBesideFine({ bad: ['definitions'] });
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(await gateway.say(`bad::${name}`, { a: 1 }), name).toBe('{"a":1}');
      expect(await gateway.call(name)).toMatchObject({ status: 'error', failure: { kind: 'unknown-tool' } });
    }
  });

  proves(
    ['L8', 'L9'],
    'A call of a tool with an unusable schema or with invalid arguments fails before it is sent',
    async () => {
      const gateway = await settledBesideFine({ bad: ['definitions'] });
      const shown = gateway.listings.all().map(({ name }) => name);
      expect(shown).toContain('bad::slow_pattern');
      for (const name of ['network_ref', 'many_parts']) {
        expect(await gateway.call(`bad::${name}`, { a: 'x' }), name).toMatchObject({ failure: { kind: 'bad-schema' } });
        expect(shown).not.toContain(`bad::${name}`); // not listed to models
      }
      const outcome = await gateway.call('bad::slow_pattern', { a: `${'a'.repeat(50_000)}!` });
      expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'bad-arguments' } });
      expect(await gateway.say('bad::cyclic_ref', { a: { a: {} } })).toBe('{"a":{"a":{}}}');
    },
  );
});

describe('Two servers with the same tools', () => {
  proves('L10', 'Tools of the same name on two servers are distinct, by gateway name and by wire name', async () => {
    const gateway = await settledBesideFine({ one: [], two: [] });
    const pids = await Promise.all(['one::process', 'two::process', 'one__process'].map((name) => gateway.say(name)));
    expect(new Set(pids).size).toBe(2);
    expect(pids[2]).toBe(pids[0]);
    expect(gateway.told(/already exists/)).toEqual([]);
  });

  proves('L10', 'Wire names are unique, even if server and tool names join to the same text', async () => {
    const gateway = await settledBesideFine({ a: [], a__echo: [], a_: [], 'a b': [], 'a-b': [] });
    const names = ['echo__echo', '_echo', 'есho', 'ECHO', 'b__echo'];
    for (const name of names) {
      await gateway.say('a::change', { name });
      await eventually(() => gateway.names()).toContain(`a::${name}`);
    }
    const wires = wireNamesOf(gateway);
    expect(new Set(wires).size).toBe(wires.length);
    for (const wire of wires) expect(wire).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });
});

describe('A tool name that is taken', () => {
  const own = { name: 'bad::added', invoke: () => 'the gateway itself' };

  proves('L10', 'A name stays with the tool that has it, even after a server changed its list', async () => {
    const gateway = await settledBesideFine({ bad: [], other: [] }, { tools: [own, { ...own, name: 'execute_sql' }] });
    expect(await gateway.say('bad::change', { name: 'added' })).toBe('added added');
    expect(await gateway.say('bad::change', { name: 'execute_sql' })).toBe('added execute_sql');
    await eventually(() => gateway.names()).toContain('bad::execute_sql');
    expect(await gateway.say('bad::added')).toBe('the gateway itself');
    expect(await gateway.say('execute_sql')).toBe('the gateway itself');
    expect(gateway.told(/already exists.*left out/, 'bad').length).toBeGreaterThan(0);
  });

  proves('L10', 'If a list has a name twice, the first tool keeps it', async () => {
    const gateway = await settledBesideFine({ bad: ['definitions'] });
    expect(gateway.tools.find('bad::twice')?.description).toBe('the first');
    expect(gateway.names().filter((name) => name === 'bad::twice')).toHaveLength(1);
  });

  proves('L10', 'Tool names and wire names do not depend on the order of the servers', async () => {
    const servers = { x: [], x__y: [], y: [] };
    const backwards = Object.fromEntries(Object.entries(servers).toReversed());
    const gateways = await Promise.all([servers, backwards].map((given) => settledBesideFine(given)));
    const [one, other] = gateways.map((gateway) =>
      gateway.tools
        .all()
        .map((tool) => `${tool.name} ${gateway.tools.wireNames.wireOf(tool)}`)
        .toSorted(),
    );
    expect(one).toContain('x::echo x__echo');
    expect(other).toEqual(one);
  });
});

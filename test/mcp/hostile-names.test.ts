import { describe, expect } from 'vitest';
import { differences, ownProperties } from '../own-properties.ts';
import { proves } from '../requirements.ts';
import { eventually } from './gateways.ts';
import { settledBesideFine, type Watched } from './watched.ts';

/** Safety checks 45, 47, 49 and 50: what a server says of its tools can mislead nobody, and break nothing. */

function wireNamesOf({ tools }: Watched): readonly (string | undefined)[] {
  return tools.all().map((tool) => tools.wireNames.wireOf(tool));
}

describe('definitions that no honest server has', () => {
  proves(['L9', 'L10'], 'are left out or made harmless, each with a word of why; the others are there', async () => {
    const before = ownProperties(Object.prototype);
    const gateway = await settledBesideFine({ bad: ['definitions'] });
    const [report] = gateway.servers.servers();
    expect(report).toMatchObject({ name: 'bad', state: 'ready' });
    expect(await gateway.say('bad::fine', { a: 1 })).toBe('{"a":1}');
    expect(await gateway.say('bad::also_fine', { a: 1 })).toBe('{"a":1}');
    const reasons = new Map(report?.findings.map(({ tool, reason }) => [tool, reason]));
    expect(reasons.get('null_schema')).toBe('it has no usable inputSchema');
    expect(reasons.get('string_schema')).toBe('its inputSchema is not that of an object');
    expect(reasons.get('n'.repeat(40))).toBe('its name has 10000 characters');
    expect(reasons.get('')).toMatch(/it has no name/);
    expect(reasons.get('hidden')).toMatch(/nobody can see/);
    expect(reasons.get('long')).toMatch(/it is cut/);
    for (const name of ['null_schema', 'no_schema', 'string_schema', '']) {
      expect(gateway.names()).not.toContain(`bad::${name}`);
    }
    expect(differences(before, ownProperties(Object.prototype))).toEqual([]);
  });

  proves('L10', 'are described without what hides, and within bounds', async () => {
    const gateway = await settledBesideFine({ bad: ['definitions'] });
    const hidden = gateway.tools.find('bad::hidden')?.description ?? '';
    expect(hidden).toContain('reversed');
    expect(hidden).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const long = gateway.tools.find('bad::long')?.description ?? '';
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(16 * 1024 + 20);
  });

  proves(['L8', 'L10'], 'are tools like others where only their name is odd', async () => {
    const gateway = await settledBesideFine({ bad: ['definitions'] });
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(await gateway.say(`bad::${name}`, { a: 1 }), name).toBe('{"a":1}');
      expect(await gateway.call(name)).toMatchObject({ status: 'error', failure: { kind: 'unknown-tool' } });
    }
  });

  proves(['L8', 'L9'], 'with schemas out of bounds end a call before it is sent', async () => {
    const gateway = await settledBesideFine({ bad: ['definitions'] });
    const shown = gateway.listings.all().map(({ name }) => name);
    expect(shown).toContain('bad::slow_pattern');
    for (const name of ['network_ref', 'many_parts']) {
      expect(await gateway.call(`bad::${name}`, { a: 'x' }), name).toMatchObject({ failure: { kind: 'bad-schema' } });
      expect(shown).not.toContain(`bad::${name}`); // no model hears of it
    }
    const outcome = await gateway.call('bad::slow_pattern', { a: `${'a'.repeat(50_000)}!` });
    expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'bad-arguments' } });
    expect(await gateway.say('bad::cyclic_ref', { a: { a: {} } })).toBe('{"a":{"a":{}}}');
  });
});

describe('two servers with the same tools', () => {
  proves('L10', 'are told apart, by either kind of name', async () => {
    const gateway = await settledBesideFine({ one: [], two: [] });
    const pids = await Promise.all(['one::process', 'two::process', 'one__process'].map((name) => gateway.say(name)));
    expect(new Set(pids).size).toBe(2);
    expect(pids[2]).toBe(pids[0]);
    expect(gateway.told(/exists already/)).toEqual([]);
  });

  proves('L10', 'never have one wire name, however servers and tools are cut', async () => {
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

describe('a name that is taken', () => {
  const own = { name: 'bad::added', invoke: () => 'the gateway itself' };

  proves('L10', 'stays with the tool that has it, also after a list has changed', async () => {
    const gateway = await settledBesideFine({ bad: [], other: [] }, { tools: [own, { ...own, name: 'execute_sql' }] });
    expect(await gateway.say('bad::change', { name: 'added' })).toBe('added added');
    expect(await gateway.say('bad::change', { name: 'execute_sql' })).toBe('added execute_sql');
    await eventually(() => gateway.names()).toContain('bad::execute_sql');
    expect(await gateway.say('bad::added')).toBe('the gateway itself');
    expect(await gateway.say('execute_sql')).toBe('the gateway itself');
    expect(gateway.told(/exists already.*left out/, 'bad').length).toBeGreaterThan(0);
  });

  proves('L10', 'stays with the first of a list that has it twice', async () => {
    const gateway = await settledBesideFine({ bad: ['definitions'] });
    expect(gateway.tools.find('bad::twice')?.description).toBe('the first');
    expect(gateway.names().filter((name) => name === 'bad::twice')).toHaveLength(1);
  });

  proves('L10', 'is the same in whichever order servers come', async () => {
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

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { defaultLimits, silentLog } from '../core/index.ts';
import { openClient } from './client.ts';
import { Inbound } from './inbound.ts';
import { SdkSession } from './sdk-session.ts';

/** These tests use the SDK's real client, because its schema would reject a complete list for one malformed definition. */

const ERAS = ['legacy', 'modern'] as const;

/** Connects to an imitated server. `list` returns what a session reads from this result of tools/list. */
async function connected(protocol: (typeof ERAS)[number]) {
  let page: object = {};
  const capabilities = { tools: {} };
  const answers: Readonly<Record<string, () => object>> = {
    initialize: () => ({ protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'played', version: '1' } }),
    'server/discover': () => ({ supportedVersions: ['2026-07-28'], capabilities }),
    'tools/list': () => page,
  };
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      if (!('method' in message) || !('id' in message)) return;
      const result = answers[message.method]?.() ?? {};
      queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id: message.id, result } as JSONRPCMessage));
    },
  };
  const inbound = new Inbound(defaultLimits, () => {});
  const { signal } = new AbortController();
  const told = { elicitation: 'decline', connectMs: 1_000, log: silentLog, onListChanged: () => {} } as const;
  const client = await openClient(transport, { ...told, protocol, inbound, signal });
  const session = new SdkSession(client, transport, inbound, 'stdio');
  onTestFinished(() => session.close('the test is over'));
  return {
    list: async (result: object) => {
      page = result;
      const { definitions, findings } = await session.list(signal);
      return { names: definitions.map(({ name }) => name), definitions, findings };
    },
  };
}

const fine = (name: string) => ({ name, inputSchema: { type: 'object', properties: { a: { type: 'string' } } } });

describe.for(ERAS)('A tool list of the %s era', (era) => {
  proves(
    'L10',
    'A tool with a spoiled schema is repaired, with a finding, and its server keeps all tools',
    async () => {
      const { list } = await connected(era);
      const spoiled = [
        { required: null },
        { properties: null },
        { properties: [] },
        { properties: { a: null }, required: {} },
        { type: null, additionalProperties: null, $schema: null, description: null },
      ];
      for (const schema of spoiled) {
        const bad = { name: 'bad', title: null, description: null, annotations: null, outputSchema: null };
        const inputSchema = { type: 'object', ...schema };
        const { names, findings } = await list({ tools: [fine('a'), { ...bad, inputSchema }, fine('b')] });
        expect(names, JSON.stringify(schema)).toEqual(['a', 'bad', 'b']);
        expect(findings).toEqual([{ tool: 'bad', reason: expect.stringMatching(/was repaired: "/), isRepair: true }]);
      }
    },
  );

  proves('L10', 'A tool with an unusable schema is left out with the reason, and the others stay', async () => {
    const { list } = await connected(era);
    const inputSchema = { type: 'object', required: [{ name: 'x' }] };
    const { names, findings } = await list({ tools: [fine('a'), { name: 'bad', inputSchema }, fine('b')] });
    expect(names).toEqual(['a', 'b']);
    const reason = 'its inputSchema is not usable: "required" is not a list of names';
    expect(findings).toEqual([{ tool: 'bad', reason, isLeftOut: true }]);
  });

  test('An unusable output schema is dropped with a finding, and its tool stays', async () => {
    const { list } = await connected(era);
    const outputSchema = { type: 'object', properties: 7 };
    const { definitions, findings } = await list({ tools: [{ ...fine('a'), outputSchema }] });
    expect(definitions[0]).not.toHaveProperty('outputSchema');
    const reason = 'its outputSchema is not usable: "properties" is not an object. Its results are not checked';
    expect(findings).toEqual([{ tool: 'a', reason }]);
    const spoiled = { ...outputSchema, properties: null, required: null };
    const repaired = await list({ tools: [{ ...fine('a'), outputSchema: spoiled }] });
    expect(repaired.definitions[0]?.outputSchema).toEqual({ type: 'object' });
  });

  test('A page without a next page, a lifetime or metadata may say so with null', async () => {
    const { list } = await connected(era);
    const nothing = { nextCursor: null, _meta: null, ttlMs: null, cacheScope: null };
    expect((await list({ tools: [fine('a')], ...nothing })).names).toEqual(['a']);
    expect((await list({ tools: [fine('a')], nextCursor: '' })).names).toEqual(['a']);
    expect((await list({ tools: null })).names).toEqual([]);
  });

  proves('L10', 'No definition, whatever its fields are, affects the other tools of its list', async () => {
    const { list } = await connected(era);
    const junk = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, [], {}, true, '', 7));
    const schema = fc.record(
      { type: fc.oneof(fc.constant('object'), junk), properties: junk, required: junk, $schema: junk, $defs: junk },
      { requiredKeys: [] },
    );
    const fields = { title: junk, description: junk, annotations: junk, icons: junk, execution: junk, _meta: junk };
    const schemas = { inputSchema: fc.oneof(schema, junk), outputSchema: fc.oneof(schema, junk) };
    const name = fc.oneof(fc.constant('bad'), junk);
    const definition = fc.oneof(fc.record({ name, ...schemas, ...fields }, { requiredKeys: [] }), junk);
    await fc.assert(
      fc.asyncProperty(definition, async (bad) => {
        const { names } = await list({ tools: [fine('a'), bad, fine('b')] });
        expect([names[0], names.at(-1)]).toEqual(['a', 'b']);
      }),
      { numRuns: 300 },
    );
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Ask } from '../../src/core/index.ts';
import { proves } from '../requirements.ts';
import { listed, user } from '../turns.ts';
import {
  eventually,
  type GatewayOptions,
  gatewayWith,
  hostile,
  type ServedGateway,
  settledGateway,
} from './gateways.ts';

function gateway(servers: object, options?: GatewayOptions): ServedGateway {
  const built = gatewayWith(servers, options);
  onTestFinished(() => built.close());
  return built;
}

/** Starts servers at `/0`, `/1` and so on that answer only after each of them has received a request. */
async function barrier(count: number): Promise<Record<string, object>> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'barrier', version: '1' });
    server.registerTool('echo', { description: 'Says hello.', inputSchema: z.object({}) }, () => ({
      content: [{ type: 'text', text: 'hello' }],
    }));
    return server;
  });
  const asked = new Set<string>();
  const all = Promise.withResolvers<void>();
  const listener = getRequestListener(async (request) => {
    asked.add(new URL(request.url).pathname);
    if (asked.size === count) all.resolve();
    await all.promise;
    return handler.fetch(request);
  });
  const server = createServer((request, response) => void listener(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    all.resolve();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const urls = Array.from({ length: count }, (_, at) => [`s${at}`, { url: `http://127.0.0.1:${port}/${at}` }]);
  return Object.fromEntries(urls);
}

function ask(tools: Ask['tools']): Ask {
  return {
    ...{ key: '', model: 'pocket', messages: [user('hi')], tools, choice: { kind: 'auto' as const } },
    ...{ context: [], isStreamed: false, sampling: {} },
  };
}

describe('Starting several servers', () => {
  proves(
    'S2.mcp.parallel',
    'Servers start concurrently: twenty servers that wait for each other all become available',
    async () => {
      const built = gateway(await barrier(20));
      await built.servers.settled.wait(10_000);
      expect(built.servers.missing()).toEqual([]);
      expect(built.names()).toHaveLength(20);
      const said = await Promise.all(built.names().map((name) => built.say(name)));
      expect(new Set(said)).toEqual(new Set(['hello']));
    },
  );

  proves(['S2.mcp.parallel', 'L8'], 'Dead, silent or misconfigured servers do not delay the others', async () => {
    const built = gateway(
      {
        ...{ dead: hostile('crash'), mute: hostile('mute'), absent: { command: 'no-such-program-here' } },
        ...{ refused: { url: 'http://127.0.0.1:9/mcp' }, fine: hostile() },
      },
      { mcp: { baseDelayMs: 60_000 } },
    );
    await eventually(() => built.names()).toContain('fine::echo');
    expect(await built.say('fine::echo', { a: 1 })).toBe('{"a":1}');
    expect(built.servers.settled.isReached).toBe(false);
    expect(built.servers.missing()).toEqual(['dead', 'mute', 'absent', 'refused']);
  });

  proves('S2.mcp.parallel', 'A turn waits for connecting servers only if it may use their tools', async () => {
    const built = gateway({ mute: hostile('mute') }, { mcp: { waitMs: 60_000 } });
    const abort = new AbortController();
    expect(await built.turns.start(ask(listed('own')), abort)).toMatchObject({ ok: true });
    expect(await built.turns.start(ask({ kind: 'none' }), abort)).toMatchObject({ ok: true });
    let isStarted = false;
    const waiting = built.turns.start(ask({ kind: 'absent' }), abort).then(() => {
      isStarted = true;
    });
    await sleep(50);
    expect(isStarted).toBe(false);
    abort.abort();
    await waiting;
  });

  test('A turn does not wait if all servers are connected', async () => {
    const built = await settledGateway({ fine: hostile() }, { mcp: { waitMs: 60_000 } });
    onTestFinished(() => built.close());
    const startedAt = performance.now();
    expect(await built.turns.start(ask({ kind: 'absent' }), new AbortController())).toMatchObject({ ok: true });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

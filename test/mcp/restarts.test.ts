import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Ask, type Outcome, textOf } from '../../src/core/index.ts';
import { proves } from '../requirements.ts';
import { isRunning } from '../servers/hostile/running.ts';
import { folderWith } from '../toolpath.ts';
import { listed, user } from '../turns.ts';
import { callAnswer, startUpstream, textAnswer, until } from '../upstream.ts';
import {
  eventually,
  type GatewayOptions,
  gatewayWith,
  hostile,
  type ServedGateway,
  settledGateway,
} from './gateways.ts';

async function gatewayTo(servers: object, options: GatewayOptions) {
  const gateway = await settledGateway(servers, options);
  onTestFinished(() => gateway.close());
  const process = async (): Promise<{ pid: number; pings: number }> =>
    JSON.parse(await gateway.say('files::process', { withPings: true }));
  return { ...gateway, process };
}

describe('A server that is killed from outside', () => {
  proves('L8', 'After every kill the server is reconnected without a delay, and the next call succeeds', async () => {
    const gateway = await gatewayTo({ files: hostile() }, { mcp: { baseDelayMs: 60_000 } });
    for (let kill = 0; kill < 5; kill++) {
      const { pid } = await gateway.process();
      process.kill(pid, 'SIGKILL');
      await eventually(() => gateway.told('MCP connection lost; reconnecting.', 'files')).toHaveLength(kill + 1);
      expect(await gateway.say('files::echo', { kill })).toBe(`{"kill":${kill}}`);
    }
    const attempts = gateway.told('Connecting to the MCP server.', 'files');
    expect(attempts.map(({ fields }) => fields.delayMs)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(gateway.servers.servers()).toMatchObject([{ state: 'ready', attempt: 1 }]);
  });

  proves('L8', 'While the server is gone, a model that calls its tool reads "not connected"', async () => {
    const flag = path.join(folderWith({}), 'down');
    const { command, args } = hostile();
    const files = { command: 'sh', args: ['-c', 'test ! -e "$0" && exec "$@"', flag, command, ...args] };
    const upstream = await startUpstream();
    const more = { backends: { up: { kind: 'openai', baseUrl: upstream.url } }, model: 'up/mock' };
    const gateway = await gatewayTo({ files }, { more, mcp: { attempts: 1, baseDelayMs: 200 } });
    writeFileSync(flag, '');
    await gateway.call('files::die');
    await eventually(() => gateway.servers.servers()[0]?.state).toBe('gone');

    upstream.script(callAnswer([{ name: 'files__echo', args: {} }]), textAnswer('done'));
    const outcomes = await outcomesOf(gateway, asking({ kind: 'absent' }, 'up/mock'));
    expect(outcomes).toMatchObject([{ failure: { kind: 'unavailable' } }]);
    expect(outcomes.map(({ content }) => textOf(content))[0]).toContain('server "files" is not connected');
    // A turn that may not use the gateway's tools learns nothing about its servers.
    upstream.script(callAnswer([{ name: 'files__echo', args: {} }]), textAnswer('done'));
    const others = await outcomesOf(gateway, asking(listed('own'), 'up/mock'));
    expect(others).toMatchObject([{ failure: { kind: 'unknown-tool' } }]);
    // The server connects again while a turn runs that was planned without its tools.
    const state = () => gateway.servers.servers()[0]?.state;
    const connected = async () => {
      rmSync(flag);
      await eventually(state).toBe('ready');
    };
    const second = callAnswer([{ name: 'files__echo', args: {} }]);
    upstream.script(
      (request) => [until(connected()), ...(typeof second === 'function' ? second(request) : second)],
      textAnswer('done'),
    );
    const late = await outcomesOf(gateway, asking({ kind: 'absent' }, 'up/mock'));
    expect(late.map(({ content }) => textOf(content))[0]).toContain('was not when this turn was planned');
    expect(await gateway.say('files::echo', { a: 1 })).toBe('{"a":1}');
  });
});

describe('A server that does not answer', () => {
  proves(['L8', 'L9'], 'A frozen server with calls in flight is replaced after two missed pings', async () => {
    const options = { limits: { toolMs: 2_000 }, mcp: { pingMs: 1_000 } };
    const gateway = await gatewayTo({ files: hostile() }, options);
    const { pid: frozen } = await gateway.process();
    process.kill(frozen, 'SIGSTOP');
    const outcome = await gateway.call('files::echo');
    expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'timeout' } });
    await expect.poll(() => isRunning(frozen), { timeout: 20_000 }).toBe(false);
    await eventually(() => gateway.servers.servers()[0]?.state).toBe('ready');
    expect(await gateway.say('files::echo', { a: 1 })).toBe('{"a":1}');
    expect(gateway.told('The MCP server did not answer a ping.', 'files')).toHaveLength(2);
  });

  proves(
    ['L8', 'L9'],
    'A synchronous server that is busy within the limit of its call is neither pinged nor replaced',
    async () => {
      const limits = { tools: { 'files::echo': { toolMs: 100 } } };
      const gateway = await gatewayTo({ files: hostile() }, { limits, mcp: { pingMs: 200 } });
      const before = await gateway.process();
      const busy = gateway.call('files::late', { ms: 3_000, isBlocking: true });
      for (let late = 0; late < 6; late++) {
        expect(await gateway.call('files::echo')).toMatchObject({ failure: { kind: 'timeout' } });
      }
      expect(await busy).toMatchObject({ status: 'ok' });
      const after = await gateway.process();
      expect(after.pid).toBe(before.pid);
      expect(after.pings - before.pings).toBeLessThanOrEqual(2); // those that follow the end of the busy call
      expect(gateway.told('The MCP server did not answer a ping.', 'files')).toEqual([]);
    },
  );
});

test('A server that hangs at its start delays turns once, counted from its start', async () => {
  const gateway = gatewayWith({ mute: hostile('mute') }, { mcp: { waitMs: 2_000 } });
  onTestFinished(() => gateway.close());
  const builtAt = performance.now();
  const turn = async () => {
    const startedAt = performance.now();
    expect(await gateway.turns.start(asking({ kind: 'absent' }), new AbortController())).toMatchObject({ ok: true });
    return performance.now() - startedAt;
  };
  await Promise.all([turn(), turn()]);
  expect(performance.now() - builtAt).toBeGreaterThan(1_900);
  for (let later = 0; later < 3; later++) expect(await turn()).toBeLessThan(1_000);
  expect(gateway.servers.servers()).toMatchObject([{ state: 'connecting', attempt: 1 }]);
});

function asking(tools: Ask['tools'], model = 'pocket'): Ask {
  return {
    ...{ key: '', model, messages: [user('hi')], tools, choice: { kind: 'auto' as const } },
    ...{ context: [], isStreamed: false, sampling: {} },
  };
}

async function outcomesOf({ turns }: ServedGateway, ask: Ask): Promise<Outcome[]> {
  const started = await turns.start(ask, new AbortController());
  if (!started.ok) throw new Error(started.failure.kind);
  const outcomes: Outcome[] = [];
  for await (const batch of started.turn.events) {
    for (const event of batch) if (event.type === 'outcome') outcomes.push(event.outcome);
  }
  return outcomes;
}

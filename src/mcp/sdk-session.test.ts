import type { Client, Transport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { definition } from '../../test/mcp/scripted-session.ts';
import { proves } from '../../test/requirements.ts';
import { defaultLimits } from '../core/index.ts';
import { Unsent } from './classify-error.ts';
import { Inbound } from './inbound.ts';
import { SdkSession } from './sdk-session.ts';

/** Returns a session over an imitated client with the given methods. */
function sessionOver(client: object, inbound = new Inbound(defaultLimits, () => {})) {
  const played = {
    transport: {},
    getProtocolEra: () => 'modern',
    getServerVersion: () => ({ name: 'played', version: '1' }),
    getNegotiatedProtocolVersion: () => '2026-07-28',
    getServerCapabilities: () => ({ tools: {} }),
    close: async () => {},
    ...client,
  };
  return { session: new SdkSession(played as unknown as Client, {} as Transport, inbound, 'stdio'), inbound, played };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
const options = { signal: new AbortController().signal, onProgress: () => {} };
const call = ({ session }: { session: SdkSession }) => session.call(definition('pay'), {}, options);

describe('A call of a session', () => {
  test('A call whose connection was refused counts as unsent', async () => {
    await expect(call(sessionOver({ callTool: () => Promise.reject(refused()) }))).rejects.toBeInstanceOf(Unsent);
  });

  proves(
    'L8',
    'A call does not count as unsent after the server has asked for input, because it received the first request',
    async () => {
      const inbound = new Inbound(defaultLimits, () => {});
      const asking = { jsonrpc: '2.0', id: 1, result: { resultType: 'input_required', requestState: 'x' } } as const;
      const callTool = async () => {
        inbound.admit(asking as never, true);
        throw refused();
      };
      const error: unknown = await call(sessionOver({ callTool }, inbound)).catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(Unsent);
    },
  );
});

describe('The tool list of a session', () => {
  const listed = (result: object, era = 'modern') =>
    sessionOver({ getProtocolEra: () => era, listTools: async () => ({ tools: [], ...result }) }).session.list(
      options.signal,
    );

  test('Only a list of the modern era can declare how long it stays fresh', async () => {
    expect(await listed({ ttlMs: 60_000 })).toMatchObject({ freshMs: 60_000 });
    for (const ttlMs of [0, -1, 'long', undefined]) expect(await listed({ ttlMs })).not.toHaveProperty('freshMs');
    expect(await listed({ ttlMs: 60_000 }, 'legacy')).not.toHaveProperty('freshMs');
  });

  test('The list of a server without the tools capability is empty and is not requested', async () => {
    const { session } = sessionOver({ getServerCapabilities: () => ({}) });
    expect(await session.list(options.signal)).toEqual({ definitions: [], findings: [] });
  });
});

test('A session reports our reason for closing it, unless it had already ended by itself', async () => {
  const ours = sessionOver({}).session;
  await ours.close('it did not answer');
  expect(ours.end()).toBe('it did not answer');
  const { session, played } = sessionOver({});
  (played as { onclose?: () => void }).onclose?.();
  await session.ended;
  await session.close('Toolpath had an internal error');
  expect(session.end()).toBe('the connection ended');
});

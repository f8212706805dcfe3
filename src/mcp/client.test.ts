import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { recordingLog } from '../../test/recording-log.ts';
import { defaultLimits } from '../core/index.ts';
import { classifyError } from './classify-error.ts';
import { openClient } from './client.ts';
import { Inbound } from './inbound.ts';

/** Imitates a legacy server with this protocol version. `sent` collects the client's messages. */
function playedTransport(protocolVersion: string) {
  const sent: JSONRPCMessage[] = [];
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      sent.push(message);
      if (!('method' in message) || message.method !== 'initialize' || !('id' in message)) return;
      const serverInfo = { name: 'played', version: '1' };
      const result = { protocolVersion, capabilities: {}, serverInfo };
      queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id: message.id, result }));
    },
  };
  return { transport, sent };
}

function open(transport: Transport, log = recordingLog()) {
  return openClient(transport, {
    protocol: 'legacy',
    elicitation: 'decline',
    connectMs: 1_000,
    log,
    onListChanged: () => {},
    inbound: new Inbound(defaultLimits, () => {}),
    signal: new AbortController().signal,
  });
}

test('An unsupported protocol version is recognized by the message of the SDK error', async () => {
  const error: unknown = await open(playedTransport('2099-01-01').transport).catch((thrown: unknown) => thrown);
  expect(classifyError(error).kind).toBe('other-version');
  expect(classifyError(new Error('no')).kind).toBe('other');
});

test('Every input request of a server is answered, but only ten per minute are logged', async () => {
  const { transport, sent } = playedTransport('2025-11-25');
  const log = recordingLog();
  const client = await open(transport, log);
  const params = { mode: 'form', message: 'Your name?', requestedSchema: { type: 'object', properties: {} } };
  for (let id = 100; id < 130; id++)
    transport.onmessage?.({ jsonrpc: '2.0', id, method: 'elicitation/create', params } as JSONRPCMessage);
  await expect.poll(() => sent.filter((message) => 'result' in message)).toHaveLength(30);
  expect(log.lines.filter(({ message }) => message === 'The MCP server asked for user input.')).toHaveLength(10);
  await client.close();
});

import { Client, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import { httpTransport } from '../../../src/mcp/http/index.ts';
import { type Asked, sendEvents } from './played-server.ts';

export const SECRET = 'sk-canary-0123456789';
export const CUT_OFF = 'the server ended its answer before it was complete';

interface Connecting {
  readonly messageBytes?: number;
  readonly headers?: Record<string, string>;
  readonly mode?: VersionNegotiationOptions['mode'];
}

/** Connects a real SDK client to this URL. Also returns the errors outside of calls and the number of `onclose` calls. */
export async function connect(url: string, { messageBytes = 100_000, headers = {}, mode = 'legacy' }: Connecting = {}) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const errors: string[] = [];
  const ended = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  client.setNotificationHandler('notifications/tools/list_changed', () => heard.resolve());
  let ends = 0;
  let deaf = 0;
  client.onerror = (error) => errors.push(error.message);
  client.onclose = () => {
    ends++;
    ended.resolve();
  };
  const transport = httpTransport({ url, headers: { authorization: `Bearer ${SECRET}`, ...headers } }, 'http', {
    messageBytes,
    connectMs: 2_000,
    onNotificationsLost: () => deaf++,
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const call = (signal?: AbortSignal) =>
    client.callTool({ name: 'x', arguments: {} }, signal === undefined ? {} : { signal });
  return {
    client,
    transport,
    errors,
    ended: ended.promise,
    heard: heard.promise,
    ends: () => ends,
    deaf: () => deaf,
    call,
  };
}

export const failureOf = (work: Promise<unknown>): Promise<Error & { code?: unknown }> =>
  work.then(
    () => expect.fail('The work succeeded.'),
    (error) => error,
  );

export const CHANGED = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n';
export const PRIMED = 'retry: 1\nid: e1\ndata:\n\n';

export function endAfter(asked: Asked, ...events: readonly string[]): void {
  sendEvents(asked, ...events);
  asked.response.end();
}

export function breakAfter(asked: Asked): void {
  sendEvents(asked, 'data: {');
  setImmediate(() => asked.response.destroy());
}

export const isCall = ({ message }: Asked): boolean => message.method === 'tools/call';
export const answer = { content: [{ type: 'text', text: 'done' }] };

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startHttp } from '../../../test/mcp/http/played-server.ts';
import { proves } from '../../../test/requirements.ts';
import { Addresses } from './addresses.ts';
import { Wire } from './fetch.ts';

afterEach(() => void vi.useRealTimers());

function wireTo(url: string, host = new URL(url).hostname): Wire {
  const addresses = new Addresses({ host, publicNames: new Set() });
  const wire = new Wire({ url: new URL(url), hasToken: false, addresses, messageBytes: 1_000, connectMs: 2_000 });
  onTestFinished(() => wire.destroy());
  return wire;
}

proves('L10', 'Requests to another origin are rejected and never sent', async () => {
  const [server, elsewhere] = await Promise.all([
    startHttp(({ response }) => response.end('here')),
    startHttp(({ response }) => response.end('there')),
  ]);
  const wire = wireTo(server.url);
  expect(await (await wire.fetch(server.url, {}, { expects: 'word' })).text()).toBe('here');
  const others = [elsewhere.url, server.url.replace('127.0.0.1', 'localhost'), server.url.replace('http:', 'https:')];
  for (const url of others) {
    await expect(wire.fetch(url, {}, { expects: 'word' })).rejects.toThrow('is not the origin of the server');
  }
  expect(elsewhere.asked).toEqual([]);
  expect(server.asked).toHaveLength(1);
});

proves(
  'L10',
  'An IP address that is not the configured host is checked too, although it is never looked up',
  async () => {
    const url = 'http://169.254.169.254/latest';
    await expect(wireTo(url, 'a.test').fetch(url, {}, { expects: 'word' })).rejects.toMatchObject({
      cause: { code: 'ERR_ADDRESS_REFUSED' },
    });
  },
);

proves('L9', 'A message without an acknowledgement fails after one minute, but an answer may take longer', async () => {
  const server = await startHttp(() => {});
  const wire = wireTo(server.url);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const word = wire.fetch(`${server.url}?word`, {}, { expects: 'word' }).catch((error: Error) => error.message);
  const stop = new AbortController();
  let isOver = false;
  const answer = wire
    .fetch(`${server.url}?answer`, { signal: stop.signal }, { expects: 'answer' })
    .catch(() => 'left')
    .finally(() => {
      isOver = true;
    });
  await Promise.all(['word', 'answer'].map((end) => server.first(({ path }) => path.endsWith(end))));
  vi.advanceTimersByTime(60_000);
  expect(await word).toBe('the server did not accept the message within 60000 ms');
  expect(isOver).toBe(false);
  stop.abort();
  expect(await answer).toBe('left');
});

test('A body that was read to its end leaves no timer behind', async () => {
  const server = await startHttp(({ response }) => response.writeHead(202).end('Accepted'));
  const wire = wireTo(server.url);
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  onTestFinished(() => cleared.mockRestore());
  const response = await wire.fetch(server.url, {}, { expects: 'word' });
  const before = cleared.mock.calls.length;
  await response.text();
  expect(cleared.mock.calls.length).toBeGreaterThan(before);
});

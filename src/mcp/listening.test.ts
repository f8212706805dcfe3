import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { keepListening } from './client.ts';

type End = 'local' | 'remote' | 'refused';

/** Runs `keepListening` on a client whose streams end as listed, one after the other. The connection ends with the last one. */
async function listen(ends: readonly End[], client: object = {}) {
  const asked: End[] = [];
  let changes = 0;
  const played = {
    transport: {} as object | undefined,
    getProtocolEra: () => 'modern',
    getServerCapabilities: () => ({ tools: { listChanged: true } }),
    listen: async () => {
      const end = ends[asked.length] ?? 'local';
      asked.push(end);
      if (asked.length === ends.length) played.transport = undefined;
      if (end === 'refused') throw new Error('no');
      return { closed: Promise.resolve(end) };
    },
    ...client,
  };
  await keepListening(played as unknown as Client, () => changes++, { baseDelayMs: 1, longestDelayMs: 5 });
  return { asked, changes };
}

test('A stream that is refused or ends is reopened, and each opening triggers a read of the list', async () => {
  expect(await listen(['refused', 'remote', 'refused', 'remote'])).toEqual({
    asked: ['refused', 'remote', 'refused', 'remote'],
    changes: 2,
  });
});

test('A stream that we closed ourselves is not reopened', async () => {
  expect(await listen(['remote', 'local', 'remote'])).toEqual({ asked: ['remote', 'local'], changes: 2 });
});

test('No stream is opened in the legacy era, or if the server does not announce list changes', async () => {
  expect(await listen(['remote'], { getProtocolEra: () => 'legacy' })).toEqual({ asked: [], changes: 0 });
  expect(await listen(['remote'], { getServerCapabilities: () => ({ tools: {} }) })).toEqual({ asked: [], changes: 0 });
});

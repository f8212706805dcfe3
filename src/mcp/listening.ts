import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { delayBefore } from './attempts.ts';

/**
 * In the modern era a server tells of changes on a stream of its own, which may end before the connection does: it is
 * opened again, and what may have changed meanwhile is read. Ends with the connection.
 */
export async function keepListening(client: Client, onListChanged: () => void): Promise<void> {
  let subscription = client.autoOpenedSubscription;
  let attempt = FIRST;
  while (subscription !== undefined) {
    const since = performance.now();
    const end = await subscription.closed;
    if (end === 'local') return;
    if (performance.now() - since >= DELAYS.longestDelayMs) attempt = FIRST;
    do {
      await sleep(delayBefore(attempt++, DELAYS), undefined, { ref: false });
      if (client.transport === undefined) return;
      subscription = await openAgain(client);
    } while (subscription === undefined);
    onListChanged();
  }
}

/** There was one before: a server that ends each at once gets no new one without a pause. */
const FIRST = 2;
const DELAYS = { baseDelayMs: 1_000, longestDelayMs: 60_000 };

async function openAgain(client: Client): Promise<McpSubscription | undefined> {
  try {
    return await client.listen({ toolsListChanged: true });
  } catch {
    return undefined; // it is tried again
  }
}

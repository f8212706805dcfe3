import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { type Delays, delayBefore } from './attempts.ts';

/**
 * In the modern era a server tells of changes on a stream of its own, which may be refused, or end before the connection does: it
 * is opened again, and what may have changed meanwhile is read. Ends with the connection; throws nothing.
 */
export async function keepListening(client: Client, onListChanged: () => void, delays: Delays = DELAYS): Promise<void> {
  if (client.getProtocolEra() !== 'modern' || client.getServerCapabilities()?.tools?.listChanged !== true) return;
  let attempt = 1;
  while (client.transport !== undefined) {
    const since = performance.now();
    const subscription = await open(client);
    if (subscription !== undefined) {
      onListChanged(); // nobody listened until now
      if ((await subscription.closed) === 'local') return;
    }
    attempt = performance.now() - since >= delays.longestDelayMs ? 2 : attempt + 1;
    await sleep(delayBefore(attempt, delays), undefined, { ref: false });
  }
}

const DELAYS: Delays = { baseDelayMs: 1_000, longestDelayMs: 60_000 };
/** For the server to say that it tells. */
const ACKNOWLEDGE_MS = 10_000;

async function open(client: Client): Promise<McpSubscription | undefined> {
  try {
    return await client.listen({ toolsListChanged: true }, { timeout: ACKNOWLEDGE_MS });
  } catch {
    return undefined; // it is tried again
  }
}

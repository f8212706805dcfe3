import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Outcome } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { listingOf } from '../tools/index.ts';
import type { Bodies } from './body.ts';
import { refusal } from './raw.ts';
import { OK, reject, rejectionOf, STOPPING } from './status.ts';
import { abortOnDisconnect } from './waiting.ts';

/** Serves the gateway's tools: lists them, describes one, or calls one and returns its Outcome. */
export function toolsDoor(
  { listings, executor }: Gateway,
  bodies: Bodies,
  stopping: AbortSignal,
): Hono<{ Bindings: HttpBindings }> {
  const door = new Hono<{ Bindings: HttpBindings }>();

  door.get('/', (context) => context.json({ tools: listings.all().map(listingOf) }));

  door.get('/:name', (context) => {
    const asked = context.req.param('name');
    const listing = listings.all().find(({ name, wireName }) => name === asked || wireName === asked);
    if (listing !== undefined) return context.json(listingOf(listing));
    return refusal(reject('unknown_tool', `Unknown tool ${JSON.stringify(asked)}. GET /tools lists all tools.`));
  });

  door.post('/:name', async (context) => {
    const { incoming, outgoing } = context.env;
    const text = await bodies.readText(incoming);
    if (typeof text !== 'string') return refusal(text.rejection);
    const body = await bodies.parse(text);
    if (!body.ok) return refusal(body.rejection);
    const call = { id: randomUUID(), name: context.req.param('name'), arguments: body.value };
    const { signal } = abortOnDisconnect(outgoing, stopping);
    const outcome = await executor.execute(call, signal, { argumentsText: text });
    return Response.json(outcome, { status: statusOf(outcome, stopping) });
  });

  return door;
}

function statusOf(outcome: Outcome, stopping: AbortSignal): number {
  if (outcome.status === 'ok') return OK;
  const isCutOff = outcome.failure.kind === 'cancelled' && stopping.aborted;
  return isCutOff ? STOPPING.status : rejectionOf(outcome.failure).status;
}

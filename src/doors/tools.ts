import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { House } from '../house.ts';
import { findByAnyName, listing, toolName, WireNames } from '../tools/index.ts';
import { readJsonBody } from './body.ts';
import { errorBody, statusOf } from './status.ts';

/** The plain door: list the gateway's tools, look at one, call one and get its Outcome. */
export function toolsDoor(house: House): Hono<{ Bindings: HttpBindings }> {
  const door = new Hono<{ Bindings: HttpBindings }>();

  door.get('/', (context) => {
    const names = new WireNames(house.tools.all());
    return context.json({ tools: house.tools.all().map((tool) => listing(tool, names)) });
  });

  door.get('/:name', (context) => {
    const name = context.req.param('name');
    const tool = findByAnyName(house.tools, name);
    if (tool !== undefined) return context.json(listing(tool, new WireNames(house.tools.all())));
    const message = `There is no tool ${JSON.stringify(name)}. GET /tools lists them all.`;
    return context.json(errorBody({ status: 404, code: 'unknown_tool', message }), 404);
  });

  door.post('/:name', async (context) => {
    const body = await readJsonBody(context.env.incoming, house.settings.limits.bodyBytes);
    if (!body.ok) return context.json(errorBody(body.rejection), body.rejection.status);
    const asked = context.req.param('name');
    const tool = findByAnyName(house.tools, asked);
    const call = {
      id: randomUUID(),
      name: tool === undefined ? asked : toolName(tool),
      arguments: body.value,
    };
    const outcome = await house.executor.execute(call, context.req.raw.signal);
    return Response.json(outcome, { status: outcome.status === 'ok' ? 200 : statusOf(outcome.failure.kind) });
  });

  return door;
}

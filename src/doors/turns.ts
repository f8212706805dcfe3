import { Hono } from 'hono';
import { found } from '../core/index.ts';
import { explainRecord } from '../explaining.ts';
import type { House } from '../house.ts';
import { chatErrorBody } from '../wires/index.ts';
import type { Authentic } from './guard.ts';

/** What was decided in one of the last turns: for whoever has the key that it was asked by, and its id. */
export function turnsDoor(house: House): Hono<Authentic> {
  const door = new Hono<Authentic>();
  const { turnRecordMs } = house.settings.limits;

  door.get('/:id', (context) => {
    const asked = context.req.param('id');
    const id = asked.startsWith(ANSWER) ? asked.slice(ANSWER.length) : asked;
    const turn = explainRecord(house, context.get('key'), id);
    if (turn !== undefined) return context.json(turn);
    const message = `There is no turn ${found(asked)} here. A turn can be looked up once it has ended, for ${minutes(turnRecordMs)} at most, and with the key that it was asked by; its id is in the header x-toolpath-turn.`;
    return context.json(chatErrorBody({ status: 404, code: 'unknown_turn', message }), 404);
  });

  return door;
}

/** The id of an answer is its turn's, behind this. */
const ANSWER = 'chatcmpl-';

function minutes(ms: number): string {
  const count = Math.max(1, Math.round(ms / 60_000));
  return count === 1 ? 'a minute' : `${count} minutes`;
}

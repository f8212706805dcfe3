import { Hono } from 'hono';
import { found } from '../core/index.ts';
import { explainRecord } from '../explaining.ts';
import type { Gateway } from '../gateway.ts';
import type { Authentic } from './guard.ts';
import { refusal } from './raw.ts';
import { reject } from './status.ts';

/**
 * What was decided in one of the last turns, for clients with the key that asked. The id is the turn's, or that of its
 * answer: the same behind one of `idPrefixes`.
 */
export function turnsDoor(gateway: Gateway, idPrefixes: readonly string[]): Hono<Authentic> {
  const door = new Hono<Authentic>();
  const { turnRecordMs } = gateway.settings.limits;

  door.get('/:id', (context) => {
    const asked = context.req.param('id');
    const prefix = idPrefixes.find((each) => asked.startsWith(each)) ?? '';
    const turn = explainRecord(gateway, context.get('key'), asked.slice(prefix.length));
    if (turn !== undefined) return context.json(turn);
    const message = `There is no turn ${found(asked)} here. A turn can be looked up once it has ended, for ${minutes(turnRecordMs)} at most, and with the key that it was asked by; its id is in the header x-toolpath-turn.`;
    return refusal(reject('unknown_turn', message));
  });

  return door;
}

function minutes(ms: number): string {
  const count = Math.max(1, Math.round(ms / 60_000));
  return count === 1 ? 'a minute' : `${count} minutes`;
}

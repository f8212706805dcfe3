import { Hono } from 'hono';
import { found } from '../core/index.ts';
import { explainRecord } from '../explaining.ts';
import type { Gateway } from '../gateway.ts';
import type { Authentic } from './guard.ts';
import { refusal } from './raw.ts';
import { reject } from './status.ts';

/**
 * Serves the decisions of recent turns to the key that requested them. The id is that of the turn, or of its answer, which
 * is the turn's id after one of `idPrefixes`.
 */
export function turnsDoor(gateway: Gateway, idPrefixes: readonly string[]): Hono<Authentic> {
  const door = new Hono<Authentic>();
  const { turnRecordMs } = gateway.settings.limits;

  door.get('/:id', (context) => {
    const asked = context.req.param('id');
    const prefix = idPrefixes.find((each) => asked.startsWith(each)) ?? '';
    const turn = explainRecord(gateway, context.get('key'), asked.slice(prefix.length));
    if (turn !== undefined) return context.json(turn);
    const message = `Unknown turn ${found(asked)}. A turn can be looked up after it has ended, for at most ${minutes(turnRecordMs)}, and only with the key that requested it. Its id is in the response header x-toolpath-turn.`;
    return refusal(reject('unknown_turn', message));
  });

  return door;
}

function minutes(ms: number): string {
  const count = Math.max(1, Math.round(ms / 60_000));
  return count === 1 ? 'a minute' : `${count} minutes`;
}

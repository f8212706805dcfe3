import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { defaultLimits } from '../core/index.ts';
import { Inbound } from './inbound.ts';

function answer(result: object): JSONRPCMessage {
  return { jsonrpc: '2.0', id: 1, result } as JSONRPCMessage;
}

const admit = (result: object, isModern: boolean) =>
  (new Inbound(defaultLimits, () => {}).admit(answer(result), isModern) as unknown as { result: object }).result;

describe('A result of the modern era', () => {
  test('A modern result without a resultType counts as complete', () => {
    expect(admit({ content: [] }, true)).toEqual({ content: [], resultType: 'complete' });
    expect(admit({ content: [] }, false)).toEqual({ content: [] });
  });

  proves('L10', 'An unknown block in a modern result becomes text, and the other blocks are kept', () => {
    const text = { type: 'text', text: 'known' };
    const odd = { type: 'hologram', data: [1] };
    expect(admit({ resultType: 'complete', content: [text, odd, null] }, true)).toEqual({
      resultType: 'complete',
      content: [text, { type: 'text', text: '{"type":"hologram","data":[1]}' }, { type: 'text', text: 'null' }],
    });
    expect(admit({ content: [odd] }, false)).toEqual({ content: [odd] });
  });

  test('A valid modern result is passed on unchanged', () => {
    const message = answer({ resultType: 'complete', content: [{ type: 'text', text: 'x' }] });
    expect(new Inbound(defaultLimits, () => {}).admit(message, true)).toBe(message);
  });
});

test('Every message triggers onHeard, and input rounds are counted', () => {
  let heard = 0;
  const inbound = new Inbound(defaultLimits, () => {
    heard++;
  });
  inbound.admit({ jsonrpc: '2.0', method: 'notifications/progress', params: {} } as never, true);
  inbound.admit(answer({ resultType: 'input_required', inputRequests: {} }), true);
  expect([heard, inbound.inputRounds]).toEqual([2, 1]);
});

test('A result whose _meta is null or a list loses only that field, because the SDK would ignore the message', () => {
  for (const isModern of [false, true]) {
    for (const _meta of [null, [], 'x']) expect(admit({ content: [], _meta }, isModern)).not.toHaveProperty('_meta');
    expect(admit({ content: [], _meta: { a: 1 } }, isModern)).toMatchObject({ _meta: { a: 1 } });
  }
});

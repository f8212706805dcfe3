import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { isDeeperThan } from '../../core/index.ts';
import { isNestedDeeper } from '../nesting.ts';
import { readLine } from './message.ts';

const answer = { jsonrpc: '2.0', id: 7, result: { content: [] } };
const request = { jsonrpc: '2.0', id: 'a', method: 'ping' };
const notification = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
const error = { jsonrpc: '2.0', id: 7, error: { code: -32_602, message: 'no', data: [1] } };

describe('A line of stdout', () => {
  test.each([answer, request, notification, error])('A line with one message is read: %j', (message) => {
    expect(readLine(JSON.stringify(message))).toEqual({ messages: [message] });
    expect(readLine(`\ufeff  ${JSON.stringify(message)} \r`)).toEqual({ messages: [message] });
  });

  test('A line with a batch gives its valid messages, and reports the invalid ones', () => {
    expect(readLine(JSON.stringify([answer, notification]))).toEqual({ messages: [answer, notification] });
    expect(readLine(JSON.stringify([answer, 1]))).toEqual({ messages: [answer], junk: 'not-a-message' });
    expect(readLine('[]')).toEqual({ messages: [], junk: 'not-a-message' });
  });

  test.each(['', ' ', '\t\r', '\ufeff'])('A blank line gives no message and no junk: %j', (line) => {
    expect(readLine(line)).toEqual({ messages: [] });
  });

  proves('S2.mcp.pollution', 'Lines that are not JSON and JSON that is not a message are reported as junk', () => {
    for (const line of [
      'Listening on 3000',
      '{"jsonrpc":"2.0",',
      '[x]',
      'null',
      '7',
      '"a"',
      '{"a":NaN}',
      '\u001b[31m',
    ]) {
      expect(readLine(line)).toEqual({ messages: [], junk: 'not-json' });
    }
    const others = [
      { level: 30, msg: 'log' },
      { ...answer, jsonrpc: '1.0' },
      { jsonrpc: '2.0', id: 7 },
      { jsonrpc: '2.0', id: 7, result: null },
      { jsonrpc: '2.0', id: null, result: {} },
      { jsonrpc: '2.0', id: 1.5, result: {} },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', method: 'ping', params: [1] },
      { jsonrpc: '2.0', method: 7 },
      { jsonrpc: '2.0', id: 7, error: 'no' },
      { jsonrpc: '2.0', id: 7, error: { code: 'E', message: 'no' } },
      { jsonrpc: '2.0', error: { code: 1, message: 'no' } },
    ];
    for (const value of others) {
      expect(readLine(JSON.stringify(value)), JSON.stringify(value)).toEqual({ messages: [], junk: 'not-a-message' });
    }
    expect(readLine('{"__proto__":{"jsonrpc":"2.0","method":"ping"}}').junk).toBe('not-a-message');
  });

  test('Unknown fields and fields with null are removed from a message', () => {
    expect(readLine(JSON.stringify({ ...answer, error: null, took: 3 }))).toEqual({ messages: [answer] });
    expect(readLine(JSON.stringify({ ...error, result: null }))).toEqual({ messages: [error] });
    expect(readLine(JSON.stringify({ ...request, params: null }))).toEqual({ messages: [request] });
    expect(readLine(JSON.stringify({ ...notification, id: null }))).toEqual({ messages: [notification] });
  });
});

proves('L10', 'Every message that readLine returns is valid for the SDK, whatever the server sends', () => {
  const odd = fc.constantFrom<unknown>(
    undefined,
    null,
    0,
    7,
    -1,
    1.5,
    '',
    'a',
    '2.0',
    [],
    {},
    { code: 1, message: 'm' },
  );
  const members = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: odd,
    method: odd,
    params: odd,
    result: odd,
    error: odd,
  });
  fc.assert(
    fc.property(fc.oneof(members, fc.array(members), fc.jsonValue()), (value) => {
      for (const message of readLine(JSON.stringify(value)).messages) {
        const checks = [isJSONRPCRequest, isJSONRPCNotification, isJSONRPCResultResponse, isJSONRPCErrorResponse];
        expect(checks.filter((isOne) => isOne(message))).toHaveLength(1);
      }
    }),
    { numRuns: 500 },
  );
});

describe('The nesting check', () => {
  test('The depth measured in the text equals the depth of the parsed value', () => {
    const strings = fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', 'a', ']'), maxLength: 6 });
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 8, withCrossShrink: true },
        strings,
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(strings, tie('value'), { maxKeys: 2 }),
      ),
    })).value;
    fc.assert(
      fc.property(values, fc.nat({ max: 8 }), (value, levels) => {
        expect(isNestedDeeper(JSON.stringify(value), levels)).toBe(isDeeperThan(value, levels));
      }),
    );
  });

  proves(['L9', 'L10'], 'A message that is nested too deeply is reported as junk', () => {
    const tower = (levels: number) =>
      `{"jsonrpc":"2.0","id":1,"result":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    expect(readLine(tower(999)).messages).toHaveLength(1);
    expect(readLine(tower(1_000))).toEqual({ messages: [], junk: 'too-deep' });
    expect(readLine(tower(1_000_000))).toEqual({ messages: [], junk: 'too-deep' });
  });

  proves(['L9', 'L10'], 'A message with more than 250,000 values is reported as junk before it is parsed', () => {
    const answer = (count: number) => `{"jsonrpc":"2.0","id":1,"result":{"a":[${'1,'.repeat(count)}1]}}`;
    expect(readLine(answer(249_000)).messages).toHaveLength(1);
    expect(readLine(answer(251_000))).toEqual({ messages: [], junk: 'too-many-values' });
    expect(readLine(`{"jsonrpc":"2.0","id":1,"result":{"a":"${'1,'.repeat(251_000)}"}}`).messages).toHaveLength(1);
  });

  proves('L9', 'Unterminated quotes and backslashes are read in linear time', () => {
    const time = (line: string) => {
      const start = performance.now();
      readLine(line);
      return performance.now() - start;
    };
    for (const piece of ['\\"', '\\', '"', '["']) expect(time(`["${piece.repeat(2_000_000)}`)).toBeLessThan(2_000);
  });
});

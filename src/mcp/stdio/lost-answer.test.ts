import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { errorAnswer, lostAnswer } from './lost-answer.ts';
import type { Junk } from './message.ts';

const found = (line: string, edge = 60) => lostAnswer(line.slice(0, edge), line.slice(-edge));
const long = JSON.stringify({ content: 'x'.repeat(500), items: [{ id: 8 }] });

describe('The id of an unreadable answer', () => {
  test.each<[string, string, string | number]>([
    ['id first', `{"jsonrpc":"2.0","id":7,"result":${long}}`, 7],
    ['id before jsonrpc', `{"id":7,"jsonrpc":"2.0","result":${long}}`, 7],
    ['spaces', ` { "jsonrpc": "2.0", "id": 7, "result": ${long} }`, 7],
    ['a string as id', `{"jsonrpc":"2.0","id":"probe-1","result":${long}}`, 'probe-1'],
    ['zero as id', `{"jsonrpc":"2.0","id":0,"error":${long}}`, 0],
    ['id last', `{"jsonrpc":"2.0","result":${long},"id":7}`, 7],
    ['jsonrpc and id last', `{"result":${long},"jsonrpc":"2.0","id":7}`, 7],
    ['id and jsonrpc last', `{"result":${long}, "id": 7, "jsonrpc": "2.0"}\r`, 7],
    ['a string as result', `{"result":"${'x'.repeat(500)}","id":7,"jsonrpc":"2.0"}`, 7],
  ])('The id of an unreadable answer is found: %s', (_, line, id) => {
    expect(found(line)).toBe(id);
  });

  proves('L10', 'No id is returned for lines that are not clearly an answer with a valid id', () => {
    for (const line of [
      `{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":${long}}`,
      `{"jsonrpc":"2.0","id":7,"params":${long},"method":"m"}`,
      `{"method":"m","params":${long},"jsonrpc":"2.0","id":7}`,
      `{"level":30,"result":${long},"jsonrpc":"2.0","id":7}`,
      `{"result":${long},"id":7}`,
      `{"id":7,"result":${long}}`,
      `{"jsonrpc":"1.0","id":7,"result":${long}}`,
      `{"jsonrpc":"2.0","result":{"a":${long},"id":7}}`,
      `{"jsonrpc":"2.0","result":{"a":${long},"b\\",\\"id":7}}`,
      `{"jsonrpc":"2.0","result":"${'x'.repeat(500)},\\"id\\":7}`,
      `{"jsonrpc":"2.0","id":7.5,"result":${long}}`,
      `{"jsonrpc":"2.0","id":99999999999999999999,"result":${long}}`,
      `{"jsonrpc":"2.0","id":null,"result":${long}}`,
      `[{"jsonrpc":"2.0","id":7,"result":${long}}]`,
      `say {"jsonrpc":"2.0","id":7,"result":${long}}`,
      `${' '.repeat(4000)}${'{'.repeat(4000)}`,
    ]) {
      expect(found(line), line.slice(0, 80)).toBeUndefined();
    }
  });

  proves('L9', 'The search for the id takes linear time', () => {
    const start = performance.now();
    for (const piece of [',"id":7', ' ', '"', ',"id":', '"jsonrpc":"2.0",', '{']) {
      const edge = piece.repeat(4096).slice(0, 4096);
      lostAnswer(`{"result":${edge}`, edge);
      lostAnswer(edge, `${edge}}`);
    }
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('The error for the waiting call says what was wrong with the answer', () => {
    const told = (kind: Junk['kind']) => errorAnswer(7, { kind, bytes: 20 }, 10).error;
    expect(told('too-long')).toEqual({
      code: -32_000,
      message: "the server's answer has 20 bytes, but the limit is 10 (limits.messageBytes)",
    });
    expect(told('too-deep').message).toBe("the server's answer is nested more than 1000 levels deep");
    expect(told('too-many-values').message).toBe("the server's answer has more than 250000 JSON values");
    expect(told('not-json').message).toBe("the server's answer is not valid JSON");
    expect(told('not-a-message').message).toBe("the server's answer is not a valid JSON-RPC message");
  });
});

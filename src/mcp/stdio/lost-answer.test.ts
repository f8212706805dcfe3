import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { errorAnswer, lostAnswer } from './lost-answer.ts';
import type { Junk } from './message.ts';

const found = (line: string, edge = 60) => lostAnswer(line.slice(0, edge), line.slice(-edge));
const long = JSON.stringify({ content: 'x'.repeat(500), items: [{ id: 8 }] });

describe('the call that a lost line would have answered', () => {
  test.each<[string, string, string | number]>([
    ['id first', `{"jsonrpc":"2.0","id":7,"result":${long}}`, 7],
    ['id before jsonrpc', `{"id":7,"jsonrpc":"2.0","result":${long}}`, 7],
    ['spaces', ` { "jsonrpc": "2.0", "id": 7, "result": ${long} }`, 7],
    ['a text for an id', `{"jsonrpc":"2.0","id":"probe-1","result":${long}}`, 'probe-1'],
    ['zero', `{"jsonrpc":"2.0","id":0,"error":${long}}`, 0],
    ['id last', `{"jsonrpc":"2.0","result":${long},"id":7}`, 7],
    ['both last', `{"result":${long},"jsonrpc":"2.0","id":7}`, 7],
    ['both last, the other way round', `{"result":${long}, "id": 7, "jsonrpc": "2.0"}\r`, 7],
    ['a text for a result', `{"result":"${'x'.repeat(500)}","id":7,"jsonrpc":"2.0"}`, 7],
  ])('is found: %s', (_, line, id) => {
    expect(found(line)).toBe(id);
  });

  proves('L10', 'is not guessed: other ids in the line mean nothing', () => {
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

  proves('L9', 'is looked for in linear time', () => {
    const start = performance.now();
    for (const piece of [',"id":7', ' ', '"', ',"id":', '"jsonrpc":"2.0",', '{']) {
      const edge = piece.repeat(4096).slice(0, 4096);
      lostAnswer(`{"result":${edge}`, edge);
      lostAnswer(edge, `${edge}}`);
    }
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('hears what was wrong with the answer', () => {
    const told = (kind: Junk['kind']) => errorAnswer(7, { kind, bytes: 20 }, 10).error;
    expect(told('too-long')).toEqual({
      code: -32_000,
      message: "the server's answer has 20 bytes, more than the 10 that are taken (limits.messageBytes)",
    });
    expect(told('too-deep').message).toBe("the server's answer is nested too deep: more than 1000 levels");
    expect(told('not-json').message).toBe("the server's answer is not valid JSON");
    expect(told('not-a-message').message).toBe("the server's answer is not a valid JSON-RPC message");
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { encodeJson } from './encode-json.ts';

async function sent(value: object): Promise<unknown> {
  return JSON.parse((await encodeJson(value)).toString());
}

test.each([
  ['\ud83d', '\ufffd'],
  ['a\udc00b', 'a\ufffdb'],
  ['😀\ud83d', '😀\ufffd'],
  ['\\ud83d', '\\ud83d'],
  ['\\\ud83d', '\\\ufffd'],
  ['\u0000 "x" \n', '\u0000 "x" \n'],
])('The text %j is sent as %j', async (text, expected) => {
  expect(await sent({ text })).toEqual({ text: expected });
});

test('The result equals toWellFormed of every text in the JSON, and nothing else changes', async () => {
  const unit = fc.constantFrom('\ud83d', '\ude00', '\\', '"', 'u', 'd', '8', '\n', 'ü', '😀');
  await fc.assert(
    fc.asyncProperty(
      fc.array(unit).map((units) => units.join('')),
      async (text) => {
        expect(await sent({ [text]: text })).toEqual({ [text.toWellFormed()]: text.toWellFormed() });
      },
    ),
  );
});

test('A large value is written as JSON.stringify writes it, without lone surrogates', async () => {
  for (const unit of ['\ud800', '\\ud800', '\n', '😀', 'x\ud800\\\\"']) {
    const text = unit.repeat(200_000);
    expect(await sent({ text })).toEqual({ text: text.toWellFormed() });
  }
  const messages = Array.from({ length: 30_000 }, (_, n) => ({ n, text: 'a "b"\n', list: [], none: undefined }));
  const value = { messages, empty: {}, nothing: null, no: undefined };
  expect((await encodeJson(value)).toString()).toBe(JSON.stringify(value));
});

proves('L9', 'Other work runs while a large value is written', async () => {
  let turns = 0;
  const ticking = setInterval(() => turns++, 0);
  await encodeJson({ text: '\n"'.repeat(3_000_000) });
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(2);
});

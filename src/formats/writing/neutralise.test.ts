import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFormats, formats } from '../catalogue/index.ts';
import { neutralise, neutraliseLarge, writeOutcome } from '../writer.ts';
import { controlTokens } from './markers.ts';

const hermes = findFormats('hermes') ?? [];
const tokens = [...new Set(formats.flatMap(controlTokens))];

/** Text that is full of control tokens: complete, truncated and nested. */
const marked = fc
  .array(
    fc.oneof(
      fc.constantFrom(...tokens),
      fc.constantFrom(...tokens).map((token) => token.slice(1)),
      fc.constant('\u200c'),
      fc.string(),
    ),
  )
  .map((pieces) => pieces.join(''));

test('neutralise breaks a control token after its first character', () => {
  expect(neutralise('a <tool_call>{} b', hermes)).toBe('a <\u200ctool_call>{} b');
  expect(neutralise('<think></think>', hermes)).toBe('<\u200cthink><\u200c/think>');
});

test('neutralise breaks special tokens that are part of longer markers', () => {
  expect(neutralise('<|sep|>', findFormats('kimi_k3') ?? [])).toBe('<\u200c|sep|>');
  expect(neutralise('｜DSML｜', findFormats('deepseek_v32') ?? [])).toBe('｜\u200cDSML｜');
  expect(neutralise('<｜tool▁sep｜>', findFormats('deepseek_v31') ?? [])).toBe('<\u200c｜tool▁sep｜>');
});

test('neutralise returns text without control tokens unchanged', () => {
  const text = 'if (a < b && b > c) { list[0] = "```js\\n" } // <tool> call:f{} [x] >> | ```';
  expect(neutralise(text, formats)).toBe(text);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '<', '{', '"', '\n', '>') }), (plain) => {
      if (!tokens.some((token) => plain.includes(token))) expect(neutralise(plain, formats)).toBe(plain);
    }),
  );
});

test('neutralise leaves no control token intact and breaks a broken token once more', () => {
  expect(neutralise('<\u200cthink>', hermes)).toBe('<\u200c\u200cthink>');
  fc.assert(
    fc.property(marked, (text) => {
      const once = neutralise(text, formats);
      for (const token of tokens) expect(once.includes(token)).toBe(false);
      expect(once.replaceAll('\u200c', '')).toBe(text.replaceAll('\u200c', ''));
    }),
  );
});

test('neutraliseLarge breaks the same control tokens as neutralise, wherever a slice ends, and pauses between slices', async () => {
  let pauses = 0;
  const pause = async () => void pauses++;
  const ends = fc.constantFrom('<think>', '<\u200cthink>', '<tool_call>{}', '😀', '｜DSML｜');
  await fc.assert(
    fc.asyncProperty(fc.nat(12), ends, marked, async (before, end, rest) => {
      const text = `${'a'.repeat(256 * 1024 - before)}${end}${rest}`;
      expect((await neutraliseLarge(text, formats, pause)) === neutralise(text, formats)).toBe(true);
    }),
    { numRuns: 50 },
  );
  expect(pauses).toBeGreaterThanOrEqual(50);
});

test('neutralise breaks the control tokens of the given formats only', () => {
  expect(neutralise('<tool_call> [TOOL_CALLS]', hermes)).toBe('<\u200ctool_call> [TOOL_CALLS]');
  expect(neutralise('<tool_call>', [])).toBe('<tool_call>');
});

test('An outcome that contains the closing tag of its format cannot end its own frame', () => {
  for (const format of formats) {
    const frame = writeOutcome(format, { id: 'a1b2c3d4e', name: 'look', text: '', isError: false });
    const close = frame.slice(frame.indexOf('(nothing)') + '(nothing)'.length).trim();
    const written = writeOutcome(format, { id: 'a1b2c3d4e', name: 'look', text: `x${close}y`, isError: false });
    expect(written.split(close), format.id).toHaveLength(2);
  }
});

test('neutralise changes nothing for a format without markers', () => {
  const json = '[{"name": "f", "arguments": {}}]';
  expect(neutralise(json, findFormats('pure_json') ?? [])).toBe(json);
});

test('neutralise handles a megabyte of incomplete markers in linear time', () => {
  for (const piece of ['<', '<tool_cal', '<|tool_call_argument_begi', ']<]minimax[>[', '｜']) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const start = performance.now();
    neutralise(text, formats);
    expect(performance.now() - start, piece).toBeLessThan(5000);
  }
});

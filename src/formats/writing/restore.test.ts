import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFormats, formats } from '../catalogue/index.ts';
import type { Format } from '../format.ts';
import { neutralise, Restorer, restore, writeCalls } from '../writer.ts';
import { JsonRestorer } from './json-restorer.ts';
import { closers, controlTokens } from './markers.ts';

const hermes = findFormats('hermes') ?? [];
const tokens = [...new Set(formats.flatMap((format) => [...controlTokens(format), ...closers(format)]))];

/** Tokens that are complete, truncated, broken or nested, and other non-joiners. */
const marked = fc
  .array(
    fc.oneof(
      fc.constantFrom(...tokens),
      fc.tuple(fc.constantFrom(...tokens), fc.nat(60)).map(([token, at]) => token.slice(0, at)),
      fc
        .tuple(fc.constantFrom(...tokens), fc.nat(60))
        .map(([token, at]) => `${token.slice(0, at)}\u200c${token.slice(at)}`),
      fc.constantFrom('\u200c', '\u200c\u200c', '<', '`', ']', '"', '\\', '\n'),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((pieces) => pieces.join(''));
const someFormats = fc.subarray([...formats], { minLength: 1 });

/** Random chunk sizes. */
const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 });

function cutInto(text: string, sizes: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

function inPieces(restorer: Restorer | JsonRestorer, text: string, sizes: readonly number[]): string {
  const told = cutInto(text, sizes).map((piece) => restorer.push(piece) + restorer.push(''));
  return told.join('') + restorer.end();
}

test('restore reverses neutralise for any text', () => {
  fc.assert(
    fc.property(marked, someFormats, (text, some) => {
      for (const list of [formats, some]) expect(restore(neutralise(text, list), list)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('Restorer returns the same text for any chunking', () => {
  fc.assert(
    fc.property(marked, cuts, (text, sizes) => {
      for (const given of [text, neutralise(text, formats)])
        expect(inPieces(new Restorer(formats), given, sizes)).toBe(restore(given, formats));
    }),
    { numRuns: 500 },
  );
});

test('restore does not change text without non-joiners or text that is already restored', () => {
  fc.assert(
    fc.property(marked, (text) => {
      const plain = text.replaceAll('\u200c', '');
      expect(restore(plain, formats)).toBe(plain);
      expect(restore(restore(neutralise(plain, formats), formats), formats)).toBe(plain);
    }),
  );
});

test('restore removes a non-joiner only after the first character of a known marker', () => {
  expect(restore('a <\u200ctool_call> b <\u200c/think>', hermes)).toBe('a <tool_call> b </think>');
  for (const same of [
    '<\u200c',
    '<\u200ctool_',
    '<tool\u200c_call>',
    '<\u200cdiv>',
    'می\u200cخواهم',
    '<\u200c[TOOL_CALLS]',
  ])
    expect(restore(same, hermes)).toBe(same);
});

test('restore repairs the markers that close a program or a CDATA section', () => {
  expect(restore('`\u200c``', findFormats('code_mode') ?? [])).toBe('```');
  expect(restore(']\u200c]>', findFormats('minicpm5') ?? [])).toBe(']]>');
});

test('Restorer holds back only text that may become a marker', () => {
  const restorer = new Restorer(hermes);
  expect(
    ['a <', '\u200c', 'tool', '_x', ' b <', '\u200cthin', 'k', '>', '.'].map((piece) => restorer.push(piece)),
  ).toEqual(['a <', '', '', '\u200ctool_x', ' b <', '', '', 'think>', '.']);
  expect(restorer.end()).toBe('');
});

test('Restorer.end returns the held-back text unchanged', () => {
  const restorer = new Restorer(hermes);
  expect([restorer.push('<\u200ctool_ca'), restorer.end()]).toEqual(['<', '\u200ctool_ca']);
});

/** Ways in which models write JSON: some escape all non-ASCII characters, some slashes, some ordinary characters. */
const escapings: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) => json.replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (json) => json.replaceAll('\u200c', '\\u200C').replaceAll('/', '\\/').replaceAll('<', '\\u003c'),
];

test('JsonRestorer restores strings for any escaping and any chunking', () => {
  fc.assert(
    fc.property(fc.dictionary(marked, marked), cuts, fc.constantFrom(...escapings), (value, sizes, written) => {
      const broken = Object.fromEntries(
        Object.entries(value).map(([key, text]) => [neutralise(key, formats), neutralise(text, formats)]),
      );
      const json = written(JSON.stringify(broken));
      const restored = inPieces(new JsonRestorer(formats), json, sizes);
      expect(JSON.parse(restored)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(inPieces(new JsonRestorer(formats), json, [json.length])).toBe(restored);
    }),
    { numRuns: 500 },
  );
});

test('JsonRestorer passes on JSON without a non-joiner immediately', () => {
  const json = JSON.stringify({ a: '<tool_call>\n"x"\\u200d', b: ['<think>', 1.5e3] });
  const restorer = new JsonRestorer(formats);
  const told = Array.from(json, (letter) => restorer.push(letter));
  expect(told.join('')).toBe(json);
  expect(told.slice(0, 6).join('')).toBe(json.slice(0, 6));
});

test('JsonRestorer does not join a marker across two strings', () => {
  const json = '["<\u200ctool", "_call>", "<", "\u200ctool_call>"]';
  expect(inPieces(new JsonRestorer(hermes), json, [json.length])).toBe(json);
});

test('JsonRestorer loses no character of text that is not JSON', () => {
  fc.assert(
    fc.property(marked, cuts, (text, sizes) => {
      const restored = inPieces(new JsonRestorer(formats), text, sizes);
      const bare = (given: string) => given.replaceAll('\u200c', '').replaceAll('\\u200c', '');
      expect(bare(restored)).toBe(bare(text));
    }),
  );
});

test('restore repairs the values of a written call that a model copied', () => {
  const value = '```js\n</parameter> <tool_call> ]]> </arg_value> <|"|>';
  for (const format of formats.filter(isTold)) {
    const name = format.skeleton === 'raw' ? format.name : 'say';
    const written = writeCalls(format, [{ id: 'abc123def', name, arguments: { code: value } }], {
      understood: formats,
    });
    const copied = written.includes('\u200c') ? written : neutralise(value, formats);
    expect(restore(copied, formats), format.id).not.toContain('\u200c');
  }
});

function isTold({ skeleton }: Format): boolean {
  return skeleton !== 'envelope';
}

test('neutralise and restore handle hostile text in linear time', () => {
  for (const piece of ['\u200c', '<\u200c', '<\u200c|', '<\u200ctool_cal', '<\u200c<', '`\u200c', ']\u200c<\u200c']) {
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    const start = performance.now();
    restore(text, formats);
    inPieces(new Restorer(formats), text, [4]);
    inPieces(new JsonRestorer(formats), text, [4]);
    neutralise(text, formats);
    expect(performance.now() - start, piece).toBeLessThan(20_000);
  }
});

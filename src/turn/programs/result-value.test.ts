import { expect, test } from 'vitest';
import { jsonOfText, programValue } from './result-value.ts';

test.each([
  ['{"a": 1.10}', '{"a": 1.10}'],
  ['[1, 2]\n', '[1, 2]'],
  ['17', '17'],
  ['-0.5', '-0.5'],
  ['12345678901234567890', '12345678901234567890'],
  ['true', 'true'],
  ['null', 'null'],
  ['"a\\nb"', '"a\\nb"'],
])('A text that is JSON is parsed: %j becomes %s', (text, json) => {
  expect(jsonOfText(text)).toBe(json);
});

test.each([
  [''],
  ['17\n'],
  [' 17'],
  ['1.10'],
  ['007'],
  ['1e400'],
  ['17 a.txt'],
  ['{"a": 1'],
  ['[x]'],
  ['True'],
  ['"a'],
  ['NaN'],
])('A text that is not JSON, or would lose something, stays a text: %j', (text) => {
  expect(JSON.parse(jsonOfText(text))).toBe(text);
});

test('The structured result counts, then the only block, and otherwise all blocks as a list', () => {
  const [one, two] = [{ type: 'text', text: '{"a":1}' } as const, { type: 'text', text: 'x' } as const];
  expect(programValue({ content: [one], structured: { b: 2 } })).toBe('{"b":2}');
  expect(programValue({ content: [one] })).toBe('{"a":1}');
  expect(programValue({ content: [one, two] })).toBe('[{"a":1},"x"]');
  expect(programValue({ content: [] })).toBe('null');
});

const PNG = { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' } as const;

test.each([
  ['an image', PNG, '[image: image/png, 5 bytes]'],
  ['an image at an address', { type: 'image', url: 'https://example.com/a.png' }, '[image: https://example.com/a.png]'],
  ['audio', { type: 'audio', mimeType: 'audio/wav', data: 'aGVsbG8=' }, '[audio: audio/wav, 5 bytes]'],
  [
    'a resource with bytes',
    { type: 'resource', resource: { uri: 'file:///a.bin', mimeType: 'application/pdf', blob: 'aGVsbG8=' } },
    '[resource: file:///a.bin (application/pdf, 5 bytes)]',
  ],
  [
    'a link to a resource',
    { type: 'resource_link', uri: 'file:///a.txt', extra: { name: 'a.txt' } },
    '[resource: a.txt <file:///a.txt>]',
  ],
] as const)('A program gets %s as a text that describes it', (_, block, text) => {
  expect(JSON.parse(programValue({ content: [block] }))).toBe(text);
});

test('A program gets the text of a resource, parsed if it is JSON', () => {
  const resource = (text: string) => ({ type: 'resource', resource: { uri: 'file:///a', text } }) as const;
  expect(programValue({ content: [resource('{"a": 1.10}')] })).toBe('{"a": 1.10}');
  expect(programValue({ content: [resource('two\nlines')] })).toBe('"two\\nlines"');
  expect(programValue({ content: [resource('')] })).toBe('""');
});

test('A program gets a result of a text, an image and data as a list with one item for each', () => {
  const content = [
    { type: 'text', text: 'The picture:' } as const,
    PNG,
    { type: 'json', value: { width: 8 } } as const,
  ];
  expect(JSON.parse(programValue({ content }))).toEqual(['The picture:', '[image: image/png, 5 bytes]', { width: 8 }]);
  expect(JSON.parse(programValue({ content, structured: { width: 8 } }))).toEqual({ width: 8 });
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are what is tested
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expand } from './expansion.ts';

const words = new Map([
  ['userHome', '/home/me'],
  ['/', '/'],
]);
const variables = new Map([
  ['NAME', 'value'],
  ['HOLDS_MORE', '${NAME}'],
]);
const expanded = (text: string) => expand(text, words, (name) => variables.get(name));

describe('filled in', () => {
  test.each([
    ['${NAME}', 'value'],
    ['${env:NAME}', 'value'],
    ['{env:NAME}', 'value'],
    ['a ${NAME}, b {env:NAME}.', 'a value, b value.'],
    ['${userHome}${/}x', '/home/me/x'],
    ['$NAME', 'value'],
    ['Bearer $NAME, $NAME.', 'Bearer value, value.'],
    ['${NOPE:-$NAME}', 'value'],
    ['${NAME:-other}', 'value'],
    ['${NOPE:-other}', 'other'],
    ['${env:NOPE:-other}', 'other'],
    ['${NOPE:-}', ''],
    ['${NOPE:-a:-b c}', 'a:-b c'],
    ['${NOPE:-${NAME}}', 'value'],
    ['${NOPE:-${NEITHER:-deep}}/x', 'deep/x'],
    ['${ ${NAME}', '${ value'],
    ['${HOLDS_MORE}', '${NAME}'],
  ])('%s is %s', (text, result) => {
    expect(expanded(text)).toMatchObject({ text: result, unset: [], foreign: [], isPartial: false });
  });
});

describe('left as it is', () => {
  test.each(['$', '$1', '$$', '$$NAME', '\\$NAME', '$${', '${', '{NAME}', 'env:NAME', '}{'])('%s', (text) => {
    expect(expanded(text)).toEqual({ text, taken: [], unset: [], foreign: [], isPartial: false });
  });

  test.each([
    '${}',
    '${#x}',
    '${a b}',
    '${x%.*}',
    '${1}',
    '${file:/x}',
    '{file:./x}',
    '{env:A-B}',
    '${{ secrets.X }}',
    '$NOPE',
    'a$NOPE_b',
  ])('%s, which looks as if it were meant otherwise', (text) => {
    expect(expanded(text)).toEqual({ text, taken: [], unset: [], foreign: [], isPartial: true });
  });

  test('defaults inside defaults beyond a bound, which is told', () => {
    expect(expanded('${A:-${B:-${C:-${D:-deep}}}}')).toMatchObject({ text: 'deep', isPartial: false });
    expect(expanded('${A:-${B:-${C:-${D:-${E:-${F:-deep}}}}}}')).toMatchObject({ text: '${F:-deep}', isPartial: true });
  });

  test('a variable that is not set, and what only an editor knows; both are named', () => {
    expect(expanded('${NOPE} ${input:token} ${NAME} ${config:a.b} ${command:x}')).toEqual({
      text: '${NOPE} ${input:token} value ${config:a.b} ${command:x}',
      taken: [{ name: 'NAME', value: 'value' }],
      unset: ['NOPE'],
      foreign: ['input:token', 'config:a.b', 'command:x'],
      isPartial: false,
    });
  });

  test('a default is not asked for what nobody needs', () => {
    expect(expanded('${NAME:-${NOPE}}')).toMatchObject({ text: 'value', unset: [] });
  });
});

test('whatever the variables hold, it stands there unchanged', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (value, before, after) => {
      fc.pre(![before, after].some((text) => /[${}]/.test(text)));
      expect(expand(`${before}\${X}${after}`, words, () => value).text).toBe(before + value + after);
    }),
  );
});

test('text without braces and variables is never changed', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('$', '{', 'e', 'n', 'v', ':', '-', 'A') }), (text) => {
      expect(expand(text, words, () => undefined).text).toBe(text);
    }),
  );
});

test('half a megabyte of openings takes no quadratic time', () => {
  const started = performance.now();
  for (const piece of ['${', '{env:', '${A:-', '${A}', '}', '${A:-}', '${${}', '$A', '$']) {
    expand(piece.repeat((512 * 1024) / piece.length), words, () => undefined);
    expand('${A:-'.repeat(50_000) + '}'.repeat(50_000), words, () => undefined);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});

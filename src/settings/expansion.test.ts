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

describe('placeholders that are replaced', () => {
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
  ])('The text %s expands to %s', (text, result) => {
    expect(expanded(text)).toMatchObject({ text: result, unset: [], foreign: [], isPartial: false });
  });
});

describe('text that stays unchanged', () => {
  test.each(['$', '$1', '$$', '$$NAME', '\\$NAME', '$${', '${', '{NAME}', 'env:NAME', '}{'])(
    'The text %s stays unchanged',
    (text) => {
      expect(expanded(text)).toEqual({ text, taken: [], unset: [], foreign: [], isPartial: false });
    },
  );

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
  ])('The text %s stays unchanged and is reported as a possible placeholder', (text) => {
    expect(expanded(text)).toEqual({ text, taken: [], unset: [], foreign: [], isPartial: true });
  });

  test('Defaults that are nested too deeply stay unchanged and are reported', () => {
    expect(expanded('${A:-${B:-${C:-${D:-deep}}}}')).toMatchObject({ text: 'deep', isPartial: false });
    expect(expanded('${A:-${B:-${C:-${D:-${E:-${F:-deep}}}}}}')).toMatchObject({ text: '${F:-deep}', isPartial: true });
  });

  test('Unset variables and placeholders of editors stay unchanged and are named', () => {
    expect(expanded('${NOPE} ${input:token} ${NAME} ${config:a.b} ${command:x}')).toEqual({
      text: '${NOPE} ${input:token} value ${config:a.b} ${command:x}',
      taken: [{ name: 'NAME', value: 'value' }],
      unset: ['NOPE'],
      foreign: ['input:token', 'config:a.b', 'command:x'],
      isPartial: false,
    });
  });

  test('A default is not expanded if the variable is set', () => {
    expect(expanded('${NAME:-${NOPE}}')).toMatchObject({ text: 'value', unset: [] });
  });
});

test('The value of a variable is inserted unchanged', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (value, before, after) => {
      fc.pre(![before, after].some((text) => /[${}]/.test(text)));
      expect(expand(`${before}\${X}${after}`, words, () => value).text).toBe(before + value + after);
    }),
  );
});

test('Text without placeholders is never changed', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('$', '{', 'e', 'n', 'v', ':', '-', 'A') }), (text) => {
      expect(expand(text, words, () => undefined).text).toBe(text);
    }),
  );
});

test('Half a megabyte of unclosed placeholders does not take quadratic time', () => {
  const started = performance.now();
  for (const piece of ['${', '{env:', '${A:-', '${A}', '}', '${A:-}', '${${}', '$A', '$']) {
    expand(piece.repeat((512 * 1024) / piece.length), words, () => undefined);
    expand('${A:-'.repeat(50_000) + '}'.repeat(50_000), words, () => undefined);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});

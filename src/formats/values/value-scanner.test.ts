import { describe, expect, test } from 'vitest';
import { type ValueOptions, ValueScanner } from './value-scanner.ts';

const gemma = { delimiter: '<|"|>' };

describe('JSON', () => {
  test.each([
    ['{}', '{}'],
    ['[]', '[]'],
    [' \t\r\n{ "a" : [ 1 ,\n null ] }', ' \t\r\n{ "a" : [ 1 ,\n null ] }'],
    ['{"a":1,"a":2}', '{"a":1,"a":2}'],
    ['{"__proto__":{"constructor":1}}', '{"__proto__":{"constructor":1}}'],
    ['[12345678901234567890.10, 1E+400, -0]', '[12345678901234567890.10, 1E+400, -0]'],
    ['"\\u0041\\/\\b\\ud800"', '"\\u0041\\/\\b\\ud800"'],
    ['["\ud800", "\udc00x"]', '["\ud800", "\udc00x"]'],
    ['["}", "]", "\\"", "\\\\"]', '["}", "]", "\\"", "\\\\"]'],
  ])('The JSON value %j is copied unchanged', (text, json) => {
    expect(scan(text, { dialect: 'json' })).toEqual({ state: 'done', json, rest: '', repairs: [] });
  });

  test.each<[string, string, ...string[]]>([
    ['[1, 2,]', '[1, 2]', 'trailing commas'],
    ['{"a": 1, }', '{"a": 1 }', 'trailing commas'],
    [`{'a': 'b "c"', "d": 'it\\'s'}`, '{"a": "b \\"c\\"", "d": "it\'s"}', 'single quotes'],
    ['["a\nb\tc\rd\u0001"]', '["a\\nb\\tc\\rd\\u0001"]', 'unescaped control characters in strings'],
    ['["\\x41\\q"]', '["\\u0041\\\\q"]', 'escapes that are not valid JSON'],
    ['["it\\\'s"]', '["it\'s"]', 'escapes that are not valid JSON'],
    ['["\\u12"]', '["\\\\u12"]', 'escapes that are not valid JSON'],
    ['["\\U0001f600"]', '["\\\\U0001f600"]', 'escapes that are not valid JSON'],
    ['{a: 1, $b_2: 2}', '{"a": 1, "$b_2": 2}', 'unquoted keys'],
    ['{"a": 1 "b": 2}', '{"a": 1, "b": 2}', 'missing commas'],
    ['{"a": "x" "b": "y"}', '{"a": "x", "b": "y"}', 'missing commas'],
    ['[{}{}[1][2]]', '[{},{},[1],[2]]', 'missing commas'],
    ['{{"a": 1}}', '{"a": 1}', 'doubled braces'],
    ['{{{"a": 1}}}', '{"a": 1}', 'doubled braces'],
    ['{{"a": 1}, "b": 2}', '{"a": 1, "b": 2}', 'doubled braces'],
    ['{{},"b": 2}', '{"b": 2}', 'doubled braces'],
    ['{{{}}, "b": 2}', '{ "b": 2}', 'doubled braces'],
    ['{"a": [1}', '{"a": [1]}', 'missing closing brackets'],
    ['[[{"a": 1]]', '[[{"a": 1}]]', 'missing closing brackets'],
    ['[True, False, None]', '[true, false, null]', 'Python constants'],
    ['[+1, .5, -.5, 5., 1_000]', '[1, 0.5, -0.5, 5, 1000]', 'numbers that are not valid JSON'],
    ['{"say": "he said "hi" to me"}', '{"say": "he said \\"hi\\" to me"}', 'unescaped quotes in strings'],
    ['["a""b"]', '["a\\"\\"b"]', 'unescaped quotes in strings'],
    ["['it's', 'so']", '["it\'s", "so"]', 'single quotes', 'unescaped quotes in strings'],
    ['[1,\n2,\n]', '[1,\n2\n]', 'trailing commas'],
  ])('The value %j is repaired to %j', (text, json, ...repairs) => {
    expect(scan(text, { dialect: 'json' })).toEqual({ state: 'done', json, rest: '', repairs });
  });

  test('Each kind of repair is listed once', () => {
    const { repairs } = scan("{a: 'x', b: 'y', c: None, d: True,}", { dialect: 'json' });
    expect(repairs).toEqual(['unquoted keys', 'single quotes', 'Python constants', 'trailing commas']);
  });

  test.each([
    ['}', '', '}'],
    ['(1)', '', '(1)'],
    [',', '', ','],
    ['yes ', '', ' '],
    ['[yes]', '[', ']'],
    ['{"a": }', '{"a":', '}'],
    ['{"a": 1; "b": 2}', '{"a": 1', '; "b": 2}'],
    ['[1 2]', '[1', '2]'],
    ['[1}', '[1', '}'],
    ['[,1]', '[', ',1]'],
    ['{,}', '{', ',}'],
    ['{"a": 1,, "b": 2}', '{"a": 1', ', "b": 2}'],
    ['{a}', '{', '}'],
    ['{"a"}', '{"a"', '}'],
    ['{"a", 1}', '{"a"', ', 1}'],
    ['{a = 1}', '{', '= 1}'],
    ['{"a": 1 /* one */}', '{"a": 1', '/* one */}'],
    ['{"a": <b>}', '{"a":', '<b>}'],
    ['{"a": 1, {"b": 2}}', '{"a": 1', '{"b": 2}}'],
  ])('Scanning the invalid value %j writes %j and stops before %j', (text, json, rest) => {
    expect(scan(text, { dialect: 'json' })).toMatchObject({ state: 'stuck', json, rest });
  });

  test('A quote in a key is part of the key if no structural character follows', () => {
    expect(scan('{"a" = 1}', { dialect: 'json' })).toMatchObject({ state: 'open', json: '{"a\\" = 1}' });
  });

  test('Scanning stops after the value', () => {
    for (const text of ['{"a": 1}', '[[]]', '"a"', "'a'"]) {
      expect(scan(`${text}}]" x`, { dialect: 'json' })).toMatchObject({ state: 'done', rest: '}]" x' });
    }
    expect(scan('12, 3', { dialect: 'json' })).toMatchObject({ state: 'done', json: '12', rest: ', 3' });
  });

  test('Values may be nested 100 levels deep, but not deeper', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(scan(nested(100), { dialect: 'json' })).toMatchObject({ state: 'done', json: nested(100) });
    expect(scan(nested(101), { dialect: 'json' }).state).toBe('stuck');
    expect(scan('{"a":'.repeat(101), { dialect: 'json' }).state).toBe('stuck');
    expect(scan('{'.repeat(101), { dialect: 'json' }).state).toBe('stuck');
    expect(scan('('.repeat(101), { dialect: 'python' }).state).toBe('stuck');
    expect(scan('{a:'.repeat(101), { dialect: gemma }).state).toBe('stuck');
  });

  test('A quote before a marker closes the string', () => {
    const ends = { begins: (unit: number) => unit === '<'.charCodeAt(0) };
    expect(scan('{"a": "b"</end>', { dialect: 'json', ends })).toMatchObject({ state: 'stuck', rest: '</end>' });
    expect(scan('{"a": "b"</end>', { dialect: 'json' })).toMatchObject({ state: 'open' });
  });
});

describe('The start of a scan', () => {
  test.each<[NonNullable<ValueOptions['begins']>, string, string]>([
    ['object', '"a": 1}', '"a": 1}'],
    ['object', '}', '}'],
    ['object', ' a: {}}', ' "a": {}}'],
    ['member', '1, "b": [2]}', '1, "b": [2]}'],
    ['member', ' "x"}', ' "x"}'],
    ['value', '{"a": 1}', '{"a": 1}'],
  ])('A scan that begins at "%s" reads %j', (begins, text, json) => {
    expect(scan(`${text}}`, { dialect: 'json', begins })).toMatchObject({ state: 'done', json, rest: '}' });
  });

  test('After the colon of a field, a value is required', () => {
    expect(scan('}', { dialect: 'json', begins: 'member' }).state).toBe('stuck');
  });
});

describe('Closing an incomplete value', () => {
  test.each([
    ['{"a": [1, {"b": "c"} ', '{"a": [1, {"b": "c"} ]}'],
    ['{"a": {}, ', '{"a": {} }'],
    ['[1, ', '[1 ]'],
    ['[', '[]'],
    ['{', '{}'],
    ['{{', '{}'],
    ['{"a": [{', '{"a": [{}]}'],
  ])('Closing the incomplete value %j gives %j', (text, json) => {
    const scanner = new ValueScanner({ dialect: 'json' });
    scanner.scan(text, 0);
    expect(scanner.close()).toBe(true);
    expect(scanner.take()).toBe(json);
    expect(scanner.isDone).toBe(true);
    expect(scanner.repairs).toContain('missing closing brackets');
  });

  test.each(['', '"a', '{"a', '{"a"', '{"a":', '{"a": ', '{"a": tr', '{"a": 12', '{"a": "b', '{"a": "b\\'])(
    'The incomplete value %j cannot be closed, because more than closing brackets is missing',
    (text) => {
      const scanner = new ValueScanner({ dialect: 'json' });
      scanner.scan(text, 0);
      expect(scanner.close()).toBe(false);
      expect(scanner.isDone).toBe(false);
    },
  );

  test('A value can be closed if the scanner is stuck at the text after it', () => {
    const scanner = new ValueScanner({ dialect: 'json' });
    expect(scanner.scan('{"a": [1</end>', 0)).toBe(8);
    expect([scanner.isStuck, scanner.close(), scanner.isStuck]).toEqual([true, true, false]);
    expect(scanner.take()).toBe('{"a": [1]}');
  });

  test('Closing a Python brace without elements gives an object, not a set', () => {
    const scanner = new ValueScanner({ dialect: 'python' });
    scanner.scan('[{', 0);
    expect(scanner.close()).toBe(true);
    expect(scanner.take() + scanner.take()).toBe('[{}]');
  });

  test('Closing a complete value changes nothing', () => {
    const scanner = new ValueScanner({ dialect: 'json' });
    scanner.scan('[1]', 0);
    expect(scanner.close()).toBe(true);
    expect(scanner.repairs).toEqual([]);
  });
});

describe('Values with delimited strings', () => {
  test.each<[string, string, ...string[]]>([
    ['{city:<|"|>Oslo<|"|>,days:3}', '{"city":"Oslo","days":3}'],
    ['{<|"|>a b<|"|>:1}', '{"a b":1}'],
    ['{a:<|"|>say "hi", {b}: \\n\n<|"|>}', '{"a":"say \\"hi\\", {b}: \\\\n\\n"}'],
    ['{a:[<|"|>x<|"|>,<|"|><|"|>],b:{c:true,d:null}}', '{"a":["x",""],"b":{"c":true,"d":null}}'],
    ['{a:<|"|>x<|"|y<|"|>}', '{"a":"x<|\\"|y"}'],
    ['{a:<|"|>x<<|"|>}', '{"a":"x<"}'],
    ['{a:New York, b:x.y@z.org}', '{"a":"New York", "b":"x.y@z.org"}'],
    ['{a:12:30,}', '{"a":"12:30"}'],
    ["{\"a\":\"b\",'c':'d\\'e'}", '{"a":"b","c":"d\'e"}'],
    ['{a b:1}', '{"a b":1}'],
    ['{a:007}', '{"a":"007"}', 'numbers that are not valid JSON'],
    ['{a:True}', '{"a":true}', 'Python constants'],
    ['{a:<|"|>x<|"|>y<|"|>}', '{"a":"x<|\\"|>y"}', 'unescaped quotes in strings'],
  ])('The delimited value %j becomes %j', (text, json, ...repairs) => {
    expect(scan(text, { dialect: gemma })).toEqual({ state: 'done', json, rest: '', repairs });
  });

  test.each([
    ['{a:<x>}', 'x>}'],
    ['{a:<end>}', 'end>}'],
    ['{a:,b:1}', ',b:1}'],
    ['{:1}', ':1}'],
    ['{a:b<end>', '<end>'],
  ])('Scanning the invalid delimited value %j stops before %j', (text, rest) => {
    expect(scan(text, { dialect: gemma })).toMatchObject({ state: 'stuck', rest });
  });

  test('Scanning continues after the caller has skipped an unmatched delimiter', () => {
    const scanner = new ValueScanner({ dialect: gemma });
    const text = '{a:b<|"|>,c:1}';
    const at = scanner.scan(text, 0);
    expect(text.slice(at)).toBe('<|"|>,c:1}');
    scanner.goOn('unmatched string delimiters');
    scanner.scan(text, at + gemma.delimiter.length);
    expect(scanner.isDone).toBe(true);
    expect(scanner.take()).toBe('{"a":"b","c":1}');
    expect(scanner.repairs).toEqual(['unmatched string delimiters']);
  });
});

function scan(text: string, options: ValueOptions) {
  const scanner = new ValueScanner(options);
  const end = scanner.scan(text, 0);
  const state = scanner.isDone ? 'done' : scanner.isStuck ? 'stuck' : 'open';
  return { state, json: scanner.take(), rest: text.slice(end), repairs: scanner.repairs };
}

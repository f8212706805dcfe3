import { describe, expect, test } from 'vitest';
import { type ValueOptions, ValueScanner } from './value-scanner.ts';

describe('Python literals', () => {
  test.each<[string, string, ...string[]]>([
    ["{'a': 'b', \"c\": 'd'}", '{"a": "b", "c": "d"}'],
    ['[True, False, None]', '[true, false, null]'],
    ['[true, false, null]', '[true, false, null]'],
    ['(1, 2)', '[1, 2]'],
    ['(1,)', '[1]'],
    ['()', '[]'],
    ['(1)', '1'],
    ["[('a'\n 'b'), ('c')]", '["ab", "c"]'],
    ["{'a': ( 'b' )}", '{"a":  "b" }'],
    ["('a', 'b')", '["a", "b"]'],
    ['([1], 2)', '[[1], 2]'],
    ['{1, 2}', '[1, 2]'],
    ["{'a', 'b'}", '["a", "b"]'],
    ["{'a'}", '["a"]'],
    ['{1, (2, {3}), [4]}', '[1, [2, [3]], [4]]'],
    ['{}', '{}'],
    ['{ }', '{ }'],
    ["{'a': {'b': {1}}, 'c': ()}", '{"a": {"b": [1]}, "c": []}'],
    ['{1: 2, None: 3}', '{"1": 2, "None": 3}'],
    ["{'a': 1,}", '{"a": 1}'],
    ['[-1, 1.5e-7]', '[-1, 1.5e-7]'],
    ['[+1, 1_000, .5, 0x10, 007]', '[1, 1000, 0.5, 16, 7]', 'numbers that are not valid JSON'],
    ['[nan, -inf]', '["nan", "-inf"]', 'numbers that are not valid JSON'],
    ["[{'a': 1} {'b': 2}]", '[{"a": 1}, {"b": 2}]', 'missing commas'],
    ["[{'a': (1, 2}]", '[{"a": [1, 2]}]', 'missing closing brackets'],
    ["['it's']", '["it\'s"]', 'unescaped quotes in strings'],
    ["['a\nb']", '["a\\nb"]', 'unescaped control characters in strings'],
  ])('The literal %j becomes %j', (text, json, ...repairs) => {
    expect(scan(text)).toEqual({ state: 'done', json, rest: '', repairs });
  });

  test.each([
    ["''", ''],
    ['""', ''],
    ["''''''", ''],
    ["'a\"b'", 'a"b'],
    ['"a\'b"', "a'b"],
    ["'a\\'b\\\"c'", 'a\'b"c'],
    ["'''a'b''c\"\nd'''", "a'b''c\"\nd"],
    ['"""a"b""c\'\td"""', 'a"b""c\'\td'],
    ["'''\\''''", "'"],
    ["'\\x41\\u0042\\U0001f600'", 'AB😀'],
    ["'\\n\\r\\t\\b\\f\\a\\v\\\\'", '\n\r\t\b\f\u0007\u000b\\'],
    ["'\\0'", '\0'],
    ["'\\x09\\x9F\\uAbCf\\U0010ffff'", '\t\u009f\uabcf\u{10ffff}'],
    ["'\\033[0m\\1\\18\\777\\1234'", '\u001b[0m\u0001\u00018\u01ffS4'],
    ["'a\\\nb'", 'ab'],
    ["'\\q\\/\\d+'", '\\q\\/\\d+'],
    ["'\\x4g\\u12 \\U0011ffff'", '\\x4g\\u12 \\U0011ffff'],
    ["r'\\d\\n'", '\\d\\n'],
    ["R'''\\x\n'''", '\\x\n'],
    ["b'\\x41'", 'A'],
    ["rb'\\x41'", '\\x41'],
    ["f'{a}'", '{a}'],
    ["u''", ''],
    ["'a' 'b'", 'ab'],
    ["'a'\n\"b\" '''c'''", 'abc'],
    ["'' ''", ''],
  ])('The string literal %j has the value %j', (text, value) => {
    const { state, json, repairs } = scan(`[${text}]`);
    expect(state).toBe('done');
    expect(JSON.parse(json)).toEqual([value]);
    expect(repairs).toEqual([]);
  });

  test.each([
    ['[yes]', ']'],
    ['[f(1)]', '(1)]'],
    ['[1 2]', '2]'],
    ['{[1]: 2}', '[1]: 2}'],
    ["{'a': 1, 'b'}", '}'],
    ['{1, 2: 3}', ': 3}'],
    ["{'a': }", '}'],
    ['[1)', ')'],
    ["[xy'a']", "'a']"],
    ["[rbf'a']", "'a']"],
  ])('Scanning the invalid literal %j stops before %j', (text, rest) => {
    expect(scan(text)).toMatchObject({ state: 'stuck', rest });
  });

  test('The bracket of a dictionary or set is written as soon as its kind is clear', () => {
    expect(takeEach(['{', "'a'", ':', ' 1', '}'])).toEqual(['', '', '{"a":', '', ' 1}']);
    expect(takeEach(['[{', "'a'", ', ', '2', '}', ']'])).toEqual(['[', '', '["a"', '', ', 2]', ']']);
    expect(takeEach(['[', ' ', '{', '}', ']'])).toEqual(['[', '', ' ', '{}', ']']);
  });
});

describe('The arguments of a Python call', () => {
  test.each<[string, string, ...string[]]>([
    [')', '{}'],
    [' )', '{ }'],
    ['a=1)', '{"a":1}'],
    ['a= 1, b="x")', '{"a": 1, "b":"x"}'],
    ['a=1,\n)', '{"a":1\n}'],
    ["a={'b': [1, (2,)]}, c={3})", '{"a":{"b": [1, [2]]}, "c":[3]}'],
    ["a='x' 'y', b=None)", '{"a":"xy", "b":null}'],
    ['größe=1, $x=2, __proto__=3)', '{"größe":1, "$x":2, "__proto__":3}'],
    ['**{"a b": 1})', '{"a b": 1}'],
    ['**{"a b": 1}, c=2)', '{"a b": 1, "c":2}'],
    ["c=2, ** {'a-b': [1]})", '{"c":2,  "a-b": [1]}'],
    ['**{})', '{}'],
    ['**{},a=1)', '{"a":1}'],
    ["a=('x' 'y'))", '{"a":"xy"}'],
    ['a: 1)', '{"a": 1}'],
    ["a={'b': 1)", '{"a":{"b": 1}}', 'missing closing brackets'],
    ["'x', 2)", '{"first": "x", "second": 2}', 'positional arguments'],
    ['True)', '{"first": true}', 'positional arguments'],
    ['None, second=2)', '{"first": null, "second":2}', 'positional arguments'],
    ['[1], {2})', '{"first": [1], "second": [2]}', 'positional arguments'],
    ["{'a': 1})", '{"first": {"a": 1}}', 'positional arguments'],
    ['-1)', '{"first": -1}', 'positional arguments'],
  ])('The arguments %j become %j', (text, json, ...repairs) => {
    expect(scan(text, call)).toEqual({ state: 'done', json, rest: '', repairs });
  });

  test.each([
    ['x)', ')'],
    ['x, y)', ', y)'],
    ['1, 2, 3)', '3)'],
    ['a.b(c))', '(c))'],
    ['*[1])', '[1])'],
    ['**kwargs)', 'kwargs)'],
    ['a=)', ')'],
    ['a=1]', ']'],
    ['a=1; b=2)', '; b=2)'],
  ])('Scanning the invalid arguments %j stops before %j', (text, rest) => {
    expect(scan(text, call)).toMatchObject({ state: 'stuck', rest });
  });

  test('Arguments may have whitespace around every token', () => {
    expect(JSON.parse(scan(' a = 1 , b\n=\t2 ) x', call).json)).toEqual({ a: 1, b: 2 });
  });

  test('Without a list of parameter names, arguments need names', () => {
    expect(scan("'x')", { dialect: 'python', begins: 'call' })).toMatchObject({ state: 'stuck', rest: ')' });
    expect(scan("a='x')", { dialect: 'python', begins: 'call' }).state).toBe('done');
  });

  test('A parameter name with special characters is escaped', () => {
    const positional = () => '"\n__proto__';
    expect(scan('1)', { dialect: 'python', begins: 'call', positional }).json).toBe('{"\\"\\n__proto__": 1}');
  });
});

const call: ValueOptions = {
  dialect: 'python',
  begins: 'call',
  positional: (place) => ['first', 'second'][place],
};

function scan(text: string, options: ValueOptions = { dialect: 'python' }) {
  const scanner = new ValueScanner(options);
  const end = scanner.scan(text, 0);
  const state = scanner.isDone ? 'done' : scanner.isStuck ? 'stuck' : 'open';
  return { state, json: scanner.take(), rest: text.slice(end), repairs: scanner.repairs };
}

function takeEach(pieces: readonly string[]): readonly string[] {
  const scanner = new ValueScanner({ dialect: 'python' });
  return pieces.map((piece) => {
    scanner.scan(piece, 0);
    return scanner.take();
  });
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DelimitedString, QuotedString, type StringScanner } from './strings.ts';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;

describe('A string between quotes', () => {
  test('A string ends after its closing quote, and the rest stays unread', () => {
    const { string } = opened(QUOTE);
    expect(string.scan('it\'s" "more"', 0)).toBe(5);
    expect([string.out, string.isClosed]).toEqual(["it's", true]);
  });

  test('A reopened string contains the quotes that had closed it', () => {
    const { string } = opened(QUOTE);
    string.scan('a"', 0);
    string.reopen();
    string.scan('b"', 0);
    expect([string.out, string.isClosed]).toEqual(['a\\"b', true]);
    const { string: single } = opened(APOSTROPHE);
    single.scan("a'", 0);
    single.reopen();
    expect(single.out).toBe("a'");
    const { string: triple } = opened(QUOTE, { isPython: true, isTriple: true });
    triple.scan('a"""', 0);
    triple.reopen();
    triple.scan('b"""', 0);
    expect([triple.out, triple.isClosed]).toEqual(['a\\"\\"\\"b', true]);
  });

  test('Opening a string again discards an unfinished escape', () => {
    const { string } = opened(QUOTE);
    string.scan('a\\u00', 0);
    string.open(APOSTROPHE, { isPython: true });
    string.out = '';
    expect(string.scan("41'", 0)).toBe(3);
    expect(string.out).toBe('41');
  });

  test('Repairs are reported in JSON, but not for syntax that is valid in Python', () => {
    const odd = "a\\x41\\'";
    const { string, repairs } = opened(APOSTROPHE);
    string.scan(`${odd}'`, 0);
    expect(repairs).toEqual(['single quotes', 'escapes that are not valid JSON']);
    const { string: python, repairs: none } = opened(APOSTROPHE, { isPython: true });
    python.scan(`${odd}'`, 0);
    expect([python.out, none]).toEqual(["a\\u0041'", []]);
  });

  test('A triple-quoted string may contain one or two quotes, and line breaks', () => {
    const { string, repairs } = opened(QUOTE, { isPython: true, isTriple: true });
    expect(string.scan('a"b""c\n"""""', 0)).toBe(10);
    expect([string.out, string.isClosed, repairs]).toEqual(['a\\"b\\"\\"c\\n', true, []]);
  });

  test('The output of a string does not depend on how the text is split', () => {
    const text = fc.string({ unit: fc.constantFrom(...'"\'\\xuU0aF\n\u0001n') });
    const kinds = fc.record({ isPython: fc.boolean(), isTriple: fc.boolean(), isRaw: fc.boolean() });
    fc.assert(
      fc.property(text, fc.constantFrom(QUOTE, APOSTROPHE), kinds, (given, quote, kind) => {
        const whole = opened(quote, kind);
        const end = whole.string.scan(given, 0);
        const parts = opened(quote, kind);
        let at = 0;
        while (at < given.length && !parts.string.isClosed) at += parts.string.scan(given.charAt(at), 0);
        expect([parts.string.out, parts.repairs, at]).toEqual([whole.string.out, whole.repairs, end]);
        expect(() => JSON.parse(`"${whole.string.out}"`)).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('A string between delimiters', () => {
  test('A delimited string has no escapes', () => {
    expect(read(delimitedBy('<e>'), ['a\\n"\n<e>b'])).toEqual({ out: 'a\\\\n\\"\\n', isClosed: true, length: 8 });
  });

  test('An incomplete delimiter is part of the string', () => {
    expect(read(delimitedBy('<e>'), ['<', 'e', '<', '<e', 'x', '<e', '>'])).toMatchObject({
      out: '<e<<ex',
      isClosed: true,
    });
    expect(read(delimitedBy('<e>'), ['a<e'])).toMatchObject({ out: 'a', isClosed: false });
  });

  test('A reopened string contains the delimiter that had closed it', () => {
    const string = delimitedBy('<|"|>');
    read(string, ['a<|"|>']);
    string.reopen();
    expect(read(string, ['b<|"|>'])).toMatchObject({ out: 'a<|\\"|>b', isClosed: true });
  });

  test('Opening a delimited string again discards a partly read delimiter', () => {
    const string = delimitedBy('<e>');
    read(string, ['<e']);
    string.open();
    expect(read(string, ['>'])).toMatchObject({ isClosed: false, out: '>' });
  });
});

function opened(quote: number, kind?: { isPython?: boolean; isTriple?: boolean; isRaw?: boolean }) {
  const repairs: string[] = [];
  const string = new QuotedString((what) => {
    if (!repairs.includes(what)) repairs.push(what);
  });
  string.open(quote, kind);
  return { string, repairs };
}

function delimitedBy(delimiter: string): DelimitedString {
  const string = new DelimitedString(delimiter);
  string.open();
  return string;
}

function read(string: StringScanner, pieces: readonly string[]) {
  let length = 0;
  for (const piece of pieces) length += string.scan(piece, 0);
  return { out: string.out, isClosed: string.isClosed, length };
}

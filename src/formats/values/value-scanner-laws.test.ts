import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ValueOptions, ValueScanner } from './value-scanner.ts';

const delimiter = '<|"|>';
const dialects: readonly ValueOptions['dialect'][] = ['json', 'python', { delimiter }];
const json = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.jsonValue({ stringUnit: fc.constantFrom(...'a"\'\\\n{}[]:,') }),
);
const cuts = fc.array(fc.nat(100), { maxLength: 12 });

describe('Values that are split at any positions', () => {
  test('Valid JSON is copied byte for byte', () => {
    const space = fc.infiniteStream(fc.constantFrom('', '', '', ' ', '\n', '\r\n\t', '   '));
    fc.assert(
      fc.property(json, space, cuts, (value, spaces, places) => {
        const text = spaced(value, () => spaces.next().value ?? '');
        const scanned = scan(cut(`${text} `, places), { dialect: 'json' });
        expect(scanned).toEqual({ state: 'done', json: text, length: text.length, repairs: [] });
      }),
      { numRuns: 500 },
    );
  });

  test('The Python literal of a value is read as that value', () => {
    const choices = fc.infiniteStream(fc.nat(7));
    fc.assert(
      fc.property(json, choices, cuts, (value, chosen, places) => {
        const text = pythonOf(value, () => chosen.next().value ?? 0);
        const scanned = scan(cut(`${text} `, places), { dialect: 'python' });
        expect(scanned).toMatchObject({ state: 'done', length: text.length, repairs: [] });
        expect(JSON.stringify(JSON.parse(scanned.json))).toBe(JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });

  test('A value with delimited strings is read as that value', () => {
    fc.assert(
      fc.property(json, cuts, (value, places) => {
        const text = delimited(value);
        const scanned = scan(cut(`${text}<`, places), { dialect: { delimiter } });
        expect(scanned).toMatchObject({ state: 'done', length: text.length, repairs: [] });
        expect(JSON.stringify(JSON.parse(scanned.json))).toBe(JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });

  test('Any text gives the same result however it is split, and a complete value is valid JSON', () => {
    const piece = fc.constantFrom(
      ...['"', "'", '"""', "'''", '\\', '{', '}', '[', ']', '(', ')', ',', ':', '=', '**', '<', '|', delimiter],
      ...[
        'a',
        'r',
        'u',
        'x',
        'U',
        '0',
        '41',
        '-',
        '.',
        'e',
        'True',
        'null',
        ' ',
        '\n',
        '\u0001',
        '\ud83d',
        '\ude00',
        'é',
      ],
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    const begins = fc.constantFrom('value', 'object', 'member', 'call');
    const ends = fc.constantFrom(undefined, { begins: (unit: number) => unit === 0x3c });
    fc.assert(
      fc.property(text, fc.constantFrom(...dialects), begins, ends, cuts, (given, dialect, start, behind, places) => {
        const options: ValueOptions = {
          dialect,
          begins: start,
          positional: (place) => ['p', 'q'][place],
          ...(behind !== undefined && { ends: behind }),
        };
        const whole = scan([given], options, 'closed');
        expect(scan(cut(given, places), options, 'closed')).toEqual(whole);
        expect(scan(given.split(''), options, 'closed')).toEqual(whole);
        const before = { value: '', call: '', object: '{', member: '{"m":' }[start];
        if (whole.state === 'done') expect(() => JSON.parse(before + whole.json)).not.toThrow();
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('The time of a scan', () => {
  const characters = '"\'\\{}[](),:=a1r-. \n\u0000<|*é';
  test.each(dialects)(
    'In the dialect %j, 200,000 repeated characters are scanned in less than two seconds',
    (dialect) => {
      for (const letter of characters) {
        for (const before of ['', '["', '{"a": ', '("']) {
          const began = performance.now();
          scan([before, ...Array<string>(50_000).fill(letter.repeat(4))], { dialect });
          expect(performance.now() - began, `${before}${letter}…`).toBeLessThan(2_000);
        }
      }
    },
  );
});

function scan(pieces: readonly string[], options: ValueOptions, end: 'open' | 'closed' = 'open') {
  const scanner = new ValueScanner(options);
  let length = 0;
  let written = '';
  for (const piece of pieces) {
    if (scanner.isDone || scanner.isStuck) break;
    length += scanner.scan(piece, 0);
    written += scanner.take();
  }
  if (end === 'closed') scanner.close();
  written += scanner.take() + scanner.take();
  const state = scanner.isDone ? 'done' : scanner.isStuck ? 'stuck' : 'open';
  return { state, json: written, length, repairs: scanner.repairs };
}

function cut(text: string, places: readonly number[]): readonly string[] {
  const inside = [...new Set(places)].filter((place) => place > 0 && place < text.length).sort((a, b) => a - b);
  return [...inside, text.length].map((place, index) => text.slice(inside[index - 1] ?? 0, place));
}

/** Returns JSON with whitespace at all positions where JSON allows it. */
function spaced(value: unknown, space: () => string): string {
  if (typeof value !== 'object' || value === null) return space() + JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((inner) => spaced(inner, space) + space())
    : Object.entries(value).map(
        ([key, inner]) => `${space()}${JSON.stringify(key)}${space()}:${spaced(inner, space)}${space()}`,
      );
  const inside = items.length === 0 ? space() : items.join(',');
  return space() + (Array.isArray(value) ? `[${inside}]` : `{${inside}}`);
}

/** Returns a Python literal. `choose` selects the kind of quotes, lists or tuples, and trailing commas. */
function pythonOf(value: unknown, choose: () => number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return pythonString(value, choose());
  if (typeof value !== 'object') return String(value);
  const comma = choose() === 0 ? ',' : '';
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(
      ([key, inner]) => `${pythonString(key, choose())}: ${pythonOf(inner, choose)}`,
    );
    return members.length === 0 ? '{}' : `{${members.join(', ')}${comma}}`;
  }
  const items = value.map((inner) => pythonOf(inner, choose));
  if (items.length === 0) return comma === '' ? '[]' : '()';
  return choose() === 0 ? `(${items.join(',\n')},)` : `[${items.join(', ')}${comma}]`;
}

function pythonString(text: string, choice: number): string {
  const quote = choice % 2 === 0 ? "'" : '"';
  const isTriple = choice >= 4;
  const inside = [...text].map((letter) => pythonLetter(letter, quote, isTriple)).join('');
  return isTriple ? quote.repeat(3) + inside + quote.repeat(3) : quote + inside + quote;
}

function pythonLetter(letter: string, quote: string, isTriple: boolean): string {
  const point = letter.codePointAt(0) ?? 0;
  if (letter === quote || letter === '\\') return `\\${letter}`;
  if (letter === '\n') return isTriple ? letter : '\\n';
  if (point < 0x20 || (point >= 0x7f && point < 0x100)) return `\\x${point.toString(16).padStart(2, '0')}`;
  if (point < 0x7f) return letter;
  return point > 0xffff ? `\\U${point.toString(16).padStart(8, '0')}` : `\\u${point.toString(16).padStart(4, '0')}`;
}

/** Returns the value in the delimiter dialect, with keys unquoted if possible. */
function delimited(value: unknown): string {
  if (typeof value === 'string') return delimiter + value + delimiter;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(delimited).join(',')}]`;
  const key = (name: string) => (/^[a-z]+$/.test(name) ? name : delimited(name));
  return `{${Object.entries(value)
    .map(([name, inner]) => `${key(name)}:${delimited(inner)}`)
    .join(',')}}`;
}

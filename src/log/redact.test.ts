import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { createRedactor } from './redact.ts';

const CANARY = 'canary-5f2c9';
const { value: redact } = createRedactor([CANARY]);

describe('Redaction by name', () => {
  test('Values under secret names are hidden at any depth, in objects, lists, maps, errors and instances', () => {
    class Session {
      user = 'ada';
      accessToken = 'abc';
    }
    const error = Object.assign(new Error('refused', { cause: { password: 'abc' } }), { config: { apiKey: 'abc' } });
    expect(
      redact({
        list: [{ deep: { api_key: 'abc' } }],
        map: new Map<string, unknown>([
          ['cookie', 'abc'],
          ['n', 1],
        ]),
        session: new Session(),
        headers: [
          ['Authorization', 'Bearer abc'],
          ['Accept', 'text/plain'],
        ],
        argv: ['--token', 'abc', '--verbose', 'abc'],
      }),
    ).toEqual({
      list: [{ deep: { api_key: '[redacted]' } }],
      map: { cookie: '[redacted]', n: 1 },
      session: { user: 'ada', accessToken: '[redacted]' },
      headers: [
        ['Authorization', '[redacted]'],
        ['Accept', 'text/plain'],
      ],
      argv: ['--token', '[redacted]', '--verbose', 'abc'],
    });
    expect(redact(error)).toEqual({
      type: 'Error',
      message: 'refused',
      stack: error.stack,
      config: { apiKey: '[redacted]' },
      cause: { password: '[redacted]' },
    });
  });

  test('Token counts stay visible, tokens are hidden', () => {
    expect(redact({ max_tokens: 5, totalTokens: 7, usage: { tokens: { input: 3, cached: null } } })).toEqual({
      max_tokens: 5,
      totalTokens: 7,
      usage: { tokens: { input: 3, cached: null } },
    });
    expect(redact({ tokens: 'abc' })).toEqual({ tokens: '[redacted]' });
    expect(redact({ tokens: ['a', { b: 'c', n: 1 }] })).toEqual({ tokens: ['[redacted]', { b: '[redacted]', n: 1 }] });
  });

  test('Any value under a secret name is hidden, except null, undefined and booleans', () => {
    expect(redact({ password: 1234, secret: { a: 1 }, token: ['x'], auth: 9n })).toEqual({
      password: '[redacted]',
      secret: '[redacted]',
      token: '[redacted]',
      auth: '[redacted]',
    });
    expect(redact({ password: null, auth: true, cookie: undefined })).toEqual({ password: null, auth: true });
  });

  test('Values under secret names are hidden inside JSON text, even if the text is truncated', () => {
    expect(redact('{"user":"ada","password": "a\\"b"}')).toBe('{"user":"ada","password": "[redacted]"}');
    expect(redact('{"apiKey":"abc')).toBe('{"apiKey":"[redacted]"');
    expect(redact('{"author":"ada"}')).toBe('{"author":"ada"}');
  });
});

proves('L10', 'Passwords and keys in addresses are hidden whatever their value', () => {
  const { text } = createRedactor([]);
  const hidden: [string, string][] = [
    ['GET https://a.example/v1?lang=en&key=1&x=2 failed', 'GET https://a.example/v1?lang=en&key=[redacted]&x=2 failed'],
    ['/mcp?access_token=x&sig=y#z', '/mcp?access_token=[redacted]&sig=[redacted]#z'],
    ['https://me:pw@a.example/', 'https://me:[redacted]@a.example/'],
    ['https://token@a.example/', 'https://[redacted]@a.example/'],
    ['postgres://me:pw@db/shop', 'postgres://me:[redacted]@db/shop'],
    ['https://a.example/?key=true and ?key=none', 'https://a.example/?key=[redacted] and ?key=[redacted]'],
    ['{"url":"https://a.example/?token=ab"}', '{"url":"https://a.example/?token=[redacted]"}'],
  ];
  for (const [given, shown] of hidden) expect([given, text(given)]).toEqual([given, shown]);
  for (const open of ['postgres://me@db/shop', 'https://a.example/?page=2&sort=key', 'a key=1 b', 'me@a.example']) {
    expect(text(open)).toBe(open);
  }
});

describe('Redaction by value', () => {
  test('A configured secret is hidden in values, names, messages and stacks', () => {
    const error = new Error(`no user ${CANARY}`);
    expect(JSON.stringify(redact({ a: `x${CANARY}y`, [`k${CANARY}`]: [CANARY], error }))).not.toContain(CANARY);
    expect(redact(`x${CANARY}y`)).toBe('x[redacted]y');
  });

  test('A configured secret is hidden when escaped in JSON or in a URL, and as a number', () => {
    const { text, value } = createRedactor(['pa"ss\\wörd', '12345678']);
    expect(text(JSON.stringify({ a: 'pa"ss\\wörd' }))).toBe('{"a":"[redacted]"}');
    expect(text(`https://h/?k=${encodeURIComponent('pa"ss\\wörd')}`)).toBe('https://h/?k=[redacted]');
    expect(value({ pin: 12345678, time: 1_712_345_678_901 })).toEqual({ pin: '[redacted]', time: 1_712_345_678_901 });
  });

  test('A secret that contains another is hidden completely, and a secret of three characters is ignored', () => {
    expect(createRedactor(['abcd', 'abcdefgh']).text('abcdefgh')).toBe('[redacted]');
    expect(createRedactor(['abc']).text('abc')).toBe('abc');
  });

  test('Truncation never leaves a part of a secret', () => {
    const secret = 'S3CR3T-'.repeat(10);
    const { value } = createRedactor([secret]);
    for (let before = 8_000; before < 8_300; before += 7) {
      expect(value('.'.repeat(before) + secret + '.'.repeat(9_000))).not.toContain('S3CR3T');
      expect(value(secret.repeat(50) + '.'.repeat(before - 3_500) + secret.repeat(80))).not.toContain('S3CR3T');
    }
  });
});

describe('Limits of a redacted copy', () => {
  test('Deep values, cycles, many values and long texts are limited', () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle.self = cycle;
    expect(redact(cycle)).toEqual({ a: 1, self: '[cycle]' });
    let deep: unknown = 'x';
    for (let level = 0; level < 100_000; level++) deep = { deep };
    expect(JSON.stringify(redact(deep))).toContain('[too deep]');
    expect(JSON.stringify(redact(Array.from({ length: 1_000_000 }, () => 0))).length).toBeLessThan(5_000);
    expect(JSON.stringify(redact(Array.from({ length: 5_000 }, () => 'x'.repeat(1_000)))).length).toBeLessThan(200_000);
    expect(redact('x'.repeat(50_000_000))).toMatch(/^x{8192}… \[49991808 more characters\]$/);
    expect(
      (redact({ ['k'.repeat(1_000_000)]: 1 }) as object) &&
        JSON.stringify(redact({ ['k'.repeat(1_000_000)]: 1 })).length,
    ).toBeLessThan(20_000);
  });

  test('Exhausting a limit does not affect the names in later lines', () => {
    const { value } = createRedactor([]);
    value(Array.from({ length: 900 }, (_, i) => ({ [`name${i}`]: 'x'.repeat(1_000) })));
    expect(value({ name899: 1, name0: 2 })).toEqual({ name899: 1, name0: 2 });
  });

  test('Shared values are repeated only up to the limit', () => {
    let shared: unknown = { leaf: 1 };
    for (let level = 0; level < 10; level++) shared = Array.from({ length: 10 }, () => shared);
    expect(JSON.stringify(redact(shared)).length).toBeLessThan(100_000);
  });
});

describe('Redaction of hostile values', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const endless = (): object =>
    new Proxy(
      {},
      {
        ownKeys: () => ['a', 'b'],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: () => endless(),
      },
    );
  const throwing = () => {
    throw new Error(CANARY);
  };

  test.each<[string, unknown, unknown]>([
    [
      'A getter that throws',
      Object.defineProperty({ a: 1 }, 'b', { get: throwing, enumerable: true }),
      { a: 1, b: '[unreadable]' },
    ],
    ['A toJSON that throws', { toJSON: throwing }, '[unreadable]'],
    [
      'A toJSON that returns its object',
      {
        a: 1,
        toJSON(): unknown {
          return this;
        },
      },
      { a: 1, toJSON: '[function]' },
    ],
    ['A revoked proxy', revoked.proxy, '[unreadable]'],
    [
      'A proxy whose traps throw',
      new Proxy({}, { ownKeys: throwing, get: throwing, getPrototypeOf: throwing }),
      '[unreadable]',
    ],
    ['An object with a null prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [
      'An object with a field named __proto__',
      JSON.parse('{"__proto__":{"a":1}}'),
      JSON.parse('{"__proto__":{"a":1}}'),
    ],
    ['A BigInt', 12n, '12'],
    ['A symbol', Symbol('x'), 'Symbol(x)'],
    ['A function', throwing, '[function]'],
    ['A date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['An invalid date', new Date(Number.NaN), null],
    ['A buffer', Buffer.from('abc'), '[3 bytes]'],
    ['A set', new Set([1, CANARY]), [1, '[redacted]']],
    ['A String object', new String(CANARY), '[redacted]'],
    [
      'A map with keys that are not strings',
      new Map<unknown, unknown>([
        [1, 2],
        [Symbol('s'), 3],
      ]),
      { 1: 2, 'Symbol(s)': 3 },
    ],
    ['undefined', undefined, undefined],
  ])('%s is copied safely', (_, given, shown) => {
    expect(redact(given)).toEqual(shown);
  });

  test('The copy of an endless proxy has a limited size', () => {
    expect(JSON.stringify(redact(endless())).length).toBeLessThan(100_000);
  });

  test('A field named __proto__ does not change the prototype of the copy', () => {
    const copied = redact(JSON.parse('{"__proto__":{"polluted":1}}')) as Record<string, unknown>;
    expect(copied.polluted).toBeUndefined();
    expect(Object.getPrototypeOf(copied)).toBe(Object.prototype);
  });
});

describe('Properties of the redactor', () => {
  const anything = (values: fc.Arbitrary<unknown>[], key: fc.Arbitrary<string>) =>
    fc.anything({
      values,
      key,
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withObjectString: true,
      maxDepth: 4,
    });
  const plain = [fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.double()];
  const holding = fc.tuple(fc.string(), fc.string()).map(([a, b]) => a + CANARY + b);

  test('The redactor never throws, never changes its input, and returns values that JSON can represent', () => {
    fc.assert(
      fc.property(anything(plain, fc.string()), (given) => {
        const before = fc.stringify(given);
        JSON.stringify(redact(given));
        expect(fc.stringify(given)).toBe(before);
      }),
    );
  });

  test('A configured secret appears nowhere in the copy of any value', () => {
    fc.assert(
      fc.property(anything([...plain, holding], fc.oneof(fc.string(), holding)), (given) => {
        expect(String(JSON.stringify(redact(given)))).not.toContain(CANARY);
      }),
    );
  });

  test('A value under a secret name appears nowhere in the copy, however it is wrapped', () => {
    const unaware = createRedactor([]);
    const name = fc.constantFrom(
      'apiKey',
      'x-api-key',
      'password',
      'refresh_token',
      'tokens',
      'Cookie',
      'client_secret',
      'auth',
    );
    const wrap = fc.constantFrom<(inner: unknown) => unknown>(
      (inner) => ({ inner }),
      (inner) => [1, inner],
      (inner) => new Map([['inner', inner]]),
      (inner) => new Set([inner]),
      (inner) => new Error('wrapped', { cause: inner }),
      (inner) => Object.assign(new Error('wrapped'), { inner }),
      (inner) => new AggregateError([inner], 'wrapped'),
      (inner) => Object.assign(Object.create(null), { inner }),
      (inner) => ({ toJSON: () => inner }),
    );
    const member = fc.tuple(name, anything([holding], fc.string())).map(([key, held]) => ({ [key]: held }));
    fc.assert(
      fc.property(member, fc.array(wrap, { maxLength: 6 }), (innermost, wraps) => {
        const given = wraps.reduce<unknown>((inner, wrapped) => wrapped(inner), innermost);
        expect(String(JSON.stringify(unaware.value(given)))).not.toContain(CANARY);
      }),
    );
  });

  test('Any secret is hidden in any text and in JSON', () => {
    const unit = fc.constantFrom('a', 'Z', '7', '"', '\\', '/', '\n', '%', 'é', '\u2028', '😀', '\ud800');
    const secret = fc.string({ minLength: 4, unit });
    fc.assert(
      fc.property(secret, fc.string(), (hidden, around) => {
        const { text } = createRedactor([hidden]);
        const escaped = JSON.stringify(hidden).slice(1, -1);
        expect(text(JSON.stringify({ a: around + hidden }))).not.toContain(escaped);
        expect(text(around + hidden + around)).not.toContain(hidden);
      }),
    );
  });
});

test('A reference to an environment variable in a message is shown, because it is advice and no secret', () => {
  const { text } = createRedactor([]);
  expect(text('Set "apiKey": "env:ANTHROPIC_API_KEY".')).toBe('Set "apiKey": "env:ANTHROPIC_API_KEY".');
  expect(text('"apiKey": "env:not-a-name"')).toBe('"apiKey": "[redacted]"');
});

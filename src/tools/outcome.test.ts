import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Note } from '../core/index.ts';
import { textOf } from '../core/index.ts';
import { createRedactor } from '../log/index.ts';
import { settle } from './outcome.ts';

const KB = 1024;

function settled(
  result: unknown,
  { isPair = false, isMcp = false, outcomeBytes = 64 * KB, mediaBytes = 1024 * KB, secrets = [] as string[] } = {},
) {
  const redactor = createRedactor(secrets);
  const bounds = { outcomeBytes, mediaBytes, redact: redactor.givenValues };
  return settle(result, { isPair, isMcp }, { callId: '1', tool: 't', durationMs: 1, notes: [], bounds });
}

const content = (result: unknown, options?: Parameters<typeof settled>[1]) => settled(result, options).content;
const kinds = (notes: readonly Note[]) => notes.map(({ kind }) => kind);

describe('plain values', () => {
  test('A text result becomes a text block, undefined and null become no content, and other values become JSON', () => {
    expect(content('hello')).toEqual([{ type: 'text', text: 'hello' }]);
    expect(content('')).toEqual([{ type: 'text', text: '' }]);
    for (const value of [0, 12.5, true, false, { a: [1, { b: null }] }, [1, 'x'], []]) {
      expect(content(value)).toEqual([{ type: 'json', value }]);
    }
    expect(content(undefined)).toEqual([]);
    expect(content(null)).toEqual([]);
  });

  test('Values that JSON cannot represent are converted or replaced, and replacements are noted', () => {
    const cyclic: Record<string, unknown> = { name: 'x' };
    cyclic.self = cyclic;
    const shared = { s: 1 };
    const cases: [unknown, unknown, string[]][] = [
      [10n, 10, []],
      [2n ** 64n, '18446744073709551616', ['an integer too large for JSON']],
      [cyclic, { name: 'x', self: '[circular]' }, ['a cycle']],
      [[shared, shared], [shared, shared], []],
      [new Map([['a', 1]]), { a: 1 }, []],
      [new Map([[1, 'a']]), [[1, 'a']], []],
      [new Set([1, 2]), [1, 2], []],
      [new Date(0), '1970-01-01T00:00:00.000Z', []],
      [{ a: undefined, b: () => 1, c: Symbol('x'), d: Number.NaN }, { d: 'NaN' }, ['function', 'symbol', 'NaN']],
      [[undefined, () => 1], [null, null], ['function']],
      [{ e: new RangeError('no') }, { e: { name: 'RangeError', message: 'no' } }, []],
      [{ bytes: new Uint8Array(3) }, { bytes: '[binary, 3 bytes]' }, ['binary data']],
      [{ toJSON: () => ({ ok: 1 }) }, { ok: 1 }, []],
      [
        {
          toJSON: () => {
            throw new Error('x');
          },
        },
        '[unreadable]',
        ['an object that cannot be read'],
      ],
      [
        {
          get bad() {
            throw new Error('x');
          },
        },
        { bad: '[unreadable]' },
        ['a property that cannot be read'],
      ],
    ];
    for (const [given, value, replaced] of cases) {
      const outcome = settled(given);
      expect(outcome.content).toEqual([{ type: 'json', value }]);
      expect(outcome.notes).toEqual(replaced.map((what) => ({ kind: 'replaced', what })));
    }
  });

  test('A property called __proto__ is kept as an ordinary property', () => {
    const [block] = content(JSON.parse('{"__proto__":{"x":1}}'));
    expect(JSON.stringify(block)).toBe('{"type":"json","value":{"__proto__":{"x":1}}}');
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('Arrays nested too deep are replaced by a marker', () => {
    let tower: unknown = 'top';
    for (let level = 0; level < 100_000; level++) tower = [tower];
    const outcome = settled(tower);
    expect(textOf(outcome.content)).toContain('[too deep]');
    expect(kinds(outcome.notes)).toEqual(['replaced']);
  });
});

describe('content blocks', () => {
  test('All block types, structured content and errors of MCP results are read', () => {
    const blocks = [
      { type: 'text', text: 'hi', annotations: { audience: ['user'] } },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'inside' } },
      { type: 'resource_link', uri: 'file:///b', name: 'b' },
    ];
    expect(settled({ content: blocks, structuredContent: { a: 1 } })).toMatchObject({
      status: 'ok',
      structured: { a: 1 },
      content: [
        { type: 'text', text: 'hi', extra: { annotations: { audience: ['user'] } } },
        blocks[1],
        blocks[2],
        blocks[3],
        { type: 'resource_link', uri: 'file:///b', extra: { name: 'b' } },
      ],
    });
    const failed = settled({ content: [{ type: 'text', text: 'Error: deviceName is required' }], isError: true });
    expect(failed).toMatchObject({ status: 'error', failure: { kind: 'reported' } });
    expect(textOf(failed.content)).toBe('Error: deviceName is required');
  });

  test('If an MCP result has no text, its structured content becomes the content', () => {
    const structuredContent = { temperature: 22.5, units: ['°C'] };
    for (const isMcp of [false, true]) {
      for (const result of [
        { content: [], structuredContent },
        { structuredContent },
        { content: [], structuredContent, resultType: 'complete', _meta: { trace: 'x' } },
      ]) {
        const outcome = settled(result, { isMcp });
        expect(outcome).toMatchObject({ status: 'ok', structured: structuredContent });
        expect(outcome.content).toEqual([{ type: 'json', value: structuredContent }]);
        expect(textOf(outcome.content)).toBe(JSON.stringify(structuredContent));
      }
      const failed = settled({ content: [], structuredContent: { code: 7 }, isError: true }, { isMcp });
      expect(failed).toMatchObject({ failure: { kind: 'reported', message: '{"code":7}' } });
    }
    for (const blank of ['', ' \n']) {
      const silent = settled({ content: [{ type: 'text', text: blank }], structuredContent });
      expect(silent.content).toEqual([{ type: 'json', value: structuredContent }]);
    }
    const none = settled({ content: [{ type: 'text', text: 'warm' }], structuredContent: null });
    expect(none).toMatchObject({ content: [{ text: 'warm' }] });
    expect(none).not.toHaveProperty('structured');
    const pair = settled(['', [{ type: 'mcp_structured_content', data: structuredContent }]], { isPair: true });
    expect(pair).toMatchObject({
      content: [{ type: 'json', value: structuredContent }],
      structured: structuredContent,
    });
    const both = { content: [{ type: 'text', text: 'warm' }], structuredContent, resultType: 'complete' };
    expect(settled(both)).toMatchObject({ content: [{ text: 'warm' }], structured: structuredContent });
    expect(content({ content: [], isError: false })).toEqual([]);
    expect(content({ _meta: {} })).toEqual([{ type: 'json', value: { _meta: {} } }]);
  });

  test('A result of an MCP tool without content is empty, and any other value of such a tool is kept as JSON', () => {
    for (const empty of [{}, { content: null }, { _meta: { a: 1 } }, { isError: false, resultType: 'complete' }])
      expect(content(empty, { isMcp: true })).toEqual([]);
    expect(content({ a: 1 }, { isMcp: true })).toEqual([{ type: 'json', value: { a: 1 } }]);
  });

  test('A result of an MCP tool is read as an MCP result even if it has unknown blocks or fields', () => {
    const video = { type: 'video', data: 'aGk=', mimeType: 'video/mp4' };
    const blocks = [{ type: 'text', text: 'no' }, video, 7, null];
    const failed = settled({ content: blocks, isError: true, ttlMs: 5 }, { isMcp: true });
    expect(failed).toMatchObject({ status: 'error', failure: { kind: 'reported' } });
    expect(failed.content).toEqual([
      { type: 'text', text: 'no' },
      { type: 'json', value: video },
      { type: 'json', value: 7 },
      { type: 'json', value: null },
    ]);
    for (const [result, message] of [
      [{ isError: true, content: 'boom' }, 'boom'],
      [{ isError: true, content: { code: 7 } }, '{"code":7}'],
      [{ isError: true, content: null, structuredContent: { why: 1 } }, '{"why":1}'],
      [{ isError: true }, 'The tool reported an error without a message.'],
    ] as const) {
      expect(settled(result, { isMcp: true })).toMatchObject({ failure: { kind: 'reported', message } });
      expect(settled(result, { isMcp: true }).content).not.toEqual([]);
    }
    // For any other tool, the same result is an ordinary value.
    expect(content({ isError: true })).toEqual([{ type: 'json', value: { isError: true } }]);
    expect(content({ content: blocks, ttlMs: 5 })).toMatchObject([{ type: 'json', value: { ttlMs: 5 } }]);
    expect(content({ content: 'x' }, { isMcp: true })).toEqual([{ type: 'json', value: { content: 'x' } }]);
    const many = { content: Array.from({ length: 1_000_000 }, () => ({ type: 'text', text: '' })) };
    expect(content(many, { isMcp: true, outcomeBytes: 1024 * KB }).at(-1)).toEqual({
      type: 'text',
      text: '[… 990000 more parts left out]',
    });
  });

  test('LangChain’s image blocks with a data URL or an address, and its standard blocks, are read', () => {
    expect(content([{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }])).toEqual([
      { type: 'image', mimeType: 'image/png', data: 'aGk=' },
    ]);
    expect(content([{ type: 'image_url', image_url: 'https://example.invalid/x.png' }])).toEqual([
      { type: 'image', url: 'https://example.invalid/x.png' },
    ]);
    expect(content([{ type: 'audio', source_type: 'base64', data: 'aGk=', mime_type: 'audio/wav' }])).toEqual([
      { type: 'audio', mimeType: 'audio/wav', data: 'aGk=' },
    ]);
  });

  test('Records that only resemble blocks are kept as JSON data', () => {
    const records = [{ type: 'text' }, { type: 'circle', r: 1 }];
    expect(content(records)).toEqual([{ type: 'json', value: records }]);
    expect(
      content([
        { type: 'text', text: 'a' },
        { type: 'circle', r: 1 },
      ]),
    ).toMatchObject([{ type: 'json' }]);
    expect(content({ content: 'x', title: 'a document' })).toMatchObject([{ type: 'json' }]);
    expect(content({ content: [{ type: 'text', text: 'x' }], title: 'a document' })).toMatchObject([{ type: 'json' }]);
  });

  test('A pair is read as [content, artifact] only if the tool declares that format', () => {
    expect(settled(['seen', { rows: 3 }], { isPair: true })).toMatchObject({
      content: [{ type: 'text', text: 'seen' }],
      artifact: { rows: 3 },
    });
    expect(settled(['seen', { rows: 3 }])).toMatchObject({ content: [{ type: 'json', value: ['seen', { rows: 3 }] }] });
    expect(settled(['seen', undefined], { isPair: true })).not.toHaveProperty('artifact');
  });
});

describe('output schemas', () => {
  test('A structured result that violates its schema is omitted; the model reads the text, or else the data as text', () => {
    const structuredContent = { celsius: 'very', key: 's3cr3t-value' };
    const breaking = (words: readonly string[]) => {
      const bounds = { outcomeBytes: KB, mediaBytes: KB, redact: createRedactor(['s3cr3t-value']).givenValues };
      const result = { content: words.map((text) => ({ type: 'text', text })), structuredContent };
      const from = { callId: '1', tool: 't', durationMs: 1, notes: [], bounds };
      return settle(result, { isPair: false, isMcp: true }, from, (given) => `no number in ${JSON.stringify(given)}`);
    };
    const data = '{"celsius":"very","key":"[redacted]"}';
    const problem = `no number in ${data}`;
    for (const words of [[], [''], ['warm']]) {
      expect(breaking(words)).not.toHaveProperty('structured');
      expect(breaking(words).notes).toContainEqual({ kind: 'unlike-promised', problem });
    }
    expect(breaking(['warm']).content).toEqual([{ type: 'text', text: 'warm' }]);
    const told = [{ type: 'text', text: `${data}\n[… does not match the tool's output schema: ${problem}]` }];
    expect(breaking([]).content).toEqual(told);
    expect(breaking(['']).content).toEqual(told);
  });
});

describe('bounds', () => {
  test('A long text is truncated to its byte limit between two characters, with a remark', () => {
    for (const letter of ['x', 'é', '€', '😀']) {
      const whole = letter.repeat(50_000);
      const outcome = settled(whole, { outcomeBytes: 1_000 });
      const text = textOf(outcome.content);
      const [kept = '', mark] = text.split('\n');
      expect(whole.startsWith(kept)).toBe(true);
      expect(kept.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(kept)).toBeGreaterThan(990);
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(1_000);
      expect(mark).toBe(
        `[… truncated: these are the first ${Buffer.byteLength(kept)} of ${Buffer.byteLength(whole)} bytes]`,
      );
      expect(outcome.notes).toEqual([
        { kind: 'cut', keptBytes: Buffer.byteLength(kept), bytes: Buffer.byteLength(whole) },
      ]);
    }
  });

  test('A result of exactly the maximum size is not truncated', () => {
    expect(settled('x'.repeat(1_000), { outcomeBytes: 1_000 }).notes).toEqual([]);
    expect(settled('x'.repeat(1_001), { outcomeBytes: 1_000 }).notes).toHaveLength(1);
    for (const value of [
      { a: [1, 2, { b: 'x' }], c: true, d: null },
      [],
      [[]],
      Array.from({ length: 300 }, (_, n) => n),
    ]) {
      const { length } = JSON.stringify(value);
      expect(settled(value, { outcomeBytes: length }).notes).toEqual([]);
      expect(settled(value, { outcomeBytes: length - 1 }).notes).toHaveLength(1);
    }
  });

  test('Results of 50 MB are truncated in less than 5 seconds', () => {
    const startedAt = performance.now();
    expect(settled('x'.repeat(50 * KB * KB)).notes).toHaveLength(1);
    expect(settled(Array.from({ length: 500_000 }, (_, n) => ({ n, text: 'y'.repeat(90) }))).notes).toHaveLength(1);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('A JSON value that is too long becomes a text with its beginning', () => {
    const outcome = settled({ rows: Array.from({ length: 10_000 }, (_, n) => n) }, { outcomeBytes: 1_000 });
    expect(textOf(outcome.content)).toMatch(
      /^\{"rows":\[0,1,2.*\n\[… truncated: this is the beginning of a longer JSON value\]$/s,
    );
    expect(Buffer.byteLength(textOf(outcome.content))).toBeLessThan(1_200);
    expect(kinds(outcome.notes)).toEqual(['cut']);
  });

  test('All text blocks share one size limit, and media have their own', () => {
    const parts = Array.from({ length: 10_000 }, () => ({ type: 'text', text: 'x'.repeat(100) }));
    const outcome = settled(parts, { outcomeBytes: 1_000 });
    expect(outcome.content.length).toBeLessThan(12);
    expect(textOf(outcome.content)).toMatch(/\[… \d+ more parts left out: the result is too long\]$/);
    const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(100_000) };
    expect(content([image, { type: 'text', text: 'caption' }], { outcomeBytes: 1_000 })).toEqual([
      image,
      { type: 'text', text: 'caption' },
    ]);
    expect(content([image], { mediaBytes: 50_000 })).toEqual([
      { type: 'text', text: '[a part of type image was left out: it is too large]' },
    ]);
    const resource = { type: 'resource', resource: { uri: 'x', text: 'y'.repeat(5_000) } };
    expect(textOf(content([resource], { outcomeBytes: 1_000 }))).toMatch(/^y+\n\[… truncated/);
  });

  test('Empty blocks count towards the size limit, and an artifact has the limit of media', () => {
    const empty = Array.from({ length: 9_000 }, () => ({ type: 'text', text: '' }));
    expect(settled(empty, { outcomeBytes: 1_600 }).content.length).toBeLessThan(110);
    const artifact = { big: 'y'.repeat(5_000) };
    expect(settled(['x', artifact], { isPair: true, outcomeBytes: 1_000 })).toMatchObject({ artifact });
    expect(settled(['x', artifact], { isPair: true, mediaBytes: 1_000 })).not.toHaveProperty('artifact');
  });

  test('All images share the size limit for media', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(400_000) };
    const outcome = settled([image, image, image, image], { mediaBytes: 1_000_000 });
    expect(outcome.content.map(({ type }) => type)).toEqual(['image', 'image', 'text', 'text']);
    expect(kinds(outcome.notes)).toEqual(['cut', 'cut']);
  });

  test('An error result keeps its images', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'aGk=' };
    const outcome = settled({ content: [{ type: 'text', text: 'broken' }, image], isError: true });
    expect(outcome).toMatchObject({ status: 'error', content: [{ type: 'text', text: 'broken' }, image] });
  });

  test('Structured content that is too large is omitted, not truncated', () => {
    const outcome = settled(
      { content: [{ type: 'text', text: 'x' }], structuredContent: { big: 'y'.repeat(5_000) } },
      { outcomeBytes: 1_000 },
    );
    expect(outcome).not.toHaveProperty('structured');
    expect(kinds(outcome.notes)).toEqual(['cut']);
  });
});

describe('secrets', () => {
  test('Configured secrets are redacted in texts, resources and structured content', () => {
    const secrets = ['s3cr3t-value', 'with"quote'];
    const result = {
      content: [
        { type: 'text', text: 'key s3cr3t-value' },
        { type: 'resource', resource: { uri: 'x', text: 'a with"quote b' } },
      ],
      structuredContent: { deep: ['s3cr3t-value', 'with"quote'] },
    };
    const outcome = JSON.stringify([settled(result, { secrets }), settled({ a: 's3cr3t-value' }, { secrets })]);
    expect(outcome).not.toContain('s3cr3t');
    expect(outcome).not.toContain('with\\"quote');
    expect(outcome).toContain('[redacted]');
  });

  test('Redaction keeps JSON valid even if a secret looks like JSON syntax', () => {
    const secrets = ['true', 'null', '4096', '"a":', '[1,2', 'text', 'json', 'resource', 'https://acme.invalid'];
    const value = { open: true, none: null, a: [1, 2], total: 4096, more: 140961, link: 'https://acme.invalid/x' };
    const shown = { ...value, total: '[redacted]', link: '[redacted]/x' };
    expect(settled(value, { secrets })).toMatchObject({
      content: [{ type: 'json', value: shown }],
      notes: [{ kind: 'replaced', what: 'a secret of this gateway' }],
    });
    expect(settled({ content: [], structuredContent: value }, { secrets })).toMatchObject({ structured: shown });
    // If only the JSON syntax matches a secret, nothing is redacted.
    expect(settled({ open: true, a: [1, 2] }, { secrets })).toMatchObject({
      content: [{ type: 'json', value: { open: true, a: [1, 2] } }],
      notes: [],
    });
    const resource = { type: 'resource', resource: { uri: 'x', text: 'a text' }, note: 1 };
    expect(content([resource], { secrets })).toEqual([
      { type: 'resource', resource: { uri: 'x', text: 'a [redacted]' }, extra: { note: 1 } },
    ]);
  });

  test('A short secret that occurs by chance in an image does not destroy the image, but texts beside it are redacted', () => {
    const data = `iVBORw0KGgoA${'AAAA'.repeat(10)}s3cr`;
    const blob = { uri: 'x', mimeType: 'image/png', blob: data };
    const blocks = [
      { type: 'image', mimeType: 'image/png', data, _meta: { note: 's3cr' } },
      { type: 'resource', resource: blob },
      { type: 'image', mimeType: 'image/png', data: 'a s3cr' },
    ];
    expect(content(blocks, { isMcp: true, secrets: ['s3cr'] })).toEqual([
      { type: 'image', mimeType: 'image/png', data, extra: { _meta: { note: '[redacted]' } } },
      { type: 'resource', resource: blob },
      { type: 'image', mimeType: 'image/png', data: 'a [redacted]' },
    ]);
  });

  test('Secrets are redacted in property names, and no secret remains in any JSON value', () => {
    expect(content({ 's3cr3t-value': 1 }, { secrets: ['s3cr3t-value'] })).toEqual([
      { type: 'json', value: { '[redacted]': 1 } },
    ]);
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.string({ unit: 'grapheme', minLength: 4 }), (json, secret) => {
        const given: unknown = { at: JSON.parse(json), text: `a${secret}b`, [`name ${secret}`]: [secret] };
        const [block] = content(given, { secrets: [secret] });
        if (block?.type !== 'json') throw new Error('The content must be a JSON block.');
        const texts: string[] = [];
        JSON.stringify(block.value, (name, value: unknown) => {
          texts.push(name, ...(typeof value === 'string' ? [value] : []));
          return value;
        });
        const mark = '[redacted]'; // a secret may be a part of this marker
        expect(texts.filter((each) => each !== 'text' && each.replaceAll(mark, '').includes(secret))).toEqual([]);
      }),
    );
  });

  test('Truncating a JSON value never leaves half a secret', () => {
    const secret = 'S3CR3T-'.repeat(20);
    for (let before = 800; before < 1_010; before += 13) {
      const { content } = settled({ a: '.'.repeat(before) + secret }, { secrets: [secret], outcomeBytes: 1_000 });
      expect(textOf(content)).not.toContain('S3CR3T');
    }
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joined } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../test/requirements.ts';
import type { Event, FinishEvent } from '../../core/index.ts';
import { EnvelopeReader } from './envelopes.ts';

const finish: FinishEvent = { type: 'finish', reason: 'stop' };
const known = new Set(['search', 'read', '__proto__', 'constructor']);

function reader(hasTools = true): EnvelopeReader {
  return new EnvelopeReader((name) => (known.has(name) ? name : undefined), hasTools);
}

function read(pieces: readonly string[], end: FinishEvent = finish): readonly Event[] {
  const envelopes = reader();
  const events = pieces.flatMap((text) => (text === '' ? [] : envelopes.push([{ type: 'text', text }])));
  return [...events, ...envelopes.push([end])];
}

function cut(text: string, places: readonly number[]): string[] {
  const cuts = [0, ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  return cuts.slice(1).map((end, place) => text.slice(cuts[place], end));
}

const envelope = fc.record({
  toolName: fc.constantFrom('search', 'read', '__proto__', 'constructor', 'unknown'),
  input: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.json()),
});
const written = fc.oneof(
  fc.string(),
  fc.json(),
  fc.string().map((text) => `{${text}`),
  fc.string().map((text) => `  {"tool":"search",${text}`),
  envelope.map((call) => JSON.stringify(call)),
  fc.array(envelope).map((calls) => JSON.stringify({ tool_calls: calls })),
  fc.array(envelope).map((calls) => ` \n${JSON.stringify({ type: 'tool-calls', calls }, null, 2)}\n`),
);

proves('S3.recover.envelope', 'Any text gives the same events, however it is cut', () => {
  fc.assert(
    fc.property(written, fc.array(fc.nat(500), { maxLength: 8 }), (text, places) => {
      expect(joined(read(cut(text, places)))).toEqual(joined(read([text])));
    }),
    { numRuns: 500 },
  );
});

test('The events are either the unchanged text or only calls, and keep the contract of a stream', () => {
  fc.assert(
    fc.property(written, fc.array(fc.nat(500), { maxLength: 8 }), (text, places) => {
      const events = read(cut(text, places));
      expect(checkStream(events)).toEqual([]);
      const said = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
      const isCalling = events.some(({ type }) => type === 'call');
      expect(said).toBe(isCalling ? '' : text);
      expect(events.at(-1)).toEqual({ ...finish, reason: isCalling ? 'calls' : 'stop' });
    }),
    { numRuns: 500 },
  );
});

test('Text that is no envelope keeps its place among other events', () => {
  const event = fc.constantFrom<Event>(
    { type: 'text', text: '{' },
    { type: 'text', text: '"a": 1' },
    { type: 'text', text: ' \n' },
    { type: 'text', text: 'x' },
    { type: 'reasoning', text: 'hm' },
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const envelopes = reader();
      const given = [...events, finish];
      expect(joined(given.flatMap((each) => envelopes.push([each])))).toEqual(joined(given));
    }),
    { numRuns: 500 },
  );
});

describe('Text of an answer with tools', () => {
  test('Text that cannot be an envelope passes at once', () => {
    const envelopes = reader();
    expect(envelopes.push([{ type: 'text', text: '  Hel' }])).toEqual([{ type: 'text', text: '  Hel' }]);
    const lo: Event = { type: 'text', text: 'lo {' };
    expect(envelopes.push([lo])).toEqual([lo]);
  });

  test('Text passes at once if there are no tools', () => {
    const events: Event[] = [{ type: 'text', text: '{"tool":"search","input":{}}' }, finish];
    expect(reader(false).push(events)).toBe(events);
  });

  test('A native call after a started envelope releases the text first', () => {
    const envelopes = reader();
    const start: Event = { type: 'call-start', id: 'a', name: 'search', owner: 'gateway' };
    const text: Event = { type: 'text', text: '{"tool":' };
    expect(envelopes.push([text, start])).toEqual([text, start]);
  });

  test('An envelope of a failed answer stays text', () => {
    const failed: FinishEvent = { type: 'finish', reason: 'failed', failure: { kind: 'bug' } };
    const text = '{"tool":"search","input":{}}';
    expect(read([text], failed)).toEqual([{ type: 'text', text }, failed]);
  });

  test('The usage of the answer is kept', () => {
    const usage = { promptTokens: 1, completionTokens: 2 };
    expect(read(['{"tool":"search","input":{}}'], { ...finish, usage }).at(-1)).toEqual({
      type: 'finish',
      reason: 'calls',
      usage,
    });
  });
});

describe('Hostile text', () => {
  const deep = `{"tool":"search","input":{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`;
  const huge = `{"tool":"search","input":{"a":"${'x'.repeat(400_000)}"}}`;
  const wide = `{"tool_calls":[${'null,'.repeat(40_000)}{"name":"search","input":{}}]}`;
  const cases: [string, string][] = [
    ['Deep JSON', deep],
    ['JSON that is larger than an envelope', huge],
    ['JSON with many bad entries', wide],
    ['Endless white space', ' '.repeat(300_000)],
    ['White space before a brace', `${' '.repeat(250_000)}{`],
    ['Open braces', '{'.repeat(300_000)],
  ];
  for (const [what, text] of cases) {
    proves('L9', `${what}, in single characters, is read in linear time and passes as text or calls`, () => {
      const startedAt = performance.now();
      const events = read([...text]);
      expect(performance.now() - startedAt).toBeLessThan(3_000);
      expect(checkStream(events)).toEqual([]);
      if (events.some(({ type }) => type === 'call')) return;
      expect(events.map((event) => (event.type === 'text' ? event.text : '')).join('')).toBe(text);
    });
  }

  test('No more than the largest envelope is held back', () => {
    const envelopes = reader();
    const piece: Event = { type: 'text', text: '{'.repeat(1_000) };
    let held = 1_000;
    while (envelopes.push([piece]).length === 0) held += 1_000;
    expect(held).toBeLessThan(300_000);
  });

  test('Names and inputs like __proto__ are plain values', () => {
    const [start, args] = read(['{"toolName":"__proto__","input":{"__proto__":{"polluted":true}}}']);
    expect(start).toMatchObject({ type: 'call-start', name: '__proto__' });
    expect(args).toMatchObject({ text: '{"__proto__":{"polluted":true}}' });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(read(['{"__proto__":{"tool":"search","input":{}}}'])[0]).toMatchObject({ type: 'text' });
  });
});

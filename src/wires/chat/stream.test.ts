import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Event, ExtraPlace, Fields, FinishEvent, Usage } from '../../core/index.ts';
import { ChatStream } from './stream.ts';

interface Chunk extends Fields {
  readonly choices: readonly { readonly delta: Fields; readonly finish_reason: string | null }[];
}

/** Writes batches of events as a stream, and returns its chunks. */
function written(batches: readonly (readonly Event[])[], includeUsage = false): readonly Chunk[] {
  const head = { id: 'x', createdAt: 1, model: () => 'up/mock' };
  const stream = new ChatStream(head, includeUsage, () => ({ status: 502, code: 'upstream_error', message: 'no' }));
  const text = batches.map((batch) => stream.write(batch)).join('');
  const data = text.split('\n\n').filter((each) => each !== '' && each !== 'data: [DONE]');
  return data.map((each) => JSON.parse(each.slice('data: '.length)));
}

const extra = (fields: Fields, at: ExtraPlace = 'answer'): Event => ({ type: 'extra', wire: 'chat', at, fields });
const text = (words: string): Event => ({ type: 'text', text: words });
const usage: Usage = { promptTokens: 1, completionTokens: 2 };
const finish: FinishEvent = { type: 'finish', reason: 'stop', usage };

describe('Fields of the whole answer in a stream', () => {
  test('A field that arrives alone is written on the next chunk that has a choice, and only there', () => {
    const chunks = written([[extra({ system_fingerprint: 'fp' })], [text('a'), text('b')], [finish]]);
    expect(chunks.filter(({ choices }) => choices.length === 0)).toEqual([]);
    expect(chunks.map(({ system_fingerprint: field }) => field)).toEqual([undefined, 'fp', undefined, undefined]);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content)).toEqual(['', 'a', 'b', undefined]);
  });

  test('A field that arrives after the last text is written on the chunk with the finish reason', () => {
    const chunks = written([
      [text('a')],
      [extra({ service_tier: 'default' }), extra({ timings: { ms: 1 } })],
      [finish],
    ]);
    expect(chunks.at(-1)).toMatchObject({
      service_tier: 'default',
      timings: { ms: 1 },
      choices: [{ finish_reason: 'stop' }],
    });
  });

  test('A later value of a field replaces a value that was not written yet', () => {
    const chunks = written([[extra({ tier: 'a', kept: 1 }), extra({ tier: 'b' })], [text('x')], [finish]]);
    expect(chunks[1]).toMatchObject({ tier: 'b', kept: 1 });
  });

  test('The requested usage chunk has no choices and no other field of the answer', () => {
    const chunks = written([[text('a')], [extra({ system_fingerprint: 'fp' })], [finish]], true);
    expect(chunks.at(-2)).toMatchObject({ system_fingerprint: 'fp' });
    expect(chunks.at(-1)).toEqual(expect.objectContaining({ choices: [], usage: expect.anything() }));
    expect(chunks.at(-1)).not.toHaveProperty('system_fingerprint');
  });
});

test('In every stream, exactly the requested usage chunk has no choices, and every field reaches the client', () => {
  const name = fc.constantFrom('system_fingerprint', 'service_tier', 'prompt_filter_results', '__proto__', 'timings');
  const fields = fc
    .tuple(name, fc.jsonValue({ maxDepth: 1 }))
    .map(([field, value]) => Object.fromEntries([[field, value]]));
  const event = fc.oneof(
    fc
      .record({ at: fc.constantFrom<ExtraPlace>('answer', 'choice', 'message'), fields })
      .map((it) => extra(it.fields, it.at)),
    fc.string().map(text),
    fc.constant<Event>({ type: 'reasoning', text: 'hm' }),
    fc.constant<Event>({ type: 'notice', message: 'note' }),
    fc.constantFrom<Event>(
      { type: 'call-start', id: 'a', name: 'theirs', owner: 'client' },
      { type: 'call-start', id: 'b', name: 'ours', owner: 'gateway' },
      { type: 'call-args', id: 'a', text: '{}' },
    ),
  );
  const end = fc.record({
    type: fc.constant('finish' as const),
    reason: fc.constantFrom('stop' as const, 'calls' as const, 'refusal' as const),
    explanation: fc.constantFrom('It is not allowed.', ''),
  });
  fc.assert(
    fc.property(fc.array(fc.array(event)), end, fc.boolean(), fc.boolean(), (batches, last, hasUsage, includeUsage) => {
      const chunks = written([...batches, [{ ...last, ...(hasUsage && { usage }) }]], includeUsage);
      const empty = chunks.filter(({ choices }) => choices.length === 0);
      expect(empty).toHaveLength(hasUsage && includeUsage ? 1 : 0);
      if (empty.length > 0) expect(chunks.at(-1)).toBe(empty[0]);
      const told = new Map<string, unknown>();
      for (const each of chunks) for (const field of Object.keys(each)) told.set(field, each[field]);
      for (const each of batches.flat()) {
        if (each.type === 'extra' && each.at === 'answer')
          for (const field of Object.keys(each.fields)) expect(told.has(field)).toBe(true);
      }
    }),
  );
});

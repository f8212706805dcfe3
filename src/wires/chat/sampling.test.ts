import { describe, expect, test } from 'vitest';
import type { Fields, Sampling } from '../../core/index.ts';
import { readParameters, writeParameters } from './sampling.ts';

const write = (sampling: Sampling, limitName?: string) => Object.fromEntries(writeParameters({ sampling }, limitName));

describe('reading the members of a request', () => {
  test.each<[string, Fields, Sampling]>([
    [
      'numbers',
      { temperature: 0, top_p: 1, top_k: 3, min_p: 0.1, seed: 7 },
      { temperature: 0, topP: 1, topK: 3, minP: 0.1, seed: 7 },
    ],
    ['values of another type', { temperature: 'hot', seed: '1', stop: 7, response_format: 'json', user: 1 }, {}],
    ['nulls', { temperature: null, stop: null, max_tokens: null }, {}],
    ['the newer name of the limit', { max_tokens: 9, max_completion_tokens: 5 }, { maxTokens: 5 }],
    ['a newer name without a value', { max_tokens: 9, max_completion_tokens: null }, { maxTokens: 9 }],
    ['one stop', { stop: 'END' }, { stop: ['END'] }],
    [
      'a schema',
      {
        response_format: { type: 'json_schema', json_schema: { name: 'n', strict: true, schema: { type: 'object' } } },
      },
      { responseFormat: { kind: 'schema', schema: { type: 'object' }, name: 'n', isStrict: true } },
    ],
    [
      'an effort before an object',
      { reasoning: { enabled: false }, reasoning_effort: 'low' },
      { reasoning: { kind: 'effort', effort: 'low' } },
    ],
    ['the window at the top', { num_ctx: 6_000, options: { num_ctx: 1 } }, { contextTokens: 6_000 }],
    ['the window among the options', { options: { num_ctx: 6_000 } }, { contextTokens: 6_000 }],
  ])('understands %s', (_, fields, sampling) => {
    expect(readParameters(fields)).toMatchObject({ extra: { chat: fields } });
    expect(readParameters(fields).sampling).toEqual(sampling);
  });

  test('puts members of another wire under its name, too', () => {
    const fields = { thinking: { type: 'adaptive' }, keep_alive: '1h', logit_bias: {} };
    expect(readParameters(fields)).toEqual({
      sampling: {},
      extra: { chat: fields, messages: { thinking: { type: 'adaptive' } }, ollama: { keep_alive: '1h' } },
    });
    expect(readParameters({})).toEqual({ sampling: {} });
  });
});

describe('writing the members of a request', () => {
  test('writes what the client spelled in its spelling, and once', () => {
    const fields = { max_completion_tokens: 5, stop: 'END', reasoning: { max_tokens: 9 }, temperature: 'hot' };
    expect(Object.fromEntries(writeParameters(readParameters(fields)))).toEqual(fields);
  });

  test('writes a request of another wire in the words that most servers know', () => {
    expect(write({ temperature: 1, topP: 0.5, stop: ['a'], maxTokens: 9, user: 'u', contextTokens: 1 })).toEqual({
      temperature: 1,
      top_p: 0.5,
      stop: ['a'],
      max_tokens: 9,
      user: 'u',
    });
    expect(write({ maxTokens: 9 }, 'max_completion_tokens')).toEqual({ max_completion_tokens: 9 });
  });

  test.each<[Sampling, Fields]>([
    [{ reasoning: { kind: 'off' } }, {}],
    [{ reasoning: { kind: 'on' } }, { reasoning_effort: 'medium' }],
    [{ reasoning: { kind: 'effort', effort: 'xhigh' } }, { reasoning_effort: 'xhigh' }],
    [{ reasoning: { kind: 'budget', tokens: 1_024 } }, { reasoning_effort: 'low' }],
    [{ reasoning: { kind: 'budget', tokens: 30_000 } }, { reasoning_effort: 'high' }],
    [{ responseFormat: { kind: 'json' } }, { response_format: { type: 'json_object' } }],
    [
      { responseFormat: { kind: 'schema', schema: {}, isStrict: true } },
      { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: {} } } },
    ],
  ])('writes %j', (sampling, fields) => {
    expect(write(sampling)).toEqual(fields);
  });
});

import { describe, expect, test } from 'vitest';
import type { Fields, Sampling } from '../../core/index.ts';
import { readParameters, writeParameters } from './sampling.ts';

const write = (sampling: Sampling, limitName?: string) => Object.fromEntries(writeParameters({ sampling }, limitName));

describe('Reading the parameters of a request', () => {
  test.each<[string, Fields, Sampling]>([
    [
      'numbers',
      { temperature: 0, top_p: 1, top_k: 3, min_p: 0.1, seed: 7 },
      { temperature: 0, topP: 1, topK: 3, minP: 0.1, seed: 7 },
    ],
    [
      'values of a wrong type, which are ignored',
      { temperature: 'hot', seed: '1', stop: 7, response_format: 'json', user: 1 },
      {},
    ],
    ['nulls, which are ignored', { temperature: null, stop: null, max_tokens: null }, {}],
    [
      'the newer name of the token limit before the older one',
      { max_tokens: 9, max_completion_tokens: 5 },
      { maxTokens: 5 },
    ],
    [
      'the older name of the token limit if the newer one is null',
      { max_tokens: 9, max_completion_tokens: null },
      { maxTokens: 9 },
    ],
    ['a single stop string', { stop: 'END' }, { stop: ['END'] }],
    [
      'a response schema',
      {
        response_format: { type: 'json_schema', json_schema: { name: 'n', strict: true, schema: { type: 'object' } } },
      },
      { responseFormat: { kind: 'schema', schema: { type: 'object' }, name: 'n', isStrict: true } },
    ],
    [
      'reasoning_effort before a reasoning object',
      { reasoning: { enabled: false }, reasoning_effort: 'low' },
      { reasoning: { kind: 'effort', effort: 'low' } },
    ],
    [
      'num_ctx at the top level before num_ctx in the options',
      { num_ctx: 6_000, options: { num_ctx: 1 } },
      { contextTokens: 6_000 },
    ],
    ['num_ctx in the options', { options: { num_ctx: 6_000 } }, { contextTokens: 6_000 }],
  ])('The parameters of a request are read: %s', (_, fields, sampling) => {
    expect(readParameters(fields)).toMatchObject({ extra: { chat: fields } });
    expect(readParameters(fields).sampling).toEqual(sampling);
  });

  test('Fields of another protocol are also kept under the name of that protocol', () => {
    const fields = { thinking: { type: 'adaptive' }, keep_alive: '1h', logit_bias: {} };
    expect(readParameters(fields)).toEqual({
      sampling: {},
      extra: { chat: fields, messages: { thinking: { type: 'adaptive' } }, ollama: { keep_alive: '1h' } },
    });
    expect(readParameters({})).toEqual({ sampling: {} });
  });
});

describe('Writing the parameters of a request', () => {
  test('Parameters are written once, with the names and values that the client used', () => {
    const fields = { max_completion_tokens: 5, stop: 'END', reasoning: { max_tokens: 9 }, temperature: 'hot' };
    expect(Object.fromEntries(writeParameters(readParameters(fields)))).toEqual(fields);
  });

  test('Parameters that came through another protocol are written with the names that most servers know', () => {
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
  ])('The sampling %j is written as chat-completions parameters', (sampling, fields) => {
    expect(write(sampling)).toEqual(fields);
  });
});

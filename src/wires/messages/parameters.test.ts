import { describe, expect, test } from 'vitest';
import type { Fields, ModelRequest } from '../../core/index.ts';
import { readParameters } from '../chat/sampling.ts';
import { writeMessagesRequest } from './request.ts';

const bare: ModelRequest = {
  model: 'claude-sonnet-4-5',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
  tools: [],
  choice: { kind: 'auto' },
  isStreamed: true,
  sampling: {},
};

/** `extra` holds fields of a chat-completions request. */
const write = ({ extra = {}, ...request }: Partial<Omit<ModelRequest, 'extra'>> & { readonly extra?: Fields } = {}) =>
  writeMessagesRequest({ ...bare, ...request, ...readParameters(extra) });
/** Returns the written fields that not every request has, and the names of the fields that are left out. */
function membersOf(extra: Fields, model = bare.model) {
  const { body, left } = write({ extra, model });
  const members = Object.entries(body).filter(([name]) => !ALWAYS.has(name));
  return { members: Object.fromEntries(members), left };
}

const ALWAYS: ReadonlySet<string> = new Set(['model', 'messages', 'max_tokens', 'stream']);

describe('Parameters of a Messages request', () => {
  test.each<[string, Fields, string, Fields, string[]]>([
    ['temperature', { temperature: 0.5 }, bare.model, { temperature: 0.5 }, []],
    ['a temperature beyond 1', { temperature: 1.7 }, bare.model, { temperature: 1 }, []],
    ['a temperature that is not a number', { temperature: 'hot' }, bare.model, {}, ['temperature']],
    ['top_p', { top_p: 0.9 }, bare.model, { top_p: 0.9 }, []],
    [
      'temperature and top_p, of which the model accepts one',
      { temperature: 0.5, top_p: 0.9 },
      bare.model,
      { temperature: 0.5 },
      ['top_p'],
    ],
    [
      'temperature and top_p on an old model',
      { temperature: 0.5, top_p: 0.9 },
      'claude-3-5-haiku-latest',
      { temperature: 0.5, top_p: 0.9 },
      [],
    ],
    [
      'temperature, top_p and top_k on a model of another vendor',
      { temperature: 0.5, top_p: 0.9, top_k: 9 },
      'glm-5',
      { temperature: 0.5, top_p: 0.9, top_k: 9 },
      [],
    ],
    [
      'temperature, top_p and top_k on a new model',
      { temperature: 0.5, top_p: 0.9, top_k: 9 },
      'claude-opus-5',
      {},
      ['temperature', 'top_p', 'top_k'],
    ],
    ['default temperature and top_p on a new model', { temperature: 1, top_p: 1 }, 'claude-opus-5', {}, []],
    ['a single stop string', { stop: 'END' }, bare.model, { stop_sequences: ['END'] }, []],
    [
      'stop strings, some of them blank or invalid',
      { stop: ['END', ' \n', '', 7] },
      bare.model,
      { stop_sequences: ['END'] },
      [],
    ],
    ['a blank stop string', { stop: '\n' }, bare.model, {}, []],
    [
      'stop_sequences before stop',
      { stop_sequences: ['A'], stop: 'B' },
      bare.model,
      { stop_sequences: ['A'] },
      ['stop'],
    ],
    ['a user id', { user: 'u-1' }, bare.model, { metadata: { user_id: 'u-1' } }, []],
    [
      'a user id by the newer name',
      { user: 'u', safety_identifier: 's' },
      bare.model,
      { metadata: { user_id: 's' } },
      [],
    ],
    ['a user id that is an email address', { user: 'a@b.test' }, bare.model, {}, ['user']],
    ['a user id that is a phone number', { user: '+49 (170) 123-456' }, bare.model, {}, ['user']],
    [
      'metadata with a user id',
      { metadata: { user_id: 'm', a: 'b' }, user: 'u' },
      bare.model,
      { metadata: { user_id: 'm' } },
      [],
    ],
    ['metadata without a user id', { metadata: { a: 'b' } }, bare.model, {}, ['metadata']],
    ['the default service tier', { service_tier: 'default' }, bare.model, { service_tier: 'standard_only' }, []],
    ['a service tier of another provider', { service_tier: 'flex' }, bare.model, {}, ['service_tier']],
    ['the response format text', { response_format: { type: 'text' } }, bare.model, {}, []],
    ['the response format JSON', { response_format: { type: 'json_object' } }, bare.model, {}, ['response_format']],
    ['nulls', { temperature: null, stop: null, thinking: null, seed: null, max_tokens: null }, bare.model, {}, []],
    [
      'fields that the Messages API does not have',
      { seed: 1, logprobs: true, n: 1, system: 'x', model: 'x' },
      bare.model,
      {},
      ['seed', 'logprobs', 'n', 'system', 'model'],
    ],
    ['an output_config that is not an object', { output_config: 'x' }, bare.model, {}, ['output_config']],
  ])('Chat-completions parameters are written or listed as left out: %s', (_, extra, model, members, left) => {
    expect(membersOf(extra, model)).toEqual({ members, left });
  });

  test('Fields of the Messages API are passed on unchanged', () => {
    const own = {
      container: 'c',
      context_management: { edits: [] },
      inference_geo: 'eu',
      mcp_servers: [],
      speed: 'fast',
      output_config: { effort: 'max' },
      thinking: { type: 'adaptive', display: 'omitted' },
      diagnostics: { previous_message_id: 'msg_0' },
    };
    expect(membersOf(own, 'claude-opus-5')).toEqual({ members: own, left: [] });
  });

  test('Fields named like members of Object.prototype are listed as left out', () => {
    const extra = JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":3}') as Fields;
    expect(membersOf(extra)).toEqual({ members: {}, left: ['__proto__', 'constructor', 'toString'] });
  });

  test.each<[Fields, string, number, string[]]>([
    [{}, 'claude-3-opus-20240229', 4_096, []],
    [{}, 'claude-opus-4-1', 32_000, []],
    [{ max_tokens: 100 }, bare.model, 100, []],
    [{ max_completion_tokens: 200, max_tokens: 100 }, bare.model, 200, []],
    [{ max_tokens: '100' }, bare.model, 64_000, ['max_tokens']],
    [{ max_tokens: -1 }, bare.model, 64_000, ['max_tokens']],
  ])('With %o, the answer of %s is limited to %i tokens', (extra, model, tokens, left) => {
    const { body, left: names } = write({ extra, model });
    expect(body.max_tokens).toBe(tokens);
    expect(names).toEqual(left);
  });

  test.each<[number | undefined, string, number]>([
    [undefined, 'glm-5', 16_384],
    [100_000, 'glm-5', 16_384],
    [5_000, 'glm-5', 5_000],
    [5_000, bare.model, 5_000],
    [1_024, bare.model, 1_024],
    [1_000, bare.model, 1_024],
    [-20_000, bare.model, 1_024],
    [20_000, 'claude-3-opus-20240229', 4_096],
  ])(
    'With %s tokens left in the context window of %s, the default answer limit is %i',
    (answerTokens, model, tokens) => {
      const left = answerTokens === undefined ? {} : { answerTokens };
      expect(write({ model, ...left }).body.max_tokens).toBe(tokens);
      expect(write({ model, ...left, extra: { max_tokens: 50_000 } }).body.max_tokens).toBe(50_000);
      expect(write({ model, ...left, extra: { max_tokens: 10 } }).body.max_tokens).toBe(10);
    },
  );

  test('A recursive response schema is listed as left out', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false };
    const extra = { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } };
    expect(membersOf(extra)).toEqual({ members: {}, left: ['response_format'] });
  });

  test('A response schema is written with closed objects if the model supports structured output', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'object', properties: {} } }, type: { type: 'string' } },
      $defs: { b: { anyOf: [{ type: 'object', additionalProperties: true }] } },
    };
    const extra = { response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } } };
    const closed = {
      type: 'object',
      properties: {
        a: { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } },
        type: { type: 'string' },
      },
      $defs: { b: { anyOf: [{ type: 'object', additionalProperties: false }] } },
      additionalProperties: false,
    };
    expect(membersOf(extra).members).toEqual({ output_config: { format: { type: 'json_schema', schema: closed } } });
    expect(membersOf(extra, 'claude-opus-4-1')).toEqual({ members: {}, left: ['response_format'] });
  });
});

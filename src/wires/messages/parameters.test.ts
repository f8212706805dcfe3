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

/** `extra`: members of a chat-completions request. */
const write = ({ extra = {}, ...request }: Partial<Omit<ModelRequest, 'extra'>> & { readonly extra?: Fields } = {}) =>
  writeMessagesRequest({ ...bare, ...request, ...readParameters(extra) });
/** What becomes of the members of a request, beside those that every request has. */
function membersOf(extra: Fields, model = bare.model) {
  const { body, left } = write({ extra, model });
  const members = Object.entries(body).filter(([name]) => !ALWAYS.has(name));
  return { members: Object.fromEntries(members), left };
}

const ALWAYS: ReadonlySet<string> = new Set(['model', 'messages', 'max_tokens', 'stream']);

describe('members of the request', () => {
  test.each<[string, Fields, string, Fields, string[]]>([
    ['temperature', { temperature: 0.5 }, bare.model, { temperature: 0.5 }, []],
    ['a temperature beyond 1', { temperature: 1.7 }, bare.model, { temperature: 1 }, []],
    ['a temperature that is none', { temperature: 'hot' }, bare.model, {}, ['temperature']],
    ['top_p', { top_p: 0.9 }, bare.model, { top_p: 0.9 }, []],
    ['both', { temperature: 0.5, top_p: 0.9 }, bare.model, { temperature: 0.5 }, ['top_p']],
    ['both, of old', { temperature: 0.5, top_p: 0.9 }, 'claude-3-5-haiku-latest', { temperature: 0.5, top_p: 0.9 }, []],
    [
      'both, elsewhere',
      { temperature: 0.5, top_p: 0.9, top_k: 9 },
      'glm-5',
      { temperature: 0.5, top_p: 0.9, top_k: 9 },
      [],
    ],
    [
      'either, of late',
      { temperature: 0.5, top_p: 0.9, top_k: 9 },
      'claude-opus-5',
      {},
      ['temperature', 'top_p', 'top_k'],
    ],
    ['what holds anyway, of late', { temperature: 1, top_p: 1 }, 'claude-opus-5', {}, []],
    ['a stop', { stop: 'END' }, bare.model, { stop_sequences: ['END'] }, []],
    ['stops', { stop: ['END', ' \n', '', 7] }, bare.model, { stop_sequences: ['END'] }, []],
    ['a blank stop', { stop: '\n' }, bare.model, {}, []],
    ['its own stops', { stop_sequences: ['A'], stop: 'B' }, bare.model, { stop_sequences: ['A'] }, ['stop']],
    ['a user', { user: 'u-1' }, bare.model, { metadata: { user_id: 'u-1' } }, []],
    ['a user by the newer name', { user: 'u', safety_identifier: 's' }, bare.model, { metadata: { user_id: 's' } }, []],
    ['a user that is a person', { user: 'a@b.test' }, bare.model, {}, ['user']],
    ['a user that can be called', { user: '+49 (170) 123-456' }, bare.model, {}, ['user']],
    [
      'its own metadata',
      { metadata: { user_id: 'm', a: 'b' }, user: 'u' },
      bare.model,
      { metadata: { user_id: 'm' } },
      [],
    ],
    ['others’ metadata', { metadata: { a: 'b' } }, bare.model, {}, ['metadata']],
    ['a tier', { service_tier: 'default' }, bare.model, { service_tier: 'standard_only' }, []],
    ['a tier elsewhere', { service_tier: 'flex' }, bare.model, {}, ['service_tier']],
    ['a text format', { response_format: { type: 'text' } }, bare.model, {}, []],
    ['a JSON format', { response_format: { type: 'json_object' } }, bare.model, {}, ['response_format']],
    ['nulls', { temperature: null, stop: null, thinking: null, seed: null, max_tokens: null }, bare.model, {}, []],
    [
      'strangers',
      { seed: 1, logprobs: true, n: 1, system: 'x', model: 'x' },
      bare.model,
      {},
      ['seed', 'logprobs', 'n', 'system', 'model'],
    ],
    ['a configuration that is none', { output_config: 'x' }, bare.model, {}, ['output_config']],
  ])('%s', (_, extra, model, members, left) => {
    expect(membersOf(extra, model)).toEqual({ members, left });
  });

  test('of this wire’s own pass as they stand', () => {
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

  test('foreign names are names like any other', () => {
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
  ])('%o bounds the answer of %s', (extra, model, tokens, left) => {
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
  ])('where %s tokens are left of the window of %s, the answer is bound by %i', (answerTokens, model, tokens) => {
    const left = answerTokens === undefined ? {} : { answerTokens };
    expect(write({ model, ...left }).body.max_tokens).toBe(tokens);
    expect(write({ model, ...left, extra: { max_tokens: 50_000 } }).body.max_tokens).toBe(50_000);
    expect(write({ model, ...left, extra: { max_tokens: 10 } }).body.max_tokens).toBe(10);
  });

  test('a schema that leads back into itself binds nothing', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false };
    const extra = { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } };
    expect(membersOf(extra)).toEqual({ members: {}, left: ['response_format'] });
  });

  test('a schema binds the answer, with closed objects, where the model can be bound', () => {
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

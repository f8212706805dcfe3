import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import {
  type Fields,
  type Message,
  type ModelRequest,
  type Part,
  type ToolChoice,
  unknownFields,
  type VisibleTool,
} from '../../core/index.ts';
import { readReasoning } from '../chat/reasoning.ts';
import { readParameters } from '../chat/sampling.ts';
import { type OllamaSettings, writeOllamaRequest } from './request.ts';

const tool: VisibleTool = {
  name: 'search',
  wireName: 'search',
  owner: 'client',
  description: 'd',
  parameters: { type: 'object', properties: {} },
};

/** `extra` holds fields of a chat-completions request. */
type Asked = Partial<Omit<ModelRequest, 'extra'>> & { readonly extra?: Fields };

function written({ extra = {}, ...request }: Asked = {}, settings: OllamaSettings = {}) {
  const bare = { model: 'qwen3', messages: [user('hi')], tools: [], isStreamed: true };
  const parameters = readParameters(unknownFields(extra, READ_ALREADY).extra ?? {});
  return writeOllamaRequest({ choice: { kind: 'auto' }, ...bare, ...request, ...parameters }, settings);
}

/** Fields that `readChatRequest` reads itself. */
const READ_ALREADY = new Set(['model', 'messages', 'stream', 'stream_options', 'tools', 'tool_choice']);

/** Returns the fields of the body that a minimal request does not have. */
function more(extra: Fields, request: Asked = {}, settings: OllamaSettings = {}) {
  const {
    model: _,
    messages: __,
    stream: ___,
    truncate,
    shift,
    ...rest
  } = written({ ...request, extra }, settings).body;
  expect([truncate, shift]).toEqual([false, false]);
  return rest;
}

function message(one: Message) {
  const { messages } = written({ messages: [one] }).body;
  return Array.isArray(messages) ? messages[0] : undefined;
}

function user(...content: (string | Part)[]): Message {
  return {
    role: 'user',
    content: content.map((each) => (typeof each === 'string' ? { type: 'text', text: each } : each)),
  };
}

function called(args: unknown): Fields {
  const calls = [{ id: 'a', name: 'search', arguments: args }];
  return message({ role: 'assistant', content: [], calls }).tool_calls[0].function.arguments;
}

describe('Ollama requests', () => {
  test('A minimal request turns truncation off and sets no context window', () => {
    expect(written()).toEqual({
      body: {
        model: 'qwen3',
        messages: [{ role: 'user', content: 'hi' }],
        stream: true,
        truncate: false,
        shift: false,
      },
      left: [],
    });
    expect(written({ isStreamed: false }).body.stream).toBe(false);
  });

  test('The context window of the turn overrides the one that the client requests', () => {
    expect(more({}, { contextTokens: 8_192 })).toEqual({ options: { num_ctx: 8_192 } });
    expect(more({ num_ctx: 4_096, options: { num_ctx: 1 } }, { contextTokens: 8_192 })).toEqual({
      options: { num_ctx: 8_192 },
    });
    expect(more({ options: { num_ctx: 2_048 } })).toEqual({ options: { num_ctx: 2_048 } });
    expect(more({ options: { num_ctx: 2_048 }, num_ctx: 4_096 })).toEqual({ options: { num_ctx: 4_096 } });
  });

  test.each<[string, Fields, Fields]>([
    ['no parameters', {}, {}],
    ['nulls', { temperature: null, think: null, format: null, options: null, keep_alive: null, user: null }, {}],
    ['sampling', { temperature: 0, top_p: 0.9, top_k: 40 }, { options: { temperature: 0, top_p: 0.9, top_k: 40 } }],
    ['a seed', { seed: 7 }, { options: { seed: 7 } }],
    ['a single stop string', { stop: 'END' }, { options: { stop: ['END'] } }],
    ['several stop strings', { stop: ['a', 'b'] }, { options: { stop: ['a', 'b'] } }],
    ['penalties', { frequency_penalty: 1, min_p: 0.1 }, { options: { frequency_penalty: 1, min_p: 0.1 } }],
    ['the repetition penalty by vLLM’s name', { repetition_penalty: 1.1 }, { options: { repeat_penalty: 1.1 } }],
    ['a token limit', { max_tokens: 9 }, { options: { num_predict: 9 } }],
    [
      'the newer name of the token limit before the older one',
      { max_completion_tokens: 5, max_tokens: 9 },
      { options: { num_predict: 5 } },
    ],
    [
      'options, overridden by top-level fields',
      { options: { num_gpu: 1, top_k: 1 }, top_k: 2 },
      { options: { num_gpu: 1, top_k: 2 } },
    ],
    ['the effort none', { reasoning_effort: 'none' }, { think: false }],
    ['the effort minimal', { reasoning_effort: 'minimal' }, { think: 'low' }],
    ['the effort medium', { reasoning_effort: 'medium' }, { think: 'medium' }],
    ['an effort above high', { reasoning_effort: 'xhigh' }, { think: 'high' }],
    ['think before an effort', { think: true, reasoning_effort: 'low' }, { think: true }],
    ['think as false', { think: false }, { think: false }],
    ['a reasoning object with an effort', { reasoning: { effort: 'xhigh', exclude: true } }, { think: 'high' }],
    ['a reasoning object with the effort none', { reasoning: { effort: 'none' } }, { think: false }],
    ['a reasoning object with a budget', { reasoning: { max_tokens: 2_000 } }, { think: true }],
    ['a reasoning object that is enabled', { reasoning: { enabled: true } }, { think: true }],
    ['a reasoning object that is disabled', { reasoning: { enabled: false, effort: 'high' } }, { think: false }],
    ['think before a reasoning object', { reasoning: { enabled: false }, think: true }, { think: true }],
    [
      'an effort before a reasoning object',
      { reasoning: { enabled: false }, reasoning_effort: 'low' },
      { think: 'low' },
    ],
    ['the response format text', { response_format: { type: 'text' } }, {}],
    ['the response format JSON', { response_format: { type: 'json_object' } }, { format: 'json' }],
    [
      'a response schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' } } } },
      { format: { type: 'object' } },
    ],
    ['format before response_format', { format: 'json', response_format: { type: 'text' } }, { format: 'json' }],
    ['keep_alive', { keep_alive: 0 }, { keep_alive: 0 }],
  ])('Chat-completions parameters are written for Ollama: %s', (_, extra, members) => {
    expect(more(extra)).toEqual(members);
    expect(written({ extra }).left).toEqual([]);
  });

  test('keep_alive comes from the settings unless the client sends it', () => {
    expect(more({}, {}, { keepAlive: '10m' })).toEqual({ keep_alive: '10m' });
    expect(more({}, {}, { keepAlive: -1 })).toEqual({ keep_alive: -1 });
    expect(more({ keep_alive: '1h' }, {}, { keepAlive: '10m' })).toEqual({ keep_alive: '1h' });
    expect(more({ keep_alive: null }, {}, { keepAlive: '10m' })).toEqual({ keep_alive: '10m' });
  });

  test('Fields that Ollama cannot express are listed as left out and do not change the request', () => {
    const extra: Fields = JSON.parse(
      `{"user":"me","logit_bias":{},"truncate":true,"shift":true,"__proto__":{"a":1},"constructor":2,"toString":3,
        "reasoning_effort":"much","response_format":{"type":"json_schema"},"options":[1],"model":"other","messages":[],
        "reasoning":{"effort":"much"},"stream":false,"tools":[1],"tool_choice":"none","stream_options":{}}`,
    );
    const { body, left } = written({ extra });
    expect(body).toEqual(written().body);
    expect(left).toEqual([
      'user',
      'logit_bias',
      'truncate',
      'shift',
      '__proto__',
      'constructor',
      'toString',
      'reasoning_effort',
      'response_format',
      'options',
    ]);
  });

  test.each([{ effort: 'much' }, { exclude: true }, {}, [], 7, { max_tokens: '9' }])(
    'A reasoning object without a usable value is listed as left out: %j',
    (reasoning) => {
      expect(written({ extra: { reasoning } })).toEqual({ body: written().body, left: ['reasoning'] });
    },
  );

  test.each<[ToolChoice, number, string[]]>([
    [{ kind: 'auto' }, 1, []],
    [{ kind: 'none' }, 0, []],
    [{ kind: 'required' }, 1, ['tool_choice']],
    [{ kind: 'named', name: 'search' }, 1, []],
    [{ kind: 'named', name: 'other' }, 0, []],
  ])(
    'Tools are declared according to the choice %o, and an unsupported choice is listed as left out',
    (choice, count, unheeded) => {
      const { body, left } = written({ tools: [tool], choice });
      expect(body.tools).toEqual(count === 0 ? undefined : [expect.objectContaining({ type: 'function' })]);
      expect(body).not.toHaveProperty('tool_choice');
      expect(left).toEqual(unheeded);
    },
  );

  test('parallel_tool_calls: false is listed as left out if there are tools', () => {
    expect(written({ tools: [tool], parallel: false }).left).toEqual(['parallel_tool_calls']);
    expect(written({ tools: [tool], parallel: true }).left).toEqual([]);
    expect(written({ parallel: false, choice: { kind: 'required' } }).left).toEqual([]);
  });
});

describe('Ollama messages', () => {
  test.each<[string, Message, Fields]>([
    ['a system message', { role: 'system', content: [{ type: 'text', text: 's' }] }, { role: 'system', content: 's' }],
    [
      'a developer message, as system',
      { role: 'developer', content: [{ type: 'text', text: 'd' }] },
      { role: 'system', content: 'd' },
    ],
    ['several texts, joined by line breaks', user('a', 'b'), { role: 'user', content: 'a\nb' }],
    ['no content', user(), { role: 'user', content: '' }],
    [
      'the name of a user, which is dropped',
      { ...user('a'), extra: { chat: { name: 'Ann' } } } as Message,
      { role: 'user', content: 'a' },
    ],
    [
      'an image as data',
      user('see', { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }),
      { role: 'user', content: 'see', images: ['iVBORw0KGgo='] },
    ],
    [
      'an image as a data URL, and an image as a web URL',
      user({ type: 'image', url: 'data:image/png;base64,AAAA' }, 'and', { type: 'image', url: 'https://x.test/a.png' }),
      { role: 'user', content: 'and\n[image: https://x.test/a.png]', images: ['AAAA'] },
    ],
    [
      'an image as a data URL that is not base64',
      user({ type: 'image', url: 'data:image/svg+xml,%3Csvg/%3E' }),
      { role: 'user', content: '[image: image/svg+xml]' },
    ],
    [
      'audio',
      user({ type: 'audio', mimeType: 'audio/wav', data: 'UklG' }),
      { role: 'user', content: '', images: ['UklG'] },
    ],
    ['a file', user({ type: 'file', name: 'a.pdf', data: 'x' }), { role: 'user', content: '[file: a.pdf]' }],
    [
      'a part of another protocol',
      user({ type: 'wire', wire: 'chat', value: { type: 'odd' } }),
      { role: 'user', content: '{"type":"odd"}' },
    ],
    [
      'reasoning',
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'a' },
        ],
        calls: [],
      },
      { role: 'assistant', content: 'a', thinking: 'hm' },
    ],
    [
      'reasoning from another field',
      {
        role: 'assistant',
        content: readReasoning({ reasoning_content: '', reasoning: 7, thinking: 'hm', x: 1 }).parts,
        calls: [],
      },
      { role: 'assistant', content: '', thinking: 'hm' },
    ],
    [
      'an outcome without a call',
      { role: 'tool', callId: '', name: 'search', content: [{ type: 'text', text: 'r' }] },
      { role: 'tool', content: 'r', tool_name: 'search' },
    ],
    [
      'an outcome with an image, which is replaced by its description',
      { role: 'tool', callId: 'x', content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] },
      { role: 'tool', content: '[image: image/png, 3 bytes]', tool_call_id: 'x' },
    ],
  ])('A message is written for Ollama: %s', (_, given, expected) => {
    expect(message(given)).toStrictEqual(expected);
  });

  test('Calls are written with arguments as objects, and outcomes with the tool name of their call', () => {
    const messages: Message[] = [
      {
        role: 'assistant',
        content: [
          ...readReasoning({ reasoning: 'hm', reasoning_content: 'hm', reasoning_details: [{ text: 'hm' }] }).parts,
          { type: 'text', text: 'Well' },
        ],
        calls: [
          {
            id: 'a',
            name: 'search',
            arguments: '{"q":"x","n":1.5,"deep":{"l":[1,null]}}',
            extra: { chat: { index: 3 } },
          },
          { id: 'b', name: 'look', arguments: { at: 'y' } },
        ],
      },
      { role: 'tool', callId: 'b', name: 'wrong', content: [{ type: 'text', text: '2' }] },
      { role: 'tool', callId: 'a', content: [{ type: 'json', value: { n: 1 } }], isError: false },
    ];
    expect(written({ messages }).body.messages).toStrictEqual([
      {
        role: 'assistant',
        content: 'Well',
        thinking: 'hm',
        tool_calls: [
          { id: 'a', function: { name: 'search', arguments: { q: 'x', n: 1.5, deep: { l: [1, null] } } } },
          { id: 'b', function: { name: 'look', arguments: { at: 'y' } } },
        ],
      },
      { role: 'tool', content: '2', tool_name: 'look', tool_call_id: 'b' },
      { role: 'tool', content: '{"n":1}', tool_name: 'search', tool_call_id: 'a' },
    ]);
  });

  test('An outcome without a call id keeps its own tool name', () => {
    const calls = ['search', 'look'].map((name) => ({ id: '', name, arguments: {} }));
    const outcome: Message = { role: 'tool', callId: '', name: 'search', content: [] };
    expect(written({ messages: [{ role: 'assistant', content: [], calls }, outcome] }).body.messages).toStrictEqual([
      { role: 'assistant', content: '', tool_calls: calls.map(({ name }) => ({ function: { name, arguments: {} } })) },
      { role: 'tool', content: '', tool_name: 'search' },
    ]);
  });

  test('Arguments that are not an object are wrapped in unreadable_arguments', () => {
    expect(called('')).toEqual({});
    expect(called(null)).toEqual({});
    expect(called('{"a"')).toEqual({ unreadable_arguments: '{"a"' });
    expect(called('[1]')).toEqual({ unreadable_arguments: '[1]' });
    expect(called([1])).toEqual({ unreadable_arguments: [1] });
    expect(JSON.stringify(called('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });

  proves(
    'L10',
    'Ollama: arguments that are nested too deeply are passed as their original text, or become {} if they arrived as an object',
    () => {
      const tower = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(called(tower)).toEqual({ unreadable_arguments: tower });
      expect(called(JSON.parse(tower))).toEqual({});
      expect(() => JSON.stringify(called(tower))).not.toThrow();
    },
  );
});

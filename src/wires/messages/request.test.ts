import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type {
  Call,
  Fields,
  Message,
  ModelRequest,
  Part,
  ToolChoice,
  ToolMessage,
  VisibleTool,
} from '../../core/index.ts';
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
const written = (...messages: Message[]) => write({ messages }).body;

const text = (said: string, beside?: { readonly cacheMarker: Fields }): Part => ({
  type: 'text',
  text: said,
  ...beside,
});
const user = (...content: (string | Part)[]): Message => ({ role: 'user', content: content.map(asPart) });
const system = (...content: (string | Part)[]): Message => ({ role: 'system', content: content.map(asPart) });
const assistant = (said: string, ...calls: Call[]): Message => ({
  role: 'assistant',
  content: said === '' ? [] : [text(said)],
  calls,
});
const call = (id: string, args: unknown = '{}', name = 'f'): Call => ({ id, name, arguments: args });
const outcome = (callId: string, content: (string | Part)[] = [], more: Partial<ToolMessage> = {}): Message => ({
  role: 'tool',
  callId,
  content: content.map(asPart),
  ...more,
});
const asPart = (part: string | Part): Part => (typeof part === 'string' ? text(part) : part);
const marker = { cache_control: { type: 'ephemeral' } };
const marked = { cacheMarker: marker.cache_control };
const TOWER = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
const tool: VisibleTool = {
  name: 'search',
  wireName: 'search',
  owner: 'client',
  description: 'd',
  parameters: { type: 'object' },
};

describe('A minimal Messages request', () => {
  test('A minimal request has a model, a token limit, the messages and the stream flag', () => {
    expect(write()).toEqual({
      body: {
        model: 'claude-sonnet-4-5',
        max_tokens: 64_000,
        messages: [{ role: 'user', content: 'hi' }],
        stream: true,
      },
      left: [],
    });
    expect(write({ isStreamed: false }).body.stream).toBe(false);
    expect(write({ model: '' }).body).not.toHaveProperty('model');
  });
});

describe('Instructions', () => {
  test.each<[string, Message[], unknown]>([
    ['one system message becomes a string', [system('Be brief.'), user('hi')], 'Be brief.'],
    [
      'several system and developer messages are joined',
      [system('a', 'b'), user('hi'), { ...system('c'), role: 'developer' } as Message],
      'a\n\nb\n\nc',
    ],
    ['blank system messages are dropped', [system(' \n', ''), user('hi')], undefined],
    [
      'text with a cache marker is written as blocks',
      [system('a', text('b', marked)), user('hi')],
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b', ...marker },
      ],
    ],
    [
      'the cache marker of a message is on its last block',
      [{ ...system('a', 'b'), ...marked }, user('hi')],
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b', ...marker },
      ],
    ],
  ])('Instructions are written as the system field: %s', (_, messages, expected) => {
    const { system: instructions, messages: conversation } = written(...messages);
    expect(instructions).toEqual(expected);
    expect(conversation).toEqual([{ role: 'user', content: 'hi' }]);
  });
});

describe('A conversation', () => {
  test('All outcomes of a step and the following user text are written in one message', () => {
    const { messages } = written(
      user('hi'),
      assistant('Well.', call('a', '{"x":1}'), call('b', { y: 2 })),
      outcome('a', ['one']),
      outcome('b', ['two'], { isError: true }),
      user('and?'),
    );
    expect(messages).toEqual([
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Well.' },
          { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
          { type: 'tool_use', id: 'b', name: 'f', input: { y: 2 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'one' },
          { type: 'tool_result', tool_use_id: 'b', content: 'two', is_error: true },
          { type: 'text', text: 'and?' },
        ],
      },
    ]);
  });

  test('Outcomes are written before user text, even if the user text came first', () => {
    const { messages } = written(user('hi'), assistant('', call('a')), user('wait'), outcome('a', ['one']));
    expect(messages).toMatchObject([{}, {}, { content: [{ type: 'tool_result' }, { type: 'text', text: 'wait' }] }]);
  });

  test.each<[string, Message[], unknown]>([
    [
      'neighbouring messages with the same role are joined',
      [user('a'), user('b'), assistant('c'), assistant('d'), user('e')],
      ['user', 'assistant', 'user'],
    ],
    [
      'a conversation that starts with the assistant gets a user message first',
      [assistant('a'), user('b')],
      ['user', 'assistant', 'user'],
    ],
    ['a conversation of only instructions gets a user message', [system('a')], ['user']],
    ['a blank assistant message is dropped', [user('a'), assistant(' '), user('b')], ['user']],
    ['a blank user message is kept', [user('a'), assistant('b'), user(' ')], ['user', 'assistant', 'user']],
  ])('Roles alternate and no content is empty: %s', (_, messages, roles) => {
    const conversation = written(...messages).messages as { role: string; content: unknown }[];
    expect(conversation.map(({ role }) => role)).toEqual(roles);
    expect(conversation.every(({ content }) => content !== '' && content !== undefined)).toBe(true);
  });

  test('Trailing white space is removed from a started assistant message', () => {
    expect(written(user('a'), assistant('The answer is ')).messages).toMatchObject([{}, { content: 'The answer is' }]);
  });

  test('A user message "Continue." follows a started assistant message if the model cannot continue it', () => {
    const messages = [user('a'), assistant('The answer is ')];
    const conversation = (model: string, extra: Fields = {}) => write({ model, messages, extra }).body.messages;
    const asked = [{}, { content: 'The answer is ' }, { role: 'user', content: 'Continue.' }];
    for (const model of ['claude-sonnet-4-6', 'claude-opus-5', 'claude-opus-5-5']) {
      expect(conversation(model)).toMatchObject(asked);
    }
    expect(conversation('claude-opus-4-5')).toHaveLength(2);
    expect(conversation('claude-opus-4-5', { thinking: { type: 'enabled', budget_tokens: 2_000 } })).toMatchObject(
      asked,
    );
    expect(conversation('glm-5')).toHaveLength(2);
    expect(write({ model: 'claude-opus-5', messages: [...messages, user('b')] }).body.messages).toHaveLength(3);
  });

  test.each<[unknown, unknown]>([
    ['{"a":1}', { a: 1 }],
    [{ a: 1 }, { a: 1 }],
    ['', {}],
    ['{"a":', { unreadable_arguments: '{"a":' }],
    ['[1]', { unreadable_arguments: '[1]' }],
    [undefined, {}],
    [TOWER, { unreadable_arguments: TOWER }],
  ])('Arguments are written as an object (case %#)', (args, input) => {
    expect(written(user('a'), assistant('', call('x', args)), outcome('x')).messages).toMatchObject([
      {},
      { content: [{ type: 'tool_use', input }] },
      {},
    ]);
  });
});

describe('Parts of a message', () => {
  const png = { type: 'base64', media_type: 'image/png', data: 'AA==' };
  const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' };
  const base64 = (said: string) => Buffer.from(said).toString('base64');
  test.each<[string, Part, unknown]>([
    ['an image as a data URL', { type: 'image', url: 'data:image/png;base64,AA==' }, { type: 'image', source: png }],
    ['an image as data', { type: 'image', mimeType: 'image/png', data: 'AA==' }, { type: 'image', source: png }],
    [
      'an image as a web URL',
      { type: 'image', url: 'https://x.test/a.png', ...marked, extra: { chat: { image_url: { detail: 'low' } } } },
      { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' }, ...marker },
    ],
    [
      'an image of type image/jpg',
      { type: 'image', mimeType: 'image/jpg', data: 'AA==' },
      { type: 'image', source: { ...png, media_type: 'image/jpeg' } },
    ],
    [
      'an image of an unsupported type',
      { type: 'image', mimeType: 'image/bmp', data: 'AA==' },
      text('[image: image/bmp, 1 byte]'),
    ],
    [
      'an image as a data URL that is not base64',
      { type: 'image', url: 'data:image/png,xyz' },
      text('[image: image/png]'),
    ],
    ['an image as a file URL', { type: 'image', url: 'file:///etc/passwd' }, text('[image: file:///etc/passwd]')],
    ['audio', { type: 'audio', mimeType: 'audio/wav', data: 'AA==' }, text('[audio: audio/wav, 1 byte]')],
    [
      'a PDF as a data URL',
      { type: 'file', name: 'a.pdf', data: 'data:application/pdf;base64,JVBERi0x' },
      { type: 'document', source: pdf, title: 'a.pdf' },
    ],
    [
      'a PDF recognized by its file name',
      { type: 'file', name: 'A.PDF', data: 'JVBERi0x' },
      { type: 'document', source: pdf, title: 'A.PDF' },
    ],
    [
      'a PDF recognized by its first bytes',
      { type: 'file', data: 'JVBERi0x', ...marked },
      { type: 'document', source: pdf, ...marker },
    ],
    [
      'a text file',
      { type: 'file', name: 'a.md', data: base64('# Grüße') },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: '# Grüße' }, title: 'a.md' },
    ],
    ['an image as a file', { type: 'file', data: 'data:image/png;base64,AA==' }, { type: 'image', source: png }],
    ['a file by id', { type: 'file', id: 'file_1' }, { type: 'document', source: { type: 'file', file_id: 'file_1' } }],
    ['a file of an unsupported type', { type: 'file', name: 'a.zip', data: 'AA==' }, text('[file: a.zip]')],
    ['an empty file', { type: 'file', name: 'a.txt', data: '' }, text('[file: a.txt]')],
    ['JSON', { type: 'json', value: { a: 1 } }, text('{"a":1}')],
    ['a link', { type: 'resource_link', uri: 'x://y' }, text('[resource: x://y]')],
    ['a part of another protocol', { type: 'wire', wire: 'chat', value: { type: 'x' } }, text('{"type":"x"}')],
  ])('A part of a user message is written as a block: %s', (_, part, block) => {
    const messages = written(user('a', part)).messages as { content: unknown[] }[];
    expect(messages[0]?.content[1]).toEqual(block);
  });

  test('Outcomes keep text and images, and outcomes that are errors keep only text', () => {
    const image: Part = { type: 'image', mimeType: 'image/png', data: 'AA==' };
    const contentOf = (...parts: Parameters<typeof outcome>) => {
      const { messages } = written(user('a'), assistant('', call('x')), outcome(...parts));
      return (messages as { content: { content?: unknown }[] }[])[2]?.content[0]?.content;
    };
    expect(contentOf('x', ['a'])).toBe('a');
    expect(contentOf('x', ['a', image])).toEqual([text('a'), { type: 'image', source: png }]);
    expect(contentOf('x', [{ type: 'file', name: 'a.pdf', data: 'JVBERi0x' }])).toBe('[file: a.pdf]');
    expect(contentOf('x')).toBeUndefined();
    expect(contentOf('x', [image], { isError: true })).toBe('[image: image/png, 1 byte]');
    expect(contentOf('x', [], { isError: true })).toMatch(/failed/);
  });

  test('An image in an assistant message is replaced by text', () => {
    const message: Message = { role: 'assistant', content: [{ type: 'image', url: 'https://x.test/a' }], calls: [] };
    expect(written(user('a'), message, user('b')).messages).toMatchObject([
      {},
      { content: '[image: https://x.test/a]' },
      {},
    ]);
  });
});

describe('Cache markers', () => {
  test('Cache markers of parts, messages, outcomes, calls, tools and the request are kept', () => {
    const body = write({
      messages: [
        user('a', text('b', marked), 'c'),
        { ...assistant('d', { ...call('x'), ...marked }) },
        outcome('x', ['e'], marked),
        { ...user('f'), ...marked },
      ],
      tools: [{ ...tool, ...marked, extra: { chat: { foo: 1 }, messages: { foo: 1 } } }],
      extra: marker,
    }).body;
    expect(body).toMatchObject({
      cache_control: marker.cache_control,
      tools: [{ name: 'search', ...marker }],
      messages: [
        { content: [text('a'), { ...text('b'), ...marker }, text('c')] },
        { content: [text('d'), { type: 'tool_use', ...marker }] },
        {
          content: [
            { type: 'tool_result', content: 'e', ...marker },
            { ...text('f'), ...marker },
          ],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('foo');
  });

  test('A cache marker that is null is ignored', () => {
    expect(written({ ...user(text('a')), extra: { chat: { cache_control: null } } }).messages).toEqual([
      { role: 'user', content: 'a' },
    ]);
  });
});

describe('Tools of a Messages request', () => {
  proves('S0.empty', 'Messages: a request without tools has neither tools nor tool_choice', () => {
    const { body } = write({ tools: [], choice: { kind: 'required' }, parallel: false });
    expect(Object.keys(body).toSorted()).toEqual(['max_tokens', 'messages', 'model', 'stream']);
  });

  test.each<[ToolChoice, boolean | undefined, unknown]>([
    [{ kind: 'auto' }, undefined, undefined],
    [{ kind: 'auto' }, true, undefined],
    [{ kind: 'auto' }, false, { type: 'auto', disable_parallel_tool_use: true }],
    [{ kind: 'none' }, false, { type: 'none' }],
    [{ kind: 'required' }, undefined, { type: 'any' }],
    [{ kind: 'required' }, false, { type: 'any', disable_parallel_tool_use: true }],
    [{ kind: 'named', name: 'search' }, undefined, { type: 'tool', name: 'search' }],
  ])('The tool choice %o with parallel calls set to %s is written as tool_choice', (choice, parallel, expected) => {
    const { body, left } = write({ tools: [tool], choice, ...(parallel !== undefined && { parallel }) });
    expect(body.tools).toEqual([{ name: 'search', description: 'd', input_schema: { type: 'object' } }]);
    expect(body.tool_choice).toEqual(expected);
    expect(left).toEqual([]);
  });

  test('A forced tool choice is listed as left out if the model does not support it', () => {
    for (const choice of [{ kind: 'required' }, { kind: 'named', name: 'search' }] as const) {
      const { body, left } = write({ model: 'claude-opus-5-5', tools: [tool], choice });
      expect(body).not.toHaveProperty('tool_choice');
      expect(left).toEqual(['tool_choice']);
    }
  });

  test('A tool name that the API refuses is replaced in tools, choice and messages', () => {
    const { body } = write({
      messages: [user('a'), assistant('', call('x', '{}', 'a.b')), outcome('x')],
      tools: [{ ...tool, wireName: 'a.b' }],
      choice: { kind: 'named', name: 'a.b' },
    });
    const name = expect.stringMatching(/^a_b_[0-9a-f]+$/);
    expect(body).toMatchObject({
      tools: [{ name }],
      tool_choice: { type: 'tool', name },
      messages: [{}, { content: [{ type: 'tool_use', name }] }, {}],
    });
    expect(JSON.stringify(body)).not.toContain('a.b');
  });

  test('Fields of the Messages API are kept on tools, and strict only if the model supports it', () => {
    const extra = {
      defer_loading: true,
      input_examples: [{ a: 1 }],
      strict: true,
      foo: 1,
      eager_input_streaming: null,
    };
    const parameters = { type: 'object', additionalProperties: false };
    const toolFor = (model: string) =>
      (write({ model, tools: [{ ...tool, parameters, extra: { messages: extra } }] }).body.tools as Fields[])[0];
    const expected = {
      name: 'search',
      description: 'd',
      input_schema: parameters,
      defer_loading: true,
      input_examples: [{ a: 1 }],
    };
    expect(toolFor('claude-opus-4-1')).toEqual(expected);
    expect(toolFor('claude-sonnet-4-5')).toEqual({ ...expected, strict: true });
  });

  test('The schema of a tool always has the type "object"', () => {
    const parameters = { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }] };
    const [only] = write({ tools: [{ ...tool, parameters }] }).body.tools as { input_schema: Fields }[];
    expect(only?.input_schema.type).toBe('object');
  });
});

import { describe, expect, test } from 'vitest';
import type { Message } from '../../core/index.ts';
import { readMessages, writeMessages } from './message.ts';

function read(...messages: unknown[]): readonly Message[] {
  const result = readMessages(messages);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const rewritten = (message: unknown) => writeMessages(read(message))[0];

const refusal = (...messages: unknown[]) => {
  const result = readMessages(messages);
  if (result.ok) throw new Error('it was accepted');
  return result.failure;
};

describe('Reading messages', () => {
  test('Messages of every role are read, and fields without a neutral type are kept as extra', () => {
    expect(
      read(
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'Be kind.' },
        { role: 'user', content: 'Hello', name: 'Ann' },
        { role: 'assistant', content: 'Hi', reasoning_content: 'A greeting.', refusal: null },
        { role: 'tool', tool_call_id: 'call_1', content: '12:00' },
      ),
    ).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }], extra: { chat: { name: 'Ann' } } },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'A greeting.', state: { chat: { member: 'reasoning_content' } } },
          { type: 'text', text: 'Hi' },
        ],
        calls: [],
        extra: { chat: { refusal: null } },
      },
      { role: 'tool', callId: 'call_1', content: [{ type: 'text', text: '12:00' }] },
    ]);
  });

  test('Content that is missing, null, or contains only empty text is read as no parts', () => {
    for (const content of ['', null, undefined, [], [{ type: 'text', text: '' }]]) {
      expect(read({ role: 'user', content })[0]?.content).toEqual([]);
    }
  });

  test('Known content parts become neutral parts, and unknown ones are kept unchanged', () => {
    const refusalPart = { type: 'refusal', refusal: 'No.' };
    const unknownPart = { type: 'video_url', video_url: { url: 'http://host.test/a.mp4' } };
    const content = [
      { type: 'text', text: 'Look', cache_control: { type: 'ephemeral' } },
      { type: 'image_url', image_url: { url: 'http://host.test/a.png', detail: 'low' } },
      { type: 'image_url', image_url: 'data:image/png;base64,AA==' },
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } },
      { type: 'file', file: { file_id: 'file-1', file_data: null } },
      refusalPart,
      unknownPart,
    ];
    expect(read({ role: 'user', content })[0]?.content).toEqual([
      { type: 'text', text: 'Look', cacheMarker: { type: 'ephemeral' } },
      { type: 'image', url: 'http://host.test/a.png', extra: { chat: { image_url: { detail: 'low' } } } },
      { type: 'image', url: 'data:image/png;base64,AA==' },
      { type: 'audio', mimeType: 'audio/wav', data: 'AA==' },
      { type: 'file', name: 'a.pdf', data: 'data:application/pdf;base64,AA==' },
      { type: 'file', id: 'file-1' },
      { type: 'wire', wire: 'chat', value: refusalPart },
      { type: 'wire', wire: 'chat', value: unknownPart },
    ]);
  });

  test('Calls keep their arguments exactly as the client wrote them', () => {
    const calls = [
      { id: 'a', type: 'function', function: { name: 'x', arguments: '{"n": 1.0 }' } },
      { function: { name: 'x', arguments: { n: 1 } } },
      { id: null, function: { name: 'x', arguments: null } },
      { id: 'd', index: 3, function: { name: 'x', arguments: '{"cut' } },
    ];
    expect(read({ role: 'assistant', content: null, tool_calls: calls })).toEqual([
      {
        role: 'assistant',
        content: [],
        calls: [
          { id: 'a', name: 'x', arguments: '{"n": 1.0 }' },
          { id: '', name: 'x', arguments: { n: 1 } },
          { id: '', name: 'x', arguments: '' },
          { id: 'd', name: 'x', arguments: '{"cut' },
        ],
      },
    ]);
  });

  test('Deprecated function_call fields and function messages are read as calls and outcomes', () => {
    const messages = read(
      { role: 'assistant', content: null, function_call: { name: 'get_time', arguments: '{}' } },
      { role: 'function', name: 'get_time', content: '12:00' },
    );
    expect(messages).toEqual([
      { role: 'assistant', content: [], calls: [{ id: '', name: 'get_time', arguments: '{}' }] },
      { role: 'tool', callId: '', name: 'get_time', content: [{ type: 'text', text: '12:00' }] },
    ]);
  });

  test('A deprecated function_call is read if tool_calls is empty', () => {
    const message = { role: 'assistant', tool_calls: [], function_call: { name: 'get_time', arguments: '{}' } };
    expect(read(message)).toMatchObject([{ calls: [{ id: '', name: 'get_time' }] }]);
  });

  test('A field whose value is undefined is ignored', () => {
    expect(read({ role: 'user', content: 'Hi', name: undefined })[0]).not.toHaveProperty('extra');
  });

  test('A call that is in both tool_calls and function_call is read once', () => {
    const called = { name: 'get_time', arguments: '{}' };
    const message = { role: 'assistant', tool_calls: [{ id: 'a', function: called }], function_call: called };
    expect(read(message)).toMatchObject([{ calls: [{ id: 'a', name: 'get_time' }] }]);
  });
});

describe('Writing messages', () => {
  test('A single plain text is written as a string, and any other content as a list', () => {
    expect(rewritten({ role: 'user', content: [{ type: 'text', text: 'Hi' }] })).toEqual({
      role: 'user',
      content: 'Hi',
    });
    for (const content of [
      [{ type: 'text', text: 'Hi', cache_control: {} }],
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    ]) {
      expect(rewritten({ role: 'user', content })).toEqual({ role: 'user', content });
    }
  });

  test('Empty content is written as an empty string, or as null beside calls', () => {
    for (const role of ['system', 'developer', 'user', 'assistant', 'tool']) {
      expect(rewritten({ role })).toEqual({ role, content: '' });
    }
    const calls = [{ id: 'a', type: 'function', function: { name: 'x', arguments: '{}' } }];
    const message = { role: 'assistant', content: null, tool_calls: calls };
    expect(rewritten({ ...message, content: '' })).toEqual(message);
  });

  test('Arguments are written as text: strings unchanged, other values as JSON, and missing ones as {}', () => {
    const written = writeMessages([
      {
        role: 'assistant',
        content: [],
        calls: ['{"a": 1}', '{"cut', '', { a: 1 }, [1], 7, null, undefined].map((given, place) => ({
          id: `c${place}`,
          name: 'x',
          arguments: given,
        })),
      },
    ]);
    const calls = written[0]?.tool_calls as { function: { arguments: string } }[];
    const texts = calls.map((call) => call.function.arguments);
    expect(texts).toEqual(['{"a": 1}', '{"cut', '{}', '{"a":1}', '[1]', '7', '{}', '{}']);
  });

  test('Missing call ids are not written', () => {
    const calls = [{ type: 'function', function: { name: 'x', arguments: '{}' } }];
    expect(rewritten({ role: 'assistant', tool_calls: calls })).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: calls,
    });
    expect(rewritten({ role: 'tool', content: 'x' })).toEqual({ role: 'tool', content: 'x' });
  });

  test('Extra fields that a provider added to a call are sent back', () => {
    const calls = [
      {
        id: 'a',
        type: 'function',
        function: { name: 'x', arguments: '{}' },
        extra_content: { google: { thought_signature: 'AbC=' } },
      },
    ];
    const message = { role: 'assistant', content: null, tool_calls: calls };
    expect(rewritten(message)).toEqual(message);
  });

  test('Image data is written as a data URL, and audio with the format name of its MIME type', () => {
    const [written] = writeMessages([
      {
        role: 'user',
        content: [
          { type: 'image', mimeType: 'image/png', data: 'AA==' },
          { type: 'audio', mimeType: 'audio/mpeg', data: 'AA==' },
          { type: 'audio', mimeType: 'audio/x-wav', data: 'AA==' },
        ],
      },
    ]);
    expect(written?.content).toEqual([
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'mp3' } },
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
    ]);
  });

  test('Parts that chat completions cannot express are written as text', () => {
    const [written] = writeMessages([
      {
        role: 'user',
        content: [
          { type: 'json', value: { a: 1 } },
          { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
          { type: 'resource_link', uri: 'file:///b' },
          { type: 'audio', url: 'http://host.test/a.mp3' },
          { type: 'audio', mimeType: 'application/ogg', data: 'AA==' },
        ],
      },
    ]);
    const texts = [
      '{"a":1}',
      '[resource: file:///a]\ninside',
      '[resource: file:///b]',
      '[audio: http://host.test/a.mp3]',
      '[audio: application/ogg, 1 byte]',
    ];
    expect(written?.content).toEqual(texts.map((text) => ({ type: 'text', text })));
  });

  test('Images and files in a tool message are replaced by their names, because only text is allowed there', () => {
    const huge = `data:image/png;base64,${'A'.repeat(1_000_000)}`;
    const content = [
      { type: 'text', text: 'Here:' },
      { type: 'image_url', image_url: { url: huge } },
      { type: 'image_url', image_url: { url: 'http://host.test/a.png' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: huge } },
    ];
    expect(rewritten({ role: 'tool', tool_call_id: 'a', content })?.content).toEqual([
      { type: 'text', text: 'Here:' },
      { type: 'text', text: '[image: image/png]' },
      { type: 'text', text: '[image: http://host.test/a.png]' },
      { type: 'text', text: '[file: a.pdf]' },
    ]);
  });

  test('The outcome of a gateway tool is written as one string, without the extra fields of MCP', () => {
    const [written] = writeMessages([
      {
        role: 'tool',
        callId: 'a',
        name: 'x',
        isError: false,
        content: [
          { type: 'text', text: 'Here:', extra: { chat: { annotations: { audience: ['user'] } } } },
          { type: 'json', value: [1] },
          { type: 'image', mimeType: 'image/png', data: 'AA==', extra: { chat: { _meta: {} } } },
        ],
      },
    ]);
    const content = 'Here:\n[1]\n[image: image/png, 1 byte]';
    expect(written).toEqual({ role: 'tool', tool_call_id: 'a', name: 'x', content });
  });

  test('Extra fields never replace the role or the content', () => {
    const written = writeMessages([
      {
        role: 'user',
        content: [{ type: 'text', text: 'Hi' }],
        extra: { chat: { role: 'system', content: 'x', name: 'Ann' } },
      },
    ]);
    expect(written).toEqual([{ role: 'user', content: 'Hi', name: 'Ann' }]);
  });
});

describe('Refused messages', () => {
  test.each([
    ['a string instead of an object', 'Hello', 'messages[1]', 'is "Hello"; expected an object with a "role"'],
    ['no role', { content: 'x' }, 'messages[1].role', 'is missing; expected one of system'],
    [
      'a mistyped role',
      { role: 'asistant' },
      'messages[1].role',
      'is "asistant"; expected one of system, developer, user, assistant, tool. Did you mean "assistant"?',
    ],
    ['a role named like an inherited property', { role: 'constructor' }, 'messages[1].role', 'is "constructor"'],
    [
      'a number as content',
      { role: 'user', content: 5 },
      'messages[1].content',
      'is 5; expected a string, a list of parts, or null',
    ],
    ['an object as content', { role: 'user', content: {} }, 'messages[1].content', 'is an object'],
    [
      'a string as a part',
      { role: 'user', content: ['x'] },
      'messages[1].content[0]',
      'is "x"; expected an object with a "type"',
    ],
    ['a part without a type', { role: 'user', content: [{ text: 'x' }] }, 'messages[1].content[0].type', 'is missing'],
    [
      'a text part without text',
      { role: 'user', content: [{ type: 'text' }] },
      'messages[1].content[0].text',
      'is missing; expected a string',
    ],
    [
      'an image without a URL',
      { role: 'user', content: [{ type: 'image_url', image_url: {} }] },
      'messages[1].content[0].image_url.url',
      'is missing',
    ],
    [
      'an image as a number',
      { role: 'user', content: [{ type: 'image_url', image_url: 5 }] },
      'messages[1].content[0].image_url',
      'is 5',
    ],
    [
      'audio without data',
      { role: 'user', content: [{ type: 'input_audio', input_audio: { format: 'wav' } }] },
      'messages[1].content[0].input_audio.data',
      'is missing',
    ],
    [
      'audio without a format',
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: '' } }] },
      'messages[1].content[0].input_audio.format',
      'is missing',
    ],
    [
      'a file as a string',
      { role: 'user', content: [{ type: 'file', file: 'a.pdf' }] },
      'messages[1].content[0].file',
      'is "a.pdf"',
    ],
    [
      'a file id as a number',
      { role: 'user', content: [{ type: 'file', file: { file_id: 5 } }] },
      'messages[1].content[0].file.file_id',
      'is 5',
    ],
    [
      'calls as an object',
      { role: 'assistant', tool_calls: {} },
      'messages[1].tool_calls',
      'is an object; expected a list of calls',
    ],
    [
      'a call without a function',
      { role: 'assistant', tool_calls: [{}] },
      'messages[1].tool_calls[0].function',
      'is missing',
    ],
    [
      'a call without a name',
      { role: 'assistant', tool_calls: [{ function: {} }] },
      'messages[1].tool_calls[0].function.name',
      'is missing; expected the name of a tool',
    ],
    [
      'a call of another type',
      { role: 'assistant', tool_calls: [{ type: 'web_search' }] },
      'messages[1].tool_calls[0].type',
      'is "web_search"; expected "function" or "custom"',
    ],
    [
      'the id of a call as a number',
      { role: 'assistant', tool_calls: [{ id: 5 }] },
      'messages[1].tool_calls[0].id',
      'is 5',
    ],
    [
      'arguments as a list',
      { role: 'assistant', tool_calls: [{ function: { name: 'x', arguments: [1] } }] },
      'messages[1].tool_calls[0].function.arguments',
      'is a list; expected JSON text or an object',
    ],
    [
      'a deprecated function_call without a name',
      { role: 'assistant', function_call: {} },
      'messages[1].function_call.name',
      'is missing',
    ],
    [
      'the call id of a tool message as a number',
      { role: 'tool', tool_call_id: 5 },
      'messages[1].tool_call_id',
      'is 5; expected a string',
    ],
    ['the tool name of a tool message as a number', { role: 'tool', name: 5 }, 'messages[1].name', 'is 5'],
  ])('A message is refused, and the error names the field at fault: %s', (_, message, param, words) => {
    const failure = refusal({ role: 'user', content: 'Hi' }, message);
    expect(failure).toMatchObject({ kind: 'bad-request', param });
    expect(failure.message).toContain(`${param} ${words}`);
  });

  test('A request without a non-empty list of messages is refused', () => {
    for (const messages of [undefined, null, [], {}, 'Hi']) {
      expect(readMessages(messages)).toMatchObject({ ok: false, failure: { param: 'messages' } });
    }
  });

  test('The error message stays short even if the refused value is very long', () => {
    expect(refusal({ role: 'x'.repeat(1_000_000) }).message.length).toBeLessThan(300);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { type AssistantMessage, defaultLimits } from '../../core/index.ts';
import { type AiSdkRequest, type CallHead, readCallOptions } from './request.ts';

const head: CallHead = { version: 'v4', model: 'm', key: '', isStreamed: false };
const user = (content: unknown) => ({ role: 'user', content });
const text = { type: 'text', text: 'Hi' };
const readAny = (options: unknown, more: Partial<CallHead> = {}) =>
  readCallOptions(options, { ...head, ...more }, defaultLimits);

function read(options: object): AiSdkRequest {
  const request = readAny({ prompt: [user([text])], ...options });
  if (!request.ok) throw new Error(request.failure.message);
  return request;
}

const messages = (...prompt: readonly object[]) => read({ prompt }).ask.messages;

describe('readCallOptions', () => {
  proves('L10', 'No value is too strange: every call is read, or refused with the field at fault', () => {
    const part = fc.oneof(
      fc.anything(),
      fc.record(
        {
          type: fc.constantFrom('text', 'file', 'reasoning', 'tool-call', 'tool-result', 'tool-approval-response', 'x'),
          text: fc.anything(),
          data: fc.oneof(
            fc.anything(),
            fc.string(),
            fc.uint8Array(),
            fc.record({
              type: fc.constantFrom('data', 'url', 'text', 'reference'),
              data: fc.anything(),
              url: fc.anything(),
              reference: fc.anything(),
            }),
          ),
          mediaType: fc.oneof(fc.string(), fc.constantFrom('image/png', 'image', 'audio/*', 'text/plain')),
          toolCallId: fc.oneof(fc.constantFrom('a', '__proto__'), fc.anything()),
          toolName: fc.oneof(fc.constantFrom('t', 'constructor'), fc.anything()),
          input: fc.anything(),
          providerExecuted: fc.boolean(),
          output: fc.oneof(
            fc.anything(),
            fc.record({
              type: fc.constantFrom('text', 'json', 'error-text', 'error-json', 'execution-denied', 'content'),
              value: fc.oneof(fc.anything(), fc.array(fc.anything())),
            }),
          ),
          providerOptions: fc.oneof(fc.anything(), fc.record({ toolpath: fc.anything() })),
        },
        { requiredKeys: ['type'] },
      ),
    );
    const message = fc.oneof(
      fc.anything(),
      fc.record({
        role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
        content: fc.oneof(fc.string(), fc.array(part, { maxLength: 4 })),
      }),
    );
    const tool = fc.oneof(
      fc.anything(),
      fc.record({
        type: fc.constantFrom('function', 'provider', 'provider-defined'),
        id: fc.constantFrom('toolpath.gateway', 'openai.custom', 'x.y'),
        name: fc.oneof(fc.anything(), fc.constantFrom('a', '__proto__')),
        inputSchema: fc.anything(),
        args: fc.anything(),
        inputExamples: fc.anything(),
      }),
    );
    const options = fc.oneof(
      fc.anything(),
      fc.record(
        {
          prompt: fc.oneof(fc.anything(), fc.array(message, { maxLength: 4 })),
          tools: fc.oneof(fc.anything(), fc.array(tool, { maxLength: 3 })),
          toolChoice: fc.anything(),
          temperature: fc.anything(),
          stopSequences: fc.anything(),
          responseFormat: fc.oneof(fc.anything(), fc.record({ type: fc.constant('json'), schema: fc.anything() })),
          reasoning: fc.anything(),
          headers: fc.anything(),
          providerOptions: fc.oneof(
            fc.anything(),
            fc.record({
              toolpath: fc.oneof(
                fc.anything(),
                fc.record(
                  { tools: fc.anything(), context: fc.anything(), maxTurns: fc.anything() },
                  { requiredKeys: [] },
                ),
              ),
            }),
          ),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(options, (any) => {
        const request = readAny(any, { ignoresHeaders: true });
        if (request.ok) expect(request.ask.messages.length).toBeGreaterThan(0);
        else expect(request.failure).toMatchObject({ kind: 'bad-request', param: expect.any(String) });
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['V4', { type: 'data', data: 'iVBORw0KGgo=' }],
    ['V3 and V2', 'iVBORw0KGgo='],
    ['bytes', new Uint8Array(Buffer.from('iVBORw0KGgo=', 'base64'))],
    ['a data URL', 'data:image/png;base64,iVBORw0KGgo='],
    ['a data URL object', new URL('data:image/png;base64,iVBORw0KGgo=')],
  ])('An image is read from %s', (_, data) => {
    for (const mediaType of ['image/png', 'image/*', 'image']) {
      expect(messages(user([{ type: 'file', mediaType, data }]))).toEqual([
        { role: 'user', content: [{ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }] },
      ]);
    }
  });

  test('Files, addresses, inline texts and references are read', () => {
    const [message] = messages(
      user([
        { type: 'file', mediaType: 'application/pdf', filename: 'a.pdf', data: 'AAAA' },
        { type: 'file', mediaType: 'image/*', data: { type: 'url', url: new URL('https://a.example/x.png') } },
        { type: 'file', mediaType: 'application/pdf', data: 'https://a.example/x.pdf' },
        { type: 'file', mediaType: 'text/plain', data: { type: 'text', text: 'words' } },
        { type: 'file', mediaType: 'image', data: { type: 'reference', reference: { openai: 'file-1' } } },
      ]),
    );
    expect(message?.content).toEqual([
      { type: 'file', name: 'a.pdf', data: 'data:application/pdf;base64,AAAA' },
      { type: 'image', url: 'https://a.example/x.png' },
      { type: 'resource_link', uri: 'https://a.example/x.pdf', extra: { mimeType: 'application/pdf' } },
      { type: 'text', text: 'words' },
      { type: 'file', id: 'file-1' },
    ]);
  });

  test.each([
    [{ type: 'text', value: 'a' }, 'a', undefined],
    [{ type: 'json', value: { a: 1 } }, '{"a":1}', undefined],
    [{ type: 'json', value: null }, 'null', undefined],
    [{ type: 'error-text', value: 'bad' }, 'bad', true],
    [{ type: 'error-json', value: [1] }, '[1]', true],
    [{ type: 'execution-denied', reason: 'no' }, 'The user denied this call: no', true],
    [{ type: 'execution-denied' }, 'The user denied this call.', true],
  ])('The tool output %o is read as the text %o', (output, told, isError) => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 't', input: {} };
    const result = { type: 'tool-result', toolCallId: 'a', toolName: 't', output };
    const [, , message] = messages(
      user([text]),
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [result] },
    );
    expect(message).toEqual({
      role: 'tool',
      callId: 'a',
      name: 't',
      content: [{ type: 'text', text: told }],
      ...(isError && { isError }),
    });
  });

  test.each(['media', 'image-data', 'file-data'])('Media in a result of the form "%s" are read', (type) => {
    const output = {
      type: 'content',
      value: [{ type: 'text', text: 'a' }, { type, data: 'iVBORw0KGgo=', mediaType: 'image/png' }, { type: 'custom' }],
    };
    const request = read({
      prompt: [
        user([text]),
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 't', output }] },
      ],
    });
    expect(request.ask.messages[1]?.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
    ]);
    expect(request.warnings).toHaveLength(1);
  });

  test('The gateway’s calls divide an answer into steps', () => {
    const call = (toolCallId: string, more = {}) => ({
      type: 'tool-call',
      toolCallId,
      toolName: 't',
      input: { id: toolCallId },
      ...more,
    });
    const own = { providerExecuted: true };
    const result = (toolCallId: string) => ({
      type: 'tool-result',
      toolCallId,
      toolName: 't',
      output: { type: 'text', value: toolCallId },
    });
    const content = [
      text,
      call('1', own),
      call('2', own),
      result('1'),
      result('2'),
      text,
      call('3', own),
      call('c'),
      result('3'),
    ];
    const [message] = messages({ role: 'assistant', content }) as readonly AssistantMessage[];
    expect(message?.calls.map(({ id }) => id)).toEqual(['c']);
    expect(message?.content).toHaveLength(2);
    expect(
      message?.steps?.map(({ content: said, calls, results }) => [
        said.length,
        calls.map(({ id }) => id),
        results.map(({ callId }) => callId),
      ]),
    ).toEqual([
      [1, ['1', '2'], ['1', '2']],
      [1, ['3', 'c'], ['3']],
    ]);
  });

  test('A result of the gateway in a tool message belongs to its step', () => {
    const call = { type: 'tool-call', toolCallId: '1', toolName: 't', input: {}, providerExecuted: true };
    const result = { type: 'tool-result', toolCallId: '1', toolName: 't', output: { type: 'text', value: 'x' } };
    const all = messages({ role: 'assistant', content: [call] }, { role: 'tool', content: [result] });
    expect(all).toHaveLength(1);
    expect((all[0] as AssistantMessage).steps?.[0]?.results).toHaveLength(1);
  });

  test('Sampling options, the response format and the effort are read', () => {
    const { sampling } = read({
      temperature: 0.5,
      topP: 0.9,
      topK: 4,
      seed: 1,
      maxOutputTokens: 100,
      stopSequences: ['x'],
      frequencyPenalty: 0.1,
      presencePenalty: 0.2,
      reasoning: 'high',
      responseFormat: { type: 'json', schema: { type: 'object' }, name: 'n', description: 'd' },
    }).ask;
    expect(sampling).toEqual({
      temperature: 0.5,
      topP: 0.9,
      topK: 4,
      seed: 1,
      maxTokens: 100,
      stop: ['x'],
      frequencyPenalty: 0.1,
      presencePenalty: 0.2,
      reasoning: { kind: 'effort', effort: 'high' },
      responseFormat: { kind: 'schema', schema: { type: 'object' }, name: 'n', description: 'd' },
    });
    expect(read({ reasoning: 'none' }).ask.sampling.reasoning).toEqual({ kind: 'off' });
    expect(read({ reasoning: 'provider-default', responseFormat: { type: 'text' }, seed: null }).ask.sampling).toEqual(
      {},
    );
  });

  proves(
    ['S0.absent', 'S0.empty', 'S0.listed', 'S0.mixed', 'S0.doors'],
    'The tools of a call have the states of every door',
    () => {
      const mine = { type: 'function', name: 'a', inputSchema: {} };
      const gateway = { type: 'provider', id: 'toolpath.gateway', name: 'g', args: {} };
      const other = { type: 'provider-defined', id: 'openai.web_search', name: 'w', args: {} };
      const kinds = (tools: unknown, toolpath: object = {}) => {
        const { requested: _, ...rest } = { requested: 0, ...read({ tools, providerOptions: { toolpath } }).ask.tools };
        return 'tools' in rest ? [rest.kind, rest.tools.length, rest.mixed] : [rest.kind];
      };
      expect(kinds(undefined)).toEqual(['absent']);
      expect(kinds(null)).toEqual(['absent']);
      expect(kinds(undefined, { tools: 'none' })).toEqual(['none']);
      expect(kinds([])).toEqual(['none']);
      expect(kinds([], { tools: 'gateway' })).toEqual(['absent']);
      expect(kinds([mine])).toEqual(['listed', 1, false]);
      expect(kinds([mine, gateway])).toEqual(['listed', 1, true]);
      expect(kinds([gateway])).toEqual(['listed', 0, true]);
      expect(kinds([mine], { mixed: true })).toEqual(['listed', 1, true]);
      expect(kinds([other])).toEqual(['none']);
      expect(kinds([other, mine])).toEqual(['listed', 1, false]);
      expect(read({ tools: [other] }).warnings).toMatchObject([
        { type: 'unsupported', feature: 'provider tool openai.web_search' },
      ]);
    },
  );

  proves(
    ['S0.invalid', 'S0.defaults'],
    'Invalid tools are refused with their position, and missing fields get defaults',
    () => {
      for (const tools of [
        0,
        '',
        false,
        {},
        [3],
        [{ type: 'function' }],
        [
          { type: 'function', name: 'a' },
          { type: 'function', name: 'a' },
        ],
        [{ type: 'x' }],
      ]) {
        const request = readAny({ prompt: [user([text])], tools });
        expect(request.ok ? '' : request.failure.param).toMatch(/^tools/);
      }
      const { tools } = read({
        tools: [{ type: 'function', name: 'a', inputSchema: {}, strict: true, inputExamples: [{ input: { x: 1 } }] }],
      }).ask;
      expect(tools).toMatchObject({
        tools: [
          {
            description: 'Tool: a\n\nExamples of its input:\n{"x":1}',
            schema: { type: 'object', properties: {} },
            extra: { chat: { strict: true } },
          },
        ],
      });
    },
  );

  test('Parts that nothing can express are warnings', () => {
    const request = read({
      prompt: [
        user([text, { type: 'hologram' }]),
        {
          role: 'assistant',
          content: [
            { type: 'custom', kind: 'x.y' },
            { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'b' },
          ],
        },
        { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }] },
      ],
      providerOptions: { toolpath: { colour: 'red' } },
    });
    expect(request.warnings.map((warning) => 'feature' in warning && warning.feature)).toEqual([
      'providerOptions.toolpath.colour',
      'user message part',
      'assistant message part',
    ]);
  });

  test('Reasoning keeps the state that its provider needs back', () => {
    const block = {
      type: 'reasoning',
      text: 'Hm',
      signature: 's',
      isBlock: true,
      state: { messages: { index: 0 }, nonsense: 3 },
    };
    const providerOptions = { toolpath: { state: { chat: { member: 'reasoning' } }, blocks: [block, 3] } };
    const [message] = messages({ role: 'assistant', content: [{ type: 'reasoning', text: 'Hm', providerOptions }] });
    expect(message?.content).toEqual([
      { type: 'reasoning', text: 'Hm', state: { chat: { member: 'reasoning' } } },
      { type: 'reasoning', text: 'Hm', signature: 's', isBlock: true, state: { messages: { index: 0 } } },
    ]);
  });
});

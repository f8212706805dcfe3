import { describe, expect, test } from 'vitest';
import { proves } from '../requirements.ts';
import { callAnswer, textAnswer } from '../upstream.ts';
import { ask, messages, read, setUp, shown } from './door.ts';

/** The tools that a chat-completions request gets, depending on its field `tools` (requirements S0). */
describe.for([true, false])('The field tools (streamed: %s)', (stream) => {
  proves('S0.absent', 'A request without `tools` gets the gateway tools', async () => {
    expect(await shown(await setUp(), { stream })).toEqual(['clock']);
  });

  proves('S0.null', 'A request with `tools: null` gets the same as a request without `tools`', async () => {
    const gateway = await setUp();
    const missing = await ask(gateway, { stream });
    const given = await ask(gateway, { stream, tools: null });
    expect(given.upstream?.body).toEqual(missing.upstream?.body);
    expect(given.headers.get('x-toolpath-tools')).toBe('gateway;1');
  });

  proves(
    'S0.empty',
    'A request with `tools: []` gets no tools, and the backend receives no field about tools',
    async () => {
      const gateway = await setUp({ mixed: 'true' });
      for (const choice of [undefined, 'auto', 'none', 'required']) {
        const { upstream, headers } = await ask(gateway, {
          stream,
          tools: [],
          tool_choice: choice,
          parallel_tool_calls: true,
        });
        expect(upstream?.body).not.toHaveProperty('tools');
        expect(upstream?.body).not.toHaveProperty('tool_choice');
        expect(upstream?.body).not.toHaveProperty('parallel_tool_calls');
        expect(upstream?.body.messages).toEqual(messages);
        expect(headers.get('x-toolpath-tools')).toBe('request;0');
      }
    },
  );

  proves('S0.listed', 'A request with listed tools gets exactly those and no gateway tools', async () => {
    const gateway = await setUp();
    const { upstream, headers } = await ask(gateway, { stream, tools: [read] });
    expect(upstream?.body.tools).toEqual([read]);
    expect(headers.get('x-toolpath-tools')).toBe('request;1');
  });

  proves(
    'S0.listed',
    'With listed tools, a call of any other tool, even a gateway tool, fails as an unknown tool',
    async () => {
      const plays = [callAnswer([{ name: 'clock' }]), textAnswer('I have no clock.')];
      const { clock, ...gateway } = await setUp({}, plays);
      const { text } = await ask(gateway, { stream, tools: [read] });
      expect(text).not.toContain('"clock"');
      expect(text).not.toContain('tool_calls');
      expect(clock.runs).toBe(0);
      const outcome = gateway.asked().at(-1)?.body.messages.at(-1);
      expect(outcome).toMatchObject({ role: 'tool', content: expect.stringContaining('Unknown tool "clock"') });
      expect(outcome?.content).toContain('Known tools: read');
    },
  );
});

describe('Listed tools', () => {
  proves('S0.defaults', 'Listed tools without a description or schema get a default', async () => {
    const { upstream } = await ask(await setUp(), {
      tools: [
        { type: 'function', function: { name: 'bare' } },
        { name: 'flat' },
        { type: 'function', function: { name: 'blank', description: '', parameters: {} } },
        { type: 'function', function: { name: 'nulls', description: null, parameters: null } },
        { type: 'function', function: { name: 'half', parameters: { properties: { a: { type: 'string' } } } } },
      ],
    });
    const empty = { type: 'object', properties: {} };
    expect(upstream?.body.tools).toEqual([
      { type: 'function', function: { name: 'bare', description: 'Tool: bare', parameters: empty } },
      { type: 'function', function: { name: 'flat', description: 'Tool: flat', parameters: empty } },
      { type: 'function', function: { name: 'blank', description: 'Tool: blank', parameters: empty } },
      { type: 'function', function: { name: 'nulls', description: 'Tool: nulls', parameters: empty } },
      {
        type: 'function',
        function: {
          name: 'half',
          description: 'Tool: half',
          parameters: { type: 'object', properties: { a: { type: 'string' } } },
        },
      },
    ]);
  });

  proves('S0.shapes', 'Listed tools may be flat or nested, even in one list, and keep their other fields', async () => {
    const parameters = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      required: ['a'],
      additionalProperties: false,
    };
    const nested = { type: 'function', function: { name: 'nested', description: 'N', parameters, strict: true } };
    const { upstream } = await ask(await setUp(), {
      tools: [
        nested,
        { name: 'flat', description: 'F', parameters, strict: true },
        { type: 'function', name: 'typed' },
      ],
    });
    expect(upstream?.body.tools).toEqual([
      nested,
      { type: 'function', function: { name: 'flat', description: 'F', parameters, strict: true } },
      expect.objectContaining({ function: expect.objectContaining({ name: 'typed' }) }),
    ]);
  });

  proves(
    'S0.invalid',
    'Invalid `tools` are rejected with status 400, the field and the reason, and the backend is not asked',
    async () => {
      const gateway = await setUp({ 'limits-client-tools': '3' });
      const named = (name: string) => ({ type: 'function', function: { name } });
      const cases: [tools: unknown, param: string, words: string][] = [
        [0, 'tools', 'tools is 0'],
        ['', 'tools', 'tools is ""'],
        [false, 'tools', 'tools is false'],
        [true, 'tools', 'tools is true'],
        ['all', 'tools', 'tools is "all"'],
        [{}, 'tools', 'tools is an object'],
        [{ type: 'function', function: { name: 'a' } }, 'tools', 'tools is an object'],
        [[null], 'tools[0]', 'tools[0] is null'],
        [['read'], 'tools[0]', 'tools[0] is "read"'],
        [[[]], 'tools[0]', 'tools[0] is an empty list'],
        [[{}], 'tools[0]', 'tools[0] has no name'],
        [[named('a'), { type: 'function', function: {} }], 'tools[1]', 'tools[1] has no name'],
        [[named('')], 'tools[0]', 'tools[0] has no name'],
        [[named(' ')], 'tools[0]', 'tools[0] has no name'],
        [[{ name: 7 }], 'tools[0]', 'its "name" is 7'],
        [[named('a'), named('b'), named('a')], 'tools[2]', 'which tools[0] already has'],
        [[named('a'), { name: 'a' }], 'tools[1]', 'names must be unique'],
        [[{ type: 'web_search' }], 'tools[0]', 'is of type "web_search"'],
        [[{ type: 'function', function: 'read' }], 'tools[0].function', 'tools[0].function is "read"'],
        [[{ name: 'a', parameters: [] }], 'tools[0].parameters', 'tools[0].parameters is an empty list'],
        [[{ name: 'a', parameters: 'none' }], 'tools[0].parameters', 'tools[0].parameters is "none"'],
        [[{ name: 'a', description: 5 }], 'tools[0].description', 'tools[0].description is 5'],
        [[{ name: 'a', input_schema: { type: 'object' } }], 'tools[0].input_schema', 'expected them in "parameters"'],
        [[{ type: 'toolpath', only: ['clock'] }], 'tools[0]', 'expected exactly {"type":"toolpath"}'],
        [['a', 'b', 'c', 'd'].map(named), 'tools', 'more than 3 tools'],
      ];
      for (const stream of [true, false]) {
        for (const [tools, param, words] of cases) {
          const { status, text, headers } = await ask(gateway, { tools, stream });
          const { error } = JSON.parse(text);
          expect([JSON.stringify(tools), status, error.param, error.code, error.type]).toEqual([
            JSON.stringify(tools),
            400,
            param,
            'invalid_request',
            'invalid_request_error',
          ]);
          expect(error.message).toContain(words);
          expect(headers.get('content-type')).toBe('application/json');
        }
      }
      expect(gateway.upstream.requests).toEqual([]);
    },
  );

  test('A `tool_choice` is passed to the backend, and one that names an unknown tool is rejected', async () => {
    const gateway = await setUp();
    const named = { type: 'function', function: { name: 'read' } };
    for (const [choice, expected] of [
      ['required', 'required'],
      ['none', 'none'],
      [named, named],
      [{ type: 'function', name: 'read' }, named],
    ]) {
      expect((await ask(gateway, { tools: [read], tool_choice: choice })).upstream?.body.tool_choice).toEqual(expected);
    }
    const before = gateway.asked().length;
    const { status, text } = await ask(gateway, {
      tools: [read],
      tool_choice: { type: 'function', function: { name: 'raed' } },
    });
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatchObject({ param: 'tool_choice', message: expect.stringContaining('"read"') });
    expect(gateway.asked()).toHaveLength(before);
  });
});

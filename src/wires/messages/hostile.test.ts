import fc from 'fast-check';
import { expect } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Call, Fields, Message, Part, ToolChoice } from '../../core/index.ts';
import { extraFieldsOf } from '../chat/extra.ts';
import { readMessages } from '../chat/message.ts';
import { readReasoning } from '../chat/reasoning.ts';
import { readParameters } from '../chat/sampling.ts';
import { writeMessagesRequest } from './request.ts';

/** Every conversation that the chat-completions reader accepts becomes a valid Messages request without an exception. */

const awkward = fc.constantFrom<unknown>(
  ...['', ' ', '\n', '0', 'data:', 'data:image/png;base64,', 'https://x.test', '\ud800', '{"a":1}', '['],
  ...[0, -1, 1.5, 1e308, true, false, null, [], {}, [null], [{}]],
  JSON.parse('{"__proto__":{"a":1}}'),
);
const any = fc.oneof(awkward, fc.jsonValue({ maxDepth: 2 }));
const said = fc.oneof(fc.string(), fc.constantFrom('', ' ', '\n\t', 'data:;base64,AA', 'data:image/png;base64,AA=='));
const detail = fc.record(
  {
    type: fc.constantFrom('reasoning.text', 'reasoning.encrypted', 'x'),
    format: fc.constantFrom('anthropic-claude-v1', 'anthropic-claude-v1', 'x'),
    text: any,
    signature: any,
    data: any,
    index: any,
    model: any,
    calls_before: any,
    text_behind: any,
    text_check: any,
  },
  { requiredKeys: ['type', 'format'] },
);
const extra = fc.record(
  { cache_control: any, reasoning_details: fc.oneof(any, fc.array(detail, { maxLength: 3 })), foo: any },
  { requiredKeys: [] },
);
const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text: said, extra }),
  fc.record({ type: fc.constant('image'), url: said, extra }),
  fc.record({ type: fc.constant('image'), mimeType: said, data: said }),
  fc.record({ type: fc.constant('file'), name: said, data: said, id: said, extra }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('json'), value: any }),
) as fc.Arbitrary<Part>;
const content = fc.array(part, { maxLength: 3 });
const call = fc.record({ id: fc.constantFrom('a', 'b'), name: said, arguments: any, extra });
const message = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'user', 'developer'), content, extra }),
  fc.record({ role: fc.constant('assistant'), content, calls: fc.array(call, { maxLength: 3 }), extra }),
  fc.record({ role: fc.constant('tool'), callId: fc.constantFrom('a', 'b'), content, isError: fc.boolean(), extra }),
) as fc.Arbitrary<Loose>;

/** A message with extra chat-completions fields. */
type Loose = Message & { readonly extra?: Fields };

/** Reads the extra fields as the chat-completions reader does. */
function asRead(message: Loose): Message {
  const { extra: others, ...rest } = message;
  const content = message.content.map((part) => withBeside(part as { readonly extra?: unknown })) as unknown as Part[];
  if (rest.role !== 'assistant') return { ...rest, ...extraFieldsOf(others), content };
  const { parts, rest: left } = readReasoning(others ?? {});
  const calls = rest.calls.map((each) => withBeside(each)) as Call[];
  return { ...rest, content: [...parts, ...content], calls, ...extraFieldsOf(left) };
}

function withBeside({ extra: others, ...rest }: { readonly extra?: unknown }): object {
  return { ...rest, ...extraFieldsOf(others as Fields | undefined) };
}

const members = fc.record(
  Object.fromEntries(
    [
      ...['temperature', 'top_p', 'top_k', 'stop', 'stop_sequences', 'user', 'metadata', 'service_tier', 'max_tokens'],
      ...[
        'thinking',
        'reasoning',
        'reasoning_effort',
        'response_format',
        'output_config',
        'cache_control',
        'seed',
        '__proto__',
      ],
    ].map((name) => [name, any]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<Fields>;
const model = fc.constantFrom('claude-sonnet-4-5', 'claude-opus-4-8', 'claude-opus-5-5', 'claude-3-opus', 'glm-5', '');
const choice = fc.constantFrom<ToolChoice>({ kind: 'auto' }, { kind: 'required' }, { kind: 'named', name: 'f' });

interface WrittenMessage {
  readonly role: string;
  readonly content: string | readonly Fields[];
}

function expectAcceptable(messages: readonly WrittenMessage[]): void {
  expect(messages.map(({ role }) => role)).toEqual(
    messages.map((_, place) => (place % 2 === 0 ? 'user' : 'assistant')),
  );
  for (const { role, content: written } of messages) {
    const blocks = typeof written === 'string' ? [{ type: 'text', text: written }] : written;
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) if (block.type === 'text') expect(String(block.text).trim()).not.toBe('');
    if (role === 'assistant') expect(['text', 'tool_use']).toContain(blocks.at(-1)?.type);
    const kinds = blocks.map(({ type }) => type === 'tool_result');
    expect(kinds.toSorted((a, b) => Number(b) - Number(a))).toEqual(kinds);
  }
}

proves('L10', 'Messages: every conversation is written with alternating roles and without blank text blocks', () => {
  const request = fc.record({ model, messages: fc.array(message, { maxLength: 8 }), choice, extra: members });
  fc.assert(
    fc.property(request, fc.boolean(), (given, hasTools) => {
      const tools = hasTools
        ? [{ name: 'f', wireName: 'f', owner: 'client' as const, description: '', parameters: { type: 'object' } }]
        : [];
      const { body, left } = writeMessagesRequest({
        ...given,
        messages: given.messages.map(asRead),
        tools,
        isStreamed: true,
        ...readParameters(given.extra),
      });
      const { messages, max_tokens: tokens } = JSON.parse(JSON.stringify(body)) as Fields;
      expectAcceptable(messages as WrittenMessage[]);
      expect(tokens).toBeGreaterThan(0);
      expect(left.every((name) => Object.hasOwn(given.extra, name) || name === 'tool_choice')).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

proves('L9', 'Messages: a long conversation with thousands of reasoning blocks is written in linear time', () => {
  const details = Array.from({ length: 20_000 }, (_, index) => ({
    type: 'reasoning.text',
    format: 'anthropic-claude-v1',
    text: `${index}`,
    signature: 's',
    text_behind: index,
    text_check: `${index}:x`,
  }));
  const long = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'x'.repeat(1_000_000), reasoning_details: details },
    {
      role: 'assistant',
      content: null,
      tool_calls: Array.from({ length: 200_000 }, () => ({ function: { name: 'f' } })),
      reasoning_details: details.slice(0, 1),
    },
    ...Array.from({ length: 20_000 }, (_, place) => ({ role: place % 2 === 0 ? 'user' : 'assistant', content: 'x' })),
  ];
  const read = readMessages(long);
  if (!read.ok) throw new Error(read.failure.message);
  const began = performance.now();
  const request = {
    model: 'claude-opus-5',
    tools: [],
    choice: { kind: 'auto' },
    isStreamed: true,
    sampling: {},
  } as const;
  writeMessagesRequest({ ...request, messages: read.value });
  expect(performance.now() - began).toBeLessThan(15_000); // A quadratic algorithm would take many minutes.
});

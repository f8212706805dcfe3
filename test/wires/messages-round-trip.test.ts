import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AssistantMessage,
  type Call,
  type Event,
  type Fields,
  type Part,
  reasoningIn,
} from '../../src/core/index.ts';
import { AnswerText } from '../../src/models/http/answer-text.ts';
import { readReasoning, writeBlocks } from '../../src/wires/chat/reasoning.ts';
import { readParameters } from '../../src/wires/chat/sampling.ts';
import { writeMessagesRequest } from '../../src/wires/index.ts';
import { MessagesAnswer } from '../../src/wires/messages/answer/reader.ts';
import { eventText, type MessageBlock, streamEvents } from '../messages.ts';
import { proves } from '../requirements.ts';

/** An answer that is read, kept by a client and written back must reach the provider unchanged. */

const model = 'claude-opus-5';

/** Reads a server's stream in pieces of `size` characters, with the fast path for plain text. */
function streamed(blocks: readonly MessageBlock[], size = 100): readonly Event[] {
  const machine = new MessagesAnswer({ backend: 'up', model });
  const reader = new AnswerText({ backend: 'up', machine, framing: 'events', eventBytes: 1e6 });
  const text = streamEvents(blocks).map(eventText).join('');
  const events: Event[] = [];
  for (let place = 0; place < text.length; place += size) events.push(...reader.push(text.slice(place, place + size)));
  return [...events, ...reader.end()];
}

function whole(blocks: readonly MessageBlock[]): readonly Event[] {
  const machine = new MessagesAnswer({ backend: 'up', model });
  const events = machine.whole({ type: 'message', content: blocks, stop_reason: 'end_turn' });
  return [...events, ...machine.end(true)];
}

/** Builds the message of a step as a client sends it back in JSON. */
function remembered(events: readonly Event[]): AssistantMessage {
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  const calls = events.flatMap((event): Call[] => (event.type === 'call' ? [event.call] : []));
  const blocks = events.flatMap((event) => (event.type === 'reasoning-blocks' ? event.parts : []));
  const content: Part[] = text === '' ? [] : [{ type: 'text', text }];
  return carried({ role: 'assistant', content, calls }, JSON.parse(JSON.stringify(writeBlocks(blocks))) as Fields);
}

/** Replaces the reasoning of a message by the reasoning fields that a chat-completions client sends back. */
function carried(message: AssistantMessage, members: Fields): AssistantMessage {
  const words = message.content.filter(({ type }) => type !== 'reasoning');
  return { ...message, content: [...readReasoning(members).parts, ...words] };
}

function written(message: AssistantMessage, to = model, extra: Fields = {}): readonly Fields[] {
  const results = message.calls.map(({ id: callId }) => ({ role: 'tool' as const, callId, content: [] }));
  const { body } = writeMessagesRequest({
    model: to,
    messages: [user('Hello?'), message, ...(results.length === 0 ? [user('Go on.')] : results)],
    tools: [],
    choice: { kind: 'auto' },
    isStreamed: true,
    ...readParameters(extra),
  });
  const [, assistant] = body.messages as { role: string; content: string | Fields[] }[];
  const content = assistant?.role === 'assistant' ? assistant.content : [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] });

/** Joins adjacent texts. */
function joined(blocks: readonly MessageBlock[]): readonly MessageBlock[] {
  const all: MessageBlock[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (last?.type !== 'text' || block.type !== 'text') all.push(block);
    else all[all.length - 1] = { type: 'text', text: last.text + block.text };
  }
  return all;
}

const said = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), fc.constant('\n\nHello\n '));
const text = said.filter((each) => each.trim() !== '').map((each): MessageBlock => ({ type: 'text', text: each }));
const thought = fc.oneof(
  fc.record({
    type: fc.constant('thinking' as const),
    thinking: fc.string({ maxLength: 30 }),
    signature: fc.base64String({ minLength: 4 }),
  }),
  fc.record({ type: fc.constant('redacted_thinking' as const), data: fc.base64String({ minLength: 4 }) }),
);
const input = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
const call = fc
  .record({ name: fc.constantFrom('search', 'look'), input })
  .map((each) => ({ type: 'tool_use' as const, ...each }));

/** Texts, then calls, with reasoning blocks anywhere among them but not at the end. */
const anyMessage = fc
  .tuple(
    fc.array(fc.oneof(text, thought), { maxLength: 6 }),
    fc.array(fc.oneof(call, thought), { maxLength: 5 }),
    fc.oneof(text, call),
  )
  .map(([words, calls, last]) => (last.type === 'text' ? [...words, last] : [...words, ...calls, last]))
  .map((blocks) =>
    blocks.map((block, place) => (block.type === 'tool_use' ? { ...block, id: `toolu_${place}` } : block)),
  )
  .map((blocks) => JSON.parse(JSON.stringify(blocks)) as MessageBlock[]);

describe('An unchanged message', () => {
  proves(
    'L3',
    'A streamed message is sent back unchanged, with reasoning at its position, however the stream was split',
    () => {
      fc.assert(
        fc.property(anyMessage, fc.integer({ min: 1, max: 2_000 }), (blocks, size) => {
          expect(written(remembered(streamed(blocks, size)))).toEqual(joined(blocks));
        }),
        { numRuns: 1_500 },
      );
    },
  );

  test('An unstreamed message is sent back unchanged', () => {
    fc.assert(
      fc.property(anyMessage, (blocks) => {
        expect(written(remembered(whole(blocks)))).toEqual(joined(blocks));
      }),
      { numRuns: 500 },
    );
  });

  test('An empty but signed reasoning block is sent back', () => {
    const blocks: MessageBlock[] = [
      { type: 'thinking', thinking: '', signature: 'c2ln' },
      { type: 'text', text: 'Hello' },
    ];
    expect(written(remembered(streamed(blocks)))).toEqual(blocks);
  });
});

describe('A message that the client changed', () => {
  const blocks: MessageBlock[] = [
    { type: 'thinking', thinking: 'one', signature: 'MQ==' },
    { type: 'text', text: 'Hello.' },
    { type: 'thinking', thinking: 'two', signature: 'Mg==' },
    { type: 'text', text: 'And more.' },
    { type: 'tool_use', id: 'a', name: 'f', input: {} },
    { type: 'thinking', thinking: 'three', signature: 'Mw==' },
    { type: 'tool_use', id: 'b', name: 'f', input: {} },
  ];
  const message = remembered(streamed(blocks));
  const order = (changed: AssistantMessage, to?: string, extra?: Fields) =>
    written(changed, to, extra).map((block) => block.thinking ?? block.text ?? block.id);

  test('Reasoning blocks keep their positions in an unchanged message', () => {
    expect(order(message)).toEqual(['one', 'Hello.', 'two', 'And more.', 'a', 'three', 'b']);
  });

  test('If the text was changed, its reasoning moves to the front, and reasoning among calls stays', () => {
    const changed = {
      ...message,
      content: [...reasoningIn(message.content), { type: 'text' as const, text: 'Something else.' }],
    };
    expect(order(changed)).toEqual(['one', 'two', 'Something else.', 'a', 'three', 'b']);
  });

  test('Reasoning after removed calls is kept, but a message never ends with reasoning', () => {
    expect(order({ ...message, calls: [] })).toEqual(['one', 'Hello.', 'two', 'three', 'And more.']);
    expect(order({ ...message, calls: message.calls.slice(0, 1) }).at(-1)).toBe('a');
  });

  test('Reasoning is not sent to another model, because blocks are valid only for the model that wrote them', () => {
    expect(order(message, 'claude-opus-4-8', { thinking: { type: 'adaptive' } })).toEqual([
      'Hello.And more.',
      'a',
      'b',
    ]);
    expect(order(message, 'glm-5')).toEqual(['Hello.And more.', 'a', 'b']);
  });

  test('Reasoning is not sent back if the request turns reasoning off', () => {
    expect(order(message, model, { reasoning_effort: 'none' })).toEqual(['Hello.And more.', 'a', 'b']);
  });

  test.each<[string, unknown]>([
    ['with another format', [{ type: 'reasoning.text', text: 'x', signature: 'y', format: 'google-gemini-v1' }]],
    ['without a format', [{ type: 'reasoning.text', text: 'x', signature: 'y' }]],
    ['without a signature', [{ type: 'reasoning.text', text: 'x', format: 'anthropic-claude-v1' }]],
    ['of another type', [{ type: 'reasoning.summary', summary: 'x', format: 'anthropic-claude-v1' }]],
    ['of encrypted type without data', [{ type: 'reasoning.encrypted', data: 1, format: 'anthropic-claude-v1' }]],
    ['that are not a list', { type: 'reasoning.text', text: 'x', signature: 'y', format: 'anthropic-claude-v1' }],
    ['that are not objects or are empty', [null, 1, 'x', [], {}]],
  ])('Reasoning details %s are dropped', (_, details) => {
    expect(order(carried(message, { reasoning_details: details }))).toEqual(['Hello.And more.', 'a', 'b']);
  });

  test('Reasoning details without positions, as other servers send them, come first', () => {
    const details = [{ type: 'reasoning.text', text: 'x', signature: 'y', format: 'anthropic-claude-v1', index: 0 }];
    expect(order(carried(message, { reasoning_details: details }))).toEqual(['x', 'Hello.And more.', 'a', 'b']);
  });

  test('With any invalid positions, reasoning blocks keep their order, and texts and calls are written once', () => {
    const odd = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null), fc.constantFrom(0, 1, 2, 1e15, -1));
    const checks = fc.constantFrom('9:x', '-1:x', '1e9:x', 'x', '', '0:e3b0c44298fc');
    const detail = fc.record({ calls_before: odd, text_behind: odd, text_check: fc.oneof(checks, odd) });
    fc.assert(
      fc.property(fc.array(detail, { minLength: 1, maxLength: 6 }), (places) => {
        const details = places.map((place, index) => ({
          ...place,
          type: 'reasoning.text',
          text: `t${index}`,
          signature: 's',
          format: 'anthropic-claude-v1',
        }));
        const all = written(carried(message, { reasoning_details: details }));
        const thoughts = all.flatMap(({ thinking }) => (thinking === undefined ? [] : [thinking]));
        const isAtEnd = all.length > 0 && all.at(-1)?.type === 'tool_use';
        expect(isAtEnd).toBe(true);
        expect(details.map(({ text: each }) => each).slice(0, thoughts.length)).toEqual(thoughts);
        expect(all.map((block) => block.text ?? '').join('')).toBe('Hello.And more.');
        expect(all.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))).toEqual(['a', 'b']);
      }),
      { numRuns: 1_000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Event, TurnFailure } from '../../core/index.ts';
import { PartWriter, type StreamPart } from './parts.ts';
import type { AiSdkRequest } from './request.ts';
import { ForV2 } from './v2.ts';
import { partForV3 } from './v3.ts';
import { WholeResult } from './whole.ts';

const request: AiSdkRequest = {
  ok: true,
  ask: {
    key: '',
    model: 'm',
    messages: [],
    tools: { kind: 'absent' },
    choice: { kind: 'auto' },
    context: [],
    isStreamed: true,
    sampling: {},
  },
  version: 'v4',
  warnings: [],
  showsCalls: true,
  explains: false,
  includesRaw: false,
};

const newWriter = (more: Partial<AiSdkRequest> = {}, toolCount = 1) =>
  new PartWriter(
    { ...request, ...more },
    { id: 'turn', createdAt: 1, model: () => 'up/mock', toolCount: () => toolCount },
    () => ({ status: 502, code: 'broken', message: 'It broke.' }),
  );

const write = (events: readonly Event[], more: Partial<AiSdkRequest> = {}) => newWriter(more).write(events);
const finish: Event = { type: 'finish', reason: 'stop' };
const broken: TurnFailure = { kind: 'upstream-broken', backend: 'up', reason: 'x' };

/** Throws if the parts violate the protocol: nesting, order, or a call of the gateway without a result. */
function check(parts: readonly StreamPart[]): void {
  const open = new Map<string, 'text' | 'reasoning' | 'input'>();
  const calls = new Map<string, boolean>();
  const used = new Set<string>();
  const must = (isTrue: boolean, why: string): void => {
    if (!isTrue) throw new Error(`${why}: ${JSON.stringify(parts)}`);
  };
  for (const [place, part] of parts.entries()) {
    must((part.type === 'stream-start') === (place === 0), 'stream-start is first, and only first');
    must((part.type === 'finish') === (place === parts.length - 1), 'finish is last, and only last');
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
      case 'tool-input-start':
        must(!used.has(part.id), 'an id is used once');
        used.add(part.id);
        open.set(
          part.id,
          part.type === 'text-start' ? 'text' : part.type === 'reasoning-start' ? 'reasoning' : 'input',
        );
        break;
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-delta':
        must(open.has(part.id), 'a delta follows its start');
        break;
      case 'text-end':
      case 'reasoning-end':
      case 'tool-input-end':
        must(open.delete(part.id), 'an end follows its start');
        break;
      case 'tool-call':
        must(!open.has(part.toolCallId) && used.has(part.toolCallId), 'a call follows its input');
        must(typeof part.input === 'string', 'the input is a text');
        if (part.providerExecuted) calls.set(part.toolCallId, false);
        break;
      case 'tool-result':
        must(calls.get(part.toolCallId) === false, 'a result follows its call, once');
        must(part.result !== null && part.result !== undefined, 'a result has a value');
        calls.set(part.toolCallId, true);
        break;
      default:
    }
  }
  must(open.size === 0, 'everything that was opened is closed');
  must([...calls.values()].every(Boolean), 'every call of the gateway has a result');
}

const id = fc.constantFrom('a', 'b', 'c', '__proto__');
const text = fc.string({ maxLength: 4 });
const owner = fc.constantFrom('client' as const, 'gateway' as const, 'agent' as const);
const anyEvent = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({ type: fc.constant('reasoning' as const), text }),
  fc.record({
    type: fc.constant('reasoning-blocks' as const),
    parts: fc.constant([{ type: 'reasoning' as const, text: 'x', isBlock: true as const }]),
  }),
  fc.record({ type: fc.constant('call-start' as const), id, name: id, owner }),
  fc.record({ type: fc.constant('call-args' as const), id, text }),
  fc.record({ type: fc.constant('call' as const), call: fc.record({ id, name: id, arguments: fc.anything() }), owner }),
  fc.record({
    type: fc.constant('outcome' as const),
    outcome: id.map((callId) => ({
      status: 'ok' as const,
      callId,
      tool: 't',
      content: [{ type: 'json' as const, value: null }],
      durationMs: 1,
      notes: [],
    })),
  }),
  fc.record({ type: fc.constant('notice' as const), message: text, setting: fc.constantFrom('seed', 'top_p') }),
  fc.record({
    type: fc.constant('extra' as const),
    wire: fc.constant('chat' as const),
    at: fc.constant('message' as const),
    fields: fc.dictionary(fc.constantFrom('annotations', 'images'), fc.anything()) as never,
  }),
) as fc.Arbitrary<Event>;
const anyFinish: fc.Arbitrary<Event> = fc.oneof(
  fc
    .constantFrom('stop', 'calls', 'length', 'refusal', 'filtered', 'pause', 'stop-sequence')
    .map((reason) => ({ type: 'finish' as const, reason }) as Event),
  fc
    .constantFrom<TurnFailure>(broken, { kind: 'empty-answer', model: 'm' }, { kind: 'bug' })
    .map((failure) => ({ type: 'finish', reason: 'failed', failure }) as Event),
);

describe('PartWriter', () => {
  proves(
    'L3',
    'Any events, in batches of any size, give well-formed parts in every version, and the same parts',
    () => {
      fc.assert(
        fc.property(fc.array(anyEvent, { maxLength: 25 }), anyFinish, fc.boolean(), (events, last, showsCalls) => {
          const all = [...events, last];
          const whole = newWriter({ showsCalls }).write(all);
          check(whole);
          const writer = newWriter({ showsCalls });
          const single = all.flatMap((event) => writer.write([event]));
          check(single);
          const shape = (parts: readonly StreamPart[]) =>
            parts
              .filter(({ type }) => type !== 'stream-start')
              .map((part) => JSON.stringify(part).replace(/"(?:id|toolCallId)":"[^"]*"/g, ''));
          expect(shape(single)).toEqual(shape(whole));
          check(whole.flatMap((part) => (partForV3(part) ?? []) as StreamPart));
          check([...whole].flatMap(forV2(undefined)) as StreamPart[]);
          check([...whole].flatMap(forV2('gateway')) as StreamPart[]);
          const collected = new WholeResult();
          collected.add(whole);
          const { content } = collected.result();
          const said = (type: 'text' | 'reasoning') =>
            content.map((part) => (part.type === type ? part.text : '')).join('');
          const told = (type: 'text' | 'reasoning') =>
            events.map((event) => (event.type === type ? event.text : '')).join('');
          expect([said('text'), said('reasoning')]).toEqual([told('text'), told('reasoning')]);
        }),
        { numRuns: 400 },
      );
    },
  );

  test('A call that has no result at the end gets an error result, with an empty input if its own is incomplete', () => {
    const parts = write([
      { type: 'call-start', id: 'a', name: 'clock', owner: 'gateway' },
      { type: 'call-args', id: 'a', text: '{"q":' },
      { type: 'finish', reason: 'failed', failure: broken },
    ]);
    expect(parts.filter(({ type }) => type === 'tool-call' || type === 'tool-result')).toMatchObject([
      { toolName: 'clock', input: '{}', providerExecuted: true, dynamic: true },
      { toolName: 'clock', isError: true, result: expect.stringContaining('interrupted') },
    ]);
  });

  proves('L8', 'A call of the caller that was cut off is left out', () => {
    const parts = write([
      { type: 'call-start', id: 'a', name: 'read', owner: 'client' },
      { type: 'call-args', id: 'a', text: '{"path":"/et' },
      { type: 'finish', reason: 'length' },
    ]);
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'response-metadata',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'finish',
    ]);
  });

  test('Arguments that come after the complete call are left out', () => {
    const parts = write([
      { type: 'call-start', id: 'a', name: 'read', owner: 'client' },
      { type: 'call', call: { id: 'a', name: 'read', arguments: '{}' }, owner: 'client' },
      { type: 'call-args', id: 'a', text: ' ' },
      finish,
    ]);
    expect(parts.slice(2, -1).map(({ type }) => type)).toEqual(['tool-input-start', 'tool-input-end', 'tool-call']);
  });

  test('Calls with the same id in later steps get different ids', () => {
    const step: Event[] = [
      { type: 'call-start', id: 'call_0', name: 'clock', owner: 'gateway' },
      { type: 'call', call: { id: 'call_0', name: 'clock', arguments: '' }, owner: 'gateway' },
      {
        type: 'outcome',
        outcome: {
          status: 'ok',
          callId: 'call_0',
          tool: 'clock',
          content: [{ type: 'text', text: 'noon' }],
          durationMs: 1,
          notes: [],
        },
      },
    ];
    const calls = write([...step, ...step, finish]).filter(({ type }) => type === 'tool-call');
    expect(new Set(calls.map((part) => 'toolCallId' in part && part.toolCallId)).size).toBe(2);
  });

  test('Usage is that of all steps, and counts are never negative', () => {
    const usage = {
      promptTokens: 5,
      completionTokens: 3,
      cachedTokens: 9,
      reasoningTokens: 7,
      turn: { steps: 2, promptTokens: 12, completionTokens: 6, cachedTokens: 10, cacheWrittenTokens: 1 },
    };
    const last = write([{ ...finish, usage } as Event]).at(-1);
    expect(last).toMatchObject({
      usage: {
        inputTokens: { total: 12, noCache: 1, cacheRead: 10, cacheWrite: 1 },
        outputTokens: { total: 6, text: 0, reasoning: 7 },
        raw: { prompt_tokens: 5, toolpath: { steps: 2 } },
      },
    });
    const negative = write([
      { ...finish, usage: { promptTokens: 5, completionTokens: 3, cachedTokens: 9 } } as Event,
    ]).at(-1);
    expect(negative).toMatchObject({ usage: { inputTokens: { noCache: 0 } } });
  });

  test('Dropped parameters are warnings under the names of the AI SDK, before the first part', () => {
    const [start] = write([
      { type: 'notice', message: 'not supported', setting: 'top_k' },
      { type: 'notice', message: 'not supported', setting: 'top_k' },
      { type: 'text', text: 'x' },
    ]);
    expect(start).toEqual({
      type: 'stream-start',
      warnings: [{ type: 'unsupported', feature: 'topK', details: 'not supported' }],
    });
  });

  test('Citations become sources, and images of the model become files', () => {
    const fields = {
      annotations: [
        { type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A' } },
        3,
        { type: 'other' },
      ],
      images: [{ image_url: { url: 'data:image/png;base64,AAAA' } }, { image_url: { url: 'https://x' } }, null],
    };
    const citations = [
      { type: 'web_search_result_location', url: 'https://b.example', title: 'B' },
      { type: 'char_location', document_title: 'C' },
    ];
    const parts = write([
      { type: 'extra', wire: 'chat', at: 'message', fields },
      { type: 'extra', wire: 'messages', at: 'message', fields: { citations } },
      finish,
    ]);
    expect(parts.slice(2, -1)).toEqual([
      { type: 'source', sourceType: 'url', id: 'source-1', url: 'https://a.example', title: 'A' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
      { type: 'source', sourceType: 'url', id: 'source-2', url: 'https://b.example', title: 'B' },
    ]);
  });

  test('If the caller asks for raw chunks, each event comes before its parts', () => {
    const events: Event[] = [{ type: 'notice', message: 'x' }, { type: 'text', text: 'Hi' }, finish];
    const raw = write(events, { includesRaw: true });
    expect(raw.map(({ type }) => type)).toEqual([
      'stream-start',
      'response-metadata',
      'raw',
      'text-start',
      'text-delta',
      'raw',
      'text-end',
      'finish',
    ]);
    expect(raw.find(({ type }) => type === 'raw')).toEqual({ type: 'raw', rawValue: events[1] });
  });

  test('Media of a result are its content blocks', () => {
    const content = [
      { type: 'text', text: 'A picture.' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    ] as const;
    const parts = write([
      { type: 'call-start', id: 'a', name: 'draw', owner: 'gateway' },
      { type: 'outcome', outcome: { status: 'ok', callId: 'a', tool: 'draw', content, durationMs: 1, notes: [] } },
      finish,
    ]);
    expect(parts.find(({ type }) => type === 'tool-result')).toMatchObject({ result: content });
  });

  test.each([
    ['stop', { unified: 'stop', raw: 'stop' }],
    ['calls', { unified: 'tool-calls', raw: 'tool_calls' }],
    ['length', { unified: 'length', raw: 'length' }],
    ['refusal', { unified: 'content-filter', raw: 'refusal' }],
    ['filtered', { unified: 'content-filter', raw: 'content_filter' }],
    ['pause', { unified: 'other', raw: 'pause' }],
  ] as const)('The reason "%s" is written as %o', (reason, finishReason) => {
    expect(write([{ type: 'finish', reason }]).at(-1)).toMatchObject({ finishReason });
  });

  proves('S3.empty', 'An empty answer is an error finish whose raw reason says whether the model saw tools', () => {
    const events: Event[] = [{ type: 'finish', reason: 'failed', failure: { kind: 'empty-answer', model: 'm' } }];
    for (const [tools, raw] of [
      [1, 'empty-tool-routing-output'],
      [0, 'empty-answer'],
    ] as const) {
      const parts = newWriter({}, tools).write(events);
      expect(parts.map(({ type }) => type)).toEqual(['stream-start', 'response-metadata', 'error', 'finish']);
      expect(parts.at(-1)).toMatchObject({
        finishReason: { unified: 'error', raw },
        providerMetadata: { toolpath: { failure: { kind: 'empty-answer', message: 'It broke.' } } },
      });
    }
  });

  test('Raw parts hold the events, if the caller wants them', () => {
    const parts = write([{ type: 'text', text: 'x' }, finish], { includesRaw: true });
    expect(parts.filter(({ type }) => type === 'raw')).toEqual([
      { type: 'raw', rawValue: { type: 'text', text: 'x' } },
      { type: 'raw', rawValue: finish },
    ]);
  });

  test('The input of a tool that takes one text is that text', () => {
    const tools = {
      kind: 'listed' as const,
      mixed: false,
      tools: [{ name: 'shell', description: 'd', schema: {}, freeform: {} }],
    };
    const parts = write(
      [
        { type: 'call-start', id: 'a', name: 'shell', owner: 'client' },
        { type: 'call-args', id: 'a', text: '{"input":"ls' },
        { type: 'call-args', id: 'a', text: ' -l"}' },
        { type: 'call', call: { id: 'a', name: 'shell', arguments: '{"input":"ls -l"}' }, owner: 'client' },
        { type: 'finish', reason: 'calls' },
      ],
      { ask: { ...request.ask, tools } },
    );
    expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject({ input: '"ls -l"' });
  });
});

function forV2(gatewayName: string | undefined) {
  const converter = new ForV2({ gatewayName });
  return (part: StreamPart) => converter.part(part);
}

test('Hidden calls of the gateway have no raw parts', () => {
  const call = { id: 'c', name: 'search', arguments: '{}' };
  const events: readonly Event[] = [
    { type: 'call-start', id: 'c', name: 'search', owner: 'gateway' },
    { type: 'call-args', id: 'c', text: '{}' },
    { type: 'call', call, owner: 'gateway' },
    { type: 'outcome', outcome: { status: 'ok', callId: 'c', tool: 'search', content: [], durationMs: 1, notes: [] } },
    { type: 'text', text: 'x' },
    finish,
  ];
  const rawOf = (showsCalls: boolean) =>
    write(events, { includesRaw: true, showsCalls }).flatMap((part) => (part.type === 'raw' ? [part.rawValue] : []));
  expect(rawOf(false)).toEqual([events[4], finish]);
  expect(rawOf(true)).toContainEqual(events[0]);
});

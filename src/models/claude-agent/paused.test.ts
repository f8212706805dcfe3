import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Call, Fields } from '../../core/index.ts';
import { ToolNames } from '../../wires/index.ts';
import { MOST_RESULT_CHARACTERS, PREFIX } from './bridge.ts';
import { canContinue, type PausedRun, resultsFor, writtenForm } from './paused.ts';
import type { AgentMessage, AgentRequest } from './request.ts';
import type { AgentRun } from './run.ts';

const names = new ToolNames({ messages: [], tools: [], choice: { kind: 'auto' } }, PREFIX);

function request(messages: readonly AgentMessage[], more: Partial<AgentRequest> = {}): AgentRequest {
  const tools = ['search', 'read'].map((name) => ({ name, description: 'd', inputSchema: { type: 'object' } }));
  const rest = { names, parameters: {}, startParameters: {}, left: [], hasRewrittenTools: false, isLoop: true };
  return { model: 'sonnet', wireModel: 'claude-sonnet', system: 's', messages, tools, ...rest, ...more };
}

function call(id: string, args: unknown = { id }, name = 'search'): Call {
  return { id, name, arguments: typeof args === 'string' ? args : JSON.stringify(args) };
}

/** A paused run and the request that continues it. */
function pausedAt(earlier: readonly AgentMessage[], calls: readonly Call[], waiting: readonly string[] = []) {
  const before = request(earlier);
  const run = { waitsOnlyFor: (ids: { has(id: string): boolean }) => waiting.every((id) => ids.has(id)) };
  const paused: PausedRun = {
    run: run as unknown as AgentRun,
    request: writtenForm(before),
    calls: new Map(calls.map((each) => [each.id, each])),
  };
  const uses = calls.map(({ id, name, arguments: args }) => ({
    type: 'tool_use',
    id,
    name: PREFIX + name,
    input: JSON.parse(String(args)),
  }));
  const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: `result of ${id}` }));
  const messages: AgentMessage[] = [
    ...earlier,
    { role: 'assistant', content: [{ type: 'text', text: 'Let me see.' }, ...uses] },
    { role: 'user', content: results },
  ];
  return { paused, next: request(messages) };
}

const user: AgentMessage = { role: 'user', content: [{ type: 'text', text: 'hi' }] };

describe('The continuation of a paused run', () => {
  test('The results of the calls are passed on, in any order', () => {
    const { paused, next } = pausedAt([user], [call('a'), call('b')]);
    const turned = next.messages.with(-1, { role: 'user', content: next.messages.at(-1)?.content.toReversed() ?? [] });
    for (const each of [next, { ...next, messages: turned }]) {
      const results = resultsFor(paused, each);
      expect(results?.size).toBe(2);
      expect(results?.get('b')).toEqual({ content: [{ type: 'text', text: 'result of b' }] });
    }
  });

  test('Any change of the request, its history, its calls or its results needs a new run', () => {
    const text = fc.string({ minLength: 1 });
    const message: fc.Arbitrary<AgentMessage> = fc.record({
      role: fc.constantFrom('user', 'assistant'),
      content: fc.array(
        text.map((said) => ({ type: 'text', text: said })),
        { minLength: 1, maxLength: 2 },
      ),
    });
    const calls = fc
      .uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 1, maxLength: 3 })
      .map((ids) => ids.map((id) => call(id)));
    const change = fc.constantFrom<(next: AgentRequest) => AgentRequest>(
      (next) => ({ ...next, model: 'opus' }),
      (next) => ({ ...next, system: `${next.system}.` }),
      (next) => ({ ...next, tools: next.tools.slice(1) }),
      (next) => ({ ...next, tools: next.tools.map((tool) => ({ ...tool, description: 'e' })) }),
      (next) => ({ ...next, parameters: { temperature: 1 } }),
      (next) => ({ ...next, isLoop: false }),
      (next) => ({ ...next, messages: next.messages.slice(1) }),
      (next) => ({ ...next, messages: next.messages.slice(0, -1) }),
      (next) => ({ ...next, messages: [...next.messages, user] }),
      (next) => ({ ...next, messages: [user, ...next.messages] }),
      (next) => ({ ...next, messages: next.messages.with(0, { role: 'user', content: [{ type: 'image' }] }) }),
      (next) => changed(next, -1, (blocks) => blocks.slice(1)),
      (next) => changed(next, -1, (blocks) => [...blocks, { type: 'text', text: 'and this' }]),
      (next) => changed(next, -1, (blocks) => [...blocks, { ...blocks[0], tool_use_id: 'ZZ' }]),
      (next) => changed(next, -1, (blocks) => blocks.map((block) => ({ ...block, tool_use_id: 'ZZ' }))),
      (next) => changed(next, -1, (blocks) => blocks.map(() => ({ type: 'text', text: 'no results' }))),
      (next) => changed(next, -1, (blocks) => blocks.map((block) => ({ ...block, content: 'x'.repeat(400_000) }))),
      (next) => changed(next, -2, (blocks) => blocks.slice(0, -1)),
      (next) => changed(next, -2, (blocks) => [...blocks, ...blocks.slice(-1)]),
      (next) => changed(next, -2, (blocks) => blocks.map((block) => ({ ...block, input: { other: 1 } }))),
      (next) => changed(next, -2, (blocks) => blocks.map((block) => ({ ...block, name: `${PREFIX}read` }))),
      (next) => changed(next, -2, () => [{ type: 'text', text: 'no calls' }]),
    );
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 3 }), calls, change, (earlier, made, alter) => {
        const { paused, next } = pausedAt(earlier, made);
        expect(resultsFor(paused, next)?.size).toBe(made.length);
        expect(resultsFor(paused, alter(next))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test('A run that waits for another call needs a new run', () => {
    const { paused, next } = pausedAt([user], [call('a')], ['a', '']);
    expect(resultsFor(paused, next)).toBeUndefined();
  });

  test('Failed results, images and other blocks become those of MCP', () => {
    const { paused, next } = pausedAt([user], [call('a')]);
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aaaa' } };
    const byAddress = { type: 'image', source: { type: 'url', url: 'https://example.test/x.png' } };
    const content = [{ type: 'text', text: 'no' }, image, byAddress];
    const answered = changed(next, -1, ([block]) => [{ ...block, is_error: true, content }]);
    expect(resultsFor(paused, answered)?.get('a')).toEqual({
      isError: true,
      content: [
        { type: 'text', text: 'no' },
        { type: 'image', data: 'aaaa', mimeType: 'image/png' },
        { type: 'text', text: JSON.stringify(byAddress) },
      ],
    });
  });

  test('A result is passed on only up to the length that the agent does not truncate', () => {
    const { paused, next } = pausedAt([user], [call('a')]);
    const long = (length: number) => changed(next, -1, ([block]) => [{ ...block, content: 'x'.repeat(length) }]);
    expect(resultsFor(paused, long(MOST_RESULT_CHARACTERS / 2))).toBeDefined();
    expect(resultsFor(paused, long(MOST_RESULT_CHARACTERS / 2 + 1))).toBeUndefined();
  });
});

test('An agent continues after calls of declared tools whose arguments are an object', () => {
  const given = request([user]);
  expect(canContinue(given, [call('a'), call('b', '', 'read'), call('c', ' ')])).toBe(true);
  for (const calls of [
    [],
    [call('a', {}, 'rm')],
    [call('a'), call('b', '[1]')],
    [call('a', '{"q":')],
    [call('a', '7')],
  ]) {
    expect(canContinue(given, calls)).toBe(false);
  }
});

function changed(
  next: AgentRequest,
  at: number,
  change: (blocks: readonly Fields[]) => readonly Fields[],
): AgentRequest {
  const message = next.messages.at(at) ?? user;
  return { ...next, messages: next.messages.with(at, { ...message, content: change(message.content) }) };
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentTool, calledIn } from '../../../test/agent-backend.ts';
import { aRequest, textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { assistant, result, streamed, text, toolUse } from '../../../test/fake-agent-sdk.ts';
import { streamEvents } from '../../../test/messages.ts';
import { proves } from '../../../test/requirements.ts';
import type { Event, Fields } from '../../core/index.ts';
import { writeAgentRequest } from './request.ts';
import type { AgentRun, Received } from './run.ts';
import { AgentStep, type StepOptions } from './step.ts';

const limits = { firstByteMs: 111, silenceMs: 222, answerBytes: 10_000 };
const never = new AbortController().signal;

/** A run that says these things, and then ends. */
function scriptedRun(said: readonly (Fields | Received)[], isPromptSent = true) {
  const queue = [...said];
  const waits: number[] = [];
  let confirmations = 0;
  const run = {
    model: '',
    stderr: '',
    isPromptSent,
    confirm: () => {
      confirmations++;
    },
    receive: async (mostMs: number): Promise<Received> => {
      waits.push(mostMs);
      const next = queue.shift();
      if (next === undefined) return { kind: 'ended' };
      return 'kind' in next ? (next as Received) : { kind: 'message', message: next };
    },
  };
  return { run, waits, confirmations: () => confirmations, left: () => queue.length };
}

async function read(
  said: readonly (Fields | Received)[],
  { isPromptSent = true, ...more }: Partial<StepOptions> & { isPromptSent?: boolean } = {},
) {
  const scripted = scriptedRun(said, isPromptSent);
  const request = writeAgentRequest({ ...aRequest, model: 'sonnet', tools: [agentTool('search'), agentTool('a.b')] });
  const options = { backend: 'agent', limits, hide: (words: string) => words, mayBeEnvelope: true, ...more };
  const step = new AgentStep(scripted.run as unknown as AgentRun, request, options);
  const events: Event[] = [];
  for await (const batch of step.events(never)) events.push(...batch);
  return { ...scripted, step, events, finish: events.at(-1) };
}

const hello = streamEvents([text('Hello')]).map(streamed);

describe('The reading of a step', () => {
  test('The step ends with the answer, and leaves later messages to the next step', async () => {
    const { events, left } = await read([...hello, assistant(text('later')), result({ result: 'later' })]);
    expect(textOf(events)).toBe('Hello');
    expect(left()).toBe(2);
  });

  test('The first-byte limit holds until the answer begins, then the silence limit', async () => {
    const { waits } = await read([{ type: 'system', subtype: 'status' }, ...hello]);
    expect(waits[0]).toBe(111);
    expect(waits[1]).toBe(111);
    expect(new Set(waits.slice(2))).toEqual(new Set([222]));
  });

  test('Messages of subagents, of Claude Code itself and with errors are no part of the answer', async () => {
    const { message } = assistant(text('no'));
    const foreign = [
      { ...assistant(text('no')), parent_tool_use_id: 'toolu_1' },
      { ...hello[3], parent_tool_use_id: 'toolu_1' },
      { ...result({ result: 'no' }), parent_tool_use_id: 'toolu_1' },
      { type: 'assistant', message: { ...(message as object), model: '<synthetic>' } },
      { ...assistant(text('no')), error: 'rate_limit' },
      { type: 'assistant', message: 'no' },
      { type: 'user', message: { role: 'user', content: 'no' } },
    ];
    expect(textOf((await read([...foreign, ...hello])).events)).toBe('Hello');
  });

  test('Tools that the agent did not declare are named by their own names, as its last list has them', async () => {
    const init = (...tools: unknown[]) => ({ type: 'system', subtype: 'init', model: 'claude-x', tools });
    const { step, run } = await read([init(), init('mcp__bridge__search'), ...hello]);
    expect(step.missingTools).toEqual(['a.b']);
    expect(run.model).toBe('claude-x');
    expect((await read([init('mcp__bridge__search', 7, null), ...hello])).step.missingTools).toEqual(['a.b']);
    expect((await read([{ type: 'system', subtype: 'init', tools: 'x' }, ...hello])).step.missingTools).toEqual([]);
  });

  proves('S3.bridge.allowed', 'A foreign tool ends the step before an answer, with its name cut', async () => {
    const { events, left } = await read([{ type: 'system', subtype: 'init', tools: ['B'.repeat(100_000)] }, ...hello]);
    expect(events).toEqual([
      {
        type: 'finish',
        reason: 'failed',
        failure: { kind: 'backend-unusable', message: expect.stringContaining('"BBB') },
      },
    ]);
    expect(JSON.stringify(events).length).toBeLessThan(500);
    expect(left()).toBe(hello.length);
  });

  test('A zero-turn result confirms a message of the history, any other answer before the prompt is too early', async () => {
    const confirmed = await read([result({ num_turns: 0 })], { isPromptSent: false });
    expect(confirmed.confirmations()).toBe(1);
    expect(confirmed.step.isTooEarly).toBe(false);
    for (const early of [
      result({ num_turns: 1 }),
      result({ num_turns: undefined }),
      assistant(text('x')),
      hello[0] ?? {},
    ]) {
      const { step, events } = await read([early], { isPromptSent: false });
      expect(step.isTooEarly).toBe(true);
      expect(events).toEqual([]);
    }
  });

  test('Each way to end without an answer is its own failure', async () => {
    const failureOf = async (...said: Received[]) => (await read(said)).finish;
    expect(await failureOf({ kind: 'silent' })).toMatchObject({
      failure: { kind: 'upstream-silent', stage: 'first-byte' },
    });
    expect(await failureOf({ kind: 'aborted' })).toMatchObject({ failure: { kind: 'turn-cancelled' } });
    expect(await failureOf({ kind: 'ended' })).toMatchObject({ failure: { kind: 'upstream-unreachable' } });
    expect(await failureOf({ kind: 'ended', error: new Error('x') })).toMatchObject({
      failure: { reason: 'its agent could not answer: x' },
    });
  });

  test('Text is read as an envelope only if it may be one', async () => {
    const envelope = streamEvents([text('{"tool":"a.b","input":{}}')]).map(streamed);
    expect(calledIn((await read(envelope)).events)).toEqual([['a.b', '{}']]);
    expect(calledIn((await read(envelope, { mayBeEnvelope: false })).events)).toEqual([]);
  });

  proves('L9', 'Any sequence of any messages ends with exactly one finish that keeps the contract', async () => {
    const known = fc.constantFrom<Fields>(
      ...streamEvents([text('{"tool":"search","input":{}}'), toolUse('search', { q: 'x' })]).map(streamed),
      ...streamEvents([toolUse('search', { q: 'x' }), text('Hi')]).map(streamed),
      assistant(toolUse('search'), text('x')),
      assistant({ type: 'tool_use', id: { toString: 1 }, name: 7, input: 'x' }),
      result(),
      result({ is_error: true, subtype: { toString: 1 } }),
      result({ permission_denials: [{ tool_name: 'x' }, 7, { tool_use_id: { valueOf: 1 } }] }),
    );
    const received = fc.constantFrom<Received>({ kind: 'silent' }, { kind: 'aborted' }, { kind: 'ended', error: 7 });
    const any = fc.dictionary(fc.string(), fc.jsonValue()).filter((each) => !('kind' in each));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(known, known, received, any), { maxLength: 15 }), async (said) => {
        expect(checkStream((await read(said)).events)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});

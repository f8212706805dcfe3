import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentTool, agentTurn, openAgent, whenTrue } from '../../../test/agent-backend.ts';
import { collect, drained, iterate, textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import {
  answer,
  apiError,
  assistant,
  type Play,
  raw,
  rawThenSilence,
  result,
  streamed,
  text,
  toolUse,
} from '../../../test/fake-agent-sdk.ts';
import { errorBody, streamEvents } from '../../../test/messages.ts';
import { proves } from '../../../test/requirements.ts';
import { realClock } from '../http/clock.ts';

const beginning = streamEvents([text('Hello there')])
  .slice(0, 4)
  .map(streamed);
const use = toolUse('search', { q: 'x' }, 'toolu_1');

/** An endless answer whose events are this delta. */
function endless(delta: object): Play {
  return async function* (agent) {
    yield* beginning;
    while (!agent.isGone) yield streamed({ type: 'content_block_delta', index: 0, delta });
    return undefined;
  };
}

describe('Limits of an answer', () => {
  const deltas: [string, object][] = [
    ['text', { type: 'text_delta', text: 'x'.repeat(1_000) }],
    ['reasoning', { type: 'thinking_delta', thinking: 'x'.repeat(1_000) }],
    ['a signature', { type: 'signature_delta', signature: 'x'.repeat(1_000) }],
    ['pieces of an unknown kind', { type: 'vendor_delta', data: 'x'.repeat(1_000) }],
  ];
  for (const [what, delta] of deltas) {
    proves('L9', `An endless answer of ${what} ends at its size limit, and the child ends`, async () => {
      const { sdk, ask } = openAgent({ limits: { answerBytes: 100_000 } });
      sdk.script(endless(delta));
      const { events, finish } = await ask();
      expect(finish.failure).toMatchObject({ kind: 'upstream-broken', reason: expect.stringContaining('longer than') });
      expect(textOf(events).length).toBeLessThan(102_000);
      expect(checkStream(events)).toEqual([]);
      await sdk.agents[0]?.gone;
    });
  }

  proves('L9', 'Endless arguments of a call end at the size limit, and the call is not handed over', async () => {
    const { sdk, ask } = openAgent({ limits: { answerBytes: 100_000 } });
    sdk.script(async function* (agent) {
      yield* streamEvents([use]).slice(0, 3).map(streamed);
      const delta = { type: 'input_json_delta', partial_json: '"x",'.repeat(100) };
      while (!agent.isGone) yield streamed({ type: 'content_block_delta', index: 0, delta });
      return undefined;
    });
    const { events, finish } = await ask({ tools: [agentTool('search')] });
    expect(finish.reason).toBe('failed');
    expect(events.some(({ type }) => type === 'call')).toBe(false);
    expect(checkStream(events)).toEqual([]);
    await sdk.agents[0]?.gone;
  });

  test('A child that says nothing fails at the first-byte limit, and is not retried', async () => {
    const { sdk, ask } = openAgent({ limits: { firstByteMs: 50 } });
    sdk.script(rawThenSilence());
    expect((await ask()).finish.failure).toMatchObject({ kind: 'upstream-silent', stage: 'first-byte', limitMs: 50 });
    expect(sdk.agents).toHaveLength(1);
    await sdk.agents[0]?.gone;
  });

  test('A child that falls silent in its answer fails at the silence limit', async () => {
    const { sdk, ask } = openAgent({ limits: { silenceMs: 50 } });
    sdk.script(rawThenSilence(...beginning));
    const { events, finish } = await ask();
    expect(textOf(events)).toBe('Hell');
    expect(finish.failure).toMatchObject({ kind: 'upstream-silent', stage: 'between-chunks', limitMs: 50 });
    await sdk.agents[0]?.gone;
  });

  test('A long answer is not ended as long as the child says something', async () => {
    const { sdk, ask } = openAgent({ limits: { silenceMs: 100, firstByteMs: 100 } });
    sdk.script(async function* (agent) {
      for await (const message of answer(text('One two three four five six'))(agent)) {
        await sleep(40);
        yield message;
      }
      return undefined;
    });
    expect((await ask()).finish.reason).toBe('stop');
  });

  proves('L9', 'A child is not read while its stream is not read', async () => {
    const { sdk, backend } = openAgent();
    let written = 0;
    sdk.script(async function* (agent) {
      for await (const message of endless({ type: 'text_delta', text: 'x' })(agent)) {
        written++;
        yield message;
      }
      return undefined;
    });
    const reading = iterate(backend);
    await reading.next();
    await sleep(50);
    const paused = written;
    await sleep(50);
    expect(written).toBe(paused);
    for (let batch = 0; batch < 200; batch++) await reading.next();
    expect(written).toBeGreaterThan(paused);
    await reading.return?.();
    await sdk.agents[0]?.gone;
  });
});

describe('A caller that leaves', () => {
  const stages: [string, Play, number][] = [
    ['before the answer', rawThenSilence(), 0],
    ['in the middle of the answer', rawThenSilence(...beginning), 1],
    ['during a flood of text', endless({ type: 'text_delta', text: 'x' }), 1],
  ];
  test.each(stages)('An abort %s ends the child and cancels the step', async (_, play, batches) => {
    const { sdk, backend } = openAgent();
    sdk.script(play);
    const abort = new AbortController();
    const reading = backend.stream(agentTurn('search').request(), abort.signal)[Symbol.asyncIterator]();
    for (let batch = 0; batch < batches; batch++) await reading.next();
    const rest = drained(reading);
    await whenTrue(() => sdk.agents.length === 1);
    await sleep(20);
    const abortedAt = performance.now();
    abort.abort(new Error('the client left'));
    const { finish } = await rest;
    expect(finish).toMatchObject({ failure: { kind: 'turn-cancelled', reason: 'the client left' } });
    await sdk.agents[0]?.gone;
    expect(performance.now() - abortedAt).toBeLessThan(1_000);
    expect(sdk.agents).toHaveLength(1);
  });

  test('An abort during the replay of the history ends the child, and silence there has its limit', async () => {
    const { sdk, backend, ask } = openAgent({ confirmsNothing: true, limits: { firstByteMs: 100 } });
    const turn = agentTurn('search');
    turn.add([{ type: 'text', text: 'Hi.' }]);
    turn.messages.push({ role: 'user', content: [{ type: 'text', text: 'And?' }] });
    const abort = new AbortController();
    const answered = collect(backend, turn.request(), abort.signal);
    await whenTrue(() => sdk.agents[0]?.sent.length === 1);
    abort.abort(new Error('the client left'));
    expect((await answered).finish.failure).toMatchObject({ kind: 'turn-cancelled' });
    await sdk.agents[0]?.gone;
    expect((await ask({ messages: turn.messages })).finish.failure).toMatchObject({ kind: 'upstream-silent' });
    await sdk.agents[1]?.gone;
  });

  test('A signal that is already aborted starts no child', async () => {
    const { sdk, ask } = openAgent();
    const { finish } = await ask({}, AbortSignal.abort(new Error('the client left')));
    expect(finish.failure).toMatchObject({ kind: 'turn-cancelled', reason: 'the client left' });
    expect(sdk.agents).toHaveLength(0);
  });

  test('An abort during the wait for a retry starts no other child', async () => {
    const { sdk, ask } = openAgent({
      backend: { clock: { ...realClock, random: () => 1 } },
      limits: { retryMs: 20_000 },
    });
    sdk.script(apiError(529, 'Overloaded'));
    const abort = new AbortController();
    const answered = ask({}, abort.signal);
    await whenTrue(() => sdk.agents[0]?.isGone === true);
    abort.abort(new Error('the client left'));
    expect((await answered).finish.failure).toMatchObject({ kind: 'turn-cancelled' });
    expect(sdk.agents).toHaveLength(1);
  });

  test('A child that neither interrupt nor close ends does not hold its slot for ever', async () => {
    const { sdk, ask } = openAgent({ isUnkillable: true, limits: { agentProcesses: 1, firstByteMs: 20 } });
    sdk.script(rawThenSilence(), rawThenSilence());
    const startedAt = performance.now();
    for (const _ of [1, 2]) expect((await ask()).finish.failure).toMatchObject({ kind: 'upstream-silent' });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    for (const agent of sdk.agents) agent.kill();
  });

  test('An interrupt that throws does not keep the child alive', async () => {
    const { sdk, ask } = openAgent({ limits: { firstByteMs: 20 } });
    sdk.script(async function* (agent) {
      agent.query.interrupt = () => {
        throw new Error('no control channel');
      };
      await agent.stopped();
      return undefined;
    });
    await ask();
    await whenTrue(() => sdk.agents[0]?.isGone === true, 3_000);
  });
});

describe('Concurrent children', () => {
  proves('L9', 'No more children run than the limit allows, and further requests wait in a queue', async () => {
    const { sdk, ask } = openAgent({ limits: { agentProcesses: 2 } });
    let most = 0;
    const slow: Play = async function* (agent) {
      most = Math.max(most, sdk.running);
      await sleep(10);
      return yield* answer(text('Hello'))(agent);
    };
    sdk.script(...Array.from({ length: 12 }, () => slow));
    const all = await Promise.all(Array.from({ length: 12 }, () => ask()));
    expect(all.every(({ finish }) => finish.reason === 'stop')).toBe(true);
    expect(most).toBe(2);
  });

  test('A request that is aborted in the queue starts no child, and the next one is served', async () => {
    const { sdk, ask, backend } = openAgent({ limits: { agentProcesses: 1 } });
    sdk.script(rawThenSilence(...beginning), answer(text('Hello')));
    const first = iterate(backend);
    await first.next();
    const abort = new AbortController();
    const second = ask({}, abort.signal);
    const third = ask();
    await sleep(20);
    abort.abort(new Error('the client left'));
    expect((await second).finish.failure).toMatchObject({ kind: 'turn-cancelled' });
    expect(sdk.agents).toHaveLength(1);
    await first.return?.();
    expect(textOf((await third).events)).toBe('Hello');
    expect(sdk.agents).toHaveLength(2);
  });

  test('A paused child keeps its slot while another child works, and frees it when its turn ends', async () => {
    const { sdk, ask, backend } = openAgent({ limits: { agentProcesses: 2 } });
    const turn = agentTurn('search');
    sdk.script(answer(use), rawThenSilence(...beginning), answer(text('Hello')));
    await collect(backend, turn.request());
    const working = iterate(backend);
    await working.next();
    const waiting = ask();
    await sleep(30);
    expect(sdk.agents).toHaveLength(2);
    turn.end();
    expect(textOf((await waiting).events)).toBe('Hello');
    await working.return?.();
  });

  test('If every child is paused, a request gets the slot of the oldest, whose turn continues with a new child', async () => {
    const { sdk, ask, backend } = openAgent({ limits: { agentProcesses: 2 } });
    sdk.script(answer(use), answer(use), answer(text('Hello')), answer(text('Found.')), answer(text('Found.')));
    const turns = [agentTurn('search'), agentTurn('search')];
    for (const turn of turns) turn.add((await collect(backend, turn.request())).events);
    expect(textOf((await ask()).events)).toBe('Hello');
    await sdk.agents[0]?.gone;
    expect(sdk.agents[1]?.isGone).toBe(false);
    for (const turn of turns) expect(textOf((await collect(backend, turn.request())).events)).toBe('Found.');
    expect(sdk.agents).toHaveLength(4);
  });

  test('A tool of the gateway can ask the same backend, also if that has one slot', async () => {
    const { sdk, ask, backend } = openAgent({ limits: { agentProcesses: 1 } });
    sdk.script(answer(use), answer(text('nested')), answer(text('Done.')));
    const turn = agentTurn('search');
    const { events } = await collect(backend, turn.request());
    const nested = textOf((await ask()).events);
    turn.add(events, () => nested);
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Done.');
    expect(JSON.stringify(sdk.agents[2]?.sent)).toContain('nested');
  });
});

describe('Closing the backend', () => {
  const stopped = {
    kind: 'turn-cancelled',
    reason: 'the agents of "agent" are stopped because the gateway is stopping',
  };

  test('Streaming, paused and waiting requests end, no child runs any more, and the folders are removed', async () => {
    const { sdk, ask, backend } = openAgent({ limits: { agentProcesses: 2 } });
    sdk.script(answer(use), rawThenSilence(...beginning), answer(text('never')));
    await collect(backend, agentTurn('search').request());
    const streaming = ask();
    await whenTrue(() => sdk.agents.length === 2);
    const waiting = ask();
    await sleep(20);
    const folder = sdk.agents[0]?.options.cwd as string;
    expect(existsSync(folder)).toBe(true);
    await backend.close();
    for (const asked of [streaming, waiting]) expect((await asked).finish.failure).toEqual(stopped);
    await sleep(20);
    expect(sdk.agents).toHaveLength(2);
    expect(sdk.running).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });

  test('A closed backend refuses requests, and can be closed again', async () => {
    const { sdk, ask, backend } = openAgent();
    await backend.close();
    await backend.close();
    expect((await ask()).finish.failure).toEqual(stopped);
    expect(sdk.agents).toHaveLength(0);
  });
});

describe('A hostile agent', () => {
  proves(
    ['L9', 'L10'],
    'Each stream ends with exactly one finish, whatever the agent says and whenever the caller aborts',
    async () => {
      const odd = fc.constantFrom<unknown>(
        { toString: 1, valueOf: 1 },
        { __proto__: null },
        '__proto__',
        'constructor',
      );
      const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), odd);
      const use = { type: 'tool_use', id: 'toolu_1', name: 'mcp__bridge__search', input: { q: 'x' } };
      const known = fc.constantFrom<unknown>(
        ...streamEvents([text('{"tool":"search",'), text('"input":{}}'), use as never]).map(streamed),
        streamed({ type: 'message_delta', delta: { stop_reason: 'max_tokens' } }),
        streamed(errorBody('overloaded_error', 'no')),
        assistant(text('Hello')),
        assistant(use, use),
        assistant({ ...use, id: { toString: 1 } }),
        result(),
        result({ subtype: 'error_max_turns', is_error: true }),
        result({ deferred_tool_use: use }),
        result({ is_error: true, api_error_status: 400 }),
        { type: 'system', subtype: 'init', tools: ['Bash'] },
      );
      const keys = fc.constantFrom(
        ...['type', 'subtype', 'event', 'message', 'error', 'is_error', 'errors', 'result', 'tools', 'model', 'usage'],
        ...[
          'structured_output',
          'deferred_tool_use',
          'permission_denials',
          'stop_reason',
          'api_error_status',
          'num_turns',
        ],
        ...[
          'parent_tool_use_id',
          'content',
          'content_block',
          'delta',
          'index',
          'id',
          'name',
          'input',
          'terminal_reason',
        ],
      );
      const types = fc.constantFrom(
        'system',
        'stream_event',
        'assistant',
        'result',
        'init',
        'tool_use',
        'text',
        'content_block_start',
        'content_block_delta',
        'message_delta',
        'message_stop',
      );
      const { tree } = fc.letrec((tie) => ({
        tree: fc.oneof({ maxDepth: 4 }, value, types, tie('object'), fc.array(tie('tree'), { maxLength: 3 })),
        object: fc
          .tuple(types, fc.dictionary(keys, tie('tree'), { maxKeys: 5 }))
          .map(([type, more]) => ({ type, ...(more as object) })),
      }));
      const script = fc.array(fc.oneof(known, tree, value), { maxLength: 8 });
      const end = fc.constantFrom<'exit' | 'throw' | 'hang'>('exit', 'throw', 'hang');
      const play = fc.tuple(script, end);
      const plays: fc.Arbitrary<readonly (readonly [readonly unknown[], string])[]> = fc.array(play, {
        minLength: 1,
        maxLength: 3,
      });
      const fate = fc.record({ plays, abortMs: fc.option(fc.nat(20)), isLoop: fc.boolean(), isStreamed: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(fate, async ({ plays, abortMs, isLoop, isStreamed }) => {
          const limits = { firstByteMs: 20, silenceMs: 20, retries: 1, agentProcesses: 3 };
          const { sdk, backend, log } = openAgent({ limits, lacks: ['hooks'] });
          for (const [messages, end] of plays) {
            if (end === 'hang') sdk.script(rawThenSilence(...messages));
            else sdk.script(raw(messages, end === 'throw' ? new Error('exited with code 1') : undefined));
          }
          const abort = new AbortController();
          const timer = setTimeout(() => abort.abort(new Error('enough')), abortMs ?? 10_000);
          const turn = agentTurn('search');
          const more = isLoop ? {} : { tools: [agentTool('search')] };
          for (let step = 0; step < 2; step++) {
            const { events } = await collect(backend, turn.request({ isStreamed, ...more }), abort.signal);
            expect(checkStream(events)).toEqual([]);
            turn.add(events);
          }
          clearTimeout(timer);
          expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
          turn.end();
          await backend.close();
          expect(sdk.running).toBe(0);
        }),
        { numRuns: 80 },
      );
    },
  );
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { agentTool, gatewayTool, whenTrue } from '../../../test/agent-backend.ts';
import { aRequest } from '../../../test/contracts/models/helpers.ts';
import {
  answer,
  type Deviations,
  FakeAgentSdk,
  raw,
  rawThenSilence,
  result,
  text,
  toolUse,
} from '../../../test/fake-agent-sdk.ts';
import type { ModelRequest } from '../../core/index.ts';
import { exactPrompt } from './prompt.ts';
import { writeAgentRequest } from './request.ts';
import { AgentRun, type RunOptions } from './run.ts';

const never = new AbortController().signal;

async function start(more: Partial<ModelRequest> = {}, deviations: Deviations = {}, options: Partial<RunOptions> = {}) {
  const fake = new FakeAgentSdk(deviations);
  const loaded = await fake.load();
  if (!loaded.ok) throw new Error(loaded.message);
  const { sdk } = loaded;
  const request = writeAgentRequest({ ...aRequest, model: 'sonnet', ...more });
  return {
    fake,
    run: () => {
      const given = { env: { A: '1' }, cwd: '/empty', maxTurns: 21, ...options };
      const run = new AgentRun(sdk, request, exactPrompt(request), given);
      return { run, agent: fake.agents[0] };
    },
  };
}

describe('Messages of a run', () => {
  test('Each message is received once and in order, and then the end', async () => {
    const { fake, run } = await start();
    fake.script(raw([{ n: 1 }, 'x', { n: 2 }]));
    const { run: running } = run();
    const kinds: unknown[] = [];
    for (let time = 0; time < 6; time++) {
      const received = await running.receive(1_000, never);
      kinds.push(received.kind === 'message' ? (received.message.type ?? received.message) : received.kind);
    }
    expect(kinds).toEqual(['system', { n: 1 }, {}, { n: 2 }, 'ended', 'ended']);
  });

  test('If a wait ends early, the next one continues it, so no message is lost', async () => {
    const { fake, run } = await start();
    const written = Promise.withResolvers<void>();
    fake.script(async function* () {
      await written.promise;
      yield { n: 1 };
      return undefined;
    });
    const { run: running } = run();
    await running.receive(1_000, never);
    expect(await running.receive(10, never)).toEqual({ kind: 'silent' });
    const abort = new AbortController();
    const aborted = running.receive(10_000, abort.signal);
    abort.abort();
    expect(await aborted).toEqual({ kind: 'aborted' });
    expect(await running.receive(10_000, AbortSignal.abort())).toEqual({ kind: 'aborted' });
    written.resolve();
    expect(await running.receive(1_000, never)).toEqual({ kind: 'message', message: { n: 1 } });
  });

  test('An error ends the messages', async () => {
    const { fake, run } = await start();
    const error = new Error('exited');
    fake.script(raw([], error));
    const { run: running } = run();
    await running.receive(1_000, never);
    expect(await running.receive(1_000, never)).toEqual({ kind: 'ended', error });
  });

  test('The prompt waits for the confirmation of each earlier message of the user', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'b' }], calls: [] },
      { role: 'user', content: [{ type: 'text', text: 'c' }] },
    ];
    const { fake, run } = await start({ messages });
    fake.script(rawThenSilence());
    const { run: running, agent } = run();
    await running.receive(1_000, never);
    expect(await running.receive(1_000, never)).toMatchObject({ message: { type: 'result', num_turns: 0 } });
    await sleep(20);
    expect(agent?.sent).toHaveLength(1);
    expect(running.isPromptSent).toBe(false);
    running.confirm();
    await whenTrue(() => agent?.sent.length === 3);
    expect(running.isPromptSent).toBe(true);
    await running.end(false);
  });
});

describe('Options of a run', () => {
  test('The options have the environment, the folder, the program and the turns', async () => {
    const { run } = await start({ tools: [gatewayTool('search')] }, {}, { executable: '/bin/claude' });
    expect(run().agent?.options).toMatchObject({
      env: { A: '1' },
      cwd: '/empty',
      pathToClaudeCodeExecutable: '/bin/claude',
      maxTurns: 21,
    });
    const { run: other } = await start({ tools: [agentTool('search')] });
    expect(other().agent?.options).toMatchObject({ maxTurns: 1 });
    expect(other().agent?.options).not.toHaveProperty('pathToClaudeCodeExecutable');
  });

  test('Only the end of stderr is kept', async () => {
    const { run } = await start();
    const { run: running, agent } = run();
    for (let line = 0; line < 10_000; line++) agent?.options.stderr(`line ${line}\n`);
    expect(running.stderr.length).toBeLessThanOrEqual(16_000);
    expect(running.stderr.endsWith('line 9999\n')).toBe(true);
    agent?.options.stderr(`${'x'.repeat(1_000_000)}end`);
    expect(running.stderr.length).toBeLessThanOrEqual(16_000);
    expect(running.stderr.endsWith('xend')).toBe(true);
  });
});

describe('Tool calls of a run', () => {
  const result = (words: string) => ({ content: [{ type: 'text', text: words }] });

  test('A call waits for its result, whichever comes first', async () => {
    const { fake, run } = await start({ tools: [gatewayTool('search')] });
    fake.script(rawThenSilence());
    const { run: running, agent } = run();
    const first = agent?.callTool(toolUse('search', {}, 'a'));
    expect(running.waitsOnlyFor(new Set(['a', 'b']))).toBe(true);
    expect(running.waitsOnlyFor(new Set(['b']))).toBe(false);
    const settled = running.settle(
      new Map([
        ['a', result('for a')],
        ['b', result('for b')],
      ]),
    );
    expect(running.waitsOnlyFor(new Set())).toBe(true);
    expect(await first).toEqual(result('for a'));
    expect(await agent?.callTool(toolUse('search', {}, 'b'))).toEqual(result('for b'));
    expect(await settled).toBe(true);
    expect(await agent?.callTool(toolUse('search', {}, 'a'))).toEqual(result('for a'));
    await running.end(false);
  });

  test('Results that the child does not fetch within a second are reported', async () => {
    const { fake, run } = await start({ tools: [gatewayTool('search')] });
    fake.script(rawThenSilence());
    const { run: running, agent } = run();
    const settled = running.settle(new Map([['a', result('for a')]]));
    void agent?.callTool(toolUse('search', {}, 'other'));
    expect(await settled).toBe(false);
    await running.end(false);
  });

  test('Calls get an error only after the child has ended, because a child that gets a result asks the model again', async () => {
    const { fake, run } = await start({ tools: [gatewayTool('search')] });
    fake.script(rawThenSilence());
    const { run: running, agent } = run();
    let isGoneAtResult: boolean | undefined;
    const call = agent?.callTool(toolUse('search', {}, 'a')).then((answered) => {
      isGoneAtResult = agent.isGone;
      return answered;
    });
    await running.end(false);
    expect(await call).toMatchObject({ isError: true });
    expect(isGoneAtResult).toBe(true);
    expect(await agent?.callTool(toolUse('search', {}, 'c'))).toMatchObject({ isError: true });
  });
});

describe('The end of a run', () => {
  test('An idle child ends by itself, without an interrupt', async () => {
    const { fake, run } = await start();
    fake.script(answer(text('Hello')));
    const { run: running, agent } = run();
    await running.receive(1_000, never);
    await running.end(true);
    expect(agent).toMatchObject({ isGone: true, isInputOver: true, interrupts: 0 });
  });

  test('A busy child is interrupted first, and ending it twice is ending it once', async () => {
    const { fake, run } = await start();
    fake.script(rawThenSilence());
    const { run: running, agent } = run();
    await running.receive(1_000, never);
    await Promise.all([running.end(false), running.end(true), running.end(false)]);
    expect(agent).toMatchObject({ isGone: true, interrupts: 1 });
  });

  test('An idle child that does not end is closed within two seconds', async () => {
    const { fake, run } = await start();
    fake.script(async function* (agent) {
      yield result();
      await agent.stopped();
      return undefined;
    });
    const { run: running, agent } = run();
    const startedAt = performance.now();
    await running.end(true);
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(agent?.isGone).toBe(true);
  });

  test('A child that outlives everything does not hold up the end', async () => {
    for (const lacks of [[], ['interrupt', 'close']] as const) {
      const { fake, run } = await start({}, { isUnkillable: true, lacks });
      fake.script(rawThenSilence());
      const { run: running, agent } = run();
      const startedAt = performance.now();
      await running.end(false);
      expect(performance.now() - startedAt).toBeLessThan(3_500);
      agent?.kill();
    }
  });
});

import { describe, expect } from 'vitest';
import { openAgent } from '../../../test/agent-backend.ts';
import { answer, apiError, raw, result, text, toolUse } from '../../../test/fake-agent-sdk.ts';
import { proves } from '../../../test/requirements.ts';
import { ScriptedBackend } from '../../../test/scripted-backend.ts';
import { listed, mixed, type TurnOptions, testTurns } from '../../../test/turns.ts';

/** Turns over the agent's backend. */
function openTurns(tools: readonly object[] = [], options: TurnOptions & Parameters<typeof openAgent>[0] = {}) {
  const { sdk, backend } = openAgent(options);
  const scripted = new ScriptedBackend(() => ({}));
  scripted.model = 'sonnet';
  Object.assign(scripted, {
    describe: () => backend.describe(),
    stream: backend.stream.bind(backend),
    facts: { nativeTools: true },
  });
  return { sdk, ...testTurns(scripted, tools, options) };
}

function search(runs: unknown[] = []) {
  const schema = { type: 'object', properties: { q: { type: 'string' } } };
  const invoke = (args: object) => {
    runs.push(args);
    return `result ${runs.length}`;
  };
  return { name: 'search', schema, invoke };
}

describe('A whole turn over the agent', () => {
  for (const isStreamed of [true, false]) {
    const how = isStreamed ? 'streamed' : 'unstreamed';
    proves('S3.executors', `In a ${how} turn, the ToolExecutor runs the calls of one query`, async () => {
      const runs: unknown[] = [];
      const { sdk, ask } = openTurns([search(runs)]);
      sdk.script(
        answer(toolUse('search', { q: 'a' }, 't1'), toolUse('search', { q: 'b' }, 't2')),
        answer(toolUse('search', { q: 'c' }, 't3')),
        answer(text('Found.')),
      );
      const { events } = await ask({ isStreamed });
      expect(runs).toEqual([{ q: 'a' }, { q: 'b' }, { q: 'c' }]);
      expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
      expect(events.at(-1)).toMatchObject({ usage: { turn: { steps: 3, completionTokens: 21 } } });
      expect(events.filter(({ type }) => type === 'outcome')).toHaveLength(3);
      expect(sdk.agents).toHaveLength(1);
      const [agent] = sdk.agents;
      expect(agent?.sent).toHaveLength(1);
      expect(agent?.results.get('t3')).toMatchObject({
        content: [{ type: 'text', text: expect.stringContaining('result 3') }],
      });
      await agent?.gone;
    });
  }

  proves('S3.executors', 'A tool that throws reaches the agent as an error, and the turn continues', async () => {
    const failing = { ...search(), invoke: () => Promise.reject(new Error('no network')) };
    const { sdk, ask } = openTurns([failing]);
    sdk.script(answer(toolUse('search', { q: 'a' }, 't1')), answer(text('It failed.')));
    const { events } = await ask({});
    expect(events.at(-1)).toMatchObject({ reason: 'stop' });
    expect(sdk.agents).toHaveLength(1);
    expect(sdk.agents[0]?.results.get('t1')).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('no network') }],
    });
  });

  proves(
    'S3.executors',
    'A turn that repeats its calls ends by the limits of the gateway, not by error_max_turns',
    async () => {
      const { sdk, ask } = openTurns([search()], { limits: { steps: 3 } });
      const again = Array.from({ length: 10 }, (_, place) => answer(toolUse('search', { q: `${place}` }, `t${place}`)));
      sdk.script(...again);
      const { events } = await ask({});
      expect(events.at(-1)?.type).toBe('finish');
      expect(JSON.stringify(events)).not.toContain('error_max_turns');
      await Promise.all(sdk.agents.map(({ gone }) => gone));
    },
  );

  proves('S3.single-turn', "The client's calls end the turn after one request to the model", async () => {
    for (const tools of [listed('find'), mixed('find')]) {
      const runs: unknown[] = [];
      const { sdk, ask } = openTurns([search(runs)], { isMixed: true });
      sdk.script(answer(toolUse('find', { q: 'x' }, 't1')));
      const { events } = await ask({ tools });
      expect(events.at(-1)).toMatchObject({ reason: 'calls' });
      expect(events.filter((event) => event.type === 'call' && event.owner === 'client')).toHaveLength(1);
      expect(sdk.agents).toHaveLength(1);
      expect(sdk.agents[0]?.results.size).toBe(0);
      expect(runs).toEqual([]);
      await sdk.agents[0]?.gone;
    }
  });

  proves(
    'S3.single-turn',
    'In a mixed turn, a gateway call runs and a new child continues with the history',
    async () => {
      const runs: unknown[] = [];
      const { sdk, ask } = openTurns([search(runs)], { isMixed: true });
      sdk.script(answer(toolUse('search', { q: 'x' }, 't1')), answer(text('Found.')));
      const { events } = await ask({ tools: mixed('find') });
      expect(events.at(-1)).toMatchObject({ reason: 'stop' });
      expect(runs).toEqual([{ q: 'x' }]);
      expect(sdk.agents).toHaveLength(2);
      expect(sdk.agents[0]?.results.size).toBe(0);
      expect(JSON.stringify(sdk.agents[1]?.sent)).toContain('result 1');
    },
  );

  proves('S3.recover.native', 'A turn continues after calls that ended in error_max_turns', async () => {
    const runs: unknown[] = [];
    const { sdk, ask } = openTurns([search(runs)]);
    const failed = result({ subtype: 'error_max_turns', is_error: true, errors: ['Reached maximum number of turns'] });
    const denied = [{ tool_name: 'mcp__bridge__search', tool_use_id: 't1', tool_input: { q: 'x' } }];
    sdk.script(raw([{ ...failed, permission_denials: denied }], new Error('max turns')), answer(text('Found.')));
    const { events } = await ask({});
    expect(events.at(-1)).toMatchObject({ reason: 'stop' });
    expect(runs).toEqual([{ q: 'x' }]);
  });

  proves('S3.recover.envelope', 'A turn runs the calls of an envelope', async () => {
    const runs: unknown[] = [];
    const { sdk, ask } = openTurns([search(runs)]);
    sdk.script(
      answer(text('{"type":"tool-calls","calls":[{"toolName":"search","input":{"q":"x"}}]}')),
      answer(text('Found.')),
    );
    const { events } = await ask({});
    expect(events.at(-1)).toMatchObject({ reason: 'stop' });
    expect(runs).toEqual([{ q: 'x' }]);
  });

  const nothings = [
    ['no blocks', answer()],
    ['white space', answer(text(' \n'))],
    ['an empty result', raw([result()])],
  ] as const;
  for (const [what, play] of nothings) {
    proves('S3.empty', `An answer with ${what} is an explicit failure, never an empty success`, async () => {
      for (const ask of [{}, { tools: listed('find') }]) {
        const turns = openTurns([search()]);
        turns.sdk.script(...Array.from({ length: 6 }, () => play));
        const { events } = await turns.ask(ask);
        expect(events.at(-1)).toMatchObject({ reason: 'failed', failure: { kind: 'empty-answer' } });
        await Promise.all(turns.sdk.agents.map(({ gone }) => gone));
      }
    });
  }

  proves('S3.empty', 'An answer with only reasoning is shown as cut off, never as a success', async () => {
    const { sdk, ask } = openTurns([search()]);
    const thinking = answer({ type: 'thinking', thinking: 'hm', signature: 'c2ln' });
    sdk.script(thinking, thinking, thinking);
    expect((await ask({})).events.at(-1)).toMatchObject({ type: 'finish', reason: 'length' });
  });

  proves('S3.empty', 'An answer that was empty once is asked for again', async () => {
    const { sdk, ask } = openTurns([search()]);
    sdk.script(answer(), answer(text('Hello')));
    const { events } = await ask({});
    expect(events.at(-1)).toMatchObject({ reason: 'stop' });
  });

  proves('L7', 'A refusal of the provider ends the turn with the right failure and no child', async () => {
    const { sdk, ask } = openTurns([search()]);
    sdk.script(answer(toolUse('search', {}, 't1')), apiError(401, 'invalid key'), apiError(401, 'invalid key'));
    const { events } = await ask({});
    expect(events.at(-1)).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-credentials' } });
    await Promise.all(sdk.agents.map(({ gone }) => gone));
  });
});

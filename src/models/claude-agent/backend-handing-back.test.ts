import { describe, expect, test } from 'vitest';
import { agentTool, calledIn, callsOf, gatewayTool, openAgent } from '../../../test/agent-backend.ts';
import { textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import {
  answer,
  assistant,
  type FakeAgentSdk,
  raw,
  rawThenSilence,
  result,
  streamed,
  text,
  toolUse,
} from '../../../test/fake-agent-sdk.ts';
import { streamEvents } from '../../../test/messages.ts';
import { proves } from '../../../test/requirements.ts';

const tools = [agentTool('search'), agentTool('read')];
const use = toolUse('search', { q: 'x' }, 'toolu_1');
const other = toolUse('read', { q: 'y' }, 'toolu_2');
const both = [
  ['search', '{"q":"x"}'],
  ['read', '{"q":"y"}'],
];
const tooManyTurns = result({
  subtype: 'error_max_turns',
  is_error: true,
  errors: ['Reached maximum number of turns'],
});
const thrown = new Error('Claude Code returned an error result: Reached maximum number of turns (1)');

function ranNothing(sdk: FakeAgentSdk): void {
  for (const agent of sdk.agents) expect(agent.results.size).toBe(0);
}

describe('Calls of tools that the client runs', () => {
  proves(
    'S3.single-turn',
    'The calls go back after one request to the model, and the agent runs none of them',
    async () => {
      for (const isStreamed of [true, false]) {
        const { sdk, ask } = openAgent();
        sdk.script(answer(text('Let me see.'), use, other));
        const { events, finish } = await ask({ tools, isStreamed, turn: 't', turnEnd: new AbortController().signal });
        expect(finish.reason).toBe('calls');
        expect(textOf(events)).toBe('Let me see.');
        expect(calledIn(events)).toEqual(both);
        expect(callsOf(events).map(({ id }) => id)).toEqual(['toolu_1', 'toolu_2']);
        expect(checkStream(events)).toEqual([]);
        expect(sdk.agents[0]?.options).toMatchObject({ maxTurns: 1, hooks: { PreToolUse: [expect.anything()] } });
        expect(await sdk.agents[0]?.isDeferring()).toBe(true);
        await sdk.agents[0]?.gone;
        ranNothing(sdk);
      }
    },
  );

  test('If only some of the tools are run by the gateway, the calls go back, too', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(answer(use));
    const request = {
      tools: [gatewayTool('search'), agentTool('read')],
      turn: 't',
      turnEnd: new AbortController().signal,
    };
    expect((await ask(request)).finish.reason).toBe('calls');
    expect(sdk.agents[0]?.options).toMatchObject({ maxTurns: 1, hooks: expect.anything() });
    await sdk.agents[0]?.gone;
  });

  test('If an agent ignores the hook and calls its handlers, no call is run', async () => {
    const { sdk, ask } = openAgent({ lacks: ['hooks'] });
    sdk.script(answer(use, other));
    const { events } = await ask({ tools });
    expect(calledIn(events)).toEqual(both);
    const [agent] = sdk.agents;
    await agent?.gone;
    await expect.poll(() => agent?.results.get('toolu_1')).toMatchObject({ isError: true });
  });
});

describe('Calls without a complete stream', () => {
  proves(
    'S3.recover.native',
    'Calls are read from assistant messages, if the run has no stream and ends in error_max_turns and a throw',
    async () => {
      const { sdk, ask } = openAgent();
      const messages = [assistant(text('Let me see.')), assistant(use), assistant(other), tooManyTurns];
      sdk.script(raw(messages, thrown), raw(messages.slice(0, -1), thrown));
      for (const _ of [1, 2]) {
        const { events, finish } = await ask({ tools });
        expect(textOf(events)).toBe('Let me see.');
        expect(calledIn(events)).toEqual(both);
        expect(finish.reason).toBe('calls');
        expect(checkStream(events)).toEqual([]);
      }
    },
  );

  proves('S3.recover.native', 'Calls are read from the stream, if the run then ends in error_max_turns', async () => {
    const { sdk, ask } = openAgent();
    const events = streamEvents([use, other]).slice(0, -1);
    sdk.script(raw([...events.map(streamed), assistant(use), assistant(other), tooManyTurns], thrown));
    const answered = await ask({ tools });
    expect(calledIn(answered.events)).toEqual(both);
    expect(answered.finish).toMatchObject({ reason: 'calls' });
    expect(checkStream(answered.events)).toEqual([]);
  });

  proves('S3.recover.native', 'Calls are read from what the result says was deferred or denied', async () => {
    const { sdk, ask } = openAgent();
    const denied = [use, other].map(({ id, name, input }) => ({ tool_use_id: id, tool_name: name, tool_input: input }));
    sdk.script(
      raw([result({ terminal_reason: 'tool_deferred', deferred_tool_use: use })]),
      raw([result({ terminal_reason: 'hook_stopped', permission_denials: denied })]),
      raw([result({ subtype: 'error_max_turns', is_error: true, permission_denials: denied })], thrown),
    );
    const first = await ask({ tools });
    expect(calledIn(first.events)).toEqual(both.slice(0, 1));
    expect(first.finish.reason).toBe('calls');
    for (const _ of [1, 2]) {
      const { events, finish } = await ask({ tools });
      expect(calledIn(events)).toEqual(both);
      expect(finish.reason).toBe('calls');
      expect(checkStream(events)).toEqual([]);
    }
  });

  proves('S3.recover.native', 'Complete calls of the stream are kept if the child dies after them', async () => {
    const { sdk, ask } = openAgent();
    const whole = streamEvents([text('Let me see.'), use])
      .slice(0, -2)
      .map(streamed);
    sdk.script(raw(whole), raw(whole, new Error('Claude Code process exited with code 1')));
    for (const _ of [1, 2]) {
      const { events, finish } = await ask({ tools });
      expect(calledIn(events)).toEqual([['search', '{"q":"x"}']]);
      expect(finish.reason).toBe('calls');
    }
  });

  test('A call that was not complete when the child died is never handed over', async () => {
    const { sdk, ask } = openAgent({ limits: { retries: 0 } });
    const events = streamEvents([use]).map(streamed);
    const start = events.findIndex(({ event }) => (event as { type: string }).type === 'content_block_start');
    const ends = [start + 1, start + 2, start + 3, events.length - 3];
    for (const end of ends) {
      const started = events.slice(0, end);
      sdk.script(
        raw(started, new Error('exited')),
        raw([...started, tooManyTurns], thrown),
        raw([...started, result()]),
      );
      for (const _ of [1, 2, 3]) {
        const answered = await ask({ tools });
        expect(calledIn(answered.events)).toEqual([]);
        expect(answered.finish).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-broken' } });
        expect(checkStream(answered.events)).toEqual([]);
      }
    }
  });

  test('Text of an answer without a stream is its assistant messages, or else the text of the result', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(
      raw([assistant(text('Hello')), result({ result: 'Hello' })]),
      raw([result({ result: 'Hello', stop_reason: 'end_turn', usage: { input_tokens: 3, output_tokens: 4 } })]),
      raw([result({ structured_output: { a: 1 }, result: 'ignored' })]),
    );
    expect(textOf((await ask()).events)).toBe('Hello');
    const { events, finish } = await ask();
    expect(textOf(events)).toBe('Hello');
    expect(finish.usage).toMatchObject({ promptTokens: 3, completionTokens: 4 });
    expect(textOf((await ask()).events)).toBe('{"a":1}');
  });
});

describe('Ids of calls', () => {
  test('Calls with the same id, or without one, get ids of their own', async () => {
    const { sdk, ask } = openAgent();
    const bare = { ...other, id: undefined as unknown as string };
    sdk.script(answer(use, { ...other, id: 'toolu_1' }), answer(use, bare));
    for (const _ of [1, 2]) {
      const { events } = await ask({ tools });
      const ids = callsOf(events).map(({ id }) => id);
      expect(calledIn(events)).toEqual(both);
      expect(new Set(ids).size).toBe(2);
      expect(ids[0]).toBe('toolu_1');
      expect(checkStream(events)).toEqual([]);
    }
  });
});

describe('Calls written as JSON envelopes', () => {
  const call = { toolName: 'search', input: { q: 'x' } };
  const second = { tool: 'read', arguments: { q: 'y' } };
  const envelopes: [string, unknown, number][] = [
    ['a list of calls with a type', { type: 'tool-calls', calls: [call, second] }, 2],
    ['a list of calls under tool_calls', { tool_calls: [call, { name: 'read', parameters: { q: 'y' } }] }, 2],
    ['chat completions', { tool_calls: [{ function: { name: 'search', arguments: '{"q":"x"}' } }] }, 1],
    ['one call with tool and input', { tool: 'search', input: { q: 'x' } }, 1],
    ['one call with toolName and arguments', { toolName: 'search', arguments: { q: 'x' } }, 1],
    ['one call with arguments as text', { toolName: 'search', arguments: '{"q":"x"}' }, 1],
    ['a list with bad entries', { tool_calls: [null, 7, 'x', {}, { name: 'search' }, { input: {} }, call] }, 1],
    ["the agent's names of the tools", { tool_calls: [{ ...call, toolName: 'mcp__bridge__search' }] }, 1],
  ];
  for (const [form, envelope, count] of envelopes) {
    proves('S3.recover.envelope', `An answer in the form of ${form} is read as calls`, async () => {
      const { sdk, ask } = openAgent();
      const written = `\n ${JSON.stringify(envelope, null, 1)}\n`;
      sdk.script(
        answer({ type: 'thinking', thinking: 'hm', signature: 'c2ln' }, text(written)),
        raw([assistant(text(written)), result({ result: written })]),
        raw([result({ result: written })]),
      );
      for (const _ of [1, 2, 3]) {
        const { events, finish } = await ask({ tools });
        expect(calledIn(events)).toEqual(both.slice(0, count));
        expect(textOf(events)).toBe('');
        expect(finish.reason).toBe('calls');
        expect(checkStream(events)).toEqual([]);
      }
    });
  }

  const texts: [string, string][] = [
    ['a JSON answer', '{"answer": 42}'],
    ['an envelope with an unknown tool', '{"tool":"rm","input":{}}'],
    ['an envelope of which one tool is unknown', JSON.stringify({ tool_calls: [call, { name: 'rm', input: {} }] })],
    ['an envelope without a usable entry', '{"tool_calls":[null,{"name":"search"}]}'],
    ['an empty list of calls', '{"type":"tool-calls","calls":[]}'],
    ['an envelope between sentences', `Here: ${JSON.stringify(call)}`],
    ['an envelope before a sentence', `${JSON.stringify(call)} is what I would call.`],
    ['an envelope in a code fence', `\`\`\`json\n${JSON.stringify(call)}\n\`\`\``],
    ['broken JSON', '{"tool":"search","input":{"q":'],
    ['a list', JSON.stringify([call])],
    ['only white space', ' \n\t '],
  ];
  test.each(texts)('%s stays text', async (_, said) => {
    const { sdk, ask } = openAgent();
    sdk.script(answer(text(said)));
    const { events, finish } = await ask({ tools });
    expect(textOf(events)).toBe(said);
    expect(calledIn(events)).toEqual([]);
    expect(finish.reason).toBe('stop');
  });

  test('An envelope stays text if the client asked for JSON, or declared no tools', async () => {
    const { sdk, ask } = openAgent();
    const said = JSON.stringify(call);
    sdk.script(answer(text(said)), answer(text(said)), answer(text(said)), answer(text(said)));
    const schema = { type: 'object' };
    for (const responseFormat of [{ kind: 'json' }, { kind: 'schema', schema }] as const) {
      expect(textOf((await ask({ tools, sampling: { responseFormat } })).events)).toBe(said);
    }
    expect(textOf((await ask()).events)).toBe(said);
    expect(calledIn((await ask({ tools, sampling: { responseFormat: { kind: 'text' } } })).events)).toHaveLength(1);
  });

  test('A started envelope is shown as text if the answer fails', async () => {
    const { sdk, ask } = openAgent({ limits: { silenceMs: 50 } });
    const said = JSON.stringify(call);
    sdk.script(
      rawThenSilence(
        ...streamEvents([text(said)])
          .slice(0, -3)
          .map(streamed),
      ),
    );
    const { events, finish } = await ask({ tools });
    expect(textOf(events)).toBe(said);
    expect(finish).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-silent' } });
  });
});

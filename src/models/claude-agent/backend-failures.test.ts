import { describe, expect, test } from 'vitest';
import { agentTool, agentTurn, openAgent } from '../../../test/agent-backend.ts';
import { collect, textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import {
  answer,
  apiError,
  assistant,
  type Play,
  raw,
  result,
  streamed,
  text,
  toolUse,
} from '../../../test/fake-agent-sdk.ts';
import { errorBody, streamEvents } from '../../../test/messages.ts';
import { proves } from '../../../test/requirements.ts';
import type { Message } from '../../core/index.ts';
import { checkSdk, type LoadedSdk } from './sdk.ts';

const MEBIBYTE = 1024 * 1024;
const beginning = streamEvents([text('Hello there')])
  .slice(0, 4)
  .map(streamed);

test('Definitions of tools that the agent changes cause a notice and a warning', async () => {
  const { sdk, ask, log } = openAgent();
  sdk.script(answer(text('Hello')));
  const tools = Array.from({ length: 60 }, (_, place) => agentTool(`t${place}`, { description: 'km² '.repeat(500) }));
  const { events, finish } = await ask({ tools });
  expect(finish.reason).toBe('stop');
  const message = expect.stringContaining('composes or removes some Unicode characters');
  expect(events[0]).toEqual({ type: 'notice', message });
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
});

test("The backend's address is removed from the agent's messages", async () => {
  const { sdk, ask } = openAgent({ backend: { baseUrl: 'http://10.1.2.3:4812/v1' }, limits: { retries: 0 } });
  sdk.script(apiError(500, 'no route from 10.1.2.3:4812'));
  expect((await ask()).finish.failure).toMatchObject({ message: 'no route from the server' });
});

describe('Refusals of the provider', () => {
  const refusals: [number, string, object, number][] = [
    [400, 'invalid model', { kind: 'upstream-rejected', status: 400, message: 'invalid model' }, 1],
    [401, 'invalid x-api-key', { kind: 'upstream-credentials', status: 401 }, 1],
    [403, 'forbidden', { kind: 'upstream-credentials', status: 403 }, 1],
    [404, 'model: nope', { kind: 'upstream-rejected', status: 404, message: 'model: nope' }, 1],
    [413, 'request too large', { kind: 'upstream-rejected', status: 413 }, 1],
    [429, 'slow down', { kind: 'upstream-busy', message: 'slow down' }, 3],
    [500, 'on fire', { kind: 'upstream-failed', status: 500, message: 'on fire' }, 3],
    [503, 'loading', { kind: 'upstream-failed', status: 503 }, 3],
    [529, 'Overloaded', { kind: 'upstream-busy', message: 'Overloaded' }, 3],
    [
      400,
      'prompt is too long: 9 tokens > 8 maximum',
      { kind: 'upstream-rejected', code: 'context_length_exceeded' },
      1,
    ],
  ];
  test.each(refusals)(
    'Status %i with "%s" is the right failure, after the right number of attempts',
    async (...row) => {
      const [status, message, failure, attempts] = row;
      const { sdk, ask } = openAgent({ limits: { retries: 2 } });
      sdk.script(...Array.from({ length: 9 }, () => apiError(status, message)));
      const { events, finish } = await ask();
      expect(finish.failure).toMatchObject(failure);
      expect(events).toHaveLength(1);
      expect(sdk.agents).toHaveLength(attempts);
      await Promise.all(sdk.agents.map(({ gone }) => gone));
    },
  );

  proves('L7', 'A temporary refusal is retried by the gateway and not visible to the caller', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(apiError(529, 'Overloaded'), apiError(500, 'on fire'), answer(text('Hello')));
    const { events, finish } = await ask();
    expect(textOf(events)).toBe('Hello');
    expect(finish.reason).toBe('stop');
    expect(sdk.agents).toHaveLength(3);
  });

  test('A busy provider is not retried if a fallback model follows', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(apiError(529, 'Overloaded'));
    expect((await ask({ hasNext: true })).finish.failure).toMatchObject({ kind: 'upstream-busy' });
    expect(sdk.agents).toHaveLength(1);
  });

  test('An error event in the stream ends the answer with the right failure', async () => {
    const { sdk, ask } = openAgent();
    const overloaded = streamed(errorBody('overloaded_error', 'Overloaded'));
    sdk.script(raw([...beginning, overloaded]), raw([overloaded]), answer(text('Hello')));
    const broken = await ask();
    expect(textOf(broken.events)).toBe('Hell');
    expect(broken.finish).toMatchObject({
      reason: 'failed',
      failure: { kind: 'upstream-failed', message: 'Overloaded' },
    });
    expect(checkStream(broken.events)).toEqual([]);
    expect(textOf((await ask()).events)).toBe('Hello');
  });

  test('A refusal in the middle of an answer keeps the text and fails', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(async function* (agent) {
      yield* beginning;
      return yield* apiError(500, 'the connection was lost')(agent);
    });
    const { events, finish } = await ask();
    expect(textOf(events)).toBe('Hell');
    expect(finish).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-failed', status: 500 } });
    expect(sdk.agents).toHaveLength(1);
  });

  test('A prompt that Claude Code itself finds too long is refused as too long', async () => {
    const { sdk, ask } = openAgent();
    const said = { is_error: true, terminal_reason: 'prompt_too_long', result: 'Prompt is too long' };
    sdk.script(raw([result(said)], new Error('Claude Code returned an error result: Prompt is too long')));
    expect((await ask()).finish.failure).toMatchObject({
      kind: 'upstream-rejected',
      status: 400,
      code: 'context_length_exceeded',
    });
  });

  proves('L10', 'Secrets never appear in the failure', async () => {
    const secret = 'sk-ant-canary-1234567890';
    const { sdk, ask, log } = openAgent({ backend: { apiKey: secret, headers: { 'x-key': 'canary-header-77' } } });
    const said = `invalid key ${secret} and canary-header-77`;
    sdk.script(
      apiError(400, said),
      raw([result({ subtype: 'error_during_execution', is_error: true, errors: [said] })]),
      died(said),
    );
    for (const _ of [1, 2, 3]) {
      const { finish } = await ask();
      expect(finish.reason).toBe('failed');
      expect(JSON.stringify(finish)).not.toContain('canary');
    }
    expect(JSON.stringify(log.lines)).not.toContain('canary');
  });
});

describe('Runs that end in an error', () => {
  const subtypes = [
    'error_max_turns',
    'error_during_execution',
    'error_max_budget_usd',
    'error_max_structured_output_retries',
    'error_of_the_future',
  ];
  test.each(subtypes)('A run that ends in %s is an explicit failure with its errors', async (subtype) => {
    const { sdk, ask } = openAgent();
    const failed = result({ subtype, is_error: true, errors: ['first', 7, 'second'], result: undefined });
    sdk.script(raw([failed], new Error('Claude Code returned an error result')));
    const { events, finish } = await ask({ tools: [agentTool('search')] });
    expect(events).toHaveLength(1);
    expect(finish.failure).toMatchObject({
      kind: 'upstream-broken',
      reason: `the agent ended with ${subtype}: first; second`,
    });
    expect(sdk.agents).toHaveLength(1);
  });

  test('A run without any message is an explicit failure', async () => {
    const { sdk, ask } = openAgent({ limits: { retries: 1 } });
    sdk.script(raw([]), raw([]));
    expect((await ask()).finish.failure).toEqual({
      kind: 'upstream-unreachable',
      backend: 'agent',
      reason: 'its agent could not answer: the agent ended without a result',
    });
    expect(sdk.agents).toHaveLength(2);
  });

  test('An answer without a result and without an end is an explicit failure', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(raw([assistant(text('Hello'))]));
    const { events, finish } = await ask();
    expect(textOf(events)).toBe('Hello');
    expect(finish).toMatchObject({
      reason: 'failed',
      failure: { kind: 'upstream-broken', reason: 'the agent ended without a result' },
    });
  });

  test('An error result with a text is not shown as an answer', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(raw([result({ is_error: true, result: 'Something broke' })]));
    const { events, finish } = await ask();
    expect(textOf(events)).toBe('');
    expect(finish.failure).toMatchObject({ reason: 'the agent ended with an error: Something broke' });
  });
});

function died(stderr: string, messages: readonly unknown[] = [], pieceLength = 65_536): Play {
  return async function* (agent) {
    yield* messages;
    for (let at = 0; at < stderr.length; at += pieceLength) agent.options.stderr(stderr.slice(at, at + pieceLength));
    throw new Error('Claude Code process exited with code 1');
  };
}

describe('A child that dies', () => {
  test('A death before the answer is retried, and the failure has the last output on stderr', async () => {
    const { sdk, ask } = openAgent({ limits: { retries: 2 } });
    sdk.script(died('one'), died('two'), died('Error: no such file\n    at main.js:1'));
    const { finish } = await ask();
    expect(finish.failure).toMatchObject({
      kind: 'upstream-unreachable',
      reason:
        'its agent could not answer: Claude Code process exited with code 1 Its last output on stderr: Error: no such file\n    at main.js:1',
    });
    expect(sdk.agents).toHaveLength(3);
  });

  test('A death in the middle of the answer fails with what it wrote to stderr, and is not retried', async () => {
    const { sdk, ask } = openAgent({ limits: { retries: 2 } });
    sdk.script(died('Killed', beginning));
    const { events, finish } = await ask();
    expect(textOf(events)).toBe('Hell');
    expect(finish.failure).toMatchObject({ kind: 'upstream-broken', reason: expect.stringContaining('Killed') });
    expect(sdk.agents).toHaveLength(1);
  });

  test('The failure has the end of a long output on stderr, not its beginning', async () => {
    const { sdk, ask } = openAgent({ limits: { retries: 0 } });
    sdk.script(died(`${'the beginning\n'.repeat(5_000)}FATAL: the cause`));
    const { finish } = await ask();
    expect(JSON.stringify(finish.failure)).toContain('FATAL: the cause');
    expect(JSON.stringify(finish.failure).length).toBeLessThan(3_000);
  });

  proves(
    'L10',
    'No part of a secret in a long output on stderr appears in the failure, wherever it is cut',
    async () => {
      const secret = `sk-ant-${Array.from({ length: 60 }, (_, place) => `canary${place}`).join('')}`;
      for (let shift = 0; shift < secret.length; shift += 37) {
        for (const most of [500, 1_500, 1_900, 3_900, 4_000, 7_900]) {
          const { sdk, ask } = openAgent({ limits: { retries: 0 }, backend: { apiKey: secret } });
          const written = `${'-'.repeat(9_000)}${secret}${'+'.repeat(Math.max(0, most - shift))}`;
          sdk.script(died(written), died(written, [], 100));
          for (const _ of [1, 2]) expect(JSON.stringify((await ask()).finish)).not.toMatch(/canary|anary\d|ary\d/);
        }
      }
    },
  );

  proves('L9', 'A flood on stderr is not kept in memory', async () => {
    const { sdk, ask } = openAgent({ limits: { retries: 0 } });
    const before = process.memoryUsage().rss;
    sdk.script(async function* (agent) {
      for (let time = 0; time < 1_600; time++) agent.options.stderr(`${time}`.padEnd(65_536, 'x'));
      return yield* answer(text('Hello'))(agent);
    });
    expect(textOf((await ask()).events)).toBe('Hello');
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEBIBYTE);
  });

  test('Messages of other kinds, and of subagents, are ignored', async () => {
    const { sdk, ask } = openAgent();
    const foreign = { ...streamed(streamEvents([text('no')])[3]), parent_tool_use_id: 'toolu_9' };
    const junk = [null, 7, 'x', [], {}, { type: 'system', subtype: 'status' }, { type: 'rate_limit_event' }, foreign];
    sdk.script(async function* (agent) {
      yield* junk;
      for await (const message of answer(text('Hello'))(agent)) yield* [...junk, message];
      return undefined;
    });
    expect(textOf((await ask()).events)).toBe('Hello');
  });
});

describe('Other SDKs than the tested one', () => {
  const failing: [string, () => Promise<LoadedSdk>, RegExp][] = [
    ['is not installed', async () => ({ ok: false, message: 'The package is not installed.' }), /not installed/],
    ['has no query', async () => checkSdk({ createSdkMcpServer() {} }, '0.1.0'), /\(0\.1\.0\) has no query\. Install/],
    ['has no functions', async () => checkSdk({}), /has no query and no createSdkMcpServer\. Install version/],
    ['is no module', async () => checkSdk(undefined), /has no query/],
  ];
  test.each(failing)('An SDK that %s makes the backend unusable, without retries', async (_, load, message) => {
    let loads = 0;
    const counted = () => {
      loads++;
      return load();
    };
    const { ask } = openAgent({ backend: { load: counted } });
    for (const _ of [1, 2]) {
      expect((await ask()).finish.failure).toMatchObject({
        kind: 'backend-unusable',
        message: expect.stringMatching(message),
      });
    }
    expect(loads).toBe(1);
  });

  test('An SDK whose loading throws fails the step and nothing else', async () => {
    const { ask, log } = openAgent({ backend: { load: () => Promise.reject(new Error('boom')) } });
    expect((await ask()).finish).toMatchObject({ reason: 'failed' });
    expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  test('An SDK whose query throws fails as unreachable, and every slot is free again', async () => {
    const sdk = {
      createSdkMcpServer: () => ({}) as never,
      query: () => {
        throw new Error('no executable');
      },
    };
    const { ask } = openAgent({ limits: { agentProcesses: 1 }, backend: { load: async () => ({ ok: true, sdk }) } });
    for (const _ of [1, 2]) {
      expect((await ask()).finish.failure).toMatchObject({
        kind: 'upstream-unreachable',
        reason: 'its agent could not be started: no executable',
      });
    }
  });

  test('An SDK whose MCP server cannot be given handlers fails with the cause, and starts no child', async () => {
    const { sdk, ask } = openAgent({ lacks: ['setRequestHandler'], limits: { agentProcesses: 1 } });
    for (const _ of [1, 2]) {
      const { finish } = await ask({ tools: [agentTool('search')] });
      expect(finish.failure).toMatchObject({
        kind: 'backend-unusable',
        message: expect.stringContaining('has no MCP server whose handlers can be set'),
      });
    }
    expect(sdk.agents).toHaveLength(0);
  });

  proves('S3.bridge.allowed', 'An agent that keeps its own tools is ended before it answers', async () => {
    const { sdk, ask } = openAgent({ builtins: ['Bash', 'Write'] });
    sdk.script(answer(toolUse('search')), answer(toolUse('search')));
    for (const tools of [[agentTool('search')], []]) {
      const { events, finish } = await ask({ tools });
      expect(events).toHaveLength(1);
      expect(finish.failure).toMatchObject({
        kind: 'backend-unusable',
        message: expect.stringContaining('did not turn off its own tool "Bash"'),
      });
    }
    expect(sdk.agents).toHaveLength(2);
    await Promise.all(sdk.agents.map(({ gone }) => gone));
  });

  const history: readonly Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'Find x.' }] },
    { role: 'assistant', content: [], calls: [{ id: 'toolu_1', name: 'search', arguments: '{"q":"x"}' }] },
    { role: 'tool', callId: 'toolu_1', name: 'search', content: [{ type: 'text', text: 'x is here' }] },
    { role: 'user', content: [{ type: 'text', text: 'And y?' }] },
  ];

  test('An agent that asks the model for every message gets the history as one text from then on, with one warning', async () => {
    for (const play of [answer(text('Too early.')), raw([assistant(text('Too early.'))]), apiError(500, 'too early')]) {
      const { sdk, ask, log } = openAgent({ ignoresShouldQuery: true });
      sdk.script(play, answer(text('Hello')), answer(text('Again')));
      expect(textOf((await ask({ messages: history })).events)).toBe('Hello');
      expect(textOf((await ask({ messages: history })).events)).toBe('Again');
      expect(sdk.agents).toHaveLength(3);
      expect(sdk.agents[1]?.sent).toHaveLength(1);
      const said = JSON.stringify(sdk.agents[1]?.sent[0]);
      for (const part of ['Find x.', 'x is here', 'And y?']) expect(said).toContain(part);
      expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
        ['warn', expect.stringContaining('cannot be given a history')],
      ]);
      await sdk.agents[0]?.gone;
    }
  });

  test('An agent that answers before it has read even one message fails, and is not asked for ever', async () => {
    let queries = 0;
    const sdk = {
      createSdkMcpServer: () => ({}) as never,
      query: () => {
        queries++;
        return (async function* () {
          yield streamed({ type: 'ping' });
        })();
      },
    };
    const { ask } = openAgent({ backend: { load: async () => ({ ok: true, sdk }) } });
    expect((await ask()).finish).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-broken' } });
    expect(queries).toBeLessThan(10);
  });

  test('An agent that leaves out a tool answers with the others, a notice and a warning', async () => {
    const { sdk, ask, log } = openAgent({ drops: ['read'] });
    sdk.script(answer(text('Hello')));
    const { events } = await ask({ tools: [agentTool('search'), agentTool('read')] });
    expect(textOf(events)).toBe('Hello');
    expect(events.filter(({ type }) => type === 'notice')).toEqual([
      { type: 'notice', message: expect.stringContaining('left out the tool "read"') },
    ]);
    expect(log.lines.map(({ level, fields }) => [level, fields.tool])).toEqual([['warn', 'read']]);
    expect(checkStream(events)).toEqual([]);
  });

  for (const lacks of [['interrupt'], ['close'], ['interrupt', 'close']] as const) {
    test(`An agent without ${lacks.join(' and ')} is ended, too`, async () => {
      const { sdk, backend, ask } = openAgent({ lacks, limits: { agentProcesses: 1 } });
      sdk.script(answer(text('Hello')), answer(toolUse('search')), answer(text('Bye')));
      expect(textOf((await ask()).events)).toBe('Hello');
      const turn = agentTurn('search');
      await collect(backend, turn.request());
      turn.end();
      expect(textOf((await ask()).events)).toBe('Bye');
      await Promise.all(sdk.agents.map(({ gone }) => gone));
    });
  }
});

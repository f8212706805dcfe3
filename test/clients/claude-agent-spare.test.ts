import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { textMessage, toolUseMessage } from '../messages.ts';
import { proves } from '../requirements.ts';
import { clientTool, openAgent, PREFIX, SONNET } from './claude-agent-gateway.ts';

/** The child process that is started early, for the results of calls that were handed over. */

const weather = clientTool('weather', { type: 'object', properties: { city: { type: 'string' } } });
const question = { role: 'user' as const, content: 'What is the weather?' };

type Agent = Awaited<ReturnType<typeof openAgent>>;

function callFor(id: string) {
  return toolUseMessage([{ id, name: `${PREFIX}weather`, input: { city: 'Oslo' } }]);
}

/** Asks, gets a call, and sends its result. Returns the answer to the result. */
async function askTwice({ chat }: Agent, second: object = {}) {
  const body = { model: SONNET, messages: [question], tools: [weather] };
  const first = await chat.create(body);
  const message = first.choices[0]?.message;
  const [call] = message?.tool_calls ?? [];
  if (message === undefined || call === undefined) throw new Error('No call was handed over.');
  await sleep(300); // the client runs its tool
  const result = { role: 'tool' as const, tool_call_id: call.id, content: 'Sunny' };
  return chat.create({ ...body, messages: [question, message, result], ...second });
}

const withSpare = { settings: { 'limits-agent-spare-ms': '60000' } };

describe('The child process that is started early', () => {
  proves('S3.single-turn', 'It answers the request with the results, with the whole history', async (context) => {
    const agent = await openAgent(context, withSpare);
    agent.upstream.script(callFor('toolu_1'), textMessage('It is sunny.'));
    const answer = await askTwice(agent);
    expect(answer.choices[0]?.message.content).toBe('It is sunny.');
    expect(agent.children.started()).toHaveLength(2);
    const [, asked] = agent.asked();
    expect(asked?.body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    await agent.children.gone();
  });

  test('It is not used for a request with other tools, and ends', async (context) => {
    const agent = await openAgent(context, withSpare);
    agent.upstream.script(callFor('toolu_1'), textMessage('It is sunny.'));
    await askTwice(agent, { tools: [weather, clientTool('time', { type: 'object' })] });
    expect(agent.children.started()).toHaveLength(3);
    expect(agent.children.running().length).toBeLessThanOrEqual(2);
    expect(agent.asked().at(-1)?.body.tools).toHaveLength(2);
  });

  test('If it dies while it waits, another one answers', async (context) => {
    const agent = await openAgent(context, { settings: { ...withSpare.settings, 'limits-retries': '0' } });
    agent.upstream.script(callFor('toolu_1'), textMessage('It is sunny.'));
    const killing = sleep(0).then(async () => {
      while (agent.children.started().length < 2) await sleep(10);
      const pid = agent.children.started()[1]?.pid;
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    });
    const answer = await askTwice(agent);
    await killing;
    expect(answer.choices[0]?.message.content).toBe('It is sunny.');
    expect(agent.children.started()).toHaveLength(3);
  });

  test('It gives its place to a turn that needs one, and ends after its time', async (context) => {
    const agent = await openAgent(context, {
      settings: { 'limits-agent-spare-ms': '400', 'limits-agent-processes': '1' },
    });
    agent.upstream.script(callFor('toolu_1'), textMessage('It is sunny.'), callFor('toolu_2'));
    await askTwice(agent, { tools: [weather, clientTool('time', { type: 'object' })] });
    expect(agent.asked()).toHaveLength(2);
    await agent.chat.create({ model: SONNET, messages: [question], tools: [weather] });
    await agent.children.gone(2_000);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { agentTool, openAgent } from '../../../test/agent-backend.ts';
import { answer, text, toolUse } from '../../../test/fake-agent-sdk.ts';
import type { Message } from '../../core/index.ts';

const question: Message = { role: 'user', content: [{ type: 'text', text: 'hi' }] };
const call = { id: 'toolu_search', name: 'search', arguments: '{}' };
const called: readonly Message[] = [
  question,
  { role: 'assistant', content: [], calls: [call] },
  { role: 'tool', callId: call.id, content: [{ type: 'text', text: 'found' }] },
];
const tools = [agentTool('search')];

/** Asks once, and gets a call. Then a child waits for its result. */
async function handOver(limits: { agentSpareMs: number; agentProcesses?: number }) {
  const opened = openAgent({ limits });
  opened.sdk.script(answer(toolUse('search')), answer(text('Found.')), answer(text('Found.')));
  await opened.ask({ messages: [question], tools });
  await sleep(10); // the child starts in the background
  return opened;
}

describe('The child that is started when calls are handed over', () => {
  test('It gets the request with the results', async () => {
    const { sdk, ask } = await handOver({ agentSpareMs: 10_000 });
    expect(sdk.agents).toHaveLength(2);
    expect(sdk.agents[1]?.sent).toEqual([]);
    const { finish } = await ask({ messages: called, tools });
    expect(finish.reason).toBe('stop');
    expect(sdk.agents).toHaveLength(2);
    expect(sdk.agents[1]?.sent.map(({ type }) => type)).toEqual(['user', 'assistant', 'user']);
  });

  test('A request with other tools or parameters does not get it', async () => {
    for (const other of [{ tools: [...tools, agentTool('read')] }, { tools, sampling: { temperature: 0 } }]) {
      const { sdk, ask } = await handOver({ agentSpareMs: 10_000 });
      await ask({ messages: called, ...other });
      expect(sdk.agents).toHaveLength(3);
      expect(sdk.agents[1]?.sent).toEqual([]);
    }
  });

  test('It ends after its time', async () => {
    const { sdk } = await handOver({ agentSpareMs: 30 });
    await sdk.agents[1]?.gone;
    expect(sdk.running).toBe(0);
  });

  test('It ends if another request needs its slot', async () => {
    const { sdk, ask } = await handOver({ agentSpareMs: 10_000, agentProcesses: 1 });
    const { finish } = await ask({ messages: [question] });
    expect(finish.failure).toBeUndefined();
    expect(sdk.running).toBeLessThanOrEqual(1);
  });

  test('It is not started if the limit is 0, and it ends with the backend', async () => {
    expect((await handOver({ agentSpareMs: 0 })).sdk.agents).toHaveLength(1);
    const { sdk, backend } = await handOver({ agentSpareMs: 10_000 });
    expect(sdk.running).toBe(1);
    await backend.close();
    expect(sdk.running).toBe(0);
  });
});

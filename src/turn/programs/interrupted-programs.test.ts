import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { gather, slowTool } from '../../../test/clients/gateway.ts';
import { Client, program, setUp, told } from '../../../test/programs.ts';
import { proves } from '../../../test/requirements.ts';
import { listed, plainAsk, user } from '../../../test/turns.ts';
import type { Ask, Message, TurnFailure } from '../../core/index.ts';
import type { Turns } from '../turn.ts';

describe('A request is repeated', () => {
  const failure = { kind: 'upstream-unreachable', backend: 'up', reason: 'reset' } as unknown as TurnFailure;

  proves('L2', 'After a failure, a retry continues with the outcome of a program that had finished', async () => {
    const { ask, backend, calls } = setUp([
      program('p = shop(item="abc")\nprint(bash(command="a"), p["price"])'),
      { failure },
      { text: 'Done.' },
    ]);
    const client = new Client(ask);
    await client.send();
    const messages = [...client.messages, ...client.results('A')];
    await ask({ tools: listed('bash'), messages });
    const { answer } = await ask({ tools: listed('bash'), messages });
    expect(answer.text).toBe('Done.');
    expect(told(backend)).toEqual(['A 3']);
    expect(calls).toHaveLength(1);
  });

  test('A client that disconnects at a paused program gets the same calls when it asks again', async () => {
    const { turns, ask, backend, calls } = setUp([
      program('p = shop(item="abc")\nprint(bash(command="a"), p["price"])'),
      { text: 'Done.' },
    ]);
    const asked: Ask = { ...plainAsk, tools: listed('bash'), messages: [user('hi')] };
    const started = await turns.start(asked, new AbortController());
    if (!started.ok) throw new Error('not started');
    for await (const batch of started.turn.events)
      if (batch.some((event) => event.type === 'call' && event.owner === 'client')) break;
    const { answer } = await ask(asked);
    expect(answer.calls).toMatchObject([{ name: 'bash', arguments: '{"command":"a"}' }]);
    const [call] = answer.calls;
    const result: Message = { role: 'tool', callId: call?.id ?? '', content: [{ type: 'text', text: 'A' }] };
    await ask({
      ...asked,
      messages: [...asked.messages, { role: 'assistant', content: [], calls: answer.calls }, result],
    });
    expect(told(backend)).toEqual(['A 3']);
    expect(calls).toHaveLength(1);
    expect(backend.requests).toHaveLength(2);
  });

  test('A client that disconnects at the second pause gets the same calls when it asks again', async () => {
    const code = 'a = bash(command="a")\np = shop(item="abc")\nprint(a, bash(command="b"), p["price"])';
    const { turns, ask, backend, calls } = setUp([program(code), { text: 'Done.' }]);
    const client = new Client(ask);
    await client.send();
    client.messages.push(...client.results('A'));
    const asked: Ask = { ...plainAsk, tools: listed('bash'), messages: [...client.messages] };
    const started = await turns.start(asked, new AbortController());
    if (!started.ok) throw new Error('not started');
    for await (const batch of started.turn.events)
      if (batch.some((event) => event.type === 'call' && event.owner === 'client')) break;
    await client.send();
    expect(client.calls).toMatchObject([{ name: 'bash', arguments: '{"command":"b"}' }]);
    await client.reply('B');
    expect(told(backend)).toEqual(['A B 3']);
    expect(calls).toHaveLength(1);
  });

  proves(
    'L2',
    'A program that is cancelled twice while calls of both owners are open continues with them',
    async () => {
      const slow = slowTool();
      const code = 'import asyncio\nprint(await asyncio.gather(bash(command="a"), slow(), bash(command="b")))';
      const { turns, ask, backend } = setUp([program(code), { text: 'Done.' }], [slow]);
      for (let time = 0; time < 2; time++) await cancelAt(slow, turns);
      const client = new Client(ask);
      await client.send();
      expect(client.calls.map(({ arguments: args }) => args)).toEqual(['{"command":"a"}', '{"command":"b"}']);
      await client.reply('A', 'B');
      expect(told(backend)).toEqual(["['A', 'slow', 'B']"]);
      expect(slow.runs).toBe(3);
    },
  );

  proves('L2', 'If one program of a step was cancelled and another one waited, a retry continues both', async () => {
    const slow = slowTool();
    const one = program('print(1, bash(command="a"))').calls?.[0];
    const two = program('p = shop(item="ab")\nprint(slow(), p["price"], bash(command="b"))').calls?.[0];
    if (one === undefined || two === undefined) throw new Error('no call');
    const { turns, ask, backend, calls } = setUp([{ calls: [one, { ...two, id: 'py2' }] }, { text: 'Done.' }], [slow]);
    await cancelAt(slow, turns);
    const client = new Client(ask);
    await client.send();
    expect(client.calls.map(({ arguments: args }) => args)).toEqual(['{"command":"a"}', '{"command":"b"}']);
    await client.reply('A', 'B');
    expect(told(backend)).toEqual(['1 A', 'slow 2 B']);
    expect({ shop: calls.length, slow: slow.runs }).toEqual({ shop: 1, slow: 2 });
  });
});

/** Starts the client's first request, and cancels it while the tool runs and the programs wait. */
async function cancelAt(slow: ReturnType<typeof slowTool>, turns: Turns): Promise<void> {
  slow.hangs = true;
  const abort = new AbortController();
  const started = await turns.start({ ...plainAsk, tools: listed('bash'), messages: [user('hi')] }, abort);
  if (!started.ok) throw new Error('not started');
  const begun = slow.begun();
  const reading = gather(started.turn.events);
  await begun;
  await sleep(200); // the other program must have reached its pause
  abort.abort();
  await reading;
  slow.hangs = false;
}

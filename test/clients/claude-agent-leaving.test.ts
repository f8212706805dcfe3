import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventActions, eventText, streamEvents, textMessage, toolUseMessage } from '../messages.ts';
import { proves } from '../requirements.ts';
import { type Action, flood, hang, type Play, until, wait } from '../upstream.ts';
import { type AgentGateway, clientTool, openAgent, PREFIX, SONNET } from './claude-agent-gateway.ts';
import { countingTool, type GatewayOptions, slowTool } from './gateway.ts';

/** Clients that leave, gateways that close, and many turns at once, with the real agent. */

const hello = { model: SONNET, messages: [{ role: 'user' as const, content: 'Hello?' }] };
const GENEROUS_MS = 3_000;

const delta = eventText({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'more ' } });
const beginning: readonly Action[] = eventActions(streamEvents([{ type: 'text', text: 'Once' }]).slice(0, 4));

/** Waits until the condition holds. Fails after a few seconds. */
async function eventually(condition: () => boolean): Promise<void> {
  for (let time = 0; time < 1_000 && !condition(); time++) await sleep(10);
  expect(condition()).toBe(true);
}

/** Checks that nothing is left of a turn that was aborted, and that its slot is free for the next turn. */
async function expectFreed({ chat, upstream, children, asked }: AgentGateway, requests: number): Promise<void> {
  const leftAt = performance.now();
  await children.gone(GENEROUS_MS);
  const closed = await Promise.all(asked().map(({ whenClosed }) => whenClosed));
  for (const at of closed) expect(at - leftAt).toBeLessThan(GENEROUS_MS);
  await sleep(100);
  expect(asked()).toHaveLength(requests);
  upstream.script(textMessage('Free again'));
  const next = await chat.create({ ...hello, tools: [] });
  expect(next.choices[0]?.message.content).toBe('Free again');
}

const single: GatewayOptions = { settings: { 'limits-agent-processes': '1' } };

describe('A client of the real agent that leaves', () => {
  const stages: readonly (readonly [when: string, play: Play, isBegun: boolean])[] = [
    ['before the first byte', [hang], false],
    ['in the middle of the answer', [...beginning, hang], true],
    ['during a flood of events', [...beginning, flood(delta)], true],
  ];

  for (const [when, play, isBegun] of stages) {
    proves(
      'L7',
      `If the client leaves ${when}, its request and its process end, and the next turn gets the slot`,
      async (context) => {
        const agent = await openAgent(context, single);
        agent.upstream.script(play);
        const leaving = new AbortController();
        const asking = agent.chat
          .create({ ...hello, stream: true }, { signal: leaving.signal })
          .then(async (chunks) => {
            for await (const { choices } of chunks) if ((choices[0]?.delta.content ?? '') !== '') leaving.abort();
          });
        if (!isBegun) {
          await eventually(() => agent.asked().length === 1);
          leaving.abort();
        }
        await asking.catch(() => {});
        await expectFreed(agent, 1);
      },
    );
  }

  test('If the client leaves while the process starts, no request is sent', async (context) => {
    const agent = await openAgent(context, single);
    const leaving = new AbortController();
    const asking = agent.chat.create(hello, { signal: leaving.signal }).catch(() => {});
    await eventually(() => agent.children.started().length === 1);
    leaving.abort();
    await asking;
    await agent.children.gone(GENEROUS_MS);
    expect(agent.asked().length).toBeLessThanOrEqual(1);
  });

  proves(
    'S3.executors',
    'If the client leaves while a tool runs, the tool is aborted and the model is not asked again',
    async (context) => {
      const slow = slowTool();
      slow.hangs = true;
      const agent = await openAgent(context, { ...single, tools: [slow] });
      agent.upstream.script(toolUseMessage([{ name: `${PREFIX}slow` }]));
      const leaving = new AbortController();
      const asking = agent.chat.create(hello, { signal: leaving.signal }).catch(() => {});
      await slow.begun();
      leaving.abort();
      await asking;
      await expectFreed(agent, 1);
      expect(slow.cancelled).toBe(1);
    },
  );

  test('If the client leaves while its turn waits for a process, the turn never starts one', async (context) => {
    const agent = await openAgent(context, single);
    const release = Promise.withResolvers<void>();
    agent.upstream.script([until(release.promise), ...beginning, hang]);
    const first = new AbortController();
    const asking = agent.chat.create(hello, { signal: first.signal }).catch(() => {});
    await eventually(() => agent.asked().length === 1);
    const second = new AbortController();
    const waiting = agent.chat.create(hello, { signal: second.signal }).catch(() => {});
    await sleep(200);
    second.abort();
    await waiting;
    first.abort();
    release.resolve();
    await asking;
    await expectFreed(agent, 1);
    expect(agent.children.started()).toHaveLength(2);
  });

  test('A turn that exceeds its time limit ends with its process', async (context) => {
    const agent = await openAgent(context, { settings: { 'limits-turn-ms': '1500', 'limits-agent-processes': '1' } });
    agent.upstream.script([hang]);
    await expect(agent.chat.create(hello)).rejects.toThrow(/1500 ms/);
    await expectFreed(agent, 1);
  });
});

describe('A gateway with the real agent that closes', () => {
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('toolpath-agent-'));

  test('Closing ends processes that answer, that wait for tools and that wait for a slot, and removes their folder', async (context) => {
    const before = new Set(folders());
    const slow = slowTool();
    slow.hangs = true;
    const agent = await openAgent(context, { tools: [slow], settings: { 'limits-agent-processes': '2' } });
    const { chat, upstream, children, asked } = agent;
    upstream.script((request) =>
      Array.isArray(request.body.tools) && request.body.tools.length > 0 ? slowCall(request) : [...beginning, hang],
    );
    const slowCall = toolUseMessage([{ name: `${PREFIX}slow` }]) as Extract<Play, (...given: never) => unknown>;
    const running = chat.create(hello).catch((error: unknown) => error);
    await slow.begun();
    upstream.script([...beginning, hang]);
    const answering = chat.create({ ...hello, tools: [] }).catch((error: unknown) => error);
    await eventually(() => asked().length === 2);
    const waiting = chat.create({ ...hello, tools: [] }).catch((error: unknown) => error);
    await sleep(100);
    expect(children.running()).toHaveLength(2);
    const mine = folders().filter((name) => !before.has(name));
    expect(mine.length).toBeGreaterThan(0);
    await agent.stop();
    await children.gone(GENEROUS_MS);
    for (const answer of await Promise.all([running, answering, waiting])) expect(answer).toBeInstanceOf(Error);
    expect(children.started()).toHaveLength(2);
    expect(asked()).toHaveLength(2);
    const own = children.started().map(({ cwd }) => cwd);
    expect(own.filter((folder) => existsSync(folder))).toEqual([]);
  });

  test('After ordinary turns nothing is left: no process, no request, and after closing no folder', async (context) => {
    const agent = await openAgent(context);
    agent.upstream.script(textMessage('One'), toolUseMessage([{ name: `${PREFIX}look` }]));
    await agent.chat.create(hello);
    await agent.chat.create({ ...hello, tools: [clientTool('look')] });
    await agent.children.gone(1_000);
    expect(agent.asked()).toHaveLength(2);
    await agent.stop();
    expect(agent.children.started().filter(({ cwd }) => existsSync(cwd))).toEqual([]);
  });
});

describe('Many turns with the real agent', () => {
  test('Twelve turns share two processes at a time, and each gets its own answer', async (context) => {
    const echo = countingTool('echo', ({ q }) => `echo of ${q}`);
    const agent = await openAgent(context, { tools: [echo], settings: { 'limits-agent-processes': '2' } });
    let most = 0;
    const answer: Play = ({ body }) => {
      most = Math.max(most, agent.children.running().length);
      const text = JSON.stringify(body.messages);
      const number = /Number (\d+)/.exec(text)?.[1] ?? '';
      const play = text.includes('tool_result')
        ? textMessage(`Answer ${number}: ${/echo of \d+/.exec(text)?.[0]}`)
        : toolUseMessage([{ name: `${PREFIX}echo`, input: { q: number } }]);
      return [wait(20), ...(typeof play === 'function' ? play({ body } as never) : play)];
    };
    agent.upstream.script(...Array.from({ length: 24 }, () => answer));
    const numbers = Array.from({ length: 12 }, (_, place) => place);
    const answers = await Promise.all(
      numbers.map((number) =>
        agent.chat.create({ ...hello, messages: [{ role: 'user', content: `Number ${number}` }] }),
      ),
    );
    expect(answers.map(({ choices }) => choices[0]?.message.content)).toEqual(
      numbers.map((number) => `Answer ${number}: echo of ${number}`),
    );
    expect(agent.asked()).toHaveLength(24);
    expect(agent.children.started()).toHaveLength(12);
    expect(most).toBeLessThanOrEqual(2);
    await agent.children.gone();
  });
});

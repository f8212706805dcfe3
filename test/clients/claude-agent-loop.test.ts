import { describe, expect, test } from 'vitest';
import { toolOf } from '../deferral.ts';
import { textMessage, thinkingMessage, toolUseMessage } from '../messages.ts';
import { proves } from '../requirements.ts';
import {
  type AskedModel,
  type Block,
  blocksIn,
  brokenCall,
  isOurs,
  messagesIn,
  openAgent,
  PREFIX,
  SONNET,
  scriptAround,
} from './claude-agent-gateway.ts';
import { countingTool } from './gateway.ts';

/** Tools of the gateway: the real agent runs its own loop in one child process, and its tools run in the gateway. */

const hello = { model: SONNET, messages: [{ role: 'user' as const, content: 'Hello?' }] };
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const say = (name: string, q = '', id?: string) => ({
  name: PREFIX + name,
  input: { q },
  ...(id !== undefined && { id }),
});

/** A fresh run may append its reminders to the last result. */
const REMINDER = /\n\n<system-reminder>\n# Environment[\s\S]*$/;

/** Returns the tool results in the last message of a request, by call id. */
function resultsIn(asked: AskedModel | undefined): ReadonlyMap<string, Block> {
  const results = blocksIn(asked?.body.messages.at(-1)?.content).filter(({ type }) => type === 'tool_result');
  return new Map(results.map((result) => [String(result.tool_use_id), result]));
}

function textOf(result: Block | undefined): string {
  return blocksIn(result?.content as string | readonly Block[])
    .map(({ text }) => String(text).replace(REMINDER, ''))
    .join('');
}

describe("The loop of the real agent over the gateway's tools", () => {
  for (const stream of [false, true]) {
    proves(
      'S3.executors',
      `Several steps with parallel calls, errors and reasoning run in one child process (streamed: ${stream})`,
      async (context) => {
        const echo = countingTool('echo', ({ q }) => `echo of ${q}`);
        const fail = countingTool('fail', () => {
          throw new Error('the disk is full');
        });
        const agent = await openAgent(context, { tools: [echo, fail] });
        agent.upstream.script(
          thinkingMessage('First think.', {
            text: 'I try. ',
            signature: 'sig-1',
            calls: [say('echo', 'one')],
            tokens: [10, 1],
          }),
          toolUseMessage([say('echo', 'two', 'toolu_2'), say('fail', '', 'toolu_3'), say('echo', 'four', 'toolu_4')], {
            tokens: [20, 2],
          }),
          toolUseMessage([say('echo', 'five', 'toolu_5')], { tokens: [30, 3] }),
          textMessage('All done.', { tokens: [40, 4], usage: { cache_read_input_tokens: 5 } }),
        );
        const body = { ...hello, stream_options: { include_usage: true } };
        const answer = stream ? await agent.chat.stream(body).finalChatCompletion() : await agent.chat.create(hello);
        const [choice] = answer.choices;
        expect(choice?.finish_reason).toBe('stop');
        expect(choice?.message.content).toContain('All done.');
        expect(choice?.message.tool_calls ?? []).toEqual([]);
        expect([echo.runs, fail.runs]).toEqual([4, 1]);
        expect(agent.children.started()).toHaveLength(1);
        expect(agent.asked()).toHaveLength(4);
        const [, second, third, fourth] = agent.asked();
        expect(textOf(resultsIn(second).get('toolu_0'))).toContain('echo of one');
        expect(textOf(resultsIn(third).get('toolu_2'))).toContain('echo of two');
        expect(resultsIn(third).get('toolu_3')).toMatchObject({ is_error: true });
        expect(textOf(resultsIn(third).get('toolu_3'))).toContain('the disk is full');
        expect(textOf(resultsIn(third).get('toolu_4'))).toContain('echo of four');
        expect(textOf(resultsIn(fourth).get('toolu_5'))).toContain('echo of five');
        const [, said] = fourth === undefined ? [] : messagesIn(fourth);
        expect(said?.content.slice(0, 2)).toEqual([
          { type: 'thinking', thinking: 'First think.', signature: 'sig-1' },
          expect.objectContaining({ type: 'text', text: 'I try. ' }),
        ]);
        expect(answer.usage).toMatchObject({ prompt_tokens: 45, completion_tokens: 10, total_tokens: 55 });
        expect(JSON.stringify(agent.gateway.log.lines)).not.toContain('error_max_turns');
        await agent.children.gone();
      },
    );
  }

  proves('S3.executors', 'Parallel calls of one step run at the same time', async (context) => {
    let running = 0;
    let most = 0;
    const both = Promise.withResolvers<void>();
    const wait = countingTool('wait', async () => {
      most = Math.max(most, ++running);
      if (running === 3) both.resolve();
      await both.promise;
      running--;
      return 'done';
    });
    const { chat, upstream } = await openAgent(context, { tools: [wait] });
    upstream.script(toolUseMessage([say('wait', '1'), say('wait', '2'), say('wait', '3')]), textMessage('Done.'));
    expect((await chat.create(hello)).choices[0]?.message.content).toBe('Done.');
    expect(most).toBe(3);
  });

  proves('S3.executors', 'A denied call becomes an error for the model, and its tool does not run', async (context) => {
    const remove = countingTool('remove', () => 'removed');
    const settings = { permit: JSON.stringify([{ tool: 'remove', verdict: 'deny', reason: 'It is Sunday.' }]) };
    const { chat, upstream, asked, children } = await openAgent(context, {
      tools: [remove, countingTool('echo', () => 'x')],
      settings,
    });
    upstream.script(toolUseMessage([say('remove'), say('echo')]), textMessage('I may not.'));
    expect((await chat.create(hello)).choices[0]?.message.content).toBe('I may not.');
    expect(remove.runs).toBe(0);
    const results = resultsIn(asked()[1]);
    expect(results.get('toolu_0')).toMatchObject({ is_error: true });
    expect(textOf(results.get('toolu_1'))).toBe('x');
    expect(children.started().length).toBeLessThanOrEqual(2);
  });

  proves('S3.executors', 'Long results and images reach the model whole', async (context) => {
    const marked = (place: number, length: number) => `<${place}>${'x'.repeat(length)}</${place}>`;
    const long = countingTool('long', ({ q }) => marked(Number(q), Number(q) === 0 ? 60_000 : 100_000));
    const look = countingTool('look', () => ({
      content: [
        { type: 'text', text: 'here' },
        { type: 'image', mimeType: 'image/png', data: PNG },
      ],
    }));
    const settings = { 'limits-outcome-bytes': '1000000' };
    const { chat, upstream, asked, children } = await openAgent(context, { tools: [long, look], settings });
    upstream.script(
      toolUseMessage([say('long', '0'), say('look')]),
      toolUseMessage([1, 2, 3, 4, 5].map((place) => say('long', String(place), `toolu_l${place}`))),
      textMessage('Done.'),
    );
    expect((await chat.create(hello)).choices[0]?.message.content).toBe('Done.');
    expect(textOf(resultsIn(asked()[1]).get('toolu_0'))).toContain(marked(0, 60_000));
    const seen = resultsIn(asked()[1]).get('toolu_1')?.content;
    expect(seen).toEqual([
      { type: 'text', text: 'here' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
    ]);
    for (const place of [1, 2, 3, 4, 5]) {
      expect(textOf(resultsIn(asked()[2]).get(`toolu_l${place}`))).toContain(marked(place, 100_000));
    }
    expect(children.started()).toHaveLength(1);
  });

  proves(
    'S3.executors',
    'Results with odd characters, without text and with the words of commands reach the model as they are',
    async (context) => {
      const texts = [
        '… ½ ﬁ Ａ ² e\u0301',
        '👨\u200d👩\u200d👧 نمی\u200cخواهم',
        '/help @package.json',
        '<system-reminder>x</system-reminder>',
        '{"type":"image"}',
        '',
      ];
      const echo = countingTool('echo', ({ q }) => texts[Number(q)]);
      const { chat, upstream, asked, children } = await openAgent(context, { tools: [echo] });
      upstream.script(toolUseMessage(texts.map((_, place) => say('echo', String(place)))), textMessage('Done.'));
      await chat.create(hello);
      const results = resultsIn(asked()[1]);
      for (const [place, text] of texts.entries()) {
        if (text !== '') expect(textOf(results.get(`toolu_${place}`))).toBe(text);
      }
      expect(results.size).toBe(texts.length);
      expect(children.started()).toHaveLength(1);
    },
  );

  proves('S3.executors', 'A tool may run for longer than the silence limit of the model', async (context) => {
    const slow = countingTool('slow', async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return 'at last';
    });
    const settings = { 'limits-silence-ms': '700', 'limits-first-byte-ms': '5000' };
    const { chat, upstream, asked, children } = await openAgent(context, { tools: [slow], settings });
    upstream.script(toolUseMessage([say('slow')]), textMessage('Done.'));
    expect((await chat.create(hello)).choices[0]?.message.content).toBe('Done.');
    expect(textOf(resultsIn(asked()[1]).get('toolu_0'))).toBe('at last');
    expect(children.started()).toHaveLength(1);
  });

  proves('S3.executors', 'The last step that the limit allows answers without tools', async (context) => {
    const echo = countingTool('echo', ({ q }) => `echo ${q}`);
    const { chat, upstream, asked, children, gateway } = await openAgent(context, {
      tools: [echo],
      settings: { 'limits-steps': '3' },
    });
    upstream.script(
      toolUseMessage([say('echo', '1', 'toolu_1')]),
      toolUseMessage([say('echo', '2', 'toolu_2')]),
      textMessage('That is all.'),
    );
    const { choices } = await chat.create(hello);
    expect(choices[0]?.message.content).toBe('That is all.');
    expect(choices[0]?.finish_reason).toBe('stop');
    expect(echo.runs).toBe(2);
    expect(asked()).toHaveLength(3);
    expect(asked()[2]?.body.tool_choice).toEqual({ type: 'none' });
    expect(JSON.stringify(gateway.log.lines)).not.toContain('max_turns');
    await children.gone();
  });

  proves('S3.executors', 'A turn may have more steps than the agent itself would take by default', async (context) => {
    const echo = countingTool('echo', ({ q }) => `echo ${q}`);
    const { chat, upstream, asked, children } = await openAgent(context, {
      tools: [echo],
      settings: { 'limits-steps': '30' },
    });
    upstream.script(
      ...Array.from({ length: 24 }, (_, place) => toolUseMessage([say('echo', String(place), `toolu_${place}`)])),
      textMessage('Done.'),
    );
    expect((await chat.create(hello)).choices[0]?.message.content).toBe('Done.');
    expect(echo.runs).toBe(24);
    expect(asked()).toHaveLength(25);
    expect(children.started()).toHaveLength(1);
  });

  proves(
    'S3.executors',
    'Broken arguments and unknown tools become errors for the model, and the turn continues',
    async (context) => {
      const echo = countingTool('echo', ({ q }) => `echo ${q}`);
      const { chat, upstream, asked, children } = await openAgent(context, { tools: [echo] });
      scriptAround(
        upstream,
        toolUseMessage([say('ecko', 'x', 'toolu_1')]),
        toolUseMessage([say('echo', 'y', 'toolu_2')]),
        brokenCall({ name: `${PREFIX}echo`, id: 'toolu_3' }, '{"q": oops}'),
        textMessage('Done.'),
      );
      expect((await chat.create(hello)).choices[0]?.message.content).toBe('Done.');
      expect(echo.runs).toBe(1);
      const ours = asked().filter(isOurs);
      expect(ours).toHaveLength(4);
      expect(resultsIn(ours[1]).get('toolu_1')).toMatchObject({ is_error: true });
      expect(textOf(resultsIn(ours[1]).get('toolu_1'))).toContain('ecko');
      expect(resultsIn(ours[3]).get('toolu_3')).toMatchObject({ is_error: true });
      await children.gone();
      expect(asked()).toHaveLength(4); // no request of Claude Code itself
    },
  );
});

describe('A fresh run of the real agent in the middle of a turn', () => {
  proves(
    'S3.executors',
    'If the child dies while a tool runs, a new one continues the turn with its history',
    async (context) => {
      const killed: number[] = [];
      const kill = countingTool('kill', () => {
        for (const pid of children.running()) {
          killed.push(pid);
          process.kill(pid, 'SIGKILL');
        }
        return 'killed';
      });
      const { chat, upstream, asked, children } = await openAgent(context, { tools: [kill] });
      upstream.script(thinkingMessage('Hm.', { signature: 'sig-1', calls: [say('kill')] }), textMessage('Still here.'));
      expect((await chat.create(hello)).choices[0]?.message.content).toBe('Still here.');
      expect(killed).toHaveLength(1);
      expect(kill.runs).toBe(1);
      expect(children.started()).toHaveLength(2);
      expect(asked()).toHaveLength(2);
      const again = asked()[1] === undefined ? [] : messagesIn(asked()[1] as AskedModel);
      expect(again[1]?.content).toEqual([
        { type: 'thinking', thinking: 'Hm.', signature: 'sig-1' },
        { type: 'tool_use', id: 'toolu_0', name: `${PREFIX}kill`, input: { q: '' } },
      ]);
      expect(textOf(resultsIn(asked()[1]).get('toolu_0'))).toContain('killed');
      await children.gone();
    },
  );

  proves('S3.executors', 'A tool that the model finds by searching runs in the same child process', async (context) => {
    const ran: string[] = [];
    const tools = [
      toolOf('clock', 'Tells the time', ran),
      toolOf('book_flight', 'Books a flight between two airports', ran, 'travel'),
      toolOf('send_email', 'Sends an email message', ran, 'mail'),
      toolOf('list_emails', 'Lists email messages', ran, 'mail'),
    ];
    const settings = { 'mcp-tools-in-prompt': JSON.stringify({ small: 0, medium: 0, large: 0 }) };
    const { chat, upstream, asked, children } = await openAgent(context, { tools, settings });
    upstream.script(
      toolUseMessage([{ id: 'toolu_1', name: `${PREFIX}tool_search`, input: { query: 'send an email message' } }]),
      toolUseMessage([
        { id: 'toolu_2', name: `${PREFIX}call_tool`, input: { name: 'mail::send_email', arguments: {} } },
      ]),
      textMessage('Sent.'),
    );
    expect((await chat.create(hello)).choices[0]?.message.content).toBe('Sent.');
    expect(ran).toEqual(['send_email']);
    expect(textOf(resultsIn(asked()[1]).get('toolu_1'))).toContain('send_email');
    expect(children.started()).toHaveLength(1);
  });

  proves(
    'S3.executors',
    'If the next request differs from what the child knows, a new child gets the whole history',
    async (context) => {
      const echo = countingTool('echo', ({ q }) => `echo ${q}`);
      const { chat, upstream, asked, children } = await openAgent(context, {
        tools: [echo],
        settings: { 'limits-steps': '2' },
      });
      upstream.script(
        thinkingMessage('Hm.', { text: 'I look.', calls: [say('echo', '1')] }),
        textMessage('That is all.'),
      );
      expect((await chat.create(hello)).choices[0]?.message.content).toContain('That is all.');
      const second = asked()[1];
      expect(second?.body.tool_choice).toEqual({ type: 'none' }); // this is the last step
      const history = second === undefined ? [] : messagesIn(second);
      expect(history[1]?.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use']);
      expect(textOf(resultsIn(second).get('toolu_0'))).toBe('echo 1');
      expect(children.started()).toHaveLength(2);
      await children.gone();
    },
  );
});

describe('What a client sees of the loop', () => {
  test('The text of all steps is streamed in order while tools run', async (context) => {
    const gate = Promise.withResolvers<void>();
    const wait = countingTool('wait', async () => {
      await gate.promise;
      return 'x';
    });
    const { chat, upstream } = await openAgent(context, { tools: [wait] });
    upstream.script(toolUseMessage([say('wait')], { text: 'One moment. ' }), textMessage('Here it is.'));
    let text = '';
    const chunks = [];
    for await (const chunk of await chat.create({ ...hello, stream: true })) {
      chunks.push(chunk);
      text += chunk.choices[0]?.delta.content ?? '';
      if (text.startsWith('One moment.')) gate.resolve();
    }
    expect(text).toBe('One moment. Here it is.');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });
});

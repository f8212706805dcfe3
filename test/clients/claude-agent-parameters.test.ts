import { describe, expect, type TestContext, test } from 'vitest';
import { textMessage, thinkingMessage, toolUseMessage } from '../messages.ts';
import { proves } from '../requirements.ts';
import { clientTool, messagesIn, openAgent, PREFIX, SONNET } from './claude-agent-gateway.ts';

/** Parameters of a chat-completions request as they reach the model through the real agent. */

const question = { role: 'user' as const, content: 'Hello?' };
const look = clientTool('look');
const tools = [look, clientTool('a.b')];
const KEEP_REASONING = { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] };

/** Asks several times, and returns what the model received and the warnings of each request. */
async function sentFor(context: TestContext, ...requests: readonly object[]) {
  const { chat, upstream, asked, gateway, children } = await openAgent(context);
  const sent: (Readonly<Record<string, unknown>> & { readonly dropped: readonly unknown[] })[] = [];
  for (const request of requests) {
    upstream.script(textMessage('{"a":"b"}'));
    const before = gateway.log.lines.length;
    const { choices } = await chat.create({ model: SONNET, messages: [question], ...request });
    const warnings = gateway.log.lines.slice(before).filter(({ level }) => level === 'warn');
    const dropped = warnings.map(({ fields }) => fields.member);
    sent.push({ ...asked().at(-1)?.body, dropped, text: choices[0]?.message.content });
  }
  expect(asked()).toHaveLength(requests.length);
  await children.gone();
  return sent;
}

describe('The tool choice', () => {
  test('auto, none, required, a named tool and single calls reach the model', async (context) => {
    const named = (name: string) => ({ type: 'function', function: { name } });
    const sent = await sentFor(
      context,
      { tools },
      { tools, tool_choice: 'auto', parallel_tool_calls: false },
      { tools, tool_choice: 'none' },
      { tools, tool_choice: 'required' },
      { tools, tool_choice: named('look') },
    );
    expect(sent.map(({ tool_choice: choice }) => choice)).toEqual([
      undefined,
      { type: 'auto', disable_parallel_tool_use: true },
      { type: 'none' },
      { type: 'any' },
      { type: 'tool', name: `${PREFIX}look` },
    ]);
    expect(sent.map(({ dropped }) => dropped)).toEqual([[], [], [], [], []]);
    // The API refuses a forced tool together with reasoning.
    expect(sent.map(({ thinking }) => thinking)).toEqual([
      expect.objectContaining({ type: 'enabled' }),
      expect.objectContaining({ type: 'enabled' }),
      expect.objectContaining({ type: 'enabled' }),
      { type: 'disabled' },
      { type: 'disabled' },
    ]);
  });

  test('A forced tool is dropped with a warning if the newest model does not support it', async (context) => {
    const [sent] = await sentFor(context, { model: 'up/sonnet', tools, tool_choice: 'required' });
    expect(sent?.dropped).toEqual(['tool_choice']);
    expect(sent?.tool_choice).toBeUndefined();
  });

  proves(
    'S3.executors',
    'A forced tool of the gateway is called in the first step, and the next one may answer',
    async (context) => {
      const tool = { name: 'look', description: 'd', schema: { type: 'object' }, invoke: () => 'seen' };
      const { chat, upstream, asked } = await openAgent(context, { tools: [tool] });
      upstream.script(toolUseMessage([{ name: `${PREFIX}look` }]), textMessage('Done.'));
      const { choices } = await chat.create({ model: SONNET, messages: [question], tool_choice: 'required' });
      expect(choices[0]?.message.content).toBe('Done.');
      expect(asked().map(({ body }) => body.tool_choice)).toEqual([{ type: 'any' }, undefined]);
    },
  );
});

describe('Sampling', () => {
  test('Temperature, token limit, stop sequences, top_p and user reach the model, which then does not reason', async (context) => {
    const [tuned, top] = await sentFor(
      context,
      { temperature: 0.3, max_tokens: 77, stop: ['END', 'STOP'], user: 'customer-7' },
      { top_p: 0.5 },
    );
    expect(tuned).toMatchObject({
      temperature: 0.3,
      max_tokens: 77,
      stop_sequences: ['END', 'STOP'],
      metadata: { user_id: 'customer-7' },
      thinking: { type: 'disabled' },
      dropped: [],
    });
    expect(top).toMatchObject({ top_p: 0.5, thinking: { type: 'disabled' } });
    expect(top).not.toHaveProperty('temperature');
    // The API refuses the instruction to keep reasoning in a request that turns reasoning off.
    expect(JSON.stringify([tuned, top])).not.toContain('clear_thinking');
  });

  test('A parameter that the newest model does not support is dropped with a warning', async (context) => {
    const [sent, again] = await sentFor(
      context,
      { model: 'up/sonnet', temperature: 0.3, seed: 7 },
      { model: 'up/sonnet', temperature: 0.3, seed: 7 },
    );
    expect(sent?.dropped).toEqual(expect.arrayContaining(['temperature', 'seed']));
    expect(sent).not.toHaveProperty('temperature');
    expect(again?.dropped).toEqual([]); // the same warning is logged once
  });

  test('A schema for the answer reaches the model, and JSON text is never read as a call', async (context) => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    const [sent] = await sentFor(context, {
      tools,
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    });
    expect(sent).toMatchObject({ output_config: { format: { type: 'json_schema', schema } }, text: '{"a":"b"}' });
  });
});

describe('Reasoning', () => {
  test('The agent reasons as it does by default, as the client asks for it, or not at all', async (context) => {
    const sent = await sentFor(
      context,
      {},
      { reasoning_effort: 'low' },
      { reasoning_effort: 'none' },
      { model: 'up/claude-opus-4-8', reasoning_effort: 'low' },
      { model: 'up/claude-opus-4-8', reasoning_effort: 'none' },
    );
    expect(sent.map(({ thinking, context_management: kept }) => ({ thinking, kept }))).toEqual([
      { thinking: expect.objectContaining({ type: 'enabled' }), kept: KEEP_REASONING },
      { thinking: { type: 'enabled', budget_tokens: 2_048 }, kept: KEEP_REASONING },
      { thinking: { type: 'disabled' }, kept: { edits: [] } },
      { thinking: expect.objectContaining({ type: 'adaptive' }), kept: KEEP_REASONING },
      { thinking: { type: 'disabled' }, kept: { edits: [] } },
    ]);
    expect(sent[3]?.output_config).toEqual({ effort: 'low' });
  });

  for (const model of [SONNET, 'up/claude-opus-4-8', 'up/sonnet']) {
    proves(
      'S3.single-turn',
      `The reasoning in front of a call returns to ${model} with its signature`,
      async (context) => {
        const { chat, upstream, asked } = await openAgent(context);
        const call = { name: `${PREFIX}look`, id: 'toolu_1', input: {} };
        upstream.script(thinkingMessage('Hm, look.', { signature: 'sig-1', calls: [call] }), textMessage('Seen.'));
        const first = await chat.create({ model, tools, messages: [question] });
        const said = first.choices[0]?.message;
        if (said === undefined) throw new Error('There is no answer.');
        expect(said).toMatchObject({ reasoning_content: 'Hm, look.' });
        const result = { role: 'tool' as const, tool_call_id: said.tool_calls?.[0]?.id ?? '', content: 'x' };
        await chat.create({ model, tools, messages: [question, said, result] });
        const [, second] = asked();
        const history = second === undefined ? [] : messagesIn(second).filter(({ role }) => role === 'assistant');
        expect(history.map(({ content }) => content)).toEqual([
          [
            { type: 'thinking', thinking: 'Hm, look.', signature: 'sig-1' },
            { type: 'tool_use', id: 'toolu_1', name: `${PREFIX}look`, input: {} },
          ],
        ]);
      },
    );
  }

  proves(
    'S3.single-turn',
    'A history of calls whose reasoning is not known is sent without reasoning where the API demands it',
    async (context) => {
      const call = { id: 'toolu_x', type: 'function' as const, function: { name: 'look', arguments: '{}' } };
      const messages = [
        question,
        { role: 'assistant' as const, content: null, tool_calls: [call] },
        { role: 'tool' as const, tool_call_id: 'toolu_x', content: 'x' },
      ];
      const [demanding, adaptive] = await sentFor(
        context,
        { tools, messages },
        { tools, messages, model: 'up/claude-opus-4-8' },
      );
      expect(demanding).toMatchObject({ thinking: { type: 'disabled' }, context_management: { edits: [] } });
      expect(adaptive).toMatchObject({ thinking: { type: 'adaptive' } });
    },
  );
});

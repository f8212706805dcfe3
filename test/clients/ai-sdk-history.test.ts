import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type MessageBlock, message } from '../messages.ts';
import { proves } from '../requirements.ts';
import { callAnswer, textAnswer } from '../upstream.ts';
import { functionsOf, MAJORS, openProvider } from './ai-sdk-provider.ts';
import { countingTool, outline } from './gateway.ts';

const clockTool = () => countingTool('clock', () => ({ time: 'noon' }));
const question: ModelMessage = { role: 'user', content: 'Time?' };
const again: ModelMessage = { role: 'user', content: 'Sure?' };
const history = [
  'user: Time?',
  'assistant: A moment. clock({"q":"x"})',
  'clock → {"time":"noon"}',
  'assistant: It is noon.',
  'user: Sure?',
];
const script = () => [
  callAnswer([{ name: 'clock', args: { q: 'x' } }], { text: 'A moment.' }),
  textAnswer('It is noon.'),
];

describe.for(MAJORS)('The history of ai $major', ({ ai, version }) => {
  const { generateText, streamText, stopWhen } = functionsOf(ai);
  const read = {
    description: 'Reads.',
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }: { path: string }) => `contents of ${path}`,
  };

  /** Two gateways: the second one has not seen the conversation. */
  const two = async () => {
    const first = await openProvider({ version, tools: [clockTool()] });
    const second = await openProvider({ version, tools: [clockTool()] });
    // V2 shows the gateway's calls only through the helper tool.
    const tools = version === 'v2' ? { gateway: first.toolpath.gatewayTools() } : undefined;
    return { first, second, tools };
  };

  test('Response messages restore the gateway’s steps, from the store and in another process', async () => {
    const { first, second, tools } = await two();
    first.upstream.script(...script(), textAnswer('Yes.'));
    second.upstream.script(textAnswer('Yes.'));
    const { response } = await generateText({ model: first.model, messages: [question], tools });
    const messages = [question, ...response.messages, again];
    await generateText({ model: first.model, messages, tools });
    await generateText({ model: second.model, messages, tools });
    expect(outline(first.asked()[2])).toEqual(history);
    expect(outline(second.asked()[0])).toEqual(history);
  });

  test('UI messages restore the gateway’s steps, from the store and in another process', async () => {
    const { first, second, tools } = await two();
    first.upstream.script(...script(), textAnswer('Yes.'));
    second.upstream.script(textAnswer('Yes.'));
    let answer: unknown;
    const stream = streamText({ model: first.model, messages: [question], tools }).toUIMessageStream();
    for await (const each of ai.readUIMessageStream({ stream } as never)) answer = each;
    const messages = await ai.convertToModelMessages(
      [uiMessage('Time?'), answer, uiMessage('Sure?')] as never,
      { tools } as never,
    );
    await generateText({ model: first.model, messages, tools });
    await generateText({ model: second.model, messages, tools });
    expect(outline(first.asked()[2])).toEqual(history);
    expect(outline(second.asked()[0])).toEqual(history);
  });

  test('Text, a gateway call, its result, text and a call of the caller come back as a valid history', async () => {
    const clock = clockTool();
    const settings = { mixed: true };
    const first = await openProvider({ version, tools: [clock], settings });
    const second = await openProvider({ version, tools: [clock], settings });
    const tools = { read, ...(version === 'v2' && { gateway: first.toolpath.gatewayTools() }) };
    const client = callAnswer([{ name: 'read', args: { path: 'a' } }], { text: 'Now a.' });
    first.upstream.script(callAnswer([{ name: 'clock' }], { text: 'First.' }), client, textAnswer('Done.'));
    const told = await generateText({ model: first.model, messages: [question], tools, stopWhen });
    second.upstream.script(textAnswer('Yes.'));
    const answers = told.responseMessages ?? told.response.messages; // ai 7 has those of all steps in the former
    await generateText({ model: second.model, messages: [question, ...answers, again], tools });
    const steps = [
      'user: Time?',
      'assistant: First. clock({})',
      'clock → {"time":"noon"}',
      'assistant: Now a. read({"path":"a"})',
      'read → contents of a',
    ];
    expect(outline(first.asked()[2])).toEqual(steps);
    expect(outline(second.asked()[0])).toEqual([...steps, 'assistant: Done.', 'user: Sure?']);
  });

  proves(
    'L2',
    'If one step calls both kinds of tools, the follow-up has one assistant message with all calls',
    async () => {
      const clock = clockTool();
      const settings = { mixed: true };
      const first = await openProvider({ version, tools: [clock], settings });
      const second = await openProvider({ version, tools: [clock], settings });
      const tools = {
        read: { ...read, execute: undefined },
        ...(version === 'v2' && { gateway: first.toolpath.gatewayTools() }),
      };
      first.upstream.script(
        callAnswer([{ name: 'clock' }, { name: 'read', args: { path: 'a' } }], { text: 'Both.' }),
        textAnswer('Done.'),
      );
      second.upstream.script(textAnswer('Done.'));
      const { response, toolCalls } = await generateText({ model: first.model, messages: [question], tools });
      const [call] = toolCalls.filter(({ providerExecuted }) => providerExecuted !== true);
      expect(call).toMatchObject({ toolName: 'read', input: { path: 'a' } });
      const output = { type: 'text', value: 'A!' };
      const result = { type: 'tool-result', toolCallId: call?.toolCallId, toolName: 'read', output };
      const messages = [question, ...response.messages, { role: 'tool', content: [result] }];
      await generateText({ model: first.model, messages, tools });
      await generateText({ model: second.model, messages, tools });
      const whole = [
        'user: Time?',
        'assistant: Both. clock({}) read({"path":"a"})',
        'clock → {"time":"noon"}',
        'read → A!',
      ];
      expect(outline(first.asked()[1])).toEqual(whole);
      expect(outline(second.asked()[0])).toEqual(whole);
      expect(clock.runs).toBe(1);
    },
  );

  test('The signature of a step’s reasoning comes back, also in another process', async () => {
    const backend = { kind: 'anthropic', apiKey: 'k' };
    const first = await openProvider({ version, backend });
    const second = await openProvider({ version, backend });
    const thought: MessageBlock = { type: 'thinking', thinking: 'Read it.', signature: 'c2lnbmF0dXJl' };
    const use: MessageBlock = { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } };
    const done = message([{ type: 'text', text: 'Done.' }]);
    first.upstream.script(message([thought, use]), message([thought, use]), done);
    second.upstream.script(done);
    const tools = { read: { ...read, execute: undefined } };
    const whole = await generateText({ model: first.model, messages: [question], tools });
    expect(whole.reasoningText).toBe('Read it.');
    const streamed = streamText({ model: first.model, messages: [question], tools });
    const { messages: told } = await streamed.response;
    const [call] = await streamed.toolCalls;
    const result = {
      type: 'tool-result',
      toolCallId: call?.toolCallId,
      toolName: 'read',
      output: { type: 'text', value: 'A!' },
    };
    const messages = [question, ...told, { role: 'tool', content: [result] }];
    await generateText({ model: second.model, messages, tools });
    const sent = second.asked()[0]?.body.messages.find(({ role }) => role === 'assistant');
    expect(sent?.content).toMatchObject([
      { type: 'thinking', thinking: 'Read it.', signature: 'c2lnbmF0dXJl' },
      { type: 'tool_use', name: 'read' },
    ]);
  });
});

function uiMessage(text: string): object {
  return { id: text, role: 'user', parts: [{ type: 'text', text }] };
}

describe('Approvals', () => {
  test.for(MAJORS.filter(({ major }) => major > 5))(
    'ai $major asks for an approval and continues with the result',
    async ({ ai, version, major }) => {
      const { generateText } = functionsOf(ai);
      const ran: string[] = [];
      const { model, upstream, asked } = await openProvider({ version });
      const remove = {
        description: 'Removes.',
        inputSchema: z.object({ path: z.string() }),
        needsApproval: true,
        execute: ({ path }: { path: string }) => {
          ran.push(path);
          return `removed ${path}`;
        },
      };
      upstream.script(callAnswer([{ name: 'remove', args: { path: 'a' } }]), textAnswer('Gone.'));
      const first = await generateText({
        model,
        messages: [question],
        tools: { remove },
        ...(major === 7 && { toolApproval: { remove: 'user-approval' } }),
      });
      const request = first.content.find(({ type }) => type === 'tool-approval-request');
      expect(request).toBeDefined();
      expect(ran).toEqual([]);
      const approvalId = request !== undefined && 'approvalId' in request ? request.approvalId : '';
      const answer = { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] };
      const { text } = await generateText({
        model,
        messages: [question, ...first.response.messages, answer],
        tools: { remove },
        ...(major === 7 && { toolApproval: { remove: 'user-approval' } }),
      });
      expect({ text, ran }).toEqual({ text: 'Gone.', ran: ['a'] });
      expect(outline(asked()[1])).toEqual(['user: Time?', 'assistant: remove({"path":"a"})', 'remove → removed a']);
    },
  );
});

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { AIMessageChunk, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAICompletions } from '@langchain/openai';
import { generateText, isStepCount, streamText, tool } from 'ai';
import { describe, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type ChatMessage, createToolpath } from '../../src/index.ts';
import { proves } from '../requirements.ts';
import { textAnswer } from '../upstream.ts';
import { gather, outline } from './gateway.ts';
import { bash, Client, program, setUp, toolpath } from './python.ts';

const LOOP = 'p = price(q="abc")\nfor n in range(2):\n    print(p["price"], bash(command=f"c{n}"))';
const TOLD = 'python_execution → 3 ran c0\n3 ran c1';

const parameters = z.object({ command: z.string() });
const run = ({ command }: { command: string }) => `ran ${command}`;

describe.for([{ stream: true }, { stream: false }])(
  'Clients that run their own tool loop, with stream: $stream',
  ({ stream }) => {
    proves('L2', `The AI SDK runs the calls of a program as its own steps (stream: ${stream})`, async () => {
      const gateway = await setUp({ settings: { mixed: 'true' } });
      gateway.upstream.script(program(LOOP, 'A moment.'), textAnswer('Done.'));
      const model = createOpenAICompatible({ name: 'toolpath', baseURL: gateway.baseUrl, includeUsage: true })(
        'up/mock',
      );
      const tools = { bash: tool({ inputSchema: parameters, execute: run }) };
      const asked = { model, tools, stopWhen: isStepCount(5), prompt: 'Go.' };
      const answer = stream ? streamText(asked) : await generateText(asked);
      const steps = await answer.steps;
      expect(await answer.text).toBe('Done.');
      expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop']);
      expect(outline(gateway.asked()[1]).at(-1)).toBe(TOLD);
      expect(gateway.price.runs).toBe(1);
    });

    proves('L2', `LangChain runs the calls of a program (stream: ${stream})`, async () => {
      const gateway = await setUp();
      gateway.upstream.script(program(LOOP, 'A moment.'), textAnswer('Done.'));
      const read = langchainTool(run, { name: 'bash', schema: parameters });
      const fields = {
        model: 'up/mock',
        apiKey: 'a-clients-key',
        configuration: { baseURL: gateway.baseUrl },
        maxRetries: 0,
      };
      const bound = new ChatOpenAICompletions(fields).bindTools([read, { type: 'toolpath' }]);
      const messages: BaseMessage[] = [new HumanMessage('Go.')];
      for (let step = 0; step < 3; step++) {
        const answer = stream
          ? (await gather(await bound.stream(messages))).reduce(
              (before, next) => before.concat(next),
              new AIMessageChunk(''),
            )
          : await bound.invoke(messages);
        messages.push(answer);
        for (const call of answer.tool_calls ?? []) messages.push(await read.invoke({ ...call, type: 'tool_call' }));
      }
      expect(messages.at(-1)?.text).toBe('Done.');
      expect(outline(gateway.asked()[1]).at(-1)).toBe(TOLD);
      expect(gateway.price.runs).toBe(1);
    });

    proves('L2', `A model without native calls writes a program in a text format (stream: ${stream})`, async () => {
      const gateway = await setUp({ settings: { 'formats-enabled': ['hermes', 'code'], 'formats-primary': 'hermes' } });
      const call = JSON.stringify({ name: 'python_execution', arguments: { code: LOOP } });
      gateway.upstream.script(textAnswer(`Look.\n<tool_call>\n${call}\n</tool_call>`), textAnswer('Done.'));
      const client = new Client(gateway, { stream });
      expect(await client.finish()).toMatchObject({ text: 'Done.', requests: 3 });
      expect(client.ran).toEqual(['c0', 'c1']);
      expect(outline(gateway.asked()[1]).at(-1)).toContain('3 ran c0\n3 ran c1');
      expect(gateway.price.runs).toBe(1);
    });

    proves(
      'S1.format.code',
      `A fenced program calls the client's tools over several requests (stream: ${stream})`,
      async () => {
        const gateway = await setUp({ settings: { 'formats-enabled': ['native', 'code'], 'formats-primary': 'code' } });
        gateway.upstream.script(textAnswer(`Look:\n\`\`\`python\n${LOOP}\n\`\`\``), textAnswer('Done.'));
        const client = new Client(gateway, { stream, fields: { tools: [bash, toolpath] } });
        expect(await client.finish()).toMatchObject({ text: 'Done.', requests: 3 });
        expect(outline(gateway.asked()[1]).at(-1)).toContain('3 ran c0\n3 ran c1');
        expect(outline(gateway.asked()[1])).toContainEqual(
          expect.stringMatching(/^assistant: Look:\n+```python\np = price/),
        );
      },
    );
  },
);

proves('L2', 'In the library, a program calls the tools of the caller', async () => {
  const gateway = await setUp();
  const library = createToolpath({
    backends: { up: { kind: 'openai', baseUrl: gateway.upstream.url } },
    model: 'up/mock',
    mixed: true,
    python: { engines: ['monty'] },
    tools: [{ name: 'price', description: 'd', schema: { type: 'object' }, invoke: () => ({ price: 3 }) }],
  });
  onTestFinished(() => library.close());
  gateway.upstream.script(program(LOOP), textAnswer('Done.'));
  const messages: ChatMessage[] = [{ role: 'user', content: 'Go.' }];
  for (let step = 0; step < 3; step++) {
    const answer = await library.ask({ messages, tools: [bash] }).message;
    messages.push(answer);
    for (const { id, function: made } of answer.tool_calls ?? [])
      messages.push({ role: 'tool', tool_call_id: id, content: run(JSON.parse(made.arguments)) });
  }
  expect(messages.at(-1)?.content).toBe('Done.');
  expect(outline(gateway.asked()[1]).at(-1)).toBe(TOLD);
});

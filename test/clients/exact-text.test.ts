import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, jsonSchema, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { callAnswer, textAnswer } from '../upstream.ts';
import { gather, openGateway } from './gateway.ts';

/** Texts that break a gateway that copies them into a stream without escaping. */
const texts = [
  'before\n\ndata: [DONE]\n\nafter',
  'data: {"error":{"message":"not an error"}}\n\nevent: error\nid: 1\nretry: 1\n: comment',
  'carriage\rreturns\r\n\r\nand \u2028 \u2029 \u0085 \v \f \0 \u001f \u007f \ufeff',
  'emoji 👩‍👩‍👧‍👦 🇦🇺 ✋🏽 and \u{10ffff}',
  'lone \ud83d and \udc4b surrogates \udc4b\ud83d',
  '"quotes" \\ back\\\\slashes \\u0041 </script> __proto__ {{x}} %s %0a',
];

/** A client that asks one question and returns a part of the answer. */
interface Client {
  text(baseURL: string, question: string): Promise<string>;
  /** The value of the argument `text` in the one call of `say`. */
  argument(baseURL: string, question: string): Promise<unknown>;
}

const parameters = { type: 'object', properties: { text: { type: 'string' } } } as const;
const say = { type: 'function', function: { name: 'say', parameters } } as const;

const clients: Record<string, Client> = {
  'the OpenAI SDK': {
    text: async (baseURL, question) => {
      const { choices } = await openai(baseURL).create(asked(question));
      return choices[0]?.message.content ?? '';
    },
    argument: async (baseURL, question) => {
      const { choices } = await openai(baseURL).create({ ...asked(question), tools: [say] });
      return argumentOf(choices[0]?.message.tool_calls);
    },
  },
  'the OpenAI SDK, streamed': {
    text: async (baseURL, question) => {
      const chunks = await gather(await openai(baseURL).create({ ...asked(question), stream: true }));
      return chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    },
    argument: async (baseURL, question) => {
      const stream = openai(baseURL).stream({ ...asked(question), tools: [say] });
      return argumentOf((await stream.finalMessage()).tool_calls);
    },
  },
  'the AI SDK': {
    text: async (baseURL, prompt) => (await generateText({ model: compatible(baseURL), prompt })).text,
    argument: async (baseURL, prompt) => {
      const { toolCalls } = await generateText({ model: compatible(baseURL), prompt, tools: aiTools });
      return textIn(toolCalls[0]?.input);
    },
  },
  'the AI SDK, streamed': {
    text: async (baseURL, prompt) => streamText({ model: compatible(baseURL), prompt }).text,
    argument: async (baseURL, prompt) => {
      const toolCalls = await streamText({ model: compatible(baseURL), prompt, tools: aiTools }).toolCalls;
      return textIn(toolCalls[0]?.input);
    },
  },
  LangChain: {
    text: async (baseURL, question) => (await langchain(baseURL).invoke([new HumanMessage(question)])).text,
    argument: async (baseURL, question) => {
      const answer = await langchain(baseURL)
        .bindTools([say])
        .invoke([new HumanMessage(question)]);
      return textIn(answer.tool_calls?.[0]?.args);
    },
  },
  'LangChain, streamed': {
    text: async (baseURL, question) => {
      const chunks = await gather(await langchain(baseURL).stream([new HumanMessage(question)]));
      return chunks.map(({ text }) => text).join('');
    },
    argument: async (baseURL, question) => {
      const chunks = await gather(
        await langchain(baseURL)
          .bindTools([say])
          .stream([new HumanMessage(question)]),
      );
      const whole = chunks.reduce((before, next) => before.concat(next));
      return textIn(whole.tool_calls?.[0]?.args);
    },
  },
};

describe.for(Object.entries(clients))('%s', ([, client]) => {
  test.for(texts)('The client reads exactly the text that the model wrote: %j', async (text) => {
    const { baseUrl, upstream, asked: seen } = await openGateway();
    upstream.script(textAnswer(text));
    expect(await client.text(baseUrl, text)).toBe(text);
    expect(seen()[0]?.body.messages[0]?.content).toBe(text.toWellFormed());
  });

  test.for(texts)('The client reads exactly the argument that the model wrote: %j', async (text) => {
    const { baseUrl, upstream } = await openGateway();
    upstream.script(callAnswer([{ name: 'say', args: { text } }]));
    expect(await client.argument(baseUrl, 'Say it.')).toBe(text);
  });
});

test('Arguments, tool results and texts of a history reach the backend unchanged, except for lone surrogates', async () => {
  for (const text of texts) {
    const { baseUrl, upstream, asked: seen } = await openGateway();
    const args = JSON.stringify({ text });
    upstream.script(callAnswer([{ name: 'say', args }], { text }), textAnswer('Said.'));
    const first = await openai(baseUrl).create({ ...asked(text), tools: [say] });
    const { message } = first.choices[0] ?? {};
    const callId = message?.tool_calls?.[0]?.id;
    if (message === undefined || callId === undefined) throw new Error('The answer has no call.');
    const outcome = { role: 'tool', tool_call_id: callId, content: text } as const;
    await openai(baseUrl).create({ model: 'up/mock', messages: [...asked(text).messages, message, outcome] });
    const whole = text.toWellFormed(); // servers reject lone surrogates, and then every later request with this history
    expect(seen()[1]?.body.messages).toMatchObject([
      { role: 'user', content: whole },
      { role: 'assistant', content: whole, tool_calls: [{ function: { arguments: args } }] },
      { role: 'tool', content: whole },
    ]);
  }
});

const asked = (content: string) => ({ model: 'up/mock', messages: [{ role: 'user' as const, content }] });

const aiTools = { say: tool({ inputSchema: jsonSchema<{ text: string }>(parameters), execute: () => 'said' }) };

function openai(baseURL: string) {
  return new OpenAI({ baseURL, apiKey: 'x', maxRetries: 0 }).chat.completions;
}

function compatible(baseURL: string) {
  return createOpenAICompatible({ name: 'toolpath', baseURL })('up/mock');
}

function langchain(baseURL: string) {
  return new ChatOpenAI({ model: 'up/mock', apiKey: 'x', maxRetries: 0, configuration: { baseURL } });
}

function argumentOf(calls: OpenAI.ChatCompletionMessage['tool_calls']): unknown {
  const [call] = calls ?? [];
  return call?.type === 'function' ? textIn(JSON.parse(call.function.arguments)) : undefined;
}

function textIn(args: unknown): unknown {
  return (args as { readonly text?: unknown } | undefined)?.text;
}

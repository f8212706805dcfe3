import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, streamText } from 'ai';
import { describe, expect, test } from 'vitest';
import { callAnswer, type Play, reply } from '../upstream.ts';
import { countingTool, gather, openGateway } from './gateway.ts';

/**
 * Clients that retry every response with a status of 500 or more. Unlike the OpenAI SDK, they ignore the header
 * `x-should-retry`. Such a retry must not run a tool again that has already run.
 */
const clients: Record<string, (baseURL: string) => Promise<unknown>> = {
  'the AI SDK': (baseURL) => generateText({ model: compatible(baseURL), prompt: 'Pay.', maxRetries: 1 }),
  'the AI SDK, streamed': (baseURL) =>
    gather(streamText({ model: compatible(baseURL), prompt: 'Pay.', maxRetries: 1, onError: () => {} }).stream),
  LangChain: (baseURL) => langchain(baseURL).invoke([new HumanMessage('Pay.')]),
  'LangChain, streamed': async (baseURL) => gather(await langchain(baseURL).stream([new HumanMessage('Pay.')])),
};

describe.for(Object.entries(clients))('A retry by %s', ([, ask]) => {
  test('A tool that has run does not run again when the client retries the request', async () => {
    const pay = countingTool('pay', () => 'paid');
    const { baseUrl, upstream } = await openGateway({ tools: [pay], settings: { 'limits-retries': '0' } });
    const play: Play = (request) => {
      const isFirstStep = (request.body.messages as readonly unknown[]).length === 1;
      const made: Play = isFirstStep ? callAnswer([{ name: 'pay' }]) : reply(500, 'broken');
      return typeof made === 'function' ? made(request) : made;
    };
    upstream.script(...Array<Play>(10).fill(play));
    await ask(baseUrl).catch(() => {});
    expect(pay.runs).toBe(1);
  });
});

function compatible(baseURL: string) {
  return createOpenAICompatible({ name: 'toolpath', baseURL })('up/mock');
}

function langchain(baseURL: string) {
  return new ChatOpenAI({ model: 'up/mock', apiKey: 'x', maxRetries: 1, configuration: { baseURL } });
}

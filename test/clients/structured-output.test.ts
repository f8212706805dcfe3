import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, Output, streamText } from 'ai';
import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { callAnswer, type Play, textAnswer } from '../upstream.ts';
import { countingTool, openGateway, type RunningGateway } from './gateway.ts';

const Place = z.object({ city: z.string() });
const city = { city: 'Bern' };
const clock = () => countingTool('clock', () => 'noon');

/** Opens a gateway whose model first calls the gateway's clock beside a text. */
async function setUp(...plays: readonly Play[]) {
  const gateway = await openGateway({ tools: [clock()], settings: { mixed: 'true' } });
  gateway.upstream.script(callAnswer([{ name: 'clock' }], { text: 'Let me look.' }), ...plays);
  return gateway;
}

const choices = ({ asked }: RunningGateway) => asked().map(({ body }) => body.tool_choice);

describe('An answer in a response format after a gateway tool ran', () => {
  const answer = textAnswer(JSON.stringify(city));

  test('The OpenAI SDK parses the answer, whole and streamed', async () => {
    const { baseUrl: baseURL, upstream } = await setUp(answer);
    const openai = new OpenAI({ baseURL, apiKey: 'a-clients-key', maxRetries: 0 });
    const request = {
      model: 'up/mock',
      messages: [{ role: 'user' as const, content: 'Where is it noon?' }],
      response_format: zodResponseFormat(Place, 'place'),
    };
    const whole = await openai.chat.completions.parse(request);
    expect(whole.choices[0]?.message.parsed).toEqual(city);
    upstream.script(callAnswer([{ name: 'clock' }], { text: 'Let me look.' }), answer);
    const streamed = await openai.chat.completions.stream(request).finalChatCompletion();
    expect(streamed.choices[0]?.message.parsed).toEqual(city);
  });

  test('The AI SDK parses the answer, whole and streamed', async () => {
    const { baseUrl: baseURL, upstream } = await setUp(answer);
    const model = createOpenAICompatible({ name: 'gateway', baseURL, supportsStructuredOutputs: true })('up/mock');
    const request = { model, prompt: 'Where is it noon?', output: Output.object({ schema: Place }), maxRetries: 0 };
    expect((await generateText(request)).output).toEqual(city);
    upstream.script(callAnswer([{ name: 'clock' }], { text: 'Let me look.' }), answer);
    expect(await streamText(request).output).toEqual(city);
  });
});

describe('A call that a client forces after a gateway tool ran', () => {
  const chatOf = (baseURL: string) =>
    new ChatOpenAI({ model: 'up/mock', apiKey: 'a-clients-key', configuration: { baseURL }, maxRetries: 0 });
  const question = [new HumanMessage('Where is it noon?')];
  const place = tool(() => 'noted', { name: 'place', description: 'Notes a place.', schema: Place });

  test('LangChain with the tool choice "any" receives a call of one of its tools', async () => {
    const gateway = await setUp(callAnswer([{ name: 'place', args: city }]));
    const message = await chatOf(gateway.baseUrl).bindTools([place], { tool_choice: 'any' }).invoke(question);
    expect(message.tool_calls).toMatchObject([{ name: 'place', args: city }]);
    expect(choices(gateway)).toEqual(['required', 'required']);
  });

  test('LangChain receives a structured answer through the tool that it names', async () => {
    const gateway = await setUp(callAnswer([{ name: 'place', args: city }]));
    const chat = chatOf(gateway.baseUrl).withStructuredOutput(Place, { name: 'place', method: 'functionCalling' });
    expect(await chat.invoke(question)).toEqual(city);
    const named = { type: 'function', function: { name: 'place' } };
    expect(choices(gateway)).toEqual([named, named]);
  });
});

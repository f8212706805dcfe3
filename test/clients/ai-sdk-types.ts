/** Compiled with the types of every version of `ai` by `ai-sdk-types.test.ts`. */
import { createProviderRegistry, generateText, jsonSchema, type LanguageModel, tool } from 'ai';
import { createToolpathProvider } from '../../src/ai-sdk/index.ts';

export async function useProvider(): Promise<string> {
  const toolpath = createToolpathProvider({
    baseURL: 'http://gateway',
    toolExecutors: { greet: ({ name }: { name: string }) => `Hello ${name}` },
  });
  const greet = tool({
    description: 'Greets.',
    inputSchema: jsonSchema<{ name: string }>({ type: 'object' }),
    execute: ({ name }) => `Hello ${name}`,
  });
  const optional = tool({ description: 'Greets.', inputSchema: jsonSchema<{ name: string }>({ type: 'object' }) });
  createToolpathProvider({ baseURL: 'http://gateway', toolExecutors: { greet, optional } });
  const model: LanguageModel = toolpath('up/mock');
  const tools = { greet, gateway: toolpath.gatewayTools() };
  const { text } = await generateText({ model, prompt: 'Hi', tools });
  const registry = createProviderRegistry({ toolpath });
  const again = await generateText({ model: registry.languageModel('toolpath:up/mock'), prompt: 'Hi' });
  return text + again.text;
}

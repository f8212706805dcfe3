import * as ai7 from 'ai';
import type * as ai5 from 'ai5';
import type * as ai6 from 'ai6';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createToolpathProvider, type NewestModel, type ToolpathProvider } from '../../src/ai-sdk/index.ts';
import { versionFor } from '../../src/ai-sdk/installed.ts';
import { proves } from '../requirements.ts';
import { callAnswer, textAnswer } from '../upstream.ts';
import { type Ai, EVERYWHERE, functionsOf, MAJORS, openProvider } from './ai-sdk-provider.ts';
import { countingTool, gather, toolNames } from './gateway.ts';

interface Agent {
  generate(options: object): Promise<{ readonly text: string; readonly steps: readonly object[] }>;
  stream(options: object): PromiseLike<{ readonly textStream: AsyncIterable<string> }>;
}

type AgentClass = new (settings: object) => Agent;

/** Returns the agent class of a version of `ai`. */
function agentOf(ai: Ai): AgentClass {
  const { ToolLoopAgent, Experimental_Agent } = ai as unknown as Readonly<Record<string, AgentClass | undefined>>;
  const found = ToolLoopAgent ?? Experimental_Agent;
  if (found === undefined) throw new Error('This version has no agent class.');
  return found;
}

describe.for(EVERYWHERE)('The agent of ai $major with the provider $place', ({ ai, version, place }) => {
  const read = {
    description: 'Reads.',
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }: { path: string }) => `contents of ${path}`,
  };

  proves('S3.versions', 'It runs its own tools and the gateway’s, generating and streaming', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { model, upstream, asked } = await openProvider({
      version,
      place,
      tools: [clock],
      settings: { mixed: true },
    });
    const agent = new (agentOf(ai))({ model, tools: { read }, stopWhen: (ai.stepCountIs ?? ai.isStepCount)(5) });
    const script = () => [
      callAnswer([{ name: 'clock' }], { text: 'Time.' }),
      callAnswer([{ name: 'read', args: { path: 'a' } }], { text: 'Now a.' }),
      textAnswer('Done.'),
    ];
    upstream.script(...script(), ...script());
    const { text, steps } = await agent.generate({ prompt: 'Go.' });
    expect({ text, steps: steps.length }).toEqual({ text: 'Done.', steps: 2 });
    const streamed = await agent.stream({ prompt: 'Go.' });
    expect((await gather(streamed.textStream)).join('')).toContain('Done.');
    expect(clock.runs).toBe(2);
    expect(asked().map(toolNames)).toEqual(Array.from({ length: 6 }, () => ['read', 'clock']));
  });

  proves('L6', 'Tools that the model finds with tool_search are called under their own names', async () => {
    const { model, upstream, asked } = await openProvider({ version, place, tools: manyTools });
    const search = callAnswer([{ name: 'tool_search', args: { query: 'weather of a planet' } }]);
    const found = callAnswer([{ name: 'call_tool', args: { name: 'weather_7', arguments: { q: 'x' } } }]);
    upstream.script(search, found, textAnswer('Windy.'), search, found, textAnswer('Windy.'));
    const agent = new (agentOf(ai))({ model });
    expect((await agent.generate({ prompt: 'Hello.' })).text).toBe('Windy.');
    expect(toolNames(asked()[0] as never)).toEqual(expect.arrayContaining(['tool_search', 'call_tool']));
    const { content } = await functionsOf(ai).generateText({ model, prompt: 'Hello again.' });
    const calls = content
      .filter((part) => part.type === 'tool-call')
      .map((part) => 'toolName' in part && part.toolName);
    expect(calls).toEqual(version === 'v2' ? [] : ['tool_search', 'weather_7']);
  });
});

/** The version of the models that a version of `ai` gets from the provider, by its types. */
type Newest<Model> =
  NewestModel<Exclude<Model, string>> extends { specificationVersion: infer Version } ? Version : never;

/** Tools of an MCP server, too many to declare. */
const manyTools = Array.from({ length: 40 }, (_, place) => ({
  ...countingTool(`weather_${place}`, () => 'windy'),
  description: `Returns the weather of planet ${place}.`,
  metadata: { server: 's', tool: `weather_${place}` },
}));

describe.for(MAJORS)('The provider in ai $major', ({ ai, version }) => {
  test('It works in a provider registry, which gets errors for models of other kinds', async () => {
    const { toolpath, upstream } = await openProvider({ version });
    upstream.script(textAnswer('Hi.'));
    const registry = ai.createProviderRegistry({ toolpath } as never);
    const model = registry.languageModel('toolpath:up/mock' as never);
    expect((await ai.generateText({ model, prompt: 'Hi' })).text).toBe('Hi.');
    for (const kind of [
      'embeddingModel',
      'textEmbeddingModel',
      'imageModel',
      'transcriptionModel',
      'speechModel',
      'rerankingModel',
    ] as const) {
      const get = (registry as unknown as Readonly<Record<string, ((id: string) => unknown) | undefined>>)[kind];
      expect(ai.NoSuchModelError.isInstance(thrownBy(() => toolpath[kind]('any')))).toBe(true);
      if (get !== undefined)
        expect(ai.NoSuchModelError.isInstance(thrownBy(() => get.call(registry, 'toolpath:any')))).toBe(true);
    }
  });

  test('A custom provider can have its models', async () => {
    const { toolpath, upstream } = await openProvider({ version });
    upstream.script(textAnswer('Hi.'));
    const custom = ai.customProvider({ languageModels: { fast: toolpath('up/mock') } } as never);
    const model = (custom as unknown as ToolpathProvider).languageModel('fast');
    expect((await ai.generateText({ model, prompt: 'Hi' })).text).toBe('Hi.');
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('createToolpathProvider', () => {
  const settings = { model: 'built-in/pocket', backends: { 'built-in': { kind: 'pocket' as const } } };

  test('Models have the version that suits the installed `ai`, and every version on demand', async () => {
    const toolpath = createToolpathProvider(settings);
    expect(toolpath.specificationVersion).toBe('v4');
    expect(toolpath('built-in/pocket').specificationVersion).toBe('v4');
    expect(toolpath.languageModel('a/b')).toMatchObject({ provider: 'toolpath', modelId: 'a/b' });
    expect([toolpath.v2('x'), toolpath.v3('x'), toolpath.v4('x')].map((model) => model.specificationVersion)).toEqual([
      'v2',
      'v3',
      'v4',
    ]);
    expect([4, 5, 6, 7, 8, undefined].map(versionFor)).toEqual(['v2', 'v2', 'v3', 'v4', 'v4', 'v3']);
    await toolpath.close();
  });

  test('Models and helpers have the types that each version of `ai` accepts', async () => {
    const toolpath = createToolpathProvider(settings);
    const newest: readonly [Newest<ai5.LanguageModel>, Newest<ai6.LanguageModel>, Newest<ai7.LanguageModel>] = [
      'v2',
      'v3',
      'v4',
    ];
    const model7: ai7.LanguageModel = toolpath('x');
    const tools: ai7.ToolSet = { gateway: toolpath.gatewayTools() };
    const registry = ai7.createProviderRegistry({ toolpath });
    const model = registry.languageModel('toolpath:built-in/pocket');
    const { text } = await ai7.generateText({
      model,
      prompt: 'Hello',
      providerOptions: { toolpath: { tools: 'none' } },
    });
    expect([newest.length, model7, Object.keys(tools), typeof text]).toMatchObject([
      3,
      { modelId: 'x' },
      ['gateway'],
      'string',
    ]);
    await toolpath.close();
  });

  test('A shared instance must be a result of createToolpath', () => {
    expect(() => createToolpathProvider({ toolpath: {} as never })).toThrow('createToolpath');
  });

  test('Wrong settings fail at once, with the name of the setting', () => {
    const wrong = [{ specificationVersion: 'v9' }, { gatewayCalls: 'x' }, { maxTurns: 0 }, { maxTurns: 1.5 }];
    const executors = [{ toolExecutors: null }, { toolExecutors: { add: 3 } }];
    for (const settings of [...wrong, ...executors]) {
      const [name = ''] = Object.keys(settings);
      expect(() => createToolpathProvider({ baseURL: 'http://x', ...settings } as never)).toThrow(name);
    }
  });

  test('The AI SDK loads images for Ollama, which takes only their content; other servers load them themselves', async () => {
    const backends = { hosted: { kind: 'anthropic', apiKey: 'key' }, local: { kind: 'ollama' } } as const;
    const aliases = { both: ['hosted/claude-sonnet-4-5', 'local/llava'] };
    const toolpath = createToolpathProvider({ backends, aliases, model: 'hosted/claude-sonnet-4-5' });
    const loaded = (id: string) => Object.keys(toolpath.v4(id).supportedUrls);
    expect(loaded('hosted/claude-sonnet-4-5')).toEqual(['image/*']);
    expect(loaded('local/llava')).toEqual([]);
    expect(loaded('both')).toEqual([]);
    await toolpath.close();
  });

  test('Older models work in newer versions of `ai`', async () => {
    for (const { ai, major } of MAJORS) {
      for (const { version } of MAJORS.filter((older) => older.major < major)) {
        const { model, upstream } = await openProvider({ version, tools: [countingTool('clock', () => 'noon')] });
        upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('Noon.'));
        expect((await ai.generateText({ model, prompt: 'Hi' })).text).toBe('Noon.');
        upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('Noon.'));
        expect(await ai.streamText({ model, prompt: 'Hi' }).text).toBe('Noon.');
      }
    }
  });
});

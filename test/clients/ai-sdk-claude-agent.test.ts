import { describe, expect, type TestContext, test } from 'vitest';
import { z } from 'zod';
import type { ToolpathProvider } from '../../src/ai-sdk/index.ts';
import { message, textMessage, thinkingMessage, toolUseMessage } from '../messages.ts';
import { proves } from '../requirements.ts';
import { hang } from '../upstream.ts';
import { functionsOf, MAJORS, type Major, openProvider, type ProviderOptions, typesOf } from './ai-sdk-provider.ts';
import { claudeAgentFolder, findClaudeAgent } from './claude-agent.ts';
import {
  type AskedModel,
  type Block,
  brokenCall,
  enterFolder,
  messagesIn,
  modelRequests,
  NOT_INSTALLED,
  PREFIX,
  scriptAround,
  watchChildren,
} from './claude-agent-gateway.ts';
import { countingTool, gather } from './gateway.ts';

/** The provider over the real Claude Agent SDK: the points that seed 003 validates, on every version of the specification. */

const MODEL = 'up/claude-sonnet-4-5';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAYS = ['doGenerate', 'doStream'] as const;
const EACH = MAJORS.flatMap(({ version }) => WAYS.map((way) => ({ version, way })));

async function openAgentProvider({ skip }: Pick<TestContext, 'skip'>, options: ProviderOptions = {}) {
  if (findClaudeAgent() === undefined) skip(NOT_INSTALLED);
  enterFolder(claudeAgentFolder); // a gateway finds the SDK in the project of its working directory
  const children = watchChildren();
  const backend = { kind: 'claude-agent', executable: children.executable, apiKey: 'key' };
  const { limits, ...settings } = options.settings ?? {};
  const own = { model: MODEL, builtins: [], ...settings, limits: { retryMs: 1, agentSpareMs: 0, ...limits } } as never;
  const opened = await openProvider({ ...options, backend, settings: own });
  return {
    ...opened,
    children,
    model: opened.toolpath(MODEL) as never,
    asked: () => modelRequests(opened.upstream),
  };
}

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as never;
const declared = (name: string) => ({
  type: 'function' as const,
  name,
  description: `Does ${name}.`,
  inputSchema: parameters,
});
const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] });
const hello = { prompt: [user('What is the weather?')], tools: [declared('weather')] };
const call = (city: string, id?: string, name = 'weather') => ({
  name: PREFIX + name,
  input: { city },
  ...(id !== undefined && { id }),
});

/** The answer of a model, in one form for all versions. */
interface Answer {
  readonly content: readonly Part[];
  readonly types: readonly string[];
  readonly finish: { readonly unified: string; readonly raw: string | undefined };
  readonly warnings: readonly object[];
  readonly usage: {
    readonly input: number | undefined;
    readonly cached: number | undefined;
    readonly output: number | undefined;
  };
  readonly metadata: Readonly<Record<string, unknown>>;
}

type Part = Readonly<Record<string, unknown>> & { readonly type: string };

/** Asks a model in one of the two ways. */
async function ask(
  toolpath: ToolpathProvider,
  { version, way }: { readonly version: Major['version']; readonly way: (typeof WAYS)[number] },
  options: object,
): Promise<Answer> {
  const model = toolpath[version](MODEL) as unknown as Record<
    (typeof WAYS)[number],
    (options: object) => Promise<never>
  >;
  if (way === 'doGenerate') {
    const result: Ended & { readonly content: readonly Part[] } = await model.doGenerate(options);
    return answerOf(version, result, result.content, []);
  }
  const { stream }: { readonly stream: ReadableStream<Part> } = await model.doStream(options);
  const parts = await gather(stream as unknown as AsyncIterable<Part>);
  const [start] = parts;
  const end = parts.at(-1);
  expect([start?.type, end?.type]).toEqual(['stream-start', 'finish']);
  const told = { ...end, warnings: start?.warnings } as unknown as Ended;
  return answerOf(version, told, contentOf(parts), typesOf(parts));
}

interface Ended {
  readonly finishReason: unknown;
  readonly usage: Readonly<Record<string, unknown>>;
  readonly warnings: readonly object[];
  readonly providerMetadata: { readonly toolpath: Readonly<Record<string, unknown>> };
}

function answerOf(version: Major['version'], ended: Ended, content: readonly Part[], types: readonly string[]): Answer {
  const { finishReason, usage, warnings, providerMetadata } = ended;
  const rest = { content, types, warnings, metadata: providerMetadata.toolpath };
  if (version === 'v2') {
    const { rawFinishReason: raw, finish, reason } = ended as unknown as Record<string, string | undefined>;
    // The older fields, which callers of V2 read, agree with each other.
    expect({ finish, reason }).toEqual({ finish: finishReason, reason: raw ?? finishReason });
    const counts = usage as Readonly<Record<string, number | undefined>>;
    const { inputTokens: input, cachedInputTokens: cached, outputTokens: output } = counts;
    return { ...rest, finish: { unified: String(finishReason), raw }, usage: { input, cached, output } };
  }
  const { inputTokens, outputTokens } = usage as Readonly<Record<string, Readonly<Record<string, number | undefined>>>>;
  return {
    ...rest,
    finish: finishReason as Answer['finish'],
    usage: { input: inputTokens?.total, cached: inputTokens?.cacheRead, output: outputTokens?.total },
  };
}

/** Returns the content of a stream, as `doGenerate` returns it. */
function contentOf(parts: readonly Part[]): readonly Part[] {
  const texts = new Map<unknown, { type: string; text: string; providerMetadata?: unknown }>();
  const content: Part[] = [];
  for (const part of parts) {
    const open = texts.get(part.id);
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const begun = { type: part.type.replace('-start', ''), text: '' };
      texts.set(part.id, begun);
      content.push(begun);
    } else if (part.type.endsWith('-delta') && open !== undefined) open.text += String(part.delta);
    else if (part.type === 'reasoning-end' && open !== undefined) open.providerMetadata = part.providerMetadata;
    else if (part.type === 'tool-call' || part.type === 'tool-result') content.push(part);
  }
  return content;
}

function callsIn({ content }: Answer): readonly Part[] {
  return content.filter(({ type }) => type === 'tool-call');
}

/** Returns the blocks of a type in a request's messages. */
function blocksOf(asked: AskedModel | undefined, type: string): readonly Block[] {
  if (asked === undefined) return [];
  return messagesIn(asked).flatMap(({ content }) => content.filter((block) => block.type === type));
}

describe.for(EACH)('The real agent through $way of $version', (each) => {
  const { version, way } = each;
  const title = `(${way} of ${version})`;

  proves(
    ['S3.executors', 'S3.executors.stream', 'S3.versions'],
    `With executors, several steps run in one child process, and each call is followed by its result ${title}`,
    async (context) => {
      const toolExecutors = {
        weather: ({ city }: { city: string }) => ({ weather: `sun in ${city}` }),
        time: () => {
          throw new Error('the clock is broken');
        },
      };
      const { toolpath, upstream, children, asked } = await openAgentProvider(context, { toolExecutors, maxTurns: 5 });
      upstream.script(
        thinkingMessage('Where?', {
          text: 'I look.',
          signature: 'sig-1',
          calls: [call('Rom', 'toolu_1')],
          tokens: [10, 1],
        }),
        toolUseMessage([call('Oslo', 'toolu_2'), call('Bern', 'toolu_3', 'time')], { tokens: [20, 2] }),
        textMessage('Sun.', { tokens: [30, 3], usage: { cache_read_input_tokens: 5 } }),
      );
      const answer = await ask(toolpath, each, { ...hello, tools: [declared('weather'), declared('time')] });
      expect(answer.content).toMatchObject([
        { type: 'reasoning', text: 'Where?' },
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', toolName: 'weather', input: '{"city":"Rom"}', providerExecuted: true },
        { type: 'tool-result', toolName: 'weather', result: { weather: 'sun in Rom' } },
        { type: 'tool-call', toolName: 'weather', input: '{"city":"Oslo"}', providerExecuted: true },
        { type: 'tool-call', toolName: 'time', input: '{"city":"Bern"}', providerExecuted: true },
        { type: 'tool-result', toolName: 'weather', result: { weather: 'sun in Oslo' } },
        { type: 'tool-result', toolName: 'time', isError: true },
        { type: 'text' },
      ]);
      expect(answer.content.at(-1)?.text).toMatch(/Sun\.$/);
      expect(answer.finish).toMatchObject({ unified: 'stop' });
      expect(answer.usage).toEqual({ input: 65, cached: 5, output: 6 });
      expect(answer.warnings).toEqual([]);
      if (way === 'doStream') {
        const order = ['tool-input-start', 'tool-input-delta', 'tool-input-end', 'tool-call', 'tool-result'];
        expect(answer.types.filter((type) => order.includes(type)).slice(0, 5)).toEqual(order);
      }
      await children.gone();
      expect([children.started().length, asked().length]).toEqual([1, 3]);
      // The agent sends the results of parallel calls in the order in which they ended.
      const answered = blocksOf(asked()[2], 'tool_result').map(({ tool_use_id: id }) => String(id));
      expect(answered.toSorted()).toEqual(['toolu_1', 'toolu_2', 'toolu_3']);
      expect(blocksOf(asked()[2], 'thinking')).toMatchObject([{ thinking: 'Where?', signature: 'sig-1' }]);
    },
  );

  proves('S3.executors', `The last step that \`maxTurns\` allows answers without tools ${title}`, async (context) => {
    const options = { toolExecutors: { weather: () => 'sun' }, maxTurns: 2 };
    const { toolpath, upstream, children, asked } = await openAgentProvider(context, options);
    upstream.script(toolUseMessage([call('Rom')]), textMessage('Sun.'));
    const answer = await ask(toolpath, each, hello);
    expect(answer.content.at(-1)).toMatchObject({ type: 'text', text: 'Sun.' });
    expect(answer.finish.unified).toBe('stop');
    await children.gone();
    expect(asked()).toHaveLength(2);
  });

  proves(
    'S3.executors.partial',
    `If some tools have no executor, a warning names them, and the calls go back after one request ${title}`,
    async (context) => {
      const ran: string[] = [];
      const options = { toolExecutors: { weather: () => ran.push('weather') }, maxTurns: 5 };
      const { toolpath, upstream, children, asked } = await openAgentProvider(context, options);
      upstream.script(toolUseMessage([call('Rom'), call('Rom', 'toolu_2', 'time')]));
      const tools = [declared('weather'), declared('time'), declared('date')];
      const answer = await ask(toolpath, each, { ...hello, tools });
      expect(callsIn(answer).map(({ toolName, providerExecuted }) => [toolName, providerExecuted])).toEqual([
        ['weather', undefined],
        ['time', undefined],
      ]);
      expect(answer.finish.unified).toBe('tool-calls');
      expect(JSON.stringify(answer.warnings)).toContain('toolExecutors.partial');
      expect(JSON.stringify(answer.warnings)).toContain('\\"time\\", \\"date\\"');
      await children.gone();
      expect([ran, asked().length, children.started().length]).toEqual([[], 1, 1]);
    },
  );

  proves(
    ['S3.single-turn', 'S3.recover.native', 'S3.versions'],
    `Without executors, native calls go back after one request, also with arguments that are no JSON ${title}`,
    async (context) => {
      const { toolpath, upstream, children, asked } = await openAgentProvider(context);
      upstream.script(toolUseMessage([call('Rom'), call('Oslo', 'toolu_2')], { text: 'I look.', tokens: [10, 2] }));
      const answer = await ask(toolpath, each, hello);
      expect(answer.content).toMatchObject([
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', toolName: 'weather', input: '{"city":"Rom"}' },
        { type: 'tool-call', toolName: 'weather', input: '{"city":"Oslo"}' },
      ]);
      expect(answer.finish).toEqual({ unified: 'tool-calls', raw: 'tool_calls' });
      expect(answer.warnings).toEqual([]);
      upstream.script(brokenCall({ name: `${PREFIX}weather` }, '{"city": "Köln", }'));
      const broken = await ask(toolpath, each, hello);
      expect(callsIn(broken)).toMatchObject([{ toolName: 'weather', input: '{"city": "Köln", }' }]);
      expect(broken.finish).toEqual({ unified: 'tool-calls', raw: 'tool_calls' });
      await children.gone();
      expect(asked()).toHaveLength(2);
    },
  );

  proves(
    'S3.recover.native',
    `After a call of an unknown tool, the model is asked again, and its native call goes back ${title}`,
    async (context) => {
      const { toolpath, upstream, children, asked } = await openAgentProvider(context);
      scriptAround(
        upstream,
        toolUseMessage([call('Rom', 'toolu_1', 'nothing')]),
        toolUseMessage([call('Rom', 'toolu_2')]),
      );
      const answer = await ask(toolpath, each, hello);
      // The gateway itself answers the call of the unknown tool, with an error.
      const returned = callsIn(answer).filter(({ providerExecuted }) => providerExecuted !== true);
      expect(returned).toMatchObject([{ toolName: 'weather', input: '{"city":"Rom"}' }]);
      expect(answer.finish).toEqual({ unified: 'tool-calls', raw: 'tool_calls' });
      await children.gone();
      expect(JSON.stringify(asked().at(-1)?.body.messages)).toContain('nothing');
    },
  );

  proves(
    ['S3.recover.envelope', 'S3.versions'],
    `A text that is an envelope of calls becomes these calls ${title}`,
    async (context) => {
      const { toolpath, upstream } = await openAgentProvider(context);
      const envelopes = [
        '{"type":"tool-calls","calls":[{"toolName":"weather","input":{"city":"Rom"}}]}',
        '{"tool_calls":[{"tool":"weather","input":{"city":"Rom"}}]}',
        '{"tool":"weather","input":{"city":"Rom"}}',
        '{"toolName":"weather","arguments":{"city":"Rom"}}',
      ];
      for (const text of envelopes) {
        upstream.script(textMessage(text));
        const answer = await ask(toolpath, each, hello);
        expect([text, answer.content]).toMatchObject([
          text,
          [{ type: 'tool-call', toolName: 'weather', input: '{"city":"Rom"}' }],
        ]);
        expect(answer.finish).toEqual({ unified: 'tool-calls', raw: 'tool_calls' });
      }
    },
  );

  proves(
    ['S3.empty', 'S3.versions'],
    `An answer with neither calls nor text is an explicit error finish ${title}`,
    async (context) => {
      const { toolpath, upstream, children } = await openAgentProvider(context, {
        settings: { limits: { retries: 0 } },
      });
      scriptAround(upstream, message([]), message([]));
      const answer = await ask(toolpath, each, hello);
      expect(answer.content).toEqual([]);
      expect(answer.finish).toEqual({ unified: 'error', raw: 'empty-tool-routing-output' });
      expect(answer.metadata).toMatchObject({ failure: { kind: 'empty-answer' } });
      await children.gone();
    },
  );

  test(`Reasoning returns to the model with its signature, and images of users and tools reach it ${title}`, async (context) => {
    const { toolpath, upstream, asked } = await openAgentProvider(context);
    upstream.script(
      thinkingMessage('Hm.', { signature: 'sig-1', calls: [call('Rom', 'toolu_1')] }),
      textMessage('A dot.'),
    );
    const data = version === 'v4' ? { type: 'data', data: PNG } : Buffer.from(PNG, 'base64');
    const picture = { type: 'file', mediaType: 'image/png', data };
    const question = { role: 'user' as const, content: [{ type: 'text', text: 'Look.' }, picture] };
    const first = await ask(toolpath, each, { ...hello, prompt: [question] });
    const [called] = callsIn(first);
    const said = first.content.map(({ providerMetadata: providerOptions, ...part }) =>
      part.type === 'tool-call' ? { ...part, input: JSON.parse(String(part.input)) } : { ...part, providerOptions },
    );
    const shown = {
      v2: { type: 'media', mediaType: 'image/png', data: PNG },
      v3: { type: 'image-data', mediaType: 'image/png', data: PNG },
      v4: { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } },
    }[version];
    const output = { type: 'content', value: [{ type: 'text', text: 'See:' }, shown] };
    const result = { type: 'tool-result', toolCallId: called?.toolCallId, toolName: 'weather', output };
    const prompt = [question, { role: 'assistant', content: said }, { role: 'tool', content: [result] }];
    const second = await ask(toolpath, each, { ...hello, prompt });
    expect(second.content).toMatchObject([{ type: 'text', text: 'A dot.' }]);
    expect(blocksOf(asked()[0], 'image')).toMatchObject([{ source: { media_type: 'image/png', data: PNG } }]);
    expect(blocksOf(asked()[1], 'thinking')).toMatchObject([{ thinking: 'Hm.', signature: 'sig-1' }]);
    const [told] = blocksOf(asked()[1], 'tool_result');
    expect(told).toMatchObject({ tool_use_id: 'toolu_1' });
    expect(JSON.stringify(told?.content)).toContain(PNG);
  });

  test(`An image that a tool of the gateway returns is in its result, and reaches the model ${title}`, async (context) => {
    const image = { type: 'image', mimeType: 'image/png', data: PNG };
    const look = countingTool('look', () => ({ content: [{ type: 'text', text: 'See:' }, image] }));
    const { toolpath, upstream, asked } = await openAgentProvider(context, { tools: [look] });
    upstream.script(toolUseMessage([{ name: `${PREFIX}look`, input: {} }]), textMessage('A dot.'));
    const { prompt } = hello;
    const answer = await ask(toolpath, each, { prompt });
    expect(JSON.stringify(blocksOf(asked()[1], 'tool_result'))).toContain(PNG);
    const results = [{ result: [{ type: 'text', text: 'See:' }, image] }];
    // V2 shows calls of tools that the caller did not declare in the metadata only.
    if (version === 'v2') expect(answer.metadata.calls).toMatchObject(results);
    else expect(answer.content.filter(({ type }) => type === 'tool-result')).toMatchObject(results);
  });

  test(`An abort ends the child process, while the model answers and while an executor runs ${title}`, async (context) => {
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const weather = (_: object, { abortSignal }: { abortSignal: AbortSignal }) => {
      abortSignal.addEventListener('abort', () => stopped.resolve());
      begun.resolve();
      return new Promise(() => {});
    };
    const { toolpath, upstream, children, asked } = await openAgentProvider(context, { toolExecutors: { weather } });
    upstream.script([hang], toolUseMessage([call('Rom')]));
    const abort = new AbortController();
    const failed = ask(toolpath, each, { ...hello, abortSignal: abort.signal }).catch((error: unknown) => error);
    while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    expect(await failed).toMatchObject({ name: 'AbortError' });
    await children.gone();
    const again = new AbortController();
    const stuck = ask(toolpath, each, { ...hello, abortSignal: again.signal }).catch((error: unknown) => error);
    await begun.promise;
    again.abort();
    expect(await stuck).toMatchObject({ name: 'AbortError' });
    await stopped.promise;
    await children.gone();
  });
});

describe.for(MAJORS)('ai $major over the real agent', ({ ai, version }) => {
  const { generateText, streamText, stopWhen } = functionsOf(ai);
  const weather = { description: 'Tells the weather.', inputSchema: z.object({ city: z.string() }) };

  proves(
    ['S3.executors', 'S3.executors.stream'],
    'With executors, generateText and streamText get the answer in one step and one child process',
    async (context) => {
      const toolExecutors = { weather: ({ city }: { city: string }) => `sun in ${city}` };
      const { model, upstream, children } = await openAgentProvider(context, { version, toolExecutors, maxTurns: 4 });
      const script = () => upstream.script(toolUseMessage([call('Rom')], { text: 'I look.' }), textMessage('Sun.'));
      script();
      const { text, steps, content } = await generateText({ model, tools: { weather }, prompt: 'Hi' });
      expect([text, steps.length]).toEqual(['I look.\n\nSun.', 1]);
      expect(content).toMatchObject([
        { type: 'text' },
        { type: 'tool-call', toolName: 'weather', providerExecuted: true },
        { type: 'tool-result', toolName: 'weather', output: 'sun in Rom', providerExecuted: true },
        { type: 'text' },
      ]);
      script();
      const streamed = streamText({ model, tools: { weather }, prompt: 'Hi' });
      const types = typesOf(await gather(streamed.fullStream));
      expect(types).toEqual(expect.arrayContaining(['tool-input-start', 'tool-call', 'tool-result']));
      expect(types).not.toContain('error');
      expect(await streamed.text).toBe('I look.\n\nSun.');
      await children.gone();
      expect(children.started()).toHaveLength(2);
    },
  );

  proves(
    ['S3.single-turn', 'S3.executors.partial'],
    'With some executors, the tools of the caller run over several steps of the AI SDK',
    async (context) => {
      const ran: string[] = [];
      const toolExecutors = { weather: () => ran.push('in the gateway') };
      const { model, upstream, asked, children } = await openAgentProvider(context, { version, toolExecutors });
      const execute = ({ city }: { city: string }) => {
        ran.push(city);
        return `sun in ${city}`;
      };
      const tools = { weather: { ...weather, execute }, time: weather };
      upstream.script(toolUseMessage([call('Rom'), call('Oslo', 'toolu_2')]), textMessage('Sun.'));
      const { text, steps } = await generateText({ model, tools, stopWhen, prompt: 'Hi' });
      expect([text, steps.length, ran]).toEqual(['Sun.', 2, ['Rom', 'Oslo']]);
      expect(JSON.stringify(steps[0]?.warnings)).toContain('toolExecutors.partial');
      expect(blocksOf(asked()[1], 'tool_result').map(({ content }) => JSON.stringify(content))).toEqual([
        expect.stringContaining('sun in Rom'),
        expect.stringContaining('sun in Oslo'),
      ]);
      await children.gone();
      expect(asked()).toHaveLength(2);
    },
  );

  proves('S3.empty', 'An empty answer is an error finish, and an envelope is a call', async (context) => {
    const settings = { limits: { retries: 0 } };
    const { model, upstream } = await openAgentProvider(context, { version, settings });
    scriptAround(upstream, message([]), message([]), textMessage('{"tool":"weather","input":{"city":"Rom"}}'));
    const empty = await generateText({ model, tools: { weather }, prompt: 'Hi', maxRetries: 0 });
    expect([empty.text, empty.finishReason]).toEqual(['', 'error']);
    const { toolCalls, finishReason } = await generateText({ model, tools: { weather }, prompt: 'Hi' });
    expect(finishReason).toBe('tool-calls');
    expect(toolCalls).toMatchObject([{ toolName: 'weather', input: { city: 'Rom' } }]);
  });
});

import OpenAI from 'openai';
import type { ChatCompletion, ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { describe, expect, test } from 'vitest';
import { countingTool, type GatewayOptions, openGateway, type RunningGateway } from './clients/gateway.ts';
import { proves } from './requirements.ts';
import { type Action, chunk, hang, sse, textAnswer, type UpstreamRequest } from './upstream.ts';
import { type TextFormat, textFormats } from './written-calls.ts';

/** End-to-end tests of models without native calls: the official SDK, the gateway, and a server without tool support. */

const say: ChatCompletionTool = {
  type: 'function',
  function: {
    name: 'say',
    description: 'Says something.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
};
const told: ChatCompletionMessageParam[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'What time is it?' },
];

type Ask = Partial<Omit<OpenAI.ChatCompletionCreateParams, 'stream'>>;

async function setUp(format: string, options: GatewayOptions = {}, isStreamed = true) {
  const clock = countingTool('clock', ({ q }) => `noon in ${q}`);
  const settings = { 'formats-enabled': [format], 'formats-primary': format, ...options.settings };
  const gateway = await openGateway({ tools: [clock], ...options, settings });
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  const ask = async (request: Ask = {}): Promise<ChatCompletion.Choice> => {
    const body = { model: 'up/mock', messages: told, ...request };
    const answer = isStreamed
      ? await openai.chat.completions.stream(body).finalChatCompletion()
      : await openai.chat.completions.create({ ...body, stream: false });
    const [choice] = answer.choices;
    if (choice === undefined) throw new Error('The answer has no choice.');
    return choice;
  };
  return { ...gateway, clock, ask };
}

/** Returns the messages of each request to the server, one line per message, and checks that tools appear only as text. */
function transcripts({ asked }: Pick<RunningGateway, 'asked'>): readonly (readonly string[])[] {
  return asked().map((request) => {
    for (const member of ['tools', 'tool_choice', 'parallel_tool_calls'])
      expect(request.body).not.toHaveProperty(member);
    return request.body.messages.map((message) => {
      expect(message.role).not.toBe('tool');
      for (const member of ['tool_calls', 'tool_call_id']) expect(message).not.toHaveProperty(member);
      return `${message.role}: ${message.content}`;
    });
  });
}

const callsOf = ({ message }: ChatCompletion.Choice) =>
  (message.tool_calls ?? []).map((call) => (call.type === 'function' ? call.function : undefined));

/** Returns the history that a client sends back with the result of its call. */
function answered({ message }: ChatCompletion.Choice, content: string): ChatCompletionMessageParam[] {
  return [...told, message, { role: 'tool', tool_call_id: message.tool_calls?.[0]?.id ?? '', content }];
}

describe.each(textFormats)('$name', (format: TextFormat) => {
  const { name } = format;
  const clockCall = { name: 'clock', args: { q: 'Wien' } };
  const sayCall = { name: 'say', args: { text: 'noon' } };

  for (const isStreamed of [true, false]) {
    const how = isStreamed ? 'streamed' : 'not streamed';

    proves(
      ['S1.request', 'S1.format.text'],
      `In the text format ${name}, a gateway tool runs and its outcome goes back as text (${how})`,
      async () => {
        const gateway = await setUp(name, {}, isStreamed);
        const written = format.calls([clockCall]);
        gateway.upstream.script(textAnswer(written), textAnswer('It is noon.'));
        const { message, finish_reason } = await gateway.ask();
        expect(message).toMatchObject({ content: 'It is noon.' });
        expect(message.tool_calls).toBeUndefined();
        expect(finish_reason).toBe('stop');
        expect(gateway.clock.runs).toBe(1);
        const [first, second] = transcripts(gateway);
        const [system, user, assistant, outcome, ...more] = second ?? [];
        expect(first).toEqual([system, user]);
        expect(system).toMatch(/^system: Be brief\.\n\n.*What clock says\./s);
        expect(user).toBe('user: What time is it?');
        expect(assistant).toMatch(/^assistant: .*clock.*Wien/s);
        expect(outcome).toMatch(/^user: .*noon in Wien/s);
        expect(more).toEqual([]);
      },
    );

    proves(
      ['S1.request', 'L2'],
      `In the text format ${name}, a client call is handed over and its result reaches the model (${how})`,
      async () => {
        const gateway = await setUp(name, {}, isStreamed);
        gateway.upstream.script(textAnswer(format.calls([sayCall])), textAnswer('Said.'));
        const choice = await gateway.ask({ tools: [say] });
        expect(callsOf(choice)).toEqual([{ name: 'say', arguments: expect.any(String) }]);
        expect(JSON.parse(callsOf(choice)[0]?.arguments ?? '')).toEqual({ text: 'noon' });
        expect(choice.message.tool_calls?.[0]?.id).toMatch(/^[A-Za-z0-9]{9}$/);
        expect(choice.finish_reason).toBe('tool_calls');
        const messages = answered(choice, 'done');
        expect((await gateway.ask({ messages, tools: [say] })).message.content).toBe('Said.');
        const [first = [], second = []] = transcripts(gateway);
        expect(second.slice(0, 2)).toEqual(first);
        expect(second.slice(2)).toEqual([expect.stringContaining('say'), expect.stringContaining('done')]);
        expect(gateway.clock.runs).toBe(0);
      },
    );
  }

  proves(
    ['S0.mixed', 'L1', 'L2'],
    `In the text format ${name}, a mixed step runs the gateway's call and hands over the client's, and the follow-up has both`,
    async () => {
      const gateway = await setUp(name, { settings: { mixed: true } });
      gateway.upstream.script(textAnswer(format.calls([clockCall, sayCall])), textAnswer('Both.'));
      const choice = await gateway.ask({ tools: [say] });
      expect(callsOf(choice).map((call) => call?.name)).toEqual(['say']);
      expect(gateway.clock.runs).toBe(1);
      await gateway.ask({ messages: answered(choice, 'done'), tools: [say] });
      const [, , assistant, outcomes, ...more] = transcripts(gateway)[1] ?? [];
      expect(assistant).toMatch(/clock.*Wien.*say.*noon/s);
      expect(outcomes).toMatch(/^user: .*noon in Wien.*done/s);
      expect(more).toEqual([]);
      expect(gateway.clock.runs).toBe(1);
    },
  );

  test('Several calls of one step all run, and their outcomes go back in order', async () => {
    const gateway = await setUp(name);
    const calls = ['Wien', 'Graz', 'Linz'].map((q) => ({ name: 'clock', args: { q } }));
    gateway.upstream.script(textAnswer(format.calls(calls)), textAnswer('Noon everywhere.'));
    expect((await gateway.ask()).message.content).toBe('Noon everywhere.');
    expect(gateway.clock.runs).toBe(3);
    expect(transcripts(gateway)[1]?.[3]).toMatch(/noon in Wien.*noon in Graz.*noon in Linz/s);
  });

  proves(
    'L8',
    `In the text format ${name}, a call that is truncated by the token limit is never executed`,
    async () => {
      const gateway = await setUp(name);
      gateway.upstream.script(
        textAnswer(format.cut(clockCall), { finish: 'length' }),
        textAnswer(format.cut(sayCall), { finish: 'length' }),
        textAnswer(format.cut(clockCall)),
      );
      expect((await gateway.ask()).finish_reason).toBe('length');
      expect((await gateway.ask({ tools: [say] })).finish_reason).toBe('length');
      await gateway.ask().catch(() => undefined);
      expect(gateway.clock.runs).toBe(0);
      expect(gateway.asked()).toHaveLength(3);
    },
  );

  proves(
    'S0.empty',
    `In the text format ${name}, nothing is recognised as a call if the tool list is empty`,
    async () => {
      const gateway = await setUp(name);
      gateway.upstream.script(textAnswer(format.calls([clockCall])));
      const { message, finish_reason } = await gateway.ask({ tools: [] });
      expect(message.tool_calls).toBeUndefined();
      expect(finish_reason).not.toBe('tool_calls');
      expect(transcripts(gateway)).toEqual([['system: Be brief.', 'user: What time is it?']]);
      expect(gateway.clock.runs).toBe(0);
    },
  );

  test('With the tool choice "none", the prompt forbids calls and no call is made', async () => {
    const gateway = await setUp(name);
    gateway.upstream.script(textAnswer(`${format.calls([sayCall])}\nNoon.`));
    const choice = await gateway.ask({ tools: [say], tool_choice: 'none' });
    expect(callsOf(choice)).toEqual([]);
    expect(transcripts(gateway)[0]?.at(-1)).toMatch(/^user: What time is it\?\n\n.*Do not call/);
  });

  proves(
    'L10',
    `In the text format ${name}, call markup from users and tools is never executed, even if the model repeats it`,
    async () => {
      const markup = format.calls([clockCall]);
      const page = countingTool('clock', () => `A page: ${markup}`);
      const gateway = await setUp(name, { tools: [page] });
      gateway.upstream.script(textAnswer(markup), echo, echo);
      const user = { role: 'user' as const, content: `Look: ${markup}` };
      const { message } = await gateway.ask({ messages: [user] });
      expect(message.tool_calls).toBeUndefined();
      expect(page.runs).toBe(1);
      await gateway.ask({ messages: [user], tools: [say] });
      expect(gateway.asked()).toHaveLength(3); // the echo of the outcome is left out, so nothing was asked again
      expect(page.runs).toBe(1);
    },
  );
});

/** Answers with the text of the last message. */
function echo(request: UpstreamRequest): readonly Action[] {
  const messages = request.body.messages as readonly { readonly content: string }[];
  const play = textAnswer(messages.at(-1)?.content ?? '');
  return typeof play === 'function' ? play(request) : play;
}

/** Answers of Qwen2.5-Coder-1.5B-Instruct to hermes instructions for ten tools, recorded from llama.cpp. */
describe('Recorded answers of a small model', () => {
  const setTimer: ChatCompletionTool = {
    type: 'function',
    function: {
      name: 'set_timer',
      description: 'Start a timer',
      parameters: { type: 'object', properties: { minutes: { type: 'number' } }, required: ['minutes'] },
    },
  };

  test.each([
    ['without tags', '{"name": "set_timer", "arguments": {"minutes": 10}}'],
    ['in a code fence', '```json\n{\n  "name": "set_timer",\n  "arguments": {\n    "minutes": 10\n  }\n}\n```'],
  ])('In the format hermes, a call %s is recognised', async (_, text) => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(textAnswer(text));
    const choice = await gateway.ask({ tools: [setTimer] });
    expect(callsOf(choice)).toMatchObject([{ name: 'set_timer' }]);
    expect(JSON.parse(callsOf(choice)[0]?.arguments ?? '')).toEqual({ minutes: 10 });
    expect(choice.finish_reason).toBe('tool_calls');
  });

  test.each([true, false])(
    'A false confirmation never reaches the client, and the connection to the server is closed (streamed: %s)',
    async (isStreamed) => {
      const gateway = await setUp('hermes', {}, isStreamed);
      const confirmed = '<tool_response>Timer set for 10 minutes.</tool_response>';
      const endless = [...sse([chunk({ content: confirmed })], { isDone: false }), hang];
      const call = '{"name": "set_timer", "arguments": {"minutes": 10}}';
      gateway.upstream.script(isStreamed ? endless : textAnswer(confirmed), textAnswer(call));
      const choice = await gateway.ask({ tools: [setTimer] });
      expect(callsOf(choice)).toMatchObject([{ name: 'set_timer' }]);
      expect(JSON.stringify(choice)).not.toContain('Timer set');
      if (isStreamed) await gateway.asked()[0]?.whenClosed;
    },
  );

  test.each([true, false])(
    'If the model confirms falsely twice, the client reads that no tool has run (streamed: %s)',
    async (isStreamed) => {
      const gateway = await setUp('hermes', {}, isStreamed);
      const confirmed = 'The timer runs.\n<tool_response>Timer set for 10 minutes.</tool_response>';
      gateway.upstream.script(textAnswer(confirmed), textAnswer('<tool_response>Timer set.</tool_response>'));
      const { message, finish_reason } = await gateway.ask({ tools: [setTimer] });
      expect(message.content).toMatch(/^The timer runs\.\n\n\(The model wrote .* No such tool has run\.\)$/);
      expect(finish_reason).toBe('stop');
    },
  );
});

describe('Mistakes of a model', () => {
  const wrong = '<tool_call>\n{"name": "clock", "arguments": {"q": Wien, oops}}\n</tool_call>';
  const right = '<tool_call>\n{"name": "clock", "arguments": {"q": "Wien"}}\n</tool_call>';

  proves('L8', 'A call that cannot be parsed ends in an error outcome, and the model can correct it', async () => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(textAnswer(wrong), textAnswer(right), textAnswer('Noon.'));
    const { message } = await gateway.ask();
    expect(message).toMatchObject({ content: 'Noon.' });
    expect(gateway.clock.runs).toBe(1);
    const [, second, third] = transcripts(gateway);
    expect(second?.[3]).toMatch(/^user: <tool_response>\nError: .*clock/s);
    expect(second?.[2]).toContain('Wien, oops');
    expect(third?.slice(0, 4)).toEqual(second);
    expect(third?.[5]).toContain('noon in Wien');
  });

  test('A client call whose arguments cannot be parsed is handed over with their original text, not with empty arguments', async () => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(textAnswer('<tool_call>{"name": "say", "arguments": oops}</tool_call>'));
    const [call] = callsOf(await gateway.ask({ tools: [say] }));
    expect(call?.name).toBe('say');
    expect(call?.arguments).toContain('oops');
    expect(() => JSON.parse(call?.arguments ?? '')).toThrow();
  });

  test('The outcome of a call to an unknown tool names the most similar tool', async () => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(textAnswer(right.replace('clock', 'clocks')), textAnswer('Well.'));
    expect((await gateway.ask()).message.content).toBe('Well.');
    expect(gateway.clock.runs).toBe(0);
    expect(transcripts(gateway)[1]?.[3]).toMatch(/clocks.*"clock"/s);
  });

  test('If the second call of a step is truncated, the first does not run either', async () => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(textAnswer(`${right}\n${right.slice(0, 30)}`, { finish: 'length' }));
    expect((await gateway.ask()).finish_reason).toBe('length');
    expect(gateway.clock.runs).toBe(0);
  });

  test('If the token limit truncates a list of calls, none of them runs; if the list is complete, they run', async () => {
    const gateway = await setUp('pure_json');
    gateway.upstream.script(
      textAnswer('[{"name": "clock", "arguments": {"q": "Wien"}}, ', { finish: 'length' }),
      textAnswer('[{"name": "clock", "arguments": {"q": "Wien"}}]', { finish: 'length' }),
      textAnswer('Noon.'),
    );
    expect((await gateway.ask()).finish_reason).toBe('length');
    expect(gateway.clock.runs).toBe(0);
    expect((await gateway.ask()).message.content).toBe('Noon.');
    expect(gateway.clock.runs).toBe(1);
  });

  test('A call that the reader leaves out does not count as truncated by the token limit', async () => {
    const gateway = await setUp('harmony', {}, false);
    const search = '<|start|>assistant<|channel|>commentary to=browser.search<|message|>{"q": "x"}<|call|>';
    gateway.upstream.script(textAnswer(`<|channel|>analysis<|message|>I search.<|end|>${search}`));
    const { message, finish_reason } = await gateway.ask();
    expect(message).toMatchObject({ content: '', reasoning_content: 'I search.' });
    expect(finish_reason).toBe('stop');
  });

  test('If the chat template opens the reasoning, neither the reasoning nor a call in it is part of the answer', async () => {
    const model = 'up/deepseek-r1';
    const settings = { 'formats-enabled': ['family', 'hermes'] };
    const gateway = await setUp('hermes', { settings, models: ['deepseek-r1'] }, false);
    const made = right.replace('Wien', 'Graz');
    gateway.upstream.script(textAnswer(`Maybe ${right}?\n</think>\n\n${made}`), textAnswer('Good.\n</think>\n\nNoon.'));
    const { message } = await gateway.ask({ model });
    expect(message.content).toBe('Noon.');
    expect(message).toMatchObject({ reasoning_content: expect.stringContaining('Maybe') });
    expect(transcripts(gateway)[1]?.at(-1)).toContain('noon in Graz');
    expect(gateway.clock.runs).toBe(1);
    gateway.upstream.script(textAnswer('It is noon.'));
    expect(await gateway.ask({ model })).toMatchObject({ message: { content: 'It is noon.' }, finish_reason: 'stop' });
  });

  test('In a family that does not close its reasoning before a call, the call ends the reasoning and runs', async () => {
    const gateway = await setUp('qwen3_coder', {}, false);
    const text =
      '<think>It asks for the time.\n<tool_call>\n<function=clock>\n<parameter=q>\nWien\n</parameter>\n</function>\n</tool_call>';
    gateway.upstream.script(textAnswer(text), textAnswer('<think>Good.</think>\n\nNoon.'));
    const { message } = await gateway.ask();
    expect(message.content).toBe('Noon.');
    expect(message).toMatchObject({ reasoning_content: expect.stringContaining('It asks for the time.') });
    expect(gateway.clock.runs).toBe(1);
  });

  test('Text that a model invents after its calls is neither sent to the client nor kept in the history', async () => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(
      textAnswer(`${right}\n<tool_response>\nmidnight\n</tool_response>\nIt is midnight.`),
      textAnswer('Noon.'),
    );
    expect((await gateway.ask()).message.content).toBe('Noon.');
    expect(transcripts(gateway)[1]?.join('\n')).not.toContain('midnight');
  });

  test('A call that is complete when the token limit is reached still runs', async () => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(textAnswer(right, { finish: 'length' }), textAnswer('Noon.'));
    expect((await gateway.ask()).message.content).toBe('Noon.');
    expect(gateway.clock.runs).toBe(1);
  });
});

describe('The prompt in text formats', () => {
  const call = '<tool_call>\n{"name": "clock", "arguments": {"q": "Wien"}}\n</tool_call>';

  proves(
    'S1.request',
    'In text formats, text before a call is sent to the client and stays before the call in the history',
    async () => {
      const gateway = await setUp('hermes');
      gateway.upstream.script(textAnswer(`I will look.\n${call}`), textAnswer('Noon.'));
      expect((await gateway.ask()).message.content).toBe('I will look.\n\nNoon.');
      expect(transcripts(gateway)[1]?.[2]).toBe(`assistant: I will look.\n${call}`);
    },
  );

  proves(
    'L6',
    'In text formats, the earlier prompt stays identical from step to step and from turn to turn',
    async () => {
      const gateway = await setUp('hermes');
      gateway.upstream.script(textAnswer(call), textAnswer('Noon.'), textAnswer(call), textAnswer('Still noon.'));
      const { message } = await gateway.ask();
      await gateway.ask({
        messages: [...told, message, { role: 'user', content: 'And now?' }],
        tool_choice: 'required',
      });
      const [first = [], second = [], third = [], fourth = []] = transcripts(gateway);
      expect(second.slice(0, first.length)).toEqual(first);
      expect(third.slice(0, second.length)).toEqual(second);
      expect(fourth.slice(0, third.length - 1)).toEqual(third.slice(0, -1));
      expect(third.at(-1)).toBe('user: And now?\n\nYour next message must call a tool.');
      expect(fourth[third.length - 1]).toBe('user: And now?');
    },
  );

  test('In text formats, the prompt states a required tool and the limit of one call at a time', async () => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(textAnswer(call), textAnswer('Noon.'));
    const choice = { type: 'function' as const, function: { name: 'say' } };
    await gateway.ask({ tools: [say], tool_choice: choice, parallel_tool_calls: false });
    const [[system, user] = []] = transcripts(gateway);
    expect(user).toMatch(/\n\nYour next message must call the tool "say"\.$/);
    expect(system).toContain('one call at a time');
  });

  test('In text formats, the tool instructions come first if the client has no system message or has it later', async () => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(textAnswer('Hi.'), textAnswer('Hi.'));
    const user = { role: 'user' as const, content: 'Hello?' };
    await gateway.ask({ messages: [user] });
    await gateway.ask({ messages: [user, { role: 'system', content: 'Be brief.' }] });
    const [first = [], second = []] = transcripts(gateway);
    expect(first[0]).toMatch(/^system: # Tools/);
    expect(second).toEqual([...first, 'system: Be brief.']);
  });

  test('In text formats, text before a call is streamed in many chunks', async () => {
    const gateway = await setUp('hermes');
    gateway.upstream.script(textAnswer('One two three four.\n'.repeat(20) + call), textAnswer('Noon.'));
    const response = await gateway.post({ model: 'up/mock', messages: told, stream: true });
    const chunks = (await response.text()).match(/"content":"[^"]+"/g) ?? [];
    expect(chunks.length).toBeGreaterThan(50);
  });
});

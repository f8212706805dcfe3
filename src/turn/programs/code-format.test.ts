import { afterAll, describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { inOrder, ScriptedBackend, type ScriptedStep } from '../../../test/scripted-backend.ts';
import { listed, mixed, type TurnOptions, testTurns, user } from '../../../test/turns.ts';
import { defaultLimits, type Message, textOf } from '../../core/index.ts';
import { openSandbox } from '../../sandbox/index.ts';

const sandbox = openSandbox({ limits: defaultLimits, python: { engines: ['monty'], cache: '' } });
afterAll(() => sandbox.close());

const CODE = { enabled: ['native', 'hermes', 'code'], primary: 'code' };

function setUp(answers: readonly ScriptedStep[], options: TurnOptions = {}) {
  const backend = new ScriptedBackend(inOrder(...answers));
  const bought: string[] = [];
  const shop = {
    name: 'shop',
    description: 'Returns the price of an item.',
    schema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
    invoke({ item }: { item: string }) {
      bought.push(item);
      return { item, price: item.length };
    },
  };
  return { backend, bought, ...testTurns(backend, [shop], { sandbox, formats: CODE, ...options }) };
}

const system = ([first]: readonly Message[] = []) => (first?.role === 'system' ? textOf(first.content) : '');
const lastText = (messages: readonly Message[] = []) => textOf(messages.at(-1)?.content ?? []);

describe('Code mode as the chosen format', () => {
  proves(
    'S1.request',
    'In code mode, the prompt has the Python instructions and the functions, and declares no tools',
    async () => {
      const { ask, backend } = setUp([{ text: 'Hello.' }]);
      await ask({});
      const [request] = backend.requests;
      expect(request?.tools).toEqual([]);
      expect(system(request?.messages)).toMatch(
        /```python\n[\s\S]*The functions:[\s\S]*shop\(item: str\)[\s\S]*Returns the price/,
      );
      expect(system(request?.messages)).not.toContain('python_execution');
      expect(system(request?.messages)).not.toContain('call_tool');
    },
  );

  test('In code mode without other tools, the prompt mentions no functions', async () => {
    const backend = new ScriptedBackend(inOrder({ text: 'Hello.' }));
    await testTurns(backend, [], { sandbox, formats: CODE }).ask({});
    const prompt = system(backend.requests[0]?.messages);
    expect(prompt).toMatch(/^You can run Python programs, for example to calculate\./);
    expect(prompt).not.toContain('functions');
  });

  proves(
    'S1.format.code',
    'A fenced program in the answer runs, and the text before it reaches the client',
    async () => {
      const answer = 'Let me look.\n\n```python\nr = await shop(item="abc")\nprint(r["price"])\n```';
      const { ask, backend } = setUp([{ text: answer }, { text: 'It costs 3.' }]);
      const { answer: given } = await ask({});
      expect(given.text).toBe('Let me look.\n\nIt costs 3.');
      expect(lastText(backend.requests[1]?.messages)).toContain('3');
      const said = backend.requests[1]?.messages.find(({ role }) => role === 'assistant');
      expect(textOf(said?.content ?? []).replaceAll('\n\n', '\n')).toBe(answer.replaceAll('\n\n', '\n'));
    },
  );

  test.each([
    ['without its closing fence', ''],
    ['that ends with a line break', '\n'],
    ['with a fence at the end of its last line', '```'],
  ])('A program %s runs if the upstream ended the answer by itself', async (_, end) => {
    const program = 'Let me look.\n\n```python\nprint(shop(item="abc")["price"] * 5)';
    const { ask, backend } = setUp([{ text: program + end }, { text: 'It costs 15.' }, { text: 'Yes.' }]);
    const { answer } = await ask({});
    expect(answer.text).toBe('Let me look.\n\nIt costs 15.');
    expect(answer.finish.reason).toBe('stop');
    const told = backend.requests[1]?.messages ?? [];
    expect(lastText(told)).toContain('15');
    const said = textOf(told.find(({ role }) => role === 'assistant')?.content ?? []);
    expect(said.replaceAll('\n\n', '\n')).toBe(`${program}\n\`\`\``.replaceAll('\n\n', '\n'));

    const history: Message = { role: 'assistant', content: [{ type: 'text', text: answer.text }], calls: [] };
    await ask({ messages: [user('hi'), history, user('Sure?')] });
    expect(backend.requests[2]?.messages.slice(0, told.length)).toEqual(told);
  });

  test('An unclosed program runs if the upstream reports calls', async () => {
    const { ask, backend } = setUp([{ text: '```python\nprint(6 * 7)', reason: 'calls' }, { text: 'Done.' }]);
    expect((await ask({})).answer.text).toBe('Done.');
    expect(lastText(backend.requests[1]?.messages)).toContain('42');
  });

  test.each(['print(1)', 'print(1)```', 'print(1)\n```', 'print("""\n```\n', ''])(
    'A program that the token limit ended never runs: %j',
    async (program) => {
      const { ask, backend } = setUp([{ text: `\`\`\`python\n${program}`, reason: 'length' }]);
      const { answer } = await ask({});
      expect(answer.finish.reason).toBe('length');
      expect(answer.text).toBe('');
      expect(backend.requests).toHaveLength(1);
    },
  );

  test.each(['print(1)', 'print(1)```', 'print(1)\n```'])(
    'A program never runs if the stream fails after it: %j',
    async (program) => {
      const failure = { kind: 'upstream-broken', backend: 'up', reason: 'the stream ended' } as const;
      const { ask, backend } = setUp([{ text: `Well:\n\`\`\`python\n${program}`, failure }]);
      expect((await ask({})).answer.finish.failure).toEqual(failure);
      expect(backend.requests).toHaveLength(1);
    },
  );

  test('An unclosed program of a refused or filtered answer never runs', async () => {
    for (const reason of ['refusal', 'filtered'] as const) {
      const { ask, backend } = setUp([{ text: '```python\nprint(1)', reason }]);
      expect((await ask({})).answer.finish.reason).toBe(reason);
      expect(backend.requests).toHaveLength(1);
    }
  });

  test('If the answer ends where a program begins, the model reads that the program has no effect', async () => {
    const { ask, backend } = setUp([{ text: '```python\n' }, { text: 'Sorry.' }]);
    expect((await ask({})).answer.text).toBe('Sorry.');
    expect(lastText(backend.requests[1]?.messages)).toMatch(/The program is empty/);
  });

  test('A python tag of Llama runs like a fence', async () => {
    const { ask, backend } = setUp([{ text: '<|python_tag|>print(6 * 7)<|eom_id|>' }, { text: 'Done.' }]);
    await ask({});
    expect(lastText(backend.requests[1]?.messages)).toContain('42');
  });

  test.each([
    ['gpt-oss-20b', '<|channel|>analysis to=python code<|message|>print(6 * 7)<|call|>'],
    ['functionary-medium-v3.2', '>>>python\nprint(6 * 7)'],
    ['functionary-small-v3.1', '<function=python>print(6 * 7)</function>'],
    ['qwen2.5-7b', '<tool_call>\n{"name": "code_interpreter", "arguments": {"code": "print(6 * 7)"}}\n</tool_call>'],
    ['llama-3.1-8b', '<|python_tag|>{"name": "python_execution", "parameters": {"code": "print(6 * 7)"}}<|eom_id|>'],
  ])('%s runs a program in the way that its family calls Python', async (model, text) => {
    const { ask, backend } = setUp([{ text }, { text: 'Done.' }], {
      formats: { enabled: ['native', 'family', 'code'], primary: 'code' },
    });
    backend.model = model;
    const { answer } = await ask({});
    expect(answer.text).toBe('Done.');
    expect(lastText(backend.requests[1]?.messages)).toContain('42');
  });

  test('A draft of a program in reasoning never runs, even if the format of the family is not enabled', async () => {
    const { ask, backend } = setUp([{ text: '<think>Try\n```python\nshop(item="x")\n```\n</think>\nHello.' }], {
      formats: { enabled: ['code', 'native'], primary: 'code' },
    });
    expect((await ask({})).answer.text).toBe('Hello.');
    expect(backend.requests).toHaveLength(1);
  });

  test('If the client wants no calls, a program in the answer is an example', async () => {
    const text = 'Here:\n```python\nprint(1)\n```\nRun it.';
    const { ask, backend } = setUp([{ text }]);
    expect((await ask({ choice: { kind: 'none' } })).answer.text).toBe(text);
    expect(backend.requests).toHaveLength(1);
  });

  test('If the client allows only some tools, a program may run and call only those', async () => {
    const program = '```python\ntry:\n    shop(item="x")\nexcept RuntimeError as error:\n    print(error)\nbash()\n```';
    const { ask, backend, bought } = setUp([{ text: program }, { text: 'Done.' }]);
    const { answer } = await ask({ tools: mixed('bash'), allowed: { names: ['bash'], gateway: false } });
    expect(bought).toEqual([]);
    expect(answer.calls).toMatchObject([{ name: 'bash' }]);
    expect(backend.requests).toHaveLength(1);
  });

  proves(
    'L1',
    'A client that lists only its own tools gets code mode too, and its tools leave as ordinary calls',
    async () => {
      const { ask, backend } = setUp([{ text: '```python\nprint(bash(command="ls"))\n```' }, { text: 'Done.' }]);
      const messages: Message[] = [user('hi')];
      const first = await ask({ tools: listed('bash'), messages });
      expect(first.answer.calls).toMatchObject([{ name: 'bash', arguments: '{"command":"ls"}' }]);
      expect(system(backend.requests[0]?.messages)).not.toContain('shop');
      const [call] = first.answer.calls;
      const second = await ask({
        tools: listed('bash'),
        messages: [
          ...messages,
          { role: 'assistant', content: [], calls: first.answer.calls },
          { role: 'tool', callId: call?.id ?? '', content: [{ type: 'text', text: 'a.txt' }] },
        ],
      });
      expect(second.answer.text).toBe('Done.');
      expect(lastText(backend.requests[1]?.messages)).toContain('a.txt');
    },
  );

  proves('L1', "A program of a client that lists only its own tools cannot call the gateway's tools", async () => {
    const { ask, backend } = setUp([{ text: '```python\nshop(item="x")\n```' }, { text: 'Sorry.' }]);
    await ask({ tools: listed('bash') });
    expect(lastText(backend.requests[1]?.messages)).toMatch(/NameError/);
  });

  test('Without any tools, the answer is only text, and a program in it is an example', async () => {
    const text = 'Here:\n```python\nprint(1)\n```';
    const { ask, backend } = setUp([{ text }]);
    expect((await ask({ tools: { kind: 'none' } })).answer.text).toBe(text);
    expect(JSON.stringify(backend.requests[0]?.messages)).not.toContain('Python');
  });

  test('A program in the answer of a model with native calls is an example', async () => {
    const text = 'Here:\n```python\nprint(1)\n```';
    const { ask, backend } = setUp([{ text }], { formats: { enabled: ['native', 'code'], primary: 'native' } });
    expect((await ask({})).answer.text).toBe(text);
    expect(backend.requests).toHaveLength(1);
    expect(backend.requests[0]?.tools.map(({ name }) => name)).toContain('python_execution');
  });

  test('A block without a language is shown to the user and does not run', async () => {
    const text = 'Use this:\n```\nprint(1)\n```\nGood luck.';
    const { ask, backend } = setUp([{ text }]);
    expect((await ask({})).answer.text).toBe(text);
    expect(backend.requests).toHaveLength(1);
  });

  test('The instructions stay identical from step to step and from request to request', async () => {
    const { ask, backend } = setUp([{ text: '```python\n1\n```' }, { text: 'One.' }, { text: 'Two.' }]);
    const { answer } = await ask({});
    await ask({
      messages: [
        user('hi'),
        { role: 'assistant', content: [{ type: 'text', text: answer.text }], calls: [] },
        user('more'),
      ],
    });
    expect(new Set(backend.requests.map(({ messages }) => system(messages))).size).toBe(1);
  });

  test('The instructions say what tool_search returns to a program', async () => {
    const mail = { name: 'mail::send', metadata: { server: 'mail', tool: 'send' }, invoke: () => 1 };
    const backend = new ScriptedBackend(inOrder({ text: 'Hello.' }));
    await testTurns(backend, [mail], { sandbox, formats: CODE }).ask({});
    expect(system(backend.requests[0]?.messages)).toMatch(
      /await call_tool\(found[\s\S]*tool_search\(query: str, most: int \| None = None\) -> list\[\{"name": str, "signature": str/,
    );
  });

  test('Without other tools, the description of python_execution does not say how to call them', async () => {
    const told = async (
      asked: Parameters<ReturnType<typeof testTurns>['ask']>[0],
      tree: NonNullable<TurnOptions['tree']>,
    ) => {
      const backend = new ScriptedBackend(inOrder({ text: 'Hello.' }));
      await testTurns(backend, [], { sandbox, tree }).ask(asked);
      return backend.requests[0]?.tools.find(({ name }) => name === 'python_execution')?.description;
    };
    expect(await told({}, { hasServers: false })).not.toContain('tool');
    expect(await told({ tools: mixed('bash') }, { hasServers: false })).toContain('Each of your other tools');
    expect(await told({}, { hasServers: true })).toContain('Each of your other tools'); // a later message may find some
  });

  test('The description of python_execution says what the other tools return', async () => {
    const backend = new ScriptedBackend(inOrder({ text: 'Hello.' }));
    const outputSchema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    const shop = { name: 'shop', metadata: { outputSchema }, invoke: () => ({ price: 1 }) };
    await testTurns(backend, [shop, { name: 'other', invoke: () => 1 }], { sandbox }).ask({});
    const [python] = backend.requests[0]?.tools.filter(({ name }) => name === 'python_execution') ?? [];
    expect(python?.description).toMatch(/ Results: shop\(…\) -> \{"price": float\}\.$/);
  });

  test('The description of python_execution names the tools that have another name in Python', async () => {
    const backend = new ScriptedBackend(inOrder({ text: 'Hello.' }));
    const tools = ['list', 'import', 'read-file', 'shop', 'list_all'].map((name) => ({ name, invoke: () => 1 }));
    await testTurns(backend, tools, { sandbox }).ask({});
    const [python] = backend.requests[0]?.tools.filter(({ name }) => name === 'python_execution') ?? [];
    expect(python?.description).toMatch(/ These have another name in Python: list is list_, import is import_\.$/);
  });

  test('The description of python_execution stays short, however many tools promise results', async () => {
    const backend = new ScriptedBackend(inOrder({ text: 'Hello.' }));
    const outputSchema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    const tools = Array.from({ length: 200 }, (_, n) => ({
      name: `shop_${n}`,
      metadata: { outputSchema },
      invoke: () => ({ price: 1 }),
    }));
    await testTurns(backend, tools, { sandbox }).ask({});
    const [python] = backend.requests[0]?.tools.filter(({ name }) => name === 'python_execution') ?? [];
    expect(python?.description).toMatch(/ Results: shop_0\(…\) -> \{"price": float\}; shop_1/);
    expect(python?.description.length).toBeLessThan(2_000);
  });
});

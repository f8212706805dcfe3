import { afterAll, describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { inOrder, ScriptedBackend, type ScriptedStep } from '../../../test/scripted-backend.ts';
import { listed, type TurnOptions, testTurns, user } from '../../../test/turns.ts';
import { defaultLimits, type Message, textOf } from '../../core/index.ts';
import { openSandbox } from '../../sandbox/index.ts';

const sandbox = openSandbox({ limits: defaultLimits, python: { engines: ['monty'], cache: '' } });
afterAll(() => sandbox.close());

const CODE = { enabled: ['native', 'hermes', 'code'], primary: 'code' };

function setUp(answers: readonly ScriptedStep[], options: TurnOptions = {}) {
  const backend = new ScriptedBackend(inOrder(...answers));
  const shop = {
    name: 'shop',
    description: 'Returns the price of an item.',
    schema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
    invoke: ({ item }: { item: string }) => ({ item, price: item.length }),
  };
  return { backend, ...testTurns(backend, [shop], { sandbox, formats: CODE, ...options }) };
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

  test('A python tag of Llama runs like a fence', async () => {
    const { ask, backend } = setUp([{ text: '<|python_tag|>print(6 * 7)<|eom_id|>' }, { text: 'Done.' }]);
    await ask({});
    expect(lastText(backend.requests[1]?.messages)).toContain('42');
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
    const { ask } = setUp([{ text }]);
    expect((await ask({ tools: { kind: 'none' } })).answer.text).toBe(text);
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

  test('The description of python_execution says what the other tools return', async () => {
    const backend = new ScriptedBackend(inOrder({ text: 'Hello.' }));
    const outputSchema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    const shop = { name: 'shop', metadata: { outputSchema }, invoke: () => ({ price: 1 }) };
    await testTurns(backend, [shop, { name: 'other', invoke: () => 1 }], { sandbox }).ask({});
    const [python] = backend.requests[0]?.tools.filter(({ name }) => name === 'python_execution') ?? [];
    expect(python?.description).toMatch(/ Results: shop\(…\) -> \{"price": float\}\.$/);
  });
});

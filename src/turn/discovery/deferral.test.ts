import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { inOrder, ScriptedBackend, type ScriptedStep } from '../../../test/scripted-backend.ts';
import { listed, mixed, plainAsk, type TurnOptions, testTurns, user } from '../../../test/turns.ts';
import { defaultLimits, type Message, textOf } from '../../core/index.ts';
import { createMemoryStore } from '../../store/index.ts';

const said = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }], calls: [] });

/** Creates tools of two servers and one gateway tool. Each call is recorded in `ran`. */
function tools(ran: string[] = []) {
  const tool = (name: string, description: string, server?: string) => ({
    name: server === undefined ? name : `${server}::${name}`,
    description,
    schema: { type: 'object', properties: { what: { type: 'string' } } },
    ...(server === undefined ? {} : { metadata: { server, tool: name } }),
    invoke: (args: unknown) => {
      ran.push(`${name} ${JSON.stringify(args)}`);
      return `${name} is done`;
    },
  });
  return {
    ran,
    all: [
      tool('clock', 'Tells the time'),
      tool('book_flight', 'Books a flight between two airports', 'travel'),
      tool('find_hotel', 'Finds a hotel in a city', 'travel'),
      tool('send_email', 'Sends an email message to somebody', 'mail'),
      tool('list_folders', 'Lists the folders of a mailbox', 'mail'),
    ],
  };
}

function setUp(steps: readonly ScriptedStep[], options: TurnOptions = {}) {
  const { ran, all } = tools();
  const backend = new ScriptedBackend(inOrder(...steps));
  const store = createMemoryStore(defaultLimits);
  const start = () => testTurns(backend, all, { tree: {}, store, ...options });
  const { ask, ...rest } = start();
  const declared = (place = -1) => backend.requests.at(place)?.tools.map(({ wireName }) => wireName);
  const messages = (place = -1) => backend.requests.at(place)?.messages ?? [];
  return { backend, store, ran, ask, declared, messages, start, ...rest };
}

const through = (name: string, args: unknown = {}) => ({
  id: 'c1',
  name: 'call_tool',
  arguments: JSON.stringify({ name, arguments: args }),
});

describe('The first message of a conversation', () => {
  proves(
    ['S1.auto-search', 'S1.mcp.deferred', 'S1.builtin.tool-search', 'S1.custom'],
    'Tools found for the first message are declared with those that need no search; the prompt has no other tools',
    async () => {
      const { ask, declared, messages, backend } = setUp([{ text: 'Booked.' }]);
      await ask({ messages: [user('Please book a flight to Vienna')] });
      expect(declared()).toEqual(['tool_search', 'call_tool', 'clock', 'travel__book_flight']);
      expect(JSON.stringify(messages())).not.toContain('hotel');
      expect(backend.requests).toHaveLength(1);
    },
  );

  proves(
    'S1.limit.rank',
    'If more tools are found for the first message than the limit allows, the best matches are declared',
    async () => {
      const { ask, declared } = setUp([{ text: '' }, { text: 'Ok.' }], {
        tree: { perSize: { small: 1, medium: 1, large: 1 } },
      });
      await ask({ messages: [user('find a hotel in a city, then book a flight')] });
      expect(declared()).toEqual(['tool_search', 'call_tool', 'clock', 'travel__find_hotel']);
    },
  );

  proves(
    ['S1.limit.rank', 'S1.explain'],
    'A tool that is much less relevant than the best match is not declared, and its decision states that',
    async () => {
      const { ask, declared, turns } = setUp([{ text: 'Ok.' }]);
      await ask({ messages: [user('book a flight between two airports in a city')] });
      expect(declared()).toEqual(['tool_search', 'call_tool', 'clock', 'travel__book_flight']);
      const explained = await turns.explain({
        ...plainAsk,
        messages: [user('book a flight between two airports in a city')],
      });
      const decisions = explained.ok ? explained.explanation.decided.decisions : [];
      expect(decisions.find(({ tool }) => tool === 'travel::find_hotel')).toMatchObject({
        verdict: 'out',
        rule: 'far',
        rank: 2,
      });
    },
  );

  test('A first message without search results declares only the tools that need no search', async () => {
    const { ask, declared } = setUp([{ text: 'Hello!' }]);
    await ask({ messages: [user('hello, how are you?')] });
    expect(declared()).toEqual(['tool_search', 'call_tool', 'clock']);
  });

  test('No tools are searched for if the request excludes gateway tools', async () => {
    const { ask, declared } = setUp([{ text: 'a' }, { text: 'b' }]);
    await ask({ messages: [user('book a flight')], tools: { kind: 'none' } });
    expect(declared()).toEqual([]);
    await ask({ messages: [user('book a flight')], tools: listed('bash') });
    expect(declared()).toEqual(['bash']);
  });

  test('A tool that the request’s tool choice names is declared', async () => {
    const { ask, declared, backend } = setUp([{ text: 'a' }]);
    const named = { kind: 'named', name: 'mail::send_email' } as const;
    await ask({ messages: [user('book a flight')], choice: named });
    expect(declared()).toEqual(['tool_search', 'call_tool', 'clock', 'travel__book_flight', 'mail__send_email']);
    expect(backend.requests[0]?.choice).toEqual({ kind: 'named', name: 'mail__send_email' });
  });
});

describe('A later message of a conversation', () => {
  const first = user('Please book a flight to Vienna');
  const second = user('Now send an email message to Ann');

  proves(
    ['L6', 'S1.mcp.materialise', 'S1.search-again'],
    'Tools found for a later message are described at its end and can be called through the dispatcher',
    async () => {
      const { ask, declared, messages, ran } = setUp([
        { text: 'Booked.' },
        { calls: [through('mail__send_email', { what: 'hi' })] },
        { text: 'Sent.' },
      ]);
      await ask({ messages: [first] });
      const { events } = await ask({ messages: [first, said('Booked.'), second] });
      expect(declared()).toEqual(declared(0));
      const [one, , other] = messages();
      expect(textOf(one?.content ?? [])).toBe('Please book a flight to Vienna');
      expect(textOf(other?.content ?? [])).toMatch(/^Now send an email message to Ann\n\n[\s\S]*mail__send_email/);
      expect(textOf(other?.content ?? [])).not.toContain('book_flight');
      expect(ran).toEqual(['send_email {"what":"hi"}']);
      expect(events.filter(({ type }) => type.startsWith('call'))).toMatchObject([
        { type: 'call-start', name: 'mail__send_email', owner: 'gateway' },
        { type: 'call-args', text: '{"what":"hi"}' },
        { type: 'call', call: { name: 'mail__send_email' } },
      ]);
      expect(events.find(({ type }) => type === 'outcome')).toMatchObject({ outcome: { tool: 'mail__send_email' } });
      expect(messages().at(-2)).toMatchObject({ role: 'assistant', calls: [{ name: 'call_tool' }] });
    },
  );

  proves(
    'L6',
    'A later request repeats the earlier tools and messages byte for byte, even after a gateway restart',
    async () => {
      const { ask, start, manager, backend, messages } = setUp([
        { text: 'Booked.' },
        { text: 'Ok.' },
        { text: 'Bye.' },
      ]);
      await ask({ messages: [first] });
      await ask({ messages: [first, said('Booked.'), second] });
      manager.add([{ ...tools().all[4], name: 'mail::more', metadata: { server: 'mail', tool: 'more' } } as never]);
      const third = user('Thanks, and the folders of the mailbox?');
      await start().ask({ messages: [first, said('Booked.'), second, said('Ok.'), third] });
      const [, before, after] = backend.requests;
      expect(after?.tools).toEqual(before?.tools);
      expect(messages().slice(0, 3)).toEqual(before?.messages);
      expect(textOf(messages().at(-1)?.content ?? [])).toContain('mail__list_folders');
    },
  );

  test('A tool found for a later message can also be called by its own name', async () => {
    const { ask, ran } = setUp([
      { text: 'Booked.' },
      { calls: [{ id: 'c', name: 'mail__send_email', arguments: '{"what":"x"}' }] },
      { text: 'Sent.' },
    ]);
    await ask({ messages: [first] });
    await ask({ messages: [first, said('Booked.'), second] });
    expect(ran).toEqual(['send_email {"what":"x"}']);
  });
});

describe('A search by the model', () => {
  const search = { id: 's', name: 'tool_search', arguments: '{"query":"email message"}' };

  proves(
    ['S1.search-again', 'S1.mcp.materialise'],
    'A model can call the tools that it searched for, in the same turn and in the next',
    async () => {
      const { ask, ran, messages, declared, start } = setUp([
        { calls: [search] },
        { calls: [through('mail__send_email', { what: '1' })] },
        { text: 'Sent.' },
        { calls: [through('mail__send_email', { what: '2' })] },
        { text: 'Again.' },
      ]);
      await ask({ messages: [user('hello')] });
      expect(textOf(messages(1).at(-1)?.content ?? [])).toContain('mail__send_email');
      await start().ask({ messages: [user('hello'), said('Sent.'), user('once more')] });
      expect(ran).toEqual(['send_email {"what":"1"}', 'send_email {"what":"2"}']);
      expect(declared()).toEqual(declared(0));
    },
  );

  test('A search by the model returns no more tools than the limit allows', async () => {
    const { ask, messages } = setUp(
      [{ calls: [{ ...search, arguments: '{"query":"email folders flight hotel","most":9}' }] }, { text: 'Ok.' }],
      { tree: { perSize: { small: 2, medium: 2, large: 2 } } },
    );
    await ask({ messages: [user('hello')] });
    expect(textOf(messages().at(-1)?.content ?? []).match(/"name":"(?:mail|travel)__/g)).toHaveLength(2);
  });
});

describe('A call through the dispatcher', () => {
  test('A dispatcher call of a tool that the model has not read about describes the tool instead of running it', async () => {
    const { ask, ran, messages } = setUp([
      { calls: [through('mail__send_email', { what: 'x' })] },
      { calls: [through('mail__send_email', { what: 'y' })] },
      { text: 'Sent.' },
    ]);
    await ask({ messages: [user('hello')] });
    expect(textOf(messages(1).at(-1)?.content ?? [])).toMatch(/was not run[\s\S]*"parameters":/);
    expect(ran).toEqual(['send_email {"what":"y"}']);
  });

  test('A dispatcher call with broken arguments, of an unknown tool, or of the dispatcher itself ends in an error outcome', async () => {
    const { ask, ran, messages } = setUp([
      {
        calls: [
          { ...through('x'), id: '1', arguments: '{"nam' },
          { ...through('no_such_tool'), id: '2' },
          { ...through('call_tool'), id: '3' },
        ],
      },
      { text: 'Ok.' },
    ]);
    await ask({ messages: [user('hello')] });
    const told = messages()
      .slice(-3)
      .map(({ content }) => textOf(content));
    expect(told[0]).toContain('"name": "the tool');
    expect(told[1]).toContain('no_such_tool');
    expect(told[2]).toContain('call_tool');
    expect(ran).toEqual([]);
  });

  proves(
    'L1',
    'A dispatcher call of a client tool is handed over to the client, and rejoined as the model wrote it',
    async () => {
      const { ask, messages } = setUp([{ calls: [through('bash', { cmd: 'ls' })] }, { text: 'Done.' }]);
      const { answer } = await ask({ messages: [user('hello')], tools: mixed('bash') });
      const [call] = answer.calls;
      expect(call).toMatchObject({ name: 'bash', arguments: '{"cmd":"ls"}' });
      const back: Message[] = [
        { role: 'assistant', content: [], calls: [call as never] },
        { role: 'tool', callId: call?.id ?? '', content: [{ type: 'text', text: 'a.txt' }] },
      ];
      await ask({ messages: [user('hello'), ...back], tools: mixed('bash') });
      expect(messages().at(-2)).toMatchObject({ calls: [through('bash', { cmd: 'ls' })] });
      expect(messages().at(-1)).toMatchObject({ role: 'tool', callId: 'c1' });
    },
  );
});

describe('Filters, built-in tools and the base prompt', () => {
  proves(
    ['S1.mcp.gates', 'S1.builtin.filter'],
    'A tool that the filter excludes is neither found nor run',
    async () => {
      const { ask, declared, messages, ran } = setUp([{ calls: [through('mail__send_email')] }, { text: 'Ok.' }], {
        tree: { filter: { servers: ['travel', 'custom'] } },
      });
      await ask({ messages: [user('send an email message')] });
      expect(declared()).toEqual(['tool_search', 'call_tool', 'clock']);
      expect(textOf(messages().at(-1)?.content ?? [])).toContain('mail__send_email');
      expect(ran).toEqual([]);
    },
  );

  proves(
    'L10',
    'A tool that the filter excludes does not run, even if a gateway with another filter declared it before',
    async () => {
      const { ask, ran, store, backend } = setUp([
        { text: 'Ok.' },
        { calls: [{ id: 'c', name: 'travel__book_flight', arguments: '{}' }] },
        { text: 'No.' },
      ]);
      await ask({ messages: [user('book a flight')] });
      const narrower = testTurns(backend, tools(ran).all, { tree: { filter: { servers: ['mail'] } }, store });
      await narrower.ask({ messages: [user('book a flight'), said('Ok.'), user('do it')] });
      expect(ran).toEqual([]);
    },
  );

  test('Without tool_search there is no dispatcher and no automatic search', async () => {
    const { ask, declared } = setUp([{ text: 'Ok.' }], { tree: { builtins: [] } });
    await ask({ messages: [user('book a flight')] });
    expect(declared()).toEqual(['clock']);
  });

  proves('S1.prompt', 'The base prompt precedes the client’s instructions', async () => {
    const { ask, messages } = setUp([{ text: 'Ok.' }], { prompt: 'You are Toolpath.' });
    const system: Message = { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] };
    await ask({ messages: [system, user('hello')] });
    expect(messages()[0]).toEqual({
      role: 'system',
      content: [{ type: 'text', text: 'You are Toolpath.\n\nBe brief.' }],
    });
  });
});

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Client, program, setUp, told } from '../../../test/programs.ts';
import { proves } from '../../../test/requirements.ts';
import { listed, user } from '../../../test/turns.ts';
import { defaultLimits, textOf } from '../../core/index.ts';
import { openSandbox } from '../../sandbox/index.ts';
import { createMemoryStore, type Store } from '../../store/index.ts';

const PATH = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

describe('A program calls the tools of the gateway', () => {
  proves(
    'S1.python.execute',
    'The printed text of a program is the outcome, and each of its calls has its own result',
    async () => {
      const code = 'for item in ["a", "bcd"]:\n    r = await shop(item=item)\n    print(item, r["price"])';
      const { ask, backend, calls } = setUp([program(code), { text: 'Done.' }]);
      const { answer } = await ask({});
      expect(answer.text).toBe('Done.');
      expect(calls).toEqual([{ item: 'a' }, { item: 'bcd' }]);
      expect(told(backend)).toEqual(['a 1\nbcd 3']);
    },
  );

  test.each([
    ['without await', 'shop(item="ab")["price"]'],
    ['with positional arguments', '(await shop("ab", 2))["price"]'],
    ['with a dict of arguments', 'shop({"item": "ab"})["price"]'],
    ['in the module of all tools', 'tools.shop(item="ab")["price"]'],
    ['through call_tool', 'call_tool("shop", {"item": "ab"})["price"]'],
    ['after an import', 'from tools import shop as s\ns(item="ab")["price"]'],
    ['with gather', 'import asyncio\n(await asyncio.gather(shop("ab"), shop("c")))[0]["price"]'],
  ])('A tool can be called %s', async (_, code) => {
    const { ask, backend, calls } = setUp([program(code), { text: 'Done.' }]);
    await ask({});
    expect(told(backend)).toEqual(['2']);
    expect(calls[0]).toMatchObject({ item: 'ab' });
  });

  test('An awaited call of a built-in function of Python is a call of the tool that has its name', async () => {
    const list = { name: 'list', invoke: ({ path }: { path: string }) => [path], schema: PATH };
    const { ask, backend } = setUp([program('print(await list("src"), list("ab"))'), { text: 'Done.' }], [list]);
    await ask({});
    expect(told(backend)).toEqual(["['src'] ['a', 'b']"]);
  });

  proves('L7', 'Calls of a program go through the one executor: checked, coerced, limited and logged', async () => {
    const code = 'print(shop(item="a", count="2"))\ntry:\n    shop(count=1)\nexcept TypeError as e:\n    print(e)';
    const { ask, backend, calls, log } = setUp([program(code), { text: 'Done.' }]);
    await ask({});
    expect(calls).toEqual([{ item: 'a', count: 2 }]);
    expect(told(backend)[0]).toMatch(/'price': 1[\s\S]*item[\s\S]*Call it as shop\(/);
    const logged = log.lines.map(({ fields }) => fields.tool);
    expect(logged).toEqual(expect.arrayContaining(['shop', 'python_execution']));
  });

  proves(
    'S1.python.execute',
    'A large result of a tool reaches the program whole, and a larger one is an error',
    async () => {
      const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n, name: `customer ${n}` }));
      const list = { name: 'list_rows', invoke: ({ count }: { count: number }) => JSON.stringify(rows(count)) };
      const code = 'print(sum(row["n"] for row in list_rows(count=5_000)))\nlist_rows(count=200_000)';
      const { ask, backend } = setUp([program(code), { text: 'Done.' }], [list]);
      await ask({});
      expect(told(backend)[0]).toMatch(
        /^12497500\n[\s\S]*"list_rows" is larger than 4194304 bytes.*limits\.pythonStateBytes/,
      );
    },
  );

  proves(
    'L8',
    'A failing tool raises an exception in the program, with the message that a model would read',
    async () => {
      const broken = {
        name: 'broken',
        invoke() {
          throw new Error('the disk is full');
        },
      };
      const code = 'try:\n    broken()\nexcept RuntimeError as e:\n    print("caught:", e)\nbroken()';
      const { ask, backend } = setUp([program(code), { text: 'Sorry.' }], [broken]);
      await ask({});
      expect(told(backend)[0]).toMatch(
        /^caught: .*the disk is full[\s\S]*line 5: broken\(\)\nRuntimeError: .*the disk is full/,
      );
    },
  );

  test('A tool that the model has not read about is described to the program, whatever its arguments', async () => {
    const mail = { name: 'mail::send_email', metadata: { server: 'mail', tool: 'send_email' }, invoke: () => 'sent' };
    const code = 'try:\n    mail.send_email("ann")\nexcept RuntimeError as e:\n    print(e)';
    const { ask, backend } = setUp([program(code), { text: 'Sorry.' }], [mail], { tree: {} });
    await ask({});
    expect(told(backend)[0]).toMatch(
      /"mail\.send_email" was not run, because you had not read how to use it[\s\S]*await mail\.send_email\(\)/,
    );
  });

  test('A program cannot start another program', async () => {
    const { ask, backend } = setUp([program('python_execution(code="1")'), { text: 'Sorry.' }]);
    await ask({});
    expect(told(backend)[0]).toContain('A program cannot start another program.');
  });

  test('In a program, help(tool) describes a tool, and help() lists all tools', async () => {
    const { ask, backend } = setUp([program('print(help(shop))\nprint(help())'), { text: 'Done.' }]);
    await ask({});
    expect(told(backend)[0]).toMatch(/shop\(item[\s\S]*\nshop\(item/);
  });

  test('A program without output gets an explanation, and is not an error', async () => {
    const { ask, backend } = setUp([program('x = 1'), { text: 'Done.' }]);
    await ask({});
    expect(told(backend)[0]).toContain('printed nothing');
    expect(backend.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', isError: false });
  });

  proves('L9', 'The model reads the limit for a program of 1 MB, which is not run and calls no tool', async () => {
    const sandbox = openSandbox({ limits: defaultLimits, python: { engines: ['monty'], cache: '' } });
    onTestFinished(() => sandbox.close());
    const run = vi.spyOn(sandbox, 'run');
    const code = 'shop(item="a")\n'.padEnd(1024 * 1024, '#');
    const { ask, backend, calls } = setUp([program(code), program('shop(item="b")'), { text: 'Sorry.' }], [], {
      sandbox,
    });
    await ask({});
    expect(textOf(backend.requests[1]?.messages.at(-1)?.content ?? [])).toContain(
      'The program has 1048576 bytes; at most 32768 are allowed ("limits.pythonCodeBytes").',
    );
    expect(run).toHaveBeenCalledTimes(1); // for the second program
    expect(calls).toEqual([{ item: 'b' }]);
  });

  test.each([
    ['lines', { code: ['x = 1', 'print(x + 1)'] }],
    ['a fenced block', { code: 'Here it is:\n```python\nprint(2)\n```' }],
    ['a nested object', { code: { code: 'print(2)' } }],
  ])('python_execution accepts its code as %s', async (_, args) => {
    const call = { id: 'py', name: 'python_execution', arguments: JSON.stringify(args) };
    const { ask, backend } = setUp([{ calls: [call] }, { text: 'Done.' }]);
    await ask({});
    expect(told(backend)).toEqual(['2']);
  });
});

describe('A program calls tools of the client', () => {
  proves(
    'L2',
    "A program's call of a client tool leaves as an ordinary call, and the next request continues the program",
    async () => {
      const code = 'a = bash(command="ls")\np = shop(item=a)\nb = bash(command="cat " + a)\nprint(p["price"], b)';
      const { ask, backend, calls } = setUp([program(code, 'Let me look.'), { text: 'Done.' }, { text: 'Yes.' }]);
      const client = new Client(ask);
      await client.send();
      expect(client.text).toBe('Let me look.');
      expect(client.calls).toEqual([
        { id: expect.stringMatching(/^[A-Za-z0-9]{9}$/), name: 'bash', arguments: '{"command":"ls"}' },
      ]);
      await client.reply('a.txt');
      expect(client.calls).toMatchObject([{ name: 'bash', arguments: '{"command":"cat a.txt"}' }]);
      expect(backend.requests).toHaveLength(1); // the model knows nothing of this
      await client.reply('hello');
      expect(client.text).toBe('Done.');
      expect(told(backend)).toEqual(['5 hello']);
      expect(calls).toEqual([{ item: 'a.txt' }]);
      // A later request sees one true history: one call and one outcome.
      await client.send(user('Really?'));
      expect(client.text).toBe('Yes.');
      const seen = backend.requests.at(-1)?.messages ?? [];
      expect(seen.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
      expect(seen[1]).toMatchObject({ content: [{ text: 'Let me look.' }], calls: [{ name: 'python_execution' }] });
      expect(textOf(seen[2]?.content ?? [])).toBe('5 hello');
      expect(JSON.stringify(seen)).not.toContain('"name":"bash"');
      expect(calls).toHaveLength(1);
    },
  );

  proves(
    'L2',
    'A program with a loop of client calls is one call for the model, however many requests it takes',
    async () => {
      const code = 'seen = []\nfor n in range(4):\n    seen.append(bash(command=str(n)))\nprint(seen)';
      const { ask, backend } = setUp([program(code), { text: 'Done.' }]);
      const client = new Client(ask);
      await client.send();
      for (let n = 0; n < 4; n++) {
        expect(client.calls).toMatchObject([{ arguments: `{"command":"${n}"}` }]);
        await client.reply(`r${n}`);
      }
      expect(told(backend)).toEqual(["['r0', 'r1', 'r2', 'r3']"]);
      expect(backend.requests).toHaveLength(2);
    },
  );

  test('Calls that the program makes at the same time are handed over together', async () => {
    const code = 'import asyncio\nprint(await asyncio.gather(bash(command="a"), shop(item="xy"), bash(command="b")))';
    const { ask, backend, calls } = setUp([program(code), { text: 'Done.' }]);
    const client = new Client(ask);
    await client.send();
    expect(client.calls).toHaveLength(2);
    expect(calls).toEqual([{ item: 'xy' }]);
    await client.reply('A', 'B');
    expect(told(backend)[0]).toMatch(/^\['A', .*'price': 2.*, 'B'\]$/);
    expect(calls).toHaveLength(1);
  });

  test('A client that wants one call at a time gets one call at a time', async () => {
    const code = 'import asyncio\nprint(await asyncio.gather(bash(command="a"), bash(command="b")))';
    const { ask, backend } = setUp([program(code), { text: 'Done.' }]);
    const client = new Client(ask, { parallel: false });
    await client.send();
    expect(client.calls).toMatchObject([{ arguments: '{"command":"a"}' }]);
    await client.reply('A');
    expect(client.calls).toMatchObject([{ arguments: '{"command":"b"}' }]);
    await client.reply('B');
    expect(told(backend)).toEqual(["['A', 'B']"]);
  });

  test('With results for half of its calls, a program continues and gets an exception for the others', async () => {
    const code =
      'import asyncio\ntry:\n    print(await asyncio.gather(bash(command="a"), bash(command="b")))\nexcept RuntimeError as e:\n    print(e)';
    const { ask, backend } = setUp([program(code), { text: 'Done.' }]);
    const client = new Client(ask);
    await client.send();
    await client.reply('A', undefined);
    expect(told(backend)).toEqual(['The client did not provide the result of this call.']);
  });

  test('Without any result, the program is not continued, and the model sees which calls were open', async () => {
    const code = 'try:\n    bash(command="a")\nfinally:\n    shop(item="late")';
    const { ask, backend, calls } = setUp([program(code), { text: 'Stopped.' }]);
    const client = new Client(ask);
    await client.send();
    await client.send(user('Stop!'));
    expect(client.text).toBe('Stopped.');
    expect(calls).toEqual([]);
    const seen = JSON.stringify(backend.requests.at(-1)?.messages);
    expect(seen).toContain('The program was stopped while it waited for the client');
    expect(seen).toContain('not provided by the client');
  });

  proves('L2', 'A branch and a retry continue their own copy of the program, and no tool runs twice', async () => {
    const code = 'p = shop(item="abc")\nb = bash(command="ls")\nprint(p["price"], b)';
    const { ask, backend, calls } = setUp([program(code), { text: '1.' }, { text: '2.' }, { text: '3.' }]);
    const client = new Client(ask);
    await client.send();
    const before = [...client.messages];
    const [one] = client.results('one');
    const [two] = client.results('two');
    const outcomes: string[][] = [];
    for (const result of [one, two, one]) {
      await ask({ tools: listed('bash'), messages: [...before, ...(result === undefined ? [] : [result])] });
      outcomes.push(told(backend));
    }
    expect(outcomes).toEqual([['3 one'], ['3 two'], ['3 one']]);
    expect(calls).toHaveLength(1);
  });

  test('A program is not continued if the client reports other arguments than it asked for', async () => {
    const { ask, backend } = setUp([program('print(bash(command="rm x"))'), { text: 'Oh.' }]);
    const client = new Client(ask);
    await client.send();
    const last = client.messages.at(-1);
    const changed = client.calls.map((call) => ({ ...call, arguments: '{"command":"ls"}' }));
    if (last?.role === 'assistant') client.messages[client.messages.length - 1] = { ...last, calls: changed };
    await client.reply('files');
    expect(told(backend)[0]).toMatch(/not continued.*rm x.*the client reports bash.*ls/);
  });

  test('A program is not continued if the client changes a result that it has already used', async () => {
    const { ask, backend } = setUp([program('a = bash(command="a")\nb = bash(command=a)\nprint(b)'), { text: 'Oh.' }]);
    const client = new Client(ask);
    await client.send();
    await client.reply('first');
    const place = client.messages.findIndex(({ role }) => role === 'tool');
    const message = client.messages[place];
    if (message?.role === 'tool') client.messages[place] = { ...message, content: [{ type: 'text', text: 'changed' }] };
    await client.reply('second');
    expect(told(backend)[0]).toContain('the program has already used another result of bash');
  });

  test.each([
    ['a text', 'first\n', ' first'],
    ['a JSON object', '{"n": [1]}', '{"n":[1]}\n'],
  ])('A program is continued if the client changes only the white space of %s that it has used', async (_, ...sent) => {
    const { ask, backend } = setUp([program('a = bash(command="a")\nprint(bash(command="b"))'), { text: 'Done.' }]);
    const client = new Client(ask);
    await client.send();
    await client.reply(sent[0]);
    const place = client.messages.findIndex(({ role }) => role === 'tool');
    const message = client.messages[place];
    if (message?.role === 'tool') client.messages[place] = { ...message, content: [{ type: 'text', text: sent[1] }] };
    await client.reply('second');
    expect(told(backend)).toEqual(['second']);
  });

  proves('L9', 'A result of the client that is larger than limits.pythonStateBytes is an exception', async () => {
    const code = 'try:\n    bash(command="a")\nexcept RuntimeError as e:\n    print(e)\nprint(bash(command="b"))';
    const limits = { ...defaultLimits, pythonStateBytes: 100_000 };
    const sandbox = openSandbox({ limits, python: { engines: ['monty'], cache: '' } });
    onTestFinished(() => sandbox.close());
    const { ask, backend } = setUp([program(code), { text: 'Done.' }], [], { sandbox });
    const client = new Client(ask);
    await client.send();
    await client.reply('x'.repeat(100_001));
    await client.reply('B');
    expect(told(backend)[0]).toMatch(/received more than 0\.1 MB.*limits\.pythonStateBytes.*\nB$/);
  });

  test('If the client allows no more calls, a waiting program may end, but its next calls fail', async () => {
    const code =
      'print(bash(command="a"))\ntry:\n    shop(item="b")\nexcept RuntimeError as e:\n    print(e)\nbash(command="c")';
    const { ask, backend, calls } = setUp([program(code), { text: 'Done.' }]);
    const client = new Client(ask);
    await client.send();
    const { answer } = await ask({
      tools: listed('bash'),
      messages: [...client.messages, ...client.results('A')],
      choice: { kind: 'none' },
    });
    expect(answer).toMatchObject({ text: 'Done.', calls: [] });
    expect(calls).toEqual([]);
    expect(told(backend)[0]).toMatch(
      /^A\nThe tool "shop" may not be called in this turn: the client allows no calls now\.\n[\s\S]*"bash" may not be called/,
    );
  });

  test('A program whose stored state was changed is not continued', async () => {
    const kept = createMemoryStore(defaultLimits);
    const store = changing(kept, (text) => text.replace('totalMs', 'totalMS'));
    const { ask, backend } = setUp([program('print(bash(command="a"))'), { text: 'Oh.' }], [], { store });
    const client = new Client(ask);
    await client.send();
    await client.reply('A');
    expect(client.text).toBe('Oh.');
    expect(told(backend)[0]).toContain('its stored state was changed, or is not of this client');
  });

  test('A user message after the results does not stop the program', async () => {
    const { ask, backend } = setUp([program('print(bash(command="a"))'), { text: 'Done.' }, { text: 'Yes.' }]);
    const client = new Client(ask);
    await client.send();
    await client.send(...client.results('A'), user('And be brief.'));
    const seen = backend.requests.at(-1)?.messages ?? [];
    expect(seen.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(textOf(seen[2]?.content ?? [])).toBe('A');
    await client.send(user('Sure?'));
    expect(textOf(backend.requests.at(-1)?.messages[2]?.content ?? [])).toBe('A');
  });

  test('Calls of the model beside a program keep their owners', async () => {
    const calls = [
      ...(program('print(bash(command="inside"))').calls ?? []),
      { id: 'own', name: 'bash', arguments: '{"command":"outside"}' },
      { id: 'ours', name: 'shop', arguments: '{"item":"abcd"}' },
    ];
    const { ask, backend } = setUp([{ calls }, { text: 'Done.' }, { text: 'Again.' }]);
    const client = new Client(ask);
    await client.send();
    expect(client.calls.map(({ arguments: args }) => args).sort()).toEqual([
      '{"command":"inside"}',
      '{"command":"outside"}',
    ]);
    const results = client.calls.map(({ arguments: args }) => `ran ${String(args)}`);
    await client.reply(...results);
    expect(told(backend)).toEqual([
      'ran {"command":"inside"}',
      'ran {"command":"outside"}',
      expect.stringContaining('"price":4'),
    ]);
    await client.send(user('Again?'));
    expect(backend.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')).toHaveLength(3);
  });

  test('Two programs of one step wait for the client side by side', async () => {
    const one = program('print(1, bash(command="a"))').calls?.[0];
    const two = program('x = bash(command="b")\nprint(2, x, bash(command="c"))').calls?.[0];
    if (one === undefined || two === undefined) throw new Error('no call');
    const { ask, backend } = setUp([{ calls: [one, { ...two, id: 'py2' }] }, { text: 'Done.' }]);
    const client = new Client(ask);
    await client.send();
    expect(client.calls).toHaveLength(2);
    await client.reply('A', 'B');
    expect(client.calls).toMatchObject([{ arguments: '{"command":"c"}' }]);
    await client.reply('C');
    expect(told(backend)).toEqual(['1 A', '2 B C']);
  });
});

/** Creates a store that changes what it returns. */
function changing(store: Store, change: (text: string) => string): Store {
  return {
    save: (continuation) => store.save(continuation),
    note: (continuation) => store.note(continuation),
    find: async (query) => (await store.find(query)).map((each) => JSON.parse(change(JSON.stringify(each)))),
    announce: (announcement) => store.announce(announcement),
    announcements: (query) => store.announcements(query),
    secret: () => store.secret(),
    close: () => store.close(),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { proves } from '../requirements.ts';
import { textAnswer } from '../upstream.ts';
import { outline, slowTool } from './gateway.ts';
import { bash, CLASS, Client, program, setUp } from './python.ts';

const PYODIDE_MS = 60_000; // on a busy machine, the first start takes seconds

describe.for([
  { engine: 'monty', stream: true },
  { engine: 'monty', stream: false },
  { engine: 'pyodide', stream: true },
  { engine: 'pyodide', stream: false },
])('A program in $engine that calls a tool of the client, with stream: $stream', ({ engine, stream }) => {
  const head = engine === 'pyodide' ? CLASS : '';

  proves(
    'L2',
    `A program calls client tools in a loop, several at once, with gateway tools in between; the model sees one call (${engine}, stream: ${stream})`,
    async () => {
      const gateway = await setUp();
      const code = `${head}import asyncio
out = []
for n in range(3):
    p = price(q="x" * n)
    a, b = await asyncio.gather(bash(command=f"a{n}"), bash(command=f"b{n}"))
    out.append([p["price"], a, b])
print(out)`;
      gateway.upstream.script(program(code, 'A moment.'), textAnswer('Done.'), textAnswer('Yes.'));
      const client = new Client(gateway, { stream });
      const { text, requests, finish } = await client.finish();
      expect({ text, requests, finish }).toEqual({ text: 'Done.', requests: 4, finish: 'stop' });
      expect(gateway.price.runs).toBe(3);
      expect(client.ran).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
      client.messages.push({ role: 'user', content: 'Sure?' });
      await client.ask();
      expect(outline(gateway.asked()[2])).toEqual([
        'user: Hello?',
        expect.stringMatching(/^assistant: A moment\. python_execution\(/),
        "python_execution → [[0, 'ran a0', 'ran b0'], [1, 'ran a1', 'ran b1'], [2, 'ran a2', 'ran b2']]",
        'assistant: Done.',
        'user: Sure?',
      ]);
    },
    PYODIDE_MS,
  );

  proves(
    'L2',
    `If the client disconnects while a program runs, a retry continues the program, and no call that has ended runs again (${engine}, stream: ${stream})`,
    async () => {
      const slow = slowTool();
      const gateway = await setUp({ tools: [slow], settings: { 'limits-python-processes': '1' } });
      const code = `${head}p = price(q="abc")\nprint(slow(), p["price"], bash(command="a"), slow())`;
      gateway.upstream.script(program(code), textAnswer('Done.'));
      const client = new Client(gateway, { stream });
      await leave(client, slow);
      const { calls } = await client.ask();
      expect(calls).toMatchObject([{ name: 'bash', arguments: '{"command":"a"}' }]);
      for (const call of calls) client.run(call);
      await leave(client, slow);
      expect((await client.ask()).text).toBe('Done.');
      expect(outline(gateway.asked().at(-1)).at(-1)).toBe('python_execution → slow 3 ran a slow');
      // Each of the two calls of slow was cancelled once.
      expect({ price: gateway.price.runs, slow: slow.runs, cancelled: slow.cancelled }).toEqual({
        price: 1,
        slow: 4,
        cancelled: 2,
      });
      expect(gateway.asked()).toHaveLength(2);
    },
    PYODIDE_MS,
  );
});

describe('The limits of a program and of its calls', () => {
  test('A program may take longer than `limits.toolMs`, which is for each of its calls', async () => {
    const short = { name: 'short', invoke: () => sleep(150, 'ok') };
    const gateway = await setUp({ tools: [short], settings: { 'limits-tool-ms': '400' } });
    gateway.upstream.script(program('for n in range(4):\n    short()\nprint("end")'), textAnswer('Done.'));
    await new Client(gateway).finish();
    expect(outline(gateway.asked()[1]).at(-1)).toBe('python_execution → end');
  });

  test('A program is stopped after `limits.pythonMs`, and the model sees what it printed', async () => {
    const slow = slowTool();
    slow.hangs = true;
    const gateway = await setUp({ tools: [slow], settings: { 'limits-python-ms': '500' } });
    gateway.upstream.script(program('print("begun")\nslow()'), textAnswer('Done.'));
    await new Client(gateway).finish();
    expect(outline(gateway.asked()[1]).at(-1)).toMatch(/→ begun\n\n.*\nTimeoutError: .*longer than 0\.5 s/);
    expect(slow.cancelled).toBe(1);
  });
});

describe('A program whose client has disconnected', () => {
  test('A computing program is stopped when its client disconnects, and its process runs the next program', async () => {
    const settings = { 'limits-python-processes': '1', 'limits-python-compute-ms': '60000' };
    const gateway = await setUp({ settings });
    gateway.upstream.script(program('price(q="a")\nwhile True:\n    pass'), program('2 + 2'), textAnswer('Done.'));
    const leaving = new AbortController();
    const asking = new Client(gateway).ask(leaving.signal).catch(() => undefined);
    await expect.poll(() => gateway.price.runs).toBe(1);
    leaving.abort();
    await asking;
    const next = new Client(gateway, { fields: { seed: 2 } });
    expect((await next.ask()).text).toBe('Done.');
    expect(outline(gateway.asked().at(-1)).at(-1)).toBe('python_execution → 4');
  });
});

describe('A request for one call at a time, or for several answers', () => {
  proves('L2', 'With parallel_tool_calls: false, each answer has one call of the program', async () => {
    const gateway = await setUp();
    const code = 'import asyncio\nprint(await asyncio.gather(bash(command="a"), bash(command="b"), bash(command="c")))';
    gateway.upstream.script(program(code), textAnswer('Done.'));
    const client = new Client(gateway, { fields: { parallel_tool_calls: false } });
    expect(await client.finish()).toMatchObject({ text: 'Done.', requests: 4 });
    expect(outline(gateway.asked()[1]).at(-1)).toBe("python_execution → ['ran a', 'ran b', 'ran c']");
  });

  test('With n: 2, each answer has its own program, and the client continues the one that it chooses', async () => {
    const gateway = await setUp({ settings: { 'formats-enabled': ['code'], 'formats-primary': 'code' } });
    const fenced = (command: string) => textAnswer(`\`\`\`python\nprint(bash(command="${command}"))\n\`\`\``);
    gateway.upstream.script(fenced('one'), fenced('two'), textAnswer('Done.'));
    const asked = { model: 'up/mock', tools: [bash], messages: [{ role: 'user', content: 'Hello?' }] };
    const { choices } = (await (await gateway.post({ ...asked, n: 2 })).json()) as {
      choices: { message: { tool_calls: [{ id: string; function: { arguments: string } }] } }[];
    };
    const second = choices[1]?.message;
    const [call] = second?.tool_calls ?? [];
    const command = JSON.parse(call?.function.arguments ?? '').command;
    const result = { role: 'tool', tool_call_id: call?.id, content: `ran ${command}` };
    await gateway.post({ ...asked, messages: [...asked.messages, second, result] });
    const [said, told] = gateway.asked()[2]?.body.messages.slice(-2) ?? [];
    expect(said?.content).toContain(`bash(command="${command}")`);
    expect(told?.content).toContain(`ran ${command}`);
  });
});

/** Asks, and disconnects while the tool runs. */
async function leave(client: Client, slow: ReturnType<typeof slowTool>): Promise<void> {
  const leaving = new AbortController();
  const before = slow.cancelled;
  slow.hangs = true;
  const begun = slow.begun();
  const asking = client.ask(leaving.signal).catch(() => undefined);
  await begun;
  leaving.abort();
  expect(await asking).toBeUndefined();
  await expect.poll(() => slow.cancelled).toBe(before + 1);
  slow.hangs = false;
}

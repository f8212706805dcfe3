import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SealedProgram } from '../../src/core/index.ts';
import { seal, unseal } from '../../src/sandbox/index.ts';
import { proves } from '../requirements.ts';
import { textAnswer } from '../upstream.ts';
import { outline, type RunningGateway } from './gateway.ts';
import { bash, CLASS, Client, program, setUp, toolpath } from './python.ts';

/** Makes two calls at the same time, and prints their results or the first error. */
const TWO = `import asyncio
try:
    print(await asyncio.gather(bash(command="a"), bash(command="b")))
except Exception as e:
    print(e)`;

/** Starts a program, and returns a client that has its calls. */
async function begin(code: string, fields: object = {}) {
  const gateway = await setUp();
  gateway.upstream.script(program(code), ...Array.from({ length: 6 }, () => textAnswer('Done.')));
  const client = new Client(gateway, { fields });
  const { calls } = await client.ask();
  return { gateway, client, calls };
}

/** Returns what the model was told of its last call. */
function told(gateway: RunningGateway): string | undefined {
  return outline(gateway.asked().at(-1)).at(-1)?.replace('python_execution → ', '');
}

const result = (id: string, content: string): ChatCompletionMessageParam => ({
  role: 'tool',
  tool_call_id: id,
  content,
});

describe('A client that sends other results than a program waits for', () => {
  test.each([
    ['in another order', (a: string, b: string) => [result(b, 'B'), result(a, 'A')], "['A', 'B']"],
    [
      'twice, and the last one counts',
      (a: string, b: string) => [result(a, 'X'), result(b, 'B'), result(a, 'A')],
      "['A', 'B']",
    ],
    [
      'without the result of the first call',
      (_: string, b: string) => [result(b, 'B')],
      'The client did not provide the result of this call.',
    ],
    ['with ids of its own', () => [result('x1', 'A'), result('x2', 'B')], "['A', 'B']"],
  ] as const)("A client can send the results of a program's calls %s", async (_, results, outcome) => {
    const { gateway, client, calls } = await begin(TWO);
    client.messages.push(...results(calls[0]?.id ?? '', calls[1]?.id ?? ''));
    expect((await client.ask()).text).toBe('Done.');
    expect(told(gateway)).toBe(outcome);
  });

  test('A result for a call of an earlier pause does not continue the program', async () => {
    const { gateway, client, calls } = await begin('a = bash(command="a")\nprint(a, bash(command="b"))');
    for (const call of calls) client.run(call);
    await client.ask();
    client.messages.push(result(calls[0]?.id ?? '', 'again'));
    await client.ask();
    expect(told(gateway)).toMatch(/not continued: .* already used another result of bash/);
  });

  proves('L2', 'Two requests that continue one pause at the same time each have their own copy', async () => {
    const { gateway, client, calls } = await begin('p = price(q="xy")\nprint(p["price"], bash(command="a"))');
    const answers = ['one', 'two'].map((content) => {
      const copy = client.at(gateway);
      copy.messages.push(result(calls[0]?.id ?? '', content));
      return copy.ask();
    });
    await Promise.all(answers);
    const outcomes = gateway
      .asked()
      .slice(1)
      .map((asked) => outline(asked).at(-1));
    expect(outcomes.sort()).toEqual(['python_execution → 2 one', 'python_execution → 2 two']);
    expect(gateway.price.runs).toBe(1);
  });
});

describe('The tools of the client change while a program waits', () => {
  const one = { parallel_tool_calls: false };
  const shell = { ...bash, function: { ...(bash.type === 'function' && bash.function), name: 'shell' } };

  test.each([
    ['renamed', [shell, toolpath]],
    ['gone', [toolpath]],
    ['all gone', []],
  ])('A call that the client can no longer run fails in the program if the tool is %s', async (_, tools) => {
    const { gateway, client, calls } = await begin(TWO, one);
    for (const call of calls) client.run(call);
    const { text } = await client.at(gateway, { fields: { ...one, tools } }).ask();
    expect(text).toBe('Done.');
    expect(told(gateway)).toBe('The tool "bash" is not available any more.');
  });
});

describe('The tool choice of a request that continues a program', () => {
  test('A choice that names python_execution is met by the program, so the model may answer', async () => {
    const choice = { type: 'function', function: { name: 'python_execution' } };
    const { gateway, client, calls } = await begin('print(bash(command="a"))', { tool_choice: choice });
    for (const call of calls) client.run(call);
    await client.ask();
    expect(gateway.asked().map(({ body }) => body.tool_choice)).toEqual([choice, undefined]);
  });

  test('With the choice none, the program continues, and the model cannot call more tools', async () => {
    const { gateway, client, calls } = await begin('print(bash(command="a"))');
    for (const call of calls) client.run(call);
    await client.at(gateway, { fields: { tool_choice: 'none' } }).ask();
    expect(told(gateway)).toBe('ran a');
    expect(gateway.asked()[1]?.body.tool_choice).toBe('none');
  });
});

describe.for(['monty', 'pyodide'])('A program in %s, in the store of a gateway', (engine) => {
  const head = engine === 'pyodide' ? CLASS : '';
  const code = `${head}p = price(q="abc")\nprint(p["price"], bash(command="a"), bash(command="b"))`;

  proves(
    'L2',
    `Another gateway with the same store continues a paused program, also after the first one has stopped (${engine})`,
    async () => {
      const settings = { store: `sqlite:${storeFile()}` };
      const first = await setUp({ settings });
      first.upstream.script(program(code));
      const client = new Client(first);
      const { calls } = await client.ask();
      for (const call of calls) client.run(call);
      const second = await setUp({ settings });
      second.upstream.script(textAnswer('Done.'), textAnswer('Done.'));
      for (const [time, stop] of [
        ['while both run', () => {}],
        ['after a restart', first.stop],
      ] as const) {
        await stop();
        const copy = client.at(second);
        expect(await copy.finish(), time).toMatchObject({ text: 'Done.', requests: 2 });
        expect(told(second), time).toBe('3 ran a ran b');
      }
      expect([first.price.runs, second.price.runs]).toEqual([1, 0]);
    },
    PYODIDE_MS,
  );
});

describe('The stored state of a program', () => {
  /** Starts a program, changes its stored state, and returns what the model is told. */
  async function changed(
    change: (program: SealedProgram, secret: Uint8Array) => SealedProgram,
  ): Promise<string | undefined> {
    const file = storeFile();
    const gateway = await setUp({ settings: { store: `sqlite:${file}` } });
    gateway.upstream.script(program('price(q="a")\nprint(bash(command="a"))'), textAnswer('Done.'));
    const client = new Client(gateway);
    const { calls } = await client.ask();
    for (const call of calls) client.run(call);
    const database = new DatabaseSync(file);
    let found = 0;
    for (const { continuation, body } of database.prepare(BODIES).all()) {
      const kept = JSON.parse(String(body));
      const [step] = kept.steps;
      const waiting = step?.calls.find((call: { program?: object }) => call.program !== undefined);
      if (waiting === undefined) continue;
      found++;
      waiting.program = change(
        waiting.program,
        database.prepare('SELECT bytes FROM secret').get()?.bytes as Uint8Array,
      );
      database.prepare(CHANGE).run({ continuation: Number(continuation), body: JSON.stringify(kept) });
    }
    database.close();
    expect(found).toBe(1);
    expect((await client.ask()).text).toBe('Done.');
    expect(gateway.price.runs).toBe(1);
    return told(gateway);
  }

  test.each([
    [
      'one bit of it is flipped',
      (state: string) => `${state.slice(0, 90)}${String.fromCharCode(state.charCodeAt(90) ^ 1)}${state.slice(91)}`,
    ],
    ['it is cut off', (state: string) => state.slice(0, -10)],
    ['it is empty', () => ''],
    ['its version is changed', (state: string) => state.replace('"version":"', '"version":"x')],
  ])('A program does not continue if %s', async (_, change) => {
    const told = await changed(({ state, seal: its }) => ({ state: change(state), seal: its }));
    expect(told).toMatch(/not continued: its stored state was changed/);
  });

  test('A program whose engine has another version by now is replayed, and no tool runs twice', async () => {
    const told = await changed((sealed, secret) => {
      const paused = unseal(sealed, { secret, key: '' });
      if (paused?.snapshot === undefined) throw new Error('The program has no snapshot.');
      return seal({ ...paused, version: 'another', snapshot: 'bm90aGluZw==' }, { secret, key: '' });
    });
    expect(told).toBe('ran a');
  });

  test('A state with a snapshot that Monty cannot read is replayed, and no tool runs twice', async () => {
    const told = await changed((sealed, secret) => {
      const paused = unseal(sealed, { secret, key: '' });
      if (paused?.snapshot === undefined) throw new Error('The program has no snapshot.');
      return seal({ ...paused, snapshot: 'bm90aGluZw==' }, { secret, key: '' });
    });
    expect(told).toBe('ran a');
  });

  proves('L2', 'A client with another key cannot continue the program', async () => {
    const settings = { keys: ['the-first-key-0000', 'the-second-key-000'] };
    const gateway = await setUp({ settings });
    gateway.upstream.script(program('print("secret", bash(command="a"))'), textAnswer('Done.'), textAnswer('Done.'));
    const client = new Client(gateway, { apiKey: 'the-first-key-0000' });
    const { calls } = await client.ask();
    for (const call of calls) client.run(call);
    await client.at(gateway, { apiKey: 'the-second-key-000' }).ask();
    expect(JSON.stringify(gateway.asked().at(-1)?.body.messages)).not.toContain('secret');
    await client.ask();
    expect(told(gateway)).toBe('secret ran a');
  });
});

const BODIES = 'SELECT continuation, body FROM bodies';
const CHANGE = 'UPDATE bodies SET body = :body WHERE continuation = :continuation';
const PYODIDE_MS = 60_000; // on a busy machine, the first start takes seconds

function storeFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-python-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'store.sqlite');
}

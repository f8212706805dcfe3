import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { montyLaunch } from './monty-launch.ts';
import { ProgramProcess } from './program-process.ts';

/** Starts a process that runs JavaScript in place of an engine. */
function start(code: string, ...flags: readonly string[]): ProgramProcess {
  const launched = new ProgramProcess({
    command: process.execPath,
    args: [...flags, '-e', `${code}; setTimeout(() => {}, 1e6)`],
    env: {},
  });
  onTestFinished(() => launched.kill());
  launched.work();
  return launched;
}

const write = (text: string) => `process.stdout.write(${JSON.stringify(text)})`;

test('Reports arrive in order, also in pieces', async () => {
  const sent = start(
    `${write('{"kind":"ready"}\n{"kind":"print","stream":"stdout","te')}; setTimeout(() => ${write('xt":"é"}\n')}, 50)`,
  );
  expect(await sent.next()).toEqual({ kind: 'ready' });
  expect(await sent.next()).toEqual({ kind: 'print', stream: 'stdout', text: 'é' });
});

const GARBAGE: Readonly<Record<string, string>> = {
  'a text that is not JSON': write('garbage\n'),
  'bytes that are not text': 'process.stdout.write(Buffer.from([0, 0, 0, 16, 238, 238, 10]))',
  null: write('null\n'),
  'a list': write('[]\n'),
  'a report of an unknown kind': write('{"kind":"NODE_HANDLE_ACK"}\n'),
  'a report with the name of a prototype': write('{"kind":"constructor"}\n'),
  'a call of a number': write('{"kind":"call","call":0,"path":5,"args":[],"named":[]}\n'),
  'a call with arguments that are not texts': write('{"kind":"call","call":0,"path":"a","args":[{}],"named":[]}\n'),
  'a call with a keyword that is a number': write('{"kind":"call","call":0,"path":"a","args":[],"named":[[1,"2"]]}\n'),
  'output of an unknown stream': write('{"kind":"print","stream":"__proto__","text":"x"}\n'),
  'an end with a negative time': write('{"kind":"finished","computeMs":-1}\n'),
  'a line without an end':
    'const piece = "x".repeat(1 << 20); (function more() { process.stdout.write(piece, more) })()',
};

for (const [what, code] of Object.entries(GARBAGE)) {
  proves('L10', `A process that sends ${what} is ended, and the gateway continues`, async () => {
    const hostile = start(code);
    await expect(hostile.next()).rejects.toMatchObject({ kind: 'lost' });
    expect(hostile.hasEnded).toBe(true);
    await expect(hostile.next()).rejects.toMatchObject({ kind: 'lost' });
  });
}

proves('L9', 'A process that Node ends because its heap is full has needed too much memory', async () => {
  const code = 'const kept = []; for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => n + 0.5))';
  const full = start(code, '--max-old-space-size=16');
  await expect(full.next()).rejects.toMatchObject({ kind: 'too-much-memory' });
});

proves('L10', "A process has no channel of Node's own, where a malformed message would end the gateway", async () => {
  const sent = start(`process.stdout.write(JSON.stringify({ kind: "unusable", why: typeof process.send }) + "\\n")`);
  expect(await sent.next()).toEqual({ kind: 'unusable', why: 'undefined' });
});

test('A process that is killed at any moment of its start has ended soon after, also inside bubblewrap', async () => {
  const launch = await montyLaunch(64 * 1024 * 1024);
  const killed = Array.from({ length: 30 }, async (_, ms) => {
    const launched = new ProgramProcess(launch);
    await sleep(ms);
    launched.kill();
    // A process of its group that stayed would keep its pipes open, and the process would never end for the gateway.
    while (!launched.hasEnded) await launched.next().catch(() => undefined);
  });
  await Promise.all(killed);
});

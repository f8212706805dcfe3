import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { endAfterTest, gone, isRunning } from '../../../test/servers/hostile/running.ts';
import { folderWith } from '../../../test/toolpath.ts';
import { type Junk, type StdioOptions, StdioTransport } from './index.ts';

const hostile = path.join(import.meta.dirname, '../../../test/servers/hostile.ts');
const MEGABYTE = 1024 * 1024;

/** Returns a transport to the hostile test server, with its junk and stderr lines. Both are closed after the test. */
function transportTo(
  modes: readonly string[],
  options: Partial<StdioOptions> = {},
  command = process.execPath,
  args: readonly string[] = [hostile, ...modes],
) {
  const junk: Junk[] = [];
  const stderr: string[] = [];
  const transport = new StdioTransport(
    { command, args, env: { DECLARED: 'yes' } },
    {
      messageBytes: MEGABYTE,
      stderrBytes: 16 * 1024,
      onJunk: (piece) => junk.push(piece),
      onStderr: (lines) => stderr.push(...lines),
      ...options,
    },
  );
  onTestFinished(() => transport.close());
  return { transport, junk, stderr };
}

async function connect(modes: readonly string[] = [], options: Partial<StdioOptions> = {}) {
  const made = transportTo(modes, options);
  const client = new Client({ name: 'test', version: '1' });
  const troubles: string[] = [];
  client.onerror = (error) => troubles.push(error.message);
  const ended = Promise.withResolvers<void>();
  let ends = 0;
  client.onclose = () => {
    ends++;
    ended.resolve();
  };
  await client.connect(made.transport);
  const { pid } = made.transport;
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: args }, { timeout: 15_000 });
    return (content as { text: string }[])[0]?.text;
  };
  return { ...made, client, call, pid, troubles, ended: ended.promise, ends: () => ends };
}

/** Returns a transport without a client, with the received messages and a promise for its end. */
function raw(...given: Parameters<typeof transportTo>) {
  const made = transportTo(...given);
  const messages: JSONRPCMessage[] = [];
  let ends = 0;
  made.transport.onmessage = (message) => messages.push(message);
  const ended = new Promise<void>((resolve) => {
    made.transport.onclose = () => {
      ends++;
      resolve();
    };
  });
  return { ...made, messages, ended, ends: () => ends };
}

const unsent = expect.objectContaining({ code: 'NOT_CONNECTED' });
/** Script that closes its input, announces that with a notification, and keeps running. */
const DEAF_ON = `require('node:fs').closeSync(0);
  console.log('{"jsonrpc":"2.0","method":"notifications/deaf"}');
  setInterval(() => {}, 1_000);`;
const callOf = (id: number, name: string, args: object = {}): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('The stdout of a server', () => {
  proves(
    'S2.mcp.pollution',
    'Lines that are not messages are reported with their content, and calls still work',
    async () => {
      const { call, junk, troubles } = await connect(['junk']);
      expect(await call('echo', { a: 1 })).toBe('{"a":1}');
      expect(junk.slice(0, 4)).toEqual([
        { kind: 'not-json', text: 'Starting the server ...', bytes: 23 },
        { kind: 'not-a-message', text: '{"level":30,"msg":"listening"}', bytes: 30 },
        { kind: 'not-a-message', text: '[1,2,3]', bytes: 7 },
        { kind: 'not-json', text: '{"jsonrpc":"2.0"', bytes: 16 },
      ]);
      expect(junk.length).toBeGreaterThan(6);
      expect(troubles).toEqual([]);
    },
  );

  test('Messages that arrive byte by byte are read completely', async () => {
    const { call } = await connect(['drip', 'junk']);
    expect(await call('echo', { text: 'Grüße 👩‍🔬' })).toBe('{"text":"Grüße 👩‍🔬"}');
  });

  for (const idLast of [false, true]) {
    proves(
      ['L9', 'L10'],
      `An answer of 100 MB fails its call at once, in bounded memory, and the next call works (id ${idLast ? 'last' : 'first'})`,
      async () => {
        const { call, junk } = await connect();
        const before = process.memoryUsage().rss;
        let most = 0;
        const watch = setInterval(() => {
          most = Math.max(most, process.memoryUsage().rss - before);
        }, 5);
        const started = performance.now();
        const answer = call('huge', { bytes: 100 * MEGABYTE, idLast });
        await expect(answer).rejects.toMatchObject({
          code: -32_000,
          message: expect.stringMatching(
            /the server's answer has 1048576\d\d bytes, but the limit is 1048576 \(limits\.messageBytes\)/,
          ),
        });
        clearInterval(watch);
        expect(performance.now() - started).toBeLessThan(10_000);
        expect(most).toBeLessThan(100 * MEGABYTE);
        expect(junk).toMatchObject([{ kind: 'too-long', text: expect.stringMatching(/^\{".{498}…$/) }]);
        expect(await call('echo')).toBe('{}');
      },
    );
  }

  test('An answer of the maximum size is accepted', async () => {
    const { call, junk } = await connect();
    expect((await call('huge', { bytes: MEGABYTE }))?.length).toBeGreaterThan(MEGABYTE - 100);
    expect(junk).toEqual([]);
  });

  proves(
    'L10',
    'Unreadable answers fail their calls at once, and slightly invalid answers are still read',
    async () => {
      const { call, junk } = await connect([], { messageBytes: 4 * MEGABYTE });
      await expect(call('not_json')).rejects.toThrow("the server's answer is not valid JSON");
      await expect(call('deep')).rejects.toThrow("the server's answer is nested more than 1000 levels deep");
      expect(junk.map(({ kind }) => kind)).toEqual(['not-json', 'too-deep']);
      expect(await call('sloppy')).toBe('sloppy');
      expect(await call('other_id')).toBe('for you');
      expect(await call('twice')).toBe('first');
      expect(await call('echo')).toBe('{}');
    },
  );

  test('A message handler that throws is reported, and later messages are still read', async () => {
    const { transport, messages } = raw([]);
    const troubles: string[] = [];
    transport.onerror = (error) => troubles.push(error.message);
    const second = new Promise<void>((resolve) => {
      transport.onmessage = (message) => {
        if (messages.push(message) === 1) throw new Error('a bad handler');
        resolve();
      };
    });
    await transport.start();
    await Promise.all([transport.send(callOf(1, 'echo')), transport.send(callOf(2, 'echo'))]);
    await second;
    expect(troubles).toEqual(['a bad handler']);
  });

  proves('L9', 'Calls still work while the server floods stdout with junk', async () => {
    const { call, junk } = await connect(['stdout-flood']);
    expect(await call('echo', { a: 1 })).toBe('{"a":1}');
    expect(junk.length).toBeGreaterThan(1_000);
  });
});

describe('The stderr of a server', () => {
  proves(
    'S2.mcp.stderr',
    'The stderr output is kept from its first byte, separate from stdout, and also reported as lines',
    async () => {
      const { transport, stderr, junk, ended } = raw(['crash']);
      await transport.start();
      await ended;
      expect(transport.exit).toEqual({ code: 1, signal: null });
      expect(transport.stderr).toBe('Error: Cannot find the key HOSTILE_KEY\n    at start (hostile.ts:1:1)\n');
      expect(stderr).toEqual(['Error: Cannot find the key HOSTILE_KEY', '    at start (hostile.ts:1:1)']);
      expect(junk).toEqual([]);
    },
  );

  proves(['S2.mcp.stderr', 'L9'], 'All stderr output is read, but only a bounded part is kept', async () => {
    const { transport, call, stderr } = await connect(['stderr=30']);
    await call('say', { words: 'last words' });
    await expect.poll(() => transport.stderr).toMatch(/^e{8192}\n\[… \d+ bytes left out …\]\ne+last words\n$/);
    expect(transport.stderr.length).toBeLessThan(17 * 1024);
    expect(stderr).toEqual([`${'e'.repeat(4096)}…`]);
  });

  proves('L9', 'Calls still work while the server floods stderr', async () => {
    const { call, transport } = await connect(['stderr-flood']);
    for (let count = 0; count < 3; count++) expect(await call('echo', { count })).toBe(`{"count":${count}}`);
    expect(transport.stderr).toMatch(/bytes left out/);
  });
});

describe('The exit of a server', () => {
  proves(
    'L8',
    'A server that exits during a call fails the call, ends the connection once, and leaves its exit code or signal',
    async () => {
      for (const [args, exit] of [
        [{}, { code: 3, signal: null }],
        [{ signal: 'SIGKILL' }, { code: null, signal: 'SIGKILL' }],
      ] as const) {
        const { call, transport, ended, ends, pid } = await connect();
        await expect(call('die', args)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
        await ended;
        expect(transport.exit).toEqual(exit);
        expect(transport.pid).toBeNull();
        await expect(transport.send(callOf(9, 'echo'))).rejects.toEqual(unsent);
        await transport.close();
        expect(ends()).toBe(1);
        expect(isRunning(pid)).toBe(false);
      }
    },
  );

  test('An answer written right before the exit is read, without a line ending and after much junk too', async () => {
    for (const args of [{}, { unended: true }, { junkLines: 90_000 }]) {
      const { call, transport, ended } = await connect();
      expect(await call('last_words', args)).toBe('last words');
      await ended;
      expect(transport.exit).toEqual({ code: 4, signal: null });
    }
  });

  proves(
    'L9',
    'A child process that holds the pipes does not delay the end of the connection, and is ended too',
    async () => {
      const pidFile = path.join(folderWith({}), 'pid');
      const { call, ended } = await connect([`fork=${pidFile}`]);
      const grandchild = Number(readFileSync(pidFile, 'utf8'));
      endAfterTest(grandchild);
      expect(isRunning(grandchild)).toBe(true);
      await expect(call('die')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
      await ended;
      expect(isRunning(grandchild)).toBe(true); // it is killed a moment later
      await gone(grandchild);
    },
  );
});

describe('Closing a transport', () => {
  test('Closing ends a well-behaved server through the end of its input', async () => {
    const { transport, client, pid, ends } = await connect();
    await client.close();
    expect(transport.exit).toEqual({ code: 0, signal: null });
    expect(isRunning(pid)).toBe(false);
    await Promise.all([transport.close(), transport.close()]);
    expect(ends()).toBe(1);
  });

  proves(
    'L9',
    'Closing kills a server that ignores the end of its input and SIGTERM, and its child processes',
    async () => {
      const pidFile = path.join(folderWith({}), 'pid');
      const { transport, client, pid } = await connect(['stubborn', `fork=${pidFile}`]);
      const grandchild = Number(readFileSync(pidFile, 'utf8'));
      endAfterTest(grandchild);
      await client.close();
      expect(transport.exit).toEqual({ code: null, signal: 'SIGKILL' });
      expect(isRunning(pid)).toBe(false);
      expect(isRunning(grandchild)).toBe(false);
    },
  );

  test('A transport can be closed before its start, during it, and after a failed start', async () => {
    const early = raw([]);
    await early.transport.close();
    await expect(early.transport.start()).rejects.toEqual(unsent);
    expect(early.ends()).toBe(1);

    const during = raw([]);
    const starting = during.transport.start();
    const { pid } = during.transport;
    await Promise.all([starting, during.transport.close()]);
    expect(isRunning(pid)).toBe(false);
    expect(during.ends()).toBe(1);

    const failed = raw([], {}, 'no-such-program');
    await expect(failed.transport.start()).rejects.toMatchObject({
      trouble: { kind: 'not-started', code: 'ENOENT' },
      message: 'the program "no-such-program" was not found',
    });
    await expect(failed.transport.send(callOf(1, 'echo'))).rejects.toEqual(unsent);
    expect(failed.ends()).toBe(0);
    await failed.transport.close();
    expect([failed.ends(), failed.transport.exit, failed.transport.pid]).toEqual([1, undefined, null]);
  });
});

describe('Sending to a server', () => {
  proves('L9', 'Messages to a server that does not read are rejected once too many bytes are queued', async () => {
    const { transport } = raw(['deaf']);
    await transport.start();
    const sent = Array.from({ length: 8 }, (_, id) => transport.send(callOf(id, 'echo', { a: 'x'.repeat(400_000) })));
    const settled = Promise.allSettled(sent);
    await expect(sent.at(-1)).rejects.toMatchObject({
      code: 'SEND_FAILED',
      message: expect.stringMatching(/the server does not read its input: \d+ bytes are already queued/),
    });
    await transport.close();
    const reasons = (await settled).flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(new Set(reasons)).toEqual(new Set(['SEND_FAILED', 'CONNECTION_CLOSED']));
  });

  test('A message that is too large is rejected, and the next message is sent', async () => {
    const { client, call } = await connect();
    await expect(call('echo', { a: 'x'.repeat(3 * MEGABYTE) })).rejects.toThrow(
      /the message has 31458\d\d bytes, but the limit is 1048576/,
    );
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  });

  test('Sending to a server that is exiting rejects without an uncaught exception', async () => {
    const { transport, ended } = raw(['crash']);
    transport.onerror = () => {};
    await transport.start();
    const sendAll = async () => {
      for (;;) await transport.send(callOf(1, 'echo', { a: 'x'.repeat(100_000) }));
    };
    // The message during the exit may have been written in part; later messages are not written at all.
    await expect(sendAll()).rejects.toMatchObject({
      code: expect.stringMatching(/^(NOT_CONNECTED|CONNECTION_CLOSED)$/),
    });
    await ended;
    await expect(sendAll()).rejects.toEqual(unsent);
  });

  proves(
    'L8',
    'Sending to a running server that has closed its input rejects as not sent, and ends the connection',
    async () => {
      const { transport, ended, ends, messages } = raw([], {}, process.execPath, ['-e', DEAF_ON]);
      const troubles: string[] = [];
      transport.onerror = (error) => troubles.push(error.message);
      await transport.start();
      const { pid } = transport;
      await expect.poll(() => messages.length).toBe(1);
      await expect(transport.send(callOf(1, 'echo'))).rejects.toEqual(unsent);
      await expect(transport.send(callOf(2, 'echo'))).rejects.toEqual(unsent);
      await ended;
      expect(isRunning(pid)).toBe(false);
      expect(ends()).toBe(1);
      expect(troubles).toEqual([expect.stringContaining('EPIPE')]);
    },
  );

  test('While the transport closes, new messages are rejected as not sent, and earlier calls fail as closed', async () => {
    const { transport, call, client } = await connect();
    const calling = call('late', { ms: 60_000 });
    const failed = expect(calling).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await client.ping(); // makes sure that the call was sent
    const closing = client.close();
    expect(transport.pid).not.toBeNull();
    await expect(transport.send(callOf(99, 'echo'))).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
      message: 'the connection is closed',
    });
    await Promise.all([closing, failed]);
  });
});

test('The server gets its declared variables and none of our secrets', async () => {
  process.env.TOOLPATH_TEST_SECRET = 'secret';
  onTestFinished(() => void delete process.env.TOOLPATH_TEST_SECRET);
  const { call } = await connect();
  const names: string[] = JSON.parse((await call('env')) ?? '[]');
  expect(names).toContain('DECLARED');
  expect(names).toContain('PATH');
  expect(names).not.toContain('TOOLPATH_TEST_SECRET');
});

test('The SDK recognizes the transport as a process and can probe it for the modern era', async () => {
  const { transport } = transportTo([]);
  expect('stderr' in transport && 'pid' in transport).toBe(true);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
});

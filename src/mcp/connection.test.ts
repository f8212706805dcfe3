import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { describe, expect, test, vi } from 'vitest';
import { connectionTo, invoke, pass, refused, stopTime } from '../../test/mcp/connected.ts';
import { connecting, limits, namesOf, opening, ScriptedSession, serverOf } from '../../test/mcp/scripted-session.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import { Unsent } from './classify-error.ts';
import { Connection } from './connection.ts';
import { ConnectError } from './server-problem.ts';
import type { OpenSession } from './session.ts';

stopTime();

describe('Connecting to a server', () => {
  proves(
    'S2.mcp.retry',
    'Three attempts are made after delays of 0, 2 and 4 seconds, and each is logged with its number and delay',
    async () => {
      const { open, opened } = opening(refused());
      const begin = Date.now();
      const { log } = connectionTo(open);
      await pass(6_000);
      expect(opened.map(({ atMs }) => atMs - begin)).toEqual([0, 2_000, 6_000]);
      const attempts = log.lines.filter(({ message }) => message === 'Connecting to the MCP server.');
      expect(attempts.map(({ fields }) => [fields.server, fields.attempt, fields.delayMs]).slice(0, 3)).toEqual([
        ['files', 1, 0],
        ['files', 2, 2_000],
        ['files', 3, 4_000],
      ]);
    },
  );

  proves('S2.mcp.retry-success', 'Success on a later attempt is logged, and the tools become available', async () => {
    const { open } = opening(refused(), new ScriptedSession());
    const { connection, messages, states } = connectionTo(open);
    await pass(2_000);
    expect(messages()).toContain('MCP connection succeeded on attempt 2.');
    expect(namesOf(connection.tools)).toEqual(['files::echo']);
    expect(states).toEqual(['ready']);
  });

  proves(
    'S2.mcp.retry-failure',
    'The log line after the last failed attempt has the reason, the stderr output and the advice',
    async () => {
      const { open } = opening(refused());
      const { connection, log } = connectionTo(open);
      await pass(6_000);
      const failure = log.lines.find(({ level }) => level === 'error');
      expect(failure?.message).toMatch(/^MCP connection failed after 3 attempts.*degraded/);
      expect(failure?.fields).toMatchObject({ reason: 'connection refused', stderr: 'words on stderr' });
      expect(failure?.fields.check).toMatch(/Run the same command by hand/);
      expect(connection.state).toBe('gone');
      await expect(connection.settled).resolves.toBeUndefined();
    },
  );

  test('Attempts continue after the last counted one, with delays that grow up to the configured maximum', async () => {
    const { open, opened } = opening(refused());
    const begin = Date.now();
    connectionTo(open);
    await pass(2_000_000);
    const seconds = opened.map(({ atMs }) => (atMs - begin) / 1_000);
    const pauses = seconds.slice(1).map((at, place) => at - (seconds[place] ?? 0));
    expect(pauses.slice(0, 9)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300]);
    expect(pauses.at(-1)).toBe(300);
  });

  test('A server that comes up after all attempts failed becomes ready', async () => {
    const { open } = opening(refused(), refused(), refused(), new ScriptedSession());
    const { connection, states } = connectionTo(open);
    await pass(14_000);
    expect(states).toEqual(['gone', 'ready']);
    expect(connection.report()).toMatchObject({ state: 'ready', attempt: 4, tools: 1 });
    expect(connection.report()).not.toHaveProperty('lastError');
  });

  test('A wanted tool brings the next attempt forward, but at most once every five seconds', async () => {
    const { open, opened } = opening(refused(), refused(), refused(), refused(), refused(), new ScriptedSession());
    const { connection } = connectionTo(open);
    await pass(30_000); // attempts at 0, 2, 6, 14 and 30 seconds; the next would be at 62
    expect(opened).toHaveLength(5);
    expect(connection.report().retryInMs).toBe(32_000);
    connection.hurry();
    await pass(4_000);
    connection.hurry();
    expect(opened).toHaveLength(5);
    await pass(1_000);
    connection.hurry();
    await pass(0);
    expect(connection.state).toBe('ready');
    expect(connection.report()).not.toHaveProperty('retryInMs');
  });

  test('Repeated failures with the same reason are logged only at debug level', async () => {
    const { open } = opening(refused());
    const { log } = connectionTo(open);
    await pass(6_000);
    const told = () => log.lines.filter(({ level }) => level !== 'debug').length;
    const before = told();
    await pass(3_600_000);
    expect(told()).toBe(before);
  });

  test('An attempt that hangs ends at its time limit', async () => {
    const open: OpenSession = (_server, _options, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const { connection } = connectionTo(open, { connectMs: 1_000 });
    await pass(1_000);
    expect(connection.report().lastError).toBe('no answer within 1 s');
  });

  proves(
    ['S2.mcp.stderr', 'S2.mcp.retry-failure'],
    'The report and the log of a failed attempt show what the server wrote to stderr',
    async () => {
      const open: OpenSession = (_server, _options, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () =>
            reject(new ConnectError({ kind: 'other', said: 'aborted' }, 'waiting for a licence')),
          );
        });
      const { connection, log } = connectionTo(open, { connectMs: 1_000 });
      await pass(10_000);
      expect(connection.report().stderr).toBe('waiting for a licence');
      expect(connection.report().check).toMatch(/connectMs/);
      expect(log.lines.find(({ level }) => level === 'error')?.fields).toMatchObject({
        stderr: 'waiting for a licence',
      });
    },
  );

  test('An opened session is closed even if a change listener throws', async () => {
    const session = new ScriptedSession();
    const connection = new Connection('files', serverOf(), {
      connecting,
      limits,
      log: recordingLog(),
      onChange: () => {
        throw new Error('a bug elsewhere');
      },
      open: opening(session).open,
    });
    connection.start();
    await pass(0);
    await connection.close();
    expect(session.isClosed).toBe(true);
  });

  test('If the first tool list cannot be read, the session is closed and the attempt counts as failed', async () => {
    const broken = new ScriptedSession();
    broken.onList = () => Promise.reject(new Error('no list'));
    const { open } = opening(broken, new ScriptedSession());
    const { connection } = connectionTo(open);
    await pass(2_000);
    expect(broken.isClosed).toBe(true);
    expect(connection.report()).toMatchObject({ state: 'ready', attempt: 2 });
  });

  test('A disabled server is never connected', async () => {
    const { open, opened } = opening(refused());
    const { connection } = connectionTo(open, { disabled: true });
    await pass(60_000);
    expect(opened).toHaveLength(0);
    expect(connection.report()).toMatchObject({ state: 'disabled', note: 'the settings disable it' });
  });
});

describe('A lost connection', () => {
  test('After a stable connection ends, the server is reconnected at once and its tools stay available', async () => {
    const first = new ScriptedSession();
    const { open, opened } = opening(first, new ScriptedSession());
    const { connection, states, log } = connectionTo(open);
    await pass(60_000);
    first.die('the program ended with code 3');
    await pass(0);
    expect(opened).toHaveLength(2);
    expect(states).toEqual(['ready', 'degraded', 'ready']);
    expect(namesOf(connection.tools)).toEqual(['files::echo']);
    const lost = log.lines.find(({ message }) => message.startsWith('MCP connection lost'));
    expect(lost?.fields).toMatchObject({ reason: 'the program ended with code 3', stderr: 'its last words' });
  });

  test('A server that dies right after connecting is retried with growing delays, not in a tight loop', async () => {
    const open: OpenSession = async () => {
      const session = new ScriptedSession();
      setTimeout(() => session.die('died'), 10);
      starts++;
      return session;
    };
    let starts = 0;
    const { connection, states, log } = connectionTo(open);
    await pass(14_000);
    expect([starts, connection.state]).toEqual([4, 'degraded']);
    await pass(1_000); // the next delay is longer than a call would wait
    expect(connection.state).toBe('gone');
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn', fields: { delayMs: 16_000 } });
    await expect(invoke(connection)).rejects.toMatchObject({
      failure: { kind: 'unavailable', reason: 'server "files" is not connected: died' },
    });
    await pass(45_000);
    expect(starts).toBeLessThan(8);
    expect(states.slice(-3)).toEqual(['ready', 'degraded', 'gone']);
  });

  test('After a stable connection is lost, the tools stay until all attempts have failed, even with long delays', async () => {
    const first = new ScriptedSession();
    const { open } = opening(first, refused());
    const { connection } = connectionTo(open, {}, { attempts: 10 });
    await pass(60_000);
    first.die('gone');
    await pass(60_000); // includes a delay of 32 s
    expect(connection.state).toBe('degraded');
  });

  test('A lost server is gone after all attempts have failed, and calls to its tools fail with the reason', async () => {
    const first = new ScriptedSession();
    const { open } = opening(first, refused());
    const { connection, states } = connectionTo(open);
    await pass(60_000);
    first.die('gone');
    await pass(6_000);
    expect(states).toEqual(['ready', 'degraded', 'gone']);
    await expect(invoke(connection)).rejects.toMatchObject({
      failure: { kind: 'unavailable', reason: 'server "files" is not connected: connection refused' },
    });
  });

  test('A call that starts while the connection is lost waits for the new connection', async () => {
    const first = new ScriptedSession();
    const second = new ScriptedSession();
    const { open } = opening(first, refused(), second);
    const { connection } = connectionTo(open);
    await pass(60_000);
    first.die('restarted');
    await pass(0);
    const called = invoke(connection);
    await pass(2_000);
    await expect(called).resolves.toBeDefined();
    expect(second.calls).toEqual(['echo']);
  });

  test('A call that waits too long for a connection fails with the reason of the loss', async () => {
    const first = new ScriptedSession();
    const open: OpenSession = async (_server, _options, signal) => {
      if (!first.isClosed && first.end() === '') return first;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late'))));
    };
    const { connection } = connectionTo(open);
    await pass(60_000);
    first.die('restarted');
    await pass(0);
    const failed = expect(invoke(connection)).rejects.toMatchObject({
      failure: { kind: 'unavailable', reason: 'server "files" is not connected and is reconnecting: restarted' },
    });
    await pass(10_000);
    await failed;
  });

  test('A call that waits for a connection fails when its signal aborts', async () => {
    const first = new ScriptedSession();
    const { open } = opening(first, refused());
    const { connection } = connectionTo(open);
    await pass(60_000);
    first.die('gone');
    await pass(0);
    const controller = new AbortController();
    const called = invoke(connection, controller.signal);
    controller.abort();
    await expect(called).rejects.toMatchObject({ failure: { kind: 'unavailable' } });
  });

  proves('L8', 'A running call fails with how the connection ended, and is marked as in doubt', async () => {
    const first = new ScriptedSession();
    first.onCall = async () => {
      await first.ended;
      throw new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed');
    };
    const { open } = opening(first, new ScriptedSession());
    const { connection } = connectionTo(open);
    await pass(60_000);
    const called = invoke(connection);
    first.die('the program ended with code 3');
    await expect(called).rejects.toMatchObject({
      failure: {
        kind: 'unavailable',
        reason: 'server "files" disconnected during the call: the program ended with code 3',
        isInDoubt: true,
      },
    });
  });

  test('A call that never reached the server is repeated over the new connection', async () => {
    const first = new ScriptedSession();
    const second = new ScriptedSession();
    first.onCall = async () => {
      first.die('restarted');
      throw new Unsent(new SdkError(SdkErrorCode.NotConnected, 'Not connected'));
    };
    const { open } = opening(first, second);
    const { connection } = connectionTo(open);
    await pass(60_000);
    const called = invoke(connection);
    await pass(1_000);
    await expect(called).resolves.toBeDefined();
    expect([first.calls, second.calls]).toEqual([['echo'], ['echo']]);
  });

  test('A call that cannot be sent fails after seven attempts, and the session stays open for other calls', async () => {
    const session = new ScriptedSession();
    session.onCall = () => Promise.reject(new Unsent(new Error('cannot reach it')));
    const { connection } = connectionTo(opening(session).open);
    await pass(0);
    const failed = expect(invoke(connection)).rejects.toMatchObject({
      failure: { kind: 'unavailable', reason: 'server "files": cannot reach it' }, // not in doubt
    });
    await pass(10_000);
    await failed;
    expect(session.calls).toHaveLength(7);
    expect(session.isClosed).toBe(false);
  });

  test('A call that the server may have acted on is never repeated', async () => {
    const session = new ScriptedSession();
    session.onCall = () => Promise.reject(new ProtocolError(-32_000, 'Not connected'));
    const { connection } = connectionTo(opening(session).open);
    await pass(0);
    await expect(invoke(connection)).rejects.toMatchObject({ failure: { kind: 'reported', message: 'Not connected' } });
    expect(session.calls).toEqual(['echo']);
  });

  test('A connection that ended early does not count as a failed attempt, so the tools stay after one failure', async () => {
    const first = new ScriptedSession();
    const { open } = opening(first, refused(), new ScriptedSession());
    const { connection, states } = connectionTo(open);
    await pass(10);
    first.die('died');
    await pass(7_000);
    expect(states).toEqual(['ready', 'degraded', 'ready']);
    expect(connection.report()).toMatchObject({ attempt: 2 });
  });
});

test('Closing a connection closes its session and timers, and later calls fail at once', async () => {
  const session = new ScriptedSession();
  const { connection } = connectionTo(opening(session).open);
  await pass(0);
  await connection.close();
  expect(session.isClosed).toBe(true);
  await expect(invoke(connection)).rejects.toMatchObject({ failure: { kind: 'unavailable' } });
  expect(vi.getTimerCount()).toBe(0);
});

proves('S2.params.server-error', "A server's own error message reaches the caller unchanged", async () => {
  const session = new ScriptedSession();
  session.onCall = () => Promise.reject(new ProtocolError(-32_602, 'deviceName: must be one of "lamp"'));
  const { connection } = connectionTo(opening(session).open);
  await pass(0);
  await expect(invoke(connection)).rejects.toMatchObject({
    failure: { kind: 'reported', message: 'deviceName: must be one of "lamp"' },
  });
});

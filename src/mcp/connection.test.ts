import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connecting, limits, namesOf, opening, ScriptedSession, serverOf } from '../../test/mcp/scripted-session.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { InvokeConfig, Server, Tool } from '../core/index.ts';
import { Connection } from './connection.ts';
import { Unsent } from './errors.ts';
import { ConnectError, type OpenSession } from './session.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function connectionTo(open: OpenSession, said: Partial<Server> = {}) {
  const log = recordingLog();
  const states: string[] = [];
  const connection: Connection = new Connection('files', serverOf(said), {
    connecting,
    limits,
    log,
    onChange: () => states.push(connection.state),
    open,
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    await connection.close();
  });
  connection.start();
  const messages = () => log.lines.map(({ message }) => message);
  return { connection, log, states, messages };
}

/** Lets everything happen that happens within this time. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

function config(signal = new AbortController().signal): InvokeConfig {
  return { signal, progress: () => {}, toolCall: { type: 'tool_call', id: '1', name: 'echo', args: {} } };
}

async function invoke({ tools }: Connection, signal?: AbortSignal): Promise<unknown> {
  const [tool] = tools as readonly (Tool & { invoke(args: object, given: InvokeConfig): unknown })[];
  return await tool?.invoke({}, config(signal));
}

const refused = () => new Error('connection refused');

describe('connecting', () => {
  proves(
    'S2.mcp.retry',
    'three attempts, with waits of 0, 2 and 4 seconds, each logged with number and delay',
    async () => {
      const { open, opened } = opening(refused());
      const begin = Date.now();
      const { log } = connectionTo(open);
      await pass(6_000);
      expect(opened.map(({ atMs }) => atMs - begin)).toEqual([0, 2_000, 6_000]);
      const attempts = log.lines.filter(({ message }) => message === 'connecting to MCP server');
      expect(attempts.map(({ fields }) => [fields.server, fields.attempt, fields.delayMs]).slice(0, 3)).toEqual([
        ['files', 1, 0],
        ['files', 2, 2_000],
        ['files', 3, 4_000],
      ]);
    },
  );

  proves('S2.mcp.retry-success', 'success on a later attempt is told, and the tools are there', async () => {
    const { open } = opening(refused(), new ScriptedSession());
    const { connection, messages, states } = connectionTo(open);
    await pass(2_000);
    expect(messages()).toContain('MCP connection succeeded on attempt 2');
    expect(namesOf(connection.tools)).toEqual(['files::echo']);
    expect(states).toEqual(['ready']);
  });

  proves(
    'S2.mcp.retry-failure',
    'the last failure says the reason, the stderr, what to check, and what goes on',
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

  test('after the last attempt it is tried further, with pauses that grow up to the longest', async () => {
    const { open, opened } = opening(refused());
    const begin = Date.now();
    connectionTo(open);
    await pass(2_000_000);
    const seconds = opened.map(({ atMs }) => (atMs - begin) / 1_000);
    const pauses = seconds.slice(1).map((at, place) => at - (seconds[place] ?? 0));
    expect(pauses.slice(0, 9)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300]);
    expect(pauses.at(-1)).toBe(300);
  });

  test('a server that comes up later is there then', async () => {
    const { open } = opening(refused(), refused(), refused(), new ScriptedSession());
    const { connection, states } = connectionTo(open);
    await pass(14_000);
    expect(states).toEqual(['gone', 'ready']);
    expect(connection.report()).toMatchObject({ state: 'ready', attempt: 4, tools: 1 });
    expect(connection.report()).not.toHaveProperty('lastError');
  });

  test('an attempt that hangs ends at its limit', async () => {
    const open: OpenSession = (_server, _options, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const { connection } = connectionTo(open, { connectMs: 1_000 });
    await pass(1_000);
    expect(connection.report().lastError).toBe('no answer within 1 s');
  });

  proves(['S2.mcp.stderr', 'S2.mcp.retry-failure'], 'what it wrote to stderr meanwhile is shown', async () => {
    const open: OpenSession = (_server, _options, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new ConnectError('aborted', 'waiting for a licence', undefined)));
      });
    const { connection, log } = connectionTo(open, { connectMs: 1_000 });
    await pass(10_000);
    expect(connection.report().stderr).toBe('waiting for a licence');
    expect(connection.report().check).toMatch(/connectMs/);
    expect(log.lines.find(({ level }) => level === 'error')?.fields).toMatchObject({ stderr: 'waiting for a licence' });
  });

  test('whatever breaks behind it, a session that was opened is closed', async () => {
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

  test('a list that cannot be read is a failed attempt, and its session is closed', async () => {
    const broken = new ScriptedSession();
    broken.onList = () => Promise.reject(new Error('no list'));
    const { open } = opening(broken, new ScriptedSession());
    const { connection } = connectionTo(open);
    await pass(2_000);
    expect(broken.isClosed).toBe(true);
    expect(connection.report()).toMatchObject({ state: 'ready', attempt: 2 });
  });

  test('a disabled server is never opened', async () => {
    const { open, opened } = opening(refused());
    const { connection } = connectionTo(open, { disabled: true });
    await pass(60_000);
    expect(opened).toHaveLength(0);
    expect(connection.state).toBe('disabled');
  });
});

describe('losing the connection', () => {
  test('a good connection that ends is made anew at once, and its tools stay meanwhile', async () => {
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

  test('one that dies as soon as it is there is tried with growing pauses, not in a hot loop', async () => {
    const open: OpenSession = async () => {
      const session = new ScriptedSession();
      setTimeout(() => session.die('died'), 10);
      starts++;
      return session;
    };
    let starts = 0;
    connectionTo(open);
    await pass(60_000);
    expect(starts).toBeLessThan(8);
  });

  test('a lost server that stays away is gone after the attempts, and its tools can be called no more', async () => {
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

  test('a call of the moment waits for the new connection', async () => {
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

  test('a call that waits ends with its signal, and leaves nothing behind', async () => {
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

  proves('L8', 'calls in flight become failures that say what happened', async () => {
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
        reason:
          'server "files" went away during the call: the program ended with code 3. What it had begun may be done or not',
      },
    });
  });

  test('a call that never arrived is made once more, over a new connection', async () => {
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

  test('a call that cannot be sent leaves the session to the others, and gives up after a while', async () => {
    const session = new ScriptedSession();
    session.onCall = () => Promise.reject(new Unsent(new Error('cannot reach it')));
    const { connection } = connectionTo(opening(session).open);
    await pass(0);
    const failed = expect(invoke(connection)).rejects.toMatchObject({
      failure: { kind: 'unavailable', reason: 'server "files": cannot reach it' },
    });
    await pass(10_000);
    await failed;
    expect(session.calls).toHaveLength(7);
    expect(session.isClosed).toBe(false);
  });

  test('a call that a server may have acted on is never made again', async () => {
    const session = new ScriptedSession();
    session.onCall = () => Promise.reject(new ProtocolError(-32_000, 'Not connected'));
    const { connection } = connectionTo(opening(session).open);
    await pass(0);
    await expect(invoke(connection)).rejects.toMatchObject({ failure: { kind: 'reported', message: 'Not connected' } });
    expect(session.calls).toEqual(['echo']);
  });

  test('one that died at once and then fails once has failed once: its tools stay', async () => {
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

describe('the list', () => {
  test('is read anew when the server says that it has changed; what stayed is the same tool', async () => {
    const session = new ScriptedSession();
    const { open, opened } = opening(session);
    const { connection, states } = connectionTo(open);
    await pass(0);
    const [before] = connection.tools;
    session.names = ['echo', 'added'];
    opened[0]?.options.onListChanged();
    await pass(1_000);
    expect(namesOf(connection.tools)).toEqual(['files::echo', 'files::added']);
    expect(connection.tools[0]).toBe(before);
    expect(states).toEqual(['ready', 'ready']);
  });

  proves(
    'L9',
    'a server that never stops saying so is asked four times a second at most, and once more at the end',
    async () => {
      const session = new ScriptedSession();
      let lists = 0;
      session.onList = () => {
        lists++;
      };
      const { open, opened } = opening(session);
      const { connection } = connectionTo(open);
      await pass(0);
      for (let at = 0; at < 1_000; at++) {
        opened[0]?.options.onListChanged();
        await pass(1);
      }
      session.names = ['last'];
      opened[0]?.options.onListChanged();
      await pass(1_000);
      expect(lists).toBeLessThan(8);
      expect(namesOf(connection.tools)).toEqual(['files::last']);
    },
  );

  test('a change during the first reading is not lost', async () => {
    const session = new ScriptedSession();
    const { open, opened } = opening(session);
    session.onList = () => {
      session.onList = () => {
        session.names = ['echo', 'late'];
      };
      opened[0]?.options.onListChanged();
    };
    const { connection } = connectionTo(open);
    await pass(1_000);
    expect(namesOf(connection.tools)).toEqual(['files::echo', 'files::late']);
  });

  test('that cannot be read anew stays as it was, and is read with the next sign of life', async () => {
    const session = new ScriptedSession();
    const { open, opened } = opening(session);
    const { connection } = connectionTo(open);
    await pass(0);
    session.onList = () => Promise.reject(new Error('not now'));
    opened[0]?.options.onListChanged();
    await pass(1_000);
    expect(namesOf(connection.tools)).toEqual(['files::echo']);
    session.onList = () => {
      session.names = ['new'];
    };
    await pass(30_000);
    expect(namesOf(connection.tools)).toEqual(['files::new']);
  });

  test('is kept as long as the server says it is fresh, and read anew after that', async () => {
    const session = new ScriptedSession();
    session.freshMs = 20_000;
    let lists = 0;
    session.onList = () => {
      lists++;
    };
    connectionTo(opening(session).open);
    await pass(19_999);
    expect(lists).toBe(1);
    await pass(1);
    expect(lists).toBe(2);
  });

  test('include, exclude, rename and always go by the names that the server gives', async () => {
    const session = new ScriptedSession();
    session.names = ['read_file', 'read_all', 'write_file', 'constructor', '__proto__'];
    const { connection } = connectionTo(opening(session).open, {
      includeTools: ['read_*', 'constructor', '__proto__'],
      excludeTools: ['*_all'],
      rename: { read_file: 'read' },
      always: ['read_f*'],
    });
    await pass(0);
    expect(namesOf(connection.tools)).toEqual(['files::read', 'files::constructor', 'files::__proto__']);
    expect(connection.tools[0]?.metadata).toMatchObject({ server: 'files', tool: 'read_file', always: true });
    expect(connection.tools[1]?.metadata).not.toHaveProperty('always');
    await invoke(connection);
    expect(session.calls).toEqual(['read_file']);
  });
});

test('two tools of one name: the first has it, and the other is told of, once', async () => {
  const session = new ScriptedSession();
  session.names = ['read', 'echo', 'read'];
  const { open, opened } = opening(session);
  const { connection, log } = connectionTo(open, { rename: { echo: 'read' } });
  await pass(0);
  opened[0]?.options.onListChanged();
  await pass(1_000);
  expect(namesOf(connection.tools)).toEqual(['files::read']);
  expect(connection.report()).toMatchObject({ tools: 1, findings: [{ tool: 'echo' }, { tool: 'read' }] });
  expect(log.lines.filter(({ message }) => message.startsWith('MCP tool left out'))).toHaveLength(2);
});

describe('the pulse', () => {
  test('a session that answers no ping twice is ended and made anew', async () => {
    const silent = new ScriptedSession();
    silent.onPing = (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('late')));
      });
    const { open, opened } = opening(silent, new ScriptedSession());
    const { connection } = connectionTo(open);
    await pass(100_000);
    expect(silent.isClosed).toBe(true);
    expect(opened).toHaveLength(2);
    expect(connection.state).toBe('ready');
  });

  test('a server that is busy with a call is not asked', async () => {
    const busy = new ScriptedSession();
    let pings = 0;
    busy.onPing = async () => {
      pings++;
    };
    busy.onCall = () => new Promise(() => {});
    const { connection } = connectionTo(opening(busy).open);
    await pass(0);
    void invoke(connection).catch(() => {});
    await pass(200_000);
    expect(pings).toBe(0);
  });

  test('but one whose calls run out of time one after the other is, and is made anew', async () => {
    const hung = new ScriptedSession();
    const untilAborted = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    hung.onCall = (_definition, _args, { signal }) => untilAborted(signal);
    hung.onPing = untilAborted;
    const { open } = opening(hung, new ScriptedSession());
    const { connection } = connectionTo(open);
    await pass(0);
    for (let call = 0; call < 20 && !hung.isClosed; call++) {
      const controller = new AbortController();
      const called = invoke(connection, controller.signal).catch(() => {});
      await pass(10_000);
      controller.abort();
      await called;
    }
    expect(hung.isClosed).toBe(true);
    await pass(10);
    expect(connection.state).toBe('ready');
  });
});

test('closing stops all of it, and calls that come later fail at once', async () => {
  const session = new ScriptedSession();
  const { connection } = connectionTo(opening(session).open);
  await pass(0);
  await connection.close();
  expect(session.isClosed).toBe(true);
  await expect(invoke(connection)).rejects.toMatchObject({ failure: { kind: 'unavailable' } });
  expect(vi.getTimerCount()).toBe(0);
});

proves('S2.params.server-error', "a server's own complaint reaches the caller unchanged", async () => {
  const session = new ScriptedSession();
  session.onCall = () => Promise.reject(new ProtocolError(-32_602, 'deviceName: must be one of "lamp"'));
  const { connection } = connectionTo(opening(session).open);
  await pass(0);
  await expect(invoke(connection)).rejects.toMatchObject({
    failure: { kind: 'reported', message: 'deviceName: must be one of "lamp"' },
  });
});

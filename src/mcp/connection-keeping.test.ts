import { describe, expect, test } from 'vitest';
import { connectionTo, invoke, pass, stopTime } from '../../test/mcp/connected.ts';
import { namesOf, opening, ScriptedSession } from '../../test/mcp/scripted-session.ts';
import { proves } from '../../test/requirements.ts';
import { TimeLimitError } from '../core/index.ts';
import type { Connection } from './connection.ts';

stopTime();

describe('The tool list of a connection', () => {
  test('The tool list is read again when the server announces a change, and an unchanged tool stays the same object', async () => {
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
    'A server that announces changes constantly is listed at most four times per second, and once after the last change',
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

  test('A change that is announced while the list is first read is not lost', async () => {
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

  test('If the list cannot be read again, the old list stays until a read after the next answered ping succeeds', async () => {
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

  test('The list is read again when the time has passed for which the server declared it fresh', async () => {
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

  test('The settings includeTools, excludeTools, rename and always match the names that the server gives its tools', async () => {
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

test('Tool names in the settings that no tool has are reported with the nearest existing name', async () => {
  const session = new ScriptedSession();
  session.names = ['delete_all', 'read'];
  const { connection } = connectionTo(opening(session).open, {
    excludeTools: ['delete-all', 'rea*'],
    always: ['raed'],
    rename: { delete_all: 'wipe', nothing: 'x' },
  });
  await pass(0);
  expect(namesOf(connection.tools)).toEqual(['files::wipe']);
  expect(connection.report().findings).toEqual([
    {
      tool: 'delete-all',
      reason: '"excludeTools" names it, but there is no such tool. Did you mean "delete_all"?',
    },
    { tool: 'nothing', reason: '"rename" names it, but there is no such tool.' },
    { tool: 'raed', reason: '"always" names it, but there is no such tool. Did you mean "read"?' },
  ]);
});

test('If several tools have the same name, the first one keeps it and each of the others is reported once', async () => {
  const session = new ScriptedSession();
  session.names = ['read', 'echo', 'read'];
  const { open, opened } = opening(session);
  const { connection, log } = connectionTo(open, { rename: { echo: 'read' } });
  await pass(0);
  opened[0]?.options.onListChanged();
  await pass(1_000);
  expect(namesOf(connection.tools)).toEqual(['files::read']);
  expect(connection.report()).toMatchObject({ tools: 1, findings: [{ tool: 'echo' }, { tool: 'read' }] });
  expect(log.lines.filter(({ message }) => message.startsWith('An MCP tool was left out'))).toHaveLength(2);
});

describe('Pings', () => {
  test('A session that misses two pings in a row is closed and replaced', async () => {
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

  test('A server is not pinged while it runs a call', async () => {
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

  test('A busy server that sends messages between timed-out or cancelled calls is not pinged', async () => {
    const busy = new ScriptedSession();
    let pings = 0;
    busy.onPing = async () => {
      pings++;
    };
    busy.onCall = (_definition, _args, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const { open, opened } = opening(busy);
    const { connection } = connectionTo(open);
    await pass(0);
    const endless = invoke(connection).catch(() => {});
    for (let call = 0; call < 12; call++) {
      const controller = new AbortController();
      const called = invoke(connection, controller.signal).catch(() => {});
      await pass(10_000);
      if (call % 2 === 0) controller.abort(new Error('the caller gave up'));
      else controller.abort(new TimeLimitError(10_000));
      await called;
      opened[0]?.options.onHeard();
    }
    expect(pings).toBe(0);
    void endless;
  });

  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });

  /** Calls the tool, and lets the executor's time limit end the call after `ms`. */
  const callFor = async (connection: Connection, ms: number) => {
    const controller = new AbortController();
    const called = invoke(connection, controller.signal).catch(() => {});
    setTimeout(() => controller.abort(new TimeLimitError(ms)), ms);
    await called;
  };

  /** A session that answers neither calls nor pings, with the times at which pings were sent. */
  function frozenSession() {
    const session = new ScriptedSession();
    const pings: number[] = [];
    session.onCall = (_definition, _args, { signal }) => untilAborted(signal);
    session.onPing = (signal) => {
      pings.push(Date.now());
      return untilAborted(signal);
    };
    return { session, pings };
  }

  proves('L9', 'A frozen server is pinged when a call exceeds its limit, and replaced 20 seconds later', async () => {
    const { session, pings } = frozenSession();
    const { connection } = connectionTo(opening(session, new ScriptedSession()).open);
    await pass(1_000);
    const startedAt = Date.now();
    void callFor(connection, 30_000);
    await pass(29_999);
    expect(pings).toEqual([]);
    await pass(20_000);
    expect(pings.map((at) => at - startedAt)).toEqual([30_000, 40_000]);
    expect(session.isClosed).toBe(false);
    await pass(1);
    expect(session.isClosed).toBe(true);
    await pass(0);
    expect(connection.state).toBe('ready');
  });

  proves('L9', 'A frozen server is also replaced if new calls arrive all the time', async () => {
    const { session } = frozenSession();
    const { connection } = connectionTo(opening(session, new ScriptedSession()).open);
    await pass(1_000);
    const startedAt = Date.now();
    while (!session.isClosed && Date.now() - startedAt < 300_000) {
      void callFor(connection, 30_000);
      await pass(1_000);
    }
    expect(Date.now() - startedAt).toBeLessThanOrEqual(80_000); // the calls beside the first overdue one, and two pings
  });

  proves('L9', 'As long as a call is within its limit, other calls that exceed theirs cause no ping', async () => {
    const { session, pings } = frozenSession();
    const { connection } = connectionTo(opening(session, new ScriptedSession()).open);
    await pass(1_000);
    const long = callFor(connection, 600_000);
    for (let late = 0; late < 10; late++) {
      void callFor(connection, 30_000);
      await pass(40_000);
    }
    expect([pings, session.isClosed]).toEqual([[], false]);
    await pass(200_000);
    await long;
    expect(pings).toHaveLength(1);
  });

  proves('L9', 'A call that its caller ends with AbortSignal.timeout causes no ping', async () => {
    const { session, pings } = frozenSession();
    const { connection } = connectionTo(opening(session, new ScriptedSession()).open);
    await pass(1_000);
    const controller = new AbortController();
    const called = invoke(connection, controller.signal).catch(() => {});
    await pass(1_000);
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    await called;
    void callFor(connection, 20_000);
    await pass(19_000);
    expect(pings).toEqual([]);
  });

  test('A message from the server ends the doubt, even if the ping stays unanswered', async () => {
    const { session, pings } = frozenSession();
    const { open, opened } = opening(session, new ScriptedSession());
    const { connection } = connectionTo(open);
    await pass(1_000);
    void callFor(connection, 30_000);
    await pass(35_000);
    opened[0]?.options.onHeard(); // such as the late answer of a synchronous server
    void invoke(connection).catch(() => {});
    await pass(200_000);
    expect([pings.length, session.isClosed]).toEqual([1, false]);
  });

  test('A server whose calls time out one after the other is pinged again, and its session is replaced', async () => {
    const hung = new ScriptedSession();
    hung.onCall = (_definition, _args, { signal }) => untilAborted(signal);
    hung.onPing = untilAborted;
    const { open } = opening(hung, new ScriptedSession());
    const { connection } = connectionTo(open);
    await pass(0);
    for (let call = 0; call < 20 && !hung.isClosed; call++) {
      const controller = new AbortController();
      const called = invoke(connection, controller.signal).catch(() => {});
      await pass(10_000);
      controller.abort(new TimeLimitError(10_000));
      await called;
    }
    expect(hung.isClosed).toBe(true);
    await pass(10);
    expect(connection.state).toBe('ready');
  });
});

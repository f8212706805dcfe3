import { ProtocolError } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { connectionTo, invoke, pass, stopTime } from '../../test/mcp/connected.ts';
import { opening, ScriptedSession } from '../../test/mcp/scripted-session.ts';
import { proves } from '../../test/requirements.ts';
import type { OpenSession } from './session.ts';

stopTime();

describe('The delay before a server is reconnected', () => {
  proves('L8', 'A server that is killed every 20 seconds without a call is always reconnected at once', async () => {
    const { open, opened, sessions } = restarting();
    const { connection, states } = connectionTo(open);
    for (let kill = 1; kill <= 10; kill++) {
      await pass(20_000);
      sessions.at(-1)?.die('killed');
      await pass(0);
      expect([opened.length, connection.state]).toEqual([kill + 1, 'ready']);
    }
    expect(states).not.toContain('gone');
  });

  proves('L8', 'A server that has answered a call is reconnected at once, however soon it died', async () => {
    const { open, opened, sessions } = restarting();
    const { connection } = connectionTo(open);
    await pass(0);
    for (let kill = 1; kill <= 10; kill++) {
      const session = sessions.at(-1);
      if (session !== undefined && kill % 2 === 0) {
        session.onCall = () => Promise.reject(new ProtocolError(-32_000, 'no such file')); // an error is also an answer
      }
      await invoke(connection).catch(() => {});
      session?.die('killed');
      await pass(0);
      expect([opened.length, connection.state]).toEqual([kill + 1, 'ready']);
    }
  });

  test('A server that dies during its first call each time is reconnected with growing delays', async () => {
    const { open, opened, sessions } = restarting();
    const { connection } = connectionTo(open);
    await pass(0);
    for (let kill = 0; kill < 4; kill++) {
      const session = sessions.at(-1);
      if (session !== undefined) session.onCall = () => new Promise((_, reject) => void session.ended.then(reject));
      void invoke(connection).catch(() => {});
      session?.die('died');
      await pass(kill === 0 ? 0 : 1_000 * 2 ** kill);
    }
    const times = opened.map(({ atMs }) => atMs - (opened[0]?.atMs ?? 0));
    expect(times).toEqual([0, 0, 2_000, 6_000, 14_000]);
  });
});

/** Returns an `open` function that gives a new session each time, and the sessions that it gave. */
function restarting() {
  const sessions: ScriptedSession[] = [];
  const { open, opened } = opening(new ScriptedSession());
  const next: OpenSession = async (...given) => {
    await open(...given);
    const session = new ScriptedSession();
    sessions.push(session);
    return session;
  };
  return { open: next, opened, sessions };
}

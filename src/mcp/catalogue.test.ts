import { describe, expect, onTestFinished, test } from 'vitest';
import { connecting, limits, namesOf, ScriptedSession, serverOf } from '../../test/mcp/scripted-session.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { Server } from '../core/index.ts';
import { Catalogue } from './catalogue.ts';
import type { OpenSession } from './session.ts';

function catalogueOf(servers: Record<string, Server>, open: OpenSession, baseDelayMs = 1, waitMs = 5_000) {
  const offers: [string, string[]][] = [];
  const catalogue = new Catalogue(servers, {
    connecting: { ...connecting, baseDelayMs, waitMs },
    limits,
    log: recordingLog(),
    offer: (server, tools) => void offers.push([server, namesOf(tools)]),
    open,
  });
  onTestFinished(() => catalogue.close());
  return { catalogue, offers };
}

/** One server for each name; its command is the name. */
const servers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, serverOf({ command: name })]));
const nameOf = (server: Server) => (server.transport === 'stdio' ? server.command : '');

describe('The servers of a catalogue', () => {
  proves(
    'S2.mcp.parallel',
    'Servers connect concurrently, and each one offers its tools as soon as it is connected',
    async () => {
      const gates = new Map(['a', 'b', 'c'].map((name) => [name, Promise.withResolvers<void>()]));
      const begun: string[] = [];
      const { catalogue, offers } = catalogueOf(servers('a', 'b', 'c'), async (server) => {
        begun.push(nameOf(server));
        await gates.get(nameOf(server))?.promise;
        return new ScriptedSession();
      });
      catalogue.start();
      await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
      gates.get('b')?.resolve();
      await expect.poll(() => offers).toEqual([['b', ['b::echo']]]);
      expect(catalogue.settled.isReached).toBe(false);
      expect(catalogue.missing()).toEqual(['a', 'c']);
      gates.get('a')?.resolve();
      gates.get('c')?.resolve();
      await catalogue.settled.wait(5_000);
      expect(catalogue.settled.isReached).toBe(true);
      expect(catalogue.tools().map(({ tool, server, state }) => [tool.name, server, state])).toEqual([
        ['a::echo', 'a', 'ready'],
        ['b::echo', 'b', 'ready'],
        ['c::echo', 'c', 'ready'],
      ]);
    },
  );

  proves(
    'S2.mcp.parallel',
    'A server that never answers does not delay the others: waiting ends at its limit or with its signal',
    async () => {
      const open: OpenSession = async (server, _options, signal) => {
        if (nameOf(server) === 'dead') await new Promise((_, reject) => signal.addEventListener('abort', reject));
        return new ScriptedSession();
      };
      const { catalogue } = catalogueOf(servers('dead', 'alive'), open);
      catalogue.start();
      await catalogue.settled.wait(100);
      expect(catalogue.tools().map(({ tool }) => tool.name)).toEqual(['alive::echo']);
      expect(catalogue.missing()).toEqual(['dead']);
      const leaving = new AbortController();
      const waiting = catalogue.settled.wait(60_000, leaving.signal);
      leaving.abort();
      await waiting;
    },
  );

  test('A server whose first attempt failed has had its time but is not settled', async () => {
    const { catalogue } = catalogueOf(servers('late'), () => Promise.reject(new Error('not yet')), 60_000);
    catalogue.start();
    await catalogue.hadTime.wait(5_000);
    expect([catalogue.hadTime.isReached, catalogue.settled.isReached]).toEqual([true, false]);
  });

  proves(
    'S2.mcp.parallel',
    'A server that hangs at its start has had its time mcp.waitMs after its start',
    async () => {
      const open: OpenSession = (_server, _options, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', reject));
      const { catalogue } = catalogueOf(servers('mute'), open, 1, 50);
      catalogue.start();
      const startedAt = performance.now();
      await catalogue.hadTime.wait(10_000);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      expect([catalogue.hadTime.isReached, catalogue.settled.isReached]).toEqual([true, false]);
    },
  );

  test('The tools of a server that is gone are withdrawn but stay known to the catalogue', async () => {
    const session = new ScriptedSession();
    let opened = 0;
    const { catalogue, offers } = catalogueOf(servers('files'), async () => {
      if (opened++ > 0) throw new Error('no more');
      return session;
    });
    catalogue.start();
    await catalogue.settled.wait(5_000);
    session.die('died');
    await expect
      .poll(() => offers)
      .toEqual([
        ['files', ['files::echo']],
        ['files', []],
      ]);
    expect(catalogue.tools()).toMatchObject([{ server: 'files', state: 'gone', tool: { name: 'files::echo' } }]);
    expect(catalogue.servers()).toMatchObject([{ state: 'gone', lastError: 'no more' }]);
    const why = { reason: 'server "files" is not connected: no more', isGone: false };
    expect(catalogue.whyMissing('files::echo')).toEqual(why);
    expect(catalogue.whyMissing('files__echo')).toEqual(why);
    expect(catalogue.whyMissing('filesystem::echo')).toBeUndefined();
  });

  test('A server that connected after a moment counts as missing at that moment', async () => {
    const { catalogue } = catalogueOf(servers('files'), async () => new ScriptedSession());
    const before = performance.now() - 1;
    catalogue.start();
    await catalogue.settled.wait(5_000);
    expect(catalogue.whyMissing('files::echo', undefined, before)?.reason).toMatch(
      /^server "files" is connected now, but/,
    );
    expect(catalogue.whyMissing('files::echo', undefined, performance.now())).toBeUndefined();
    expect(catalogue.whyMissing('files::echo')).toBeUndefined();
  });

  test('A catalogue without enabled servers is settled at once', () => {
    const { catalogue } = catalogueOf({ off: serverOf({ disabled: true }) }, () => Promise.reject(new Error('never')));
    catalogue.start();
    expect(catalogue.settled.isReached).toBe(true);
    expect(catalogue.missing()).toEqual([]);
    expect(catalogue.servers()).toMatchObject([{ name: 'off', state: 'disabled' }]);
    expect(catalogue.whyMissing('off::echo')).toEqual({
      reason: 'server "off" is disabled in the settings',
      isGone: true,
    });
  });
});

test('The list of all tools is rebuilt only after a change', async () => {
  const session = new ScriptedSession();
  let changed = () => {};
  const { catalogue } = catalogueOf(servers('files'), async (_server, { onListChanged }) => {
    changed = onListChanged;
    return session;
  });
  catalogue.start();
  await catalogue.settled.wait(5_000);
  const before = catalogue.tools();
  expect(catalogue.tools()).toBe(before);
  session.names = ['new'];
  changed();
  await expect.poll(() => catalogue.tools().map(({ tool }) => tool.name)).toEqual(['files::new']);
});

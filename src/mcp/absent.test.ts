import { expect, onTestFinished, test } from 'vitest';
import { connecting, limits, ScriptedSession, serverOf } from '../../test/mcp/scripted-session.ts';
import { proves } from '../../test/requirements.ts';
import { type Server, silentLog } from '../core/index.ts';
import { Catalogue } from './catalogue.ts';
import type { OpenSession } from './session.ts';

function start(servers: Record<string, Server>, open: OpenSession, baseDelayMs = 1): Catalogue {
  const options = { connecting: { ...connecting, baseDelayMs }, limits, log: silentLog, offer: () => {}, open };
  const catalogue = new Catalogue(servers, options);
  onTestFinished(() => catalogue.close());
  catalogue.start();
  return catalogue;
}

const refused: OpenSession = () => Promise.reject(new Error('no'));

proves(
  ['S1.mcp.gates', 'S1.explain'],
  'The tools of a disabled or unreachable server are out, with the matching rule and flip',
  async () => {
    const catalogue = start({ off: serverOf({ disabled: true }), lost: serverOf() }, refused);
    await catalogue.settled.wait(5_000);
    expect(catalogue.absent()).toEqual([
      { tool: 'off::*', verdict: 'out', rule: 'server-disabled', flip: 'set mcpServers."off".disabled to false' },
      {
        tool: 'lost::*',
        verdict: 'out',
        rule: 'server-gone',
        flip: expect.stringMatching(/^get its server to connect \(no\): Run the same command by hand\./),
      },
    ]);
  },
);

proves(
  ['S1.mcp.gates', 'S1.explain'],
  'A server without a known list has one decision for all its tools, and a lost server one for each',
  async () => {
    const session = new ScriptedSession();
    session.names = ['read', 'write'];
    let isLost = false;
    const catalogue = start({ files: serverOf() }, async () => {
      if (isLost) throw new Error('no more');
      return session;
    });
    expect(catalogue.absent()).toMatchObject([{ tool: 'files::*', rule: 'server-connecting' }]);
    await catalogue.settled.wait(5_000);
    expect(catalogue.absent()).toEqual([]);
    isLost = true;
    session.die('died');
    await expect
      .poll(() => catalogue.absent())
      .toMatchObject([
        { tool: 'files::read', verdict: 'out', rule: 'server-gone' },
        { tool: 'files::write', verdict: 'out', rule: 'server-gone' },
      ]);
  },
);

proves(
  ['S1.mcp.gates', 'S1.explain'],
  'Excluded tools and unknown tool names in the settings get decisions that say which setting to change',
  async () => {
    const session = new ScriptedSession();
    session.names = ['read', 'write', 'move'];
    const decided = async (said: Partial<Server>, named: Record<string, readonly string[]> = {}) => {
      const options = { connecting, limits, log: silentLog, offer: () => {}, open: async () => session };
      const catalogue = new Catalogue({ files: serverOf(said) }, { ...options, named: () => named });
      onTestFinished(() => catalogue.close());
      catalogue.start();
      await catalogue.settled.wait(5_000);
      return catalogue.absent().map(({ tool, rule, flip }) => [tool, rule, flip]);
    };
    const own = 'mcpServers."files"';
    expect(await decided({ includeTools: ['read', 'write'], excludeTools: ['write'] })).toEqual([
      ['files::write', 'excluded', `remove it from ${own}.excludeTools`],
      ['files::move', 'excluded', `add it to ${own}.includeTools`],
    ]);
    const none = await decided({ includeTools: [] });
    expect(none.map(([, , flip]) => flip)).toEqual(Array.from({ length: 3 }, () => `add it to ${own}.includeTools`));
    expect(await decided({ rename: { move: 'mv' }, always: ['mv'] })).toEqual([]); // "always" accepts either name
    const [[tool, rule, flip] = []] = await decided({ rename: { move: 'mv' } }, { 'filter.tools': ['move', 'mv'] });
    expect([tool, rule]).toEqual(['files::move', 'no-such-tool']);
    expect(flip).toContain('The settings rename it to "mv".');
  },
);

test('The decision for a server that is still connecting includes the advice as soon as an attempt has failed', async () => {
  const catalogue = start({ late: serverOf() }, refused, 60_000);
  const before = catalogue.absent();
  expect(before).toMatchObject([{ flip: 'ask again when its server is connected' }]);
  await catalogue.hadTime.wait(5_000);
  expect(catalogue.absent()).toMatchObject([
    {
      rule: 'server-connecting',
      flip: expect.stringMatching(/^ask again when its server is connected \(no\): Run the/),
    },
  ]);
});

test('The list of absent tools stays the same array until something changes', async () => {
  const catalogue = start({ off: serverOf({ disabled: true }), lost: serverOf() }, refused);
  await catalogue.settled.wait(5_000);
  expect(catalogue.absent()).toBe(catalogue.absent());
  const none = start({ files: serverOf() }, async () => new ScriptedSession());
  await none.settled.wait(5_000);
  expect(none.absent()).toBe(none.absent());
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../src/core/index.ts';
import { proves } from '../requirements.ts';
import { gone, isRunning } from '../servers/hostile/running.ts';
import { folderWith } from '../toolpath.ts';
import { eventually } from './houses.ts';
import { settledBesideFine } from './watched.ts';

/** Safety checks 52 and 55: whatever a server does, a call ends in an Outcome, and nobody else notices. */

const JUNK = 'MCP server wrote to stdout what is no message of MCP; the connection goes on';
const LOST = 'MCP connection lost; connecting again';

describe('a server', () => {
  proves(['S2.mcp.pollution', 'L10'], 'that writes junk is reported with it, and goes on', async () => {
    const house = await settledBesideFine({ noisy: ['junk'], dripping: ['junk', 'drip'] });
    for (const server of ['noisy', 'dripping']) {
      expect(await house.say(`${server}::echo`, { a: 1 })).toBe('{"a":1}');
      const lines = house.told(JUNK, server).map(({ fields }) => fields.line);
      expect(lines).toEqual(expect.arrayContaining(['Starting the server ...', 'a debug line, forgotten', '[1,2,3]']));
      expect(house.told(JUNK, server)[0]?.level).toBe('warn');
      expect(house.told(LOST, server)).toEqual([]);
    }
    const [{ junkLines } = { junkLines: 0 }] = house.servers.servers();
    expect(junkLines).toBeGreaterThanOrEqual(6);
  });

  proves(['L8', 'L9'], 'that answers in a line of 100 MB is told so, and goes on', async () => {
    const house = await settledBesideFine({ huge: [] });
    const pid = await house.say('huge::process');
    const outcome = await house.call('huge::huge');
    expect(outcome).toMatchObject({ status: 'error' });
    expect(textOf(outcome.content)).toMatch(/^the server's answer has 1\d{8} bytes, more than the \d+ that are taken/);
    expect(await house.say('huge::process')).toBe(pid);
  });

  proves(['S2.mcp.stderr', 'L9'], 'that floods stderr or stdout is drained, and works meanwhile', async () => {
    const house = await settledBesideFine({ much: ['stderr=20'], stderr: ['stderr-flood'], stdout: ['stdout-flood'] });
    for (const server of ['much', 'stderr', 'stdout'])
      expect(await house.say(`${server}::echo`, { a: 1 })).toBe('{"a":1}');
    for (const { stderr } of house.servers.servers()) expect(stderr.length).toBeLessThanOrEqual(17 * 1024);
    expect(house.told(JUNK, 'stdout').length).toBeLessThanOrEqual(20);
  });

  proves('L8', 'that dies within a call is started again; the call says how it ended', async () => {
    const house = await settledBesideFine({ dying: [] });
    const waiting = house.call('dying::never');
    for (const [args, how] of [
      [{}, 'ended with code 3'],
      [{ signal: 'SIGSEGV' }, 'ended by SIGSEGV'],
    ] as const) {
      const outcome = await house.call('dying::die', args);
      expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'unavailable' } });
      expect(textOf(outcome.content)).toContain(how);
      expect(await house.say('dying::echo', { a: 1 })).toBe('{"a":1}');
    }
    expect(await waiting).toMatchObject({ status: 'error', failure: { kind: 'unavailable' } });
    expect(house.told(LOST, 'dying')).toHaveLength(2);
    expect(house.pids()).toHaveLength(4);
  });

  test('that answers with its last breath is heard', async () => {
    const house = await settledBesideFine({ dying: [] });
    expect(await house.say('dying::last_words')).toBe('last words');
  });

  test('that comes up at its third start is there then', async () => {
    const starts = path.join(folderWith({}), 'starts');
    const house = await settledBesideFine({ slow: [`start=3:${starts}`] });
    expect(await house.say('slow::echo', { a: 1 })).toBe('{"a":1}');
    expect(house.told('MCP connection succeeded on attempt 3', 'slow')).toHaveLength(1);
    expect(house.told('MCP connection failed; trying again', 'slow')[0]?.fields.stderr).toContain('HOSTILE_KEY');
  });

  proves(['S2.mcp.retry-failure', 'S2.mcp.stderr'], 'that never comes up is told of with its stderr', async () => {
    const house = await settledBesideFine({ dead: ['crash'] }, { mcp: { attempts: 2, baseDelayMs: 10 } });
    const [failure] = house.told(/^MCP connection failed after 2 attempts/, 'dead');
    expect(failure?.fields).toMatchObject({ stderr: expect.stringContaining('Cannot find the key HOSTILE_KEY') });
    expect(house.servers.servers()[0]).toMatchObject({ name: 'dead', state: 'gone', tools: 0 });
  });

  proves(['L8', 'L9'], 'that does not answer is given up in time', async () => {
    const each = { connectMs: 1_000 };
    const house = await settledBesideFine({ mute: ['mute'], deaf: ['deaf'] }, { each, mcp: { attempts: 1 } });
    expect(house.servers.missing()).toEqual(['mute', 'deaf']);
    const errors = house.servers.servers().map(({ lastError }) => lastError);
    expect(errors).toEqual(['no answer within 1 s', 'no answer within 1 s', undefined]);
  });

  proves(['L8', 'L9'], 'whose list cannot be had, or has no end, is told of', async () => {
    const house = await settledBesideFine({ lost: ['no-tools'], endless: ['endless'] }, { mcp: { attempts: 1 } });
    expect(house.servers.missing()).toEqual(['lost', 'endless']);
    const [lost, endless] = house.servers.servers().map(({ lastError }) => lastError);
    expect(lost).toContain('the list is lost');
    expect(endless).toContain('did not terminate');
  });

  proves('L9', 'that ignores signals is gone with the house', async () => {
    const house = await settledBesideFine({ stubborn: ['stubborn'] });
    expect(await house.say('stubborn::echo', { a: 1 })).toBe('{"a":1}');
  });

  proves('L9', 'that leaves a child behind, which ignores signals, is gone with it', async () => {
    const pidFile = path.join(folderWith({}), 'pid');
    const house = await settledBesideFine({ parent: [`fork=${pidFile}`] });
    const child = Number(readFileSync(pidFile, 'utf8'));
    expect(isRunning(child)).toBe(true);
    await house.call('parent::die', { signal: 'SIGKILL' });
    await gone(child);
    expect(await house.say('parent::echo', { a: 1 })).toBe('{"a":1}');
    const next = Number(readFileSync(pidFile, 'utf8'));
    expect(next).not.toBe(child);
    expect(isRunning(next)).toBe(true);
    house.watch(next);
  });
});

describe('a call', () => {
  proves(['L8', 'L10'], 'gets its own answer, once, whatever else is said', async () => {
    const house = await settledBesideFine({ odd: [] });
    expect(await house.say('odd::twice')).toBe('first');
    expect(await house.say('odd::other_id')).toBe('for you');
    expect(await house.say('odd::sloppy')).toBe('sloppy');
    const many = Array.from({ length: 30 }, (_, number) => house.say('odd::echo', { number }));
    await house.say('odd::twice');
    expect(await Promise.all(many)).toEqual(Array.from({ length: 30 }, (_, number) => `{"number":${number}}`));
  });

  proves(
    ['L8', 'L9'],
    'that is late is over at its limit; its answer is dropped, its place is free again',
    async () => {
      const tools = { 'odd::late': { toolMs: 300 }, 'odd::never': { toolMs: 300 } };
      const house = await settledBesideFine({ odd: [] }, { each: { callsAtOnce: 1 }, limits: { tools } });
      expect(await house.call('odd::late', { ms: 1_500 })).toMatchObject({
        failure: { kind: 'timeout', limitMs: 300 },
      });
      expect(await house.call('odd::never')).toMatchObject({ failure: { kind: 'timeout' } });
      expect(JSON.parse(await house.say('odd::cancelled'))).toHaveLength(2);
      await eventually(() => house.told('MCP server: odd message', 'odd')).toHaveLength(1); // the late answer
      expect(await house.say('odd::echo', { a: 1 })).toBe('{"a":1}');
      expect(house.told(LOST, 'odd')).toEqual([]);
    },
  );

  proves('L8', 'whose answer cannot be read ends all the same', async () => {
    const house = await settledBesideFine({ odd: [] });
    for (const name of ['not_json', 'deep']) {
      const outcome = await house.call(`odd::${name}`);
      expect(outcome.status, name).toBe('error');
      expect(outcome.status === 'error' && outcome.failure.kind, name).not.toBe('timeout');
    }
    expect(await house.say('odd::echo', { a: 1 })).toBe('{"a":1}');
  });

  proves(
    'S2.params.server-error',
    'hears the complaint of the server unchanged, in a result or in an error',
    async () => {
      const house = await settledBesideFine({ odd: [] });
      expect((await house.call('odd::complain')).content).toEqual([
        { type: 'text', text: 'Error: deviceName is required' },
      ]);
      expect((await house.call('odd::refuse')).content).toEqual([
        { type: 'text', text: 'Invalid arguments: level must be at most 100' },
      ]);
    },
  );
});

describe('the environment', () => {
  proves('L10', 'of a server has what is declared and a few variables that are harmless', async () => {
    process.env.TOOLPATH_TEST_CANARY = 'canary';
    process.env.NODE_OPTIONS_CANARY = 'canary';
    onTestFinished(() => {
      delete process.env.TOOLPATH_TEST_CANARY;
      delete process.env.NODE_OPTIONS_CANARY;
    });
    const house = await settledBesideFine({ odd: [] }, { each: { env: { DECLARED: 'yes' } } });
    const harmless = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];
    const shells = ['OLDPWD', 'PWD', 'SHLVL', '_']; // set by the shell that starts it here
    const names = JSON.parse(await house.say('odd::env')) as readonly string[];
    expect(names).toContain('DECLARED');
    expect(names).toContain('PATH');
    expect(names.filter((name) => ![...harmless, ...shells, 'DECLARED'].includes(name))).toEqual([]);
  });
});

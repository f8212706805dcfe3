import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../src/core/index.ts';
import { proves } from '../requirements.ts';
import { gone, isRunning } from '../servers/hostile/running.ts';
import { folderWith } from '../toolpath.ts';
import { eventually } from './gateways.ts';
import { settledBesideFine } from './watched.ts';

/** Safety checks 52 and 55: whatever a server does, a call ends in an Outcome, and nobody else notices. */

const JUNK = 'MCP server wrote to stdout what is no message of MCP; the connection goes on';
const LOST = 'MCP connection lost; connecting again';

describe('a server', () => {
  proves(['S2.mcp.pollution', 'L10'], 'that writes junk is reported with it, and goes on', async () => {
    const gateway = await settledBesideFine({ noisy: ['junk'], dripping: ['junk', 'drip'] });
    for (const server of ['noisy', 'dripping']) {
      expect(await gateway.say(`${server}::echo`, { a: 1 })).toBe('{"a":1}');
      const lines = gateway.told(JUNK, server).map(({ fields }) => fields.line);
      expect(lines).toEqual(expect.arrayContaining(['Starting the server ...', 'a debug line, forgotten', '[1,2,3]']));
      expect(gateway.told(JUNK, server)[0]?.level).toBe('warn');
      expect(gateway.told(LOST, server)).toEqual([]);
    }
    const [{ junkLines } = { junkLines: 0 }] = gateway.servers.servers();
    expect(junkLines).toBeGreaterThanOrEqual(6);
  });

  proves(['L8', 'L9'], 'that answers in a line of 100 MB is told so, and goes on', async () => {
    const gateway = await settledBesideFine({ huge: [] });
    const pid = await gateway.say('huge::process');
    const outcome = await gateway.call('huge::huge');
    expect(outcome).toMatchObject({ status: 'error' });
    expect(textOf(outcome.content)).toMatch(/^the server's answer has 1\d{8} bytes, more than the \d+ that are taken/);
    expect(await gateway.say('huge::process')).toBe(pid);
  });

  proves(['S2.mcp.stderr', 'L9'], 'that floods stderr or stdout is drained, and works meanwhile', async () => {
    const gateway = await settledBesideFine({
      much: ['stderr=20'],
      stderr: ['stderr-flood'],
      stdout: ['stdout-flood'],
    });
    for (const server of ['much', 'stderr', 'stdout'])
      expect(await gateway.say(`${server}::echo`, { a: 1 })).toBe('{"a":1}');
    for (const { stderr } of gateway.servers.servers()) expect(stderr.length).toBeLessThanOrEqual(17 * 1024);
    expect(gateway.told(JUNK, 'stdout').length).toBeLessThanOrEqual(20);
  });

  proves('L8', 'that dies within a call is started again; the call says how it ended', async () => {
    const gateway = await settledBesideFine({ dying: [] });
    const waiting = gateway.call('dying::never');
    for (const [args, how] of [
      [{}, 'ended with code 3'],
      [{ signal: 'SIGSEGV' }, 'ended by SIGSEGV'],
    ] as const) {
      const outcome = await gateway.call('dying::die', args);
      expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'unavailable' } });
      expect(textOf(outcome.content)).toContain(how);
      expect(await gateway.say('dying::echo', { a: 1 })).toBe('{"a":1}');
    }
    expect(await waiting).toMatchObject({ status: 'error', failure: { kind: 'unavailable' } });
    expect(gateway.told(LOST, 'dying')).toHaveLength(2);
    expect(gateway.pids()).toHaveLength(4);
  });

  test('that answers with its last breath is heard', async () => {
    const gateway = await settledBesideFine({ dying: [] });
    expect(await gateway.say('dying::last_words')).toBe('last words');
  });

  test('that comes up at its third start is there then', async () => {
    const starts = path.join(folderWith({}), 'starts');
    const gateway = await settledBesideFine({ slow: [`start=3:${starts}`] });
    expect(await gateway.say('slow::echo', { a: 1 })).toBe('{"a":1}');
    expect(gateway.told('MCP connection succeeded on attempt 3', 'slow')).toHaveLength(1);
    expect(gateway.told('MCP connection failed; trying again', 'slow')[0]?.fields.stderr).toContain('HOSTILE_KEY');
  });

  proves(['S2.mcp.retry-failure', 'S2.mcp.stderr'], 'that never comes up is told of with its stderr', async () => {
    const gateway = await settledBesideFine({ dead: ['crash'] }, { mcp: { attempts: 2, baseDelayMs: 10 } });
    const [failure] = gateway.told(/^MCP connection failed after 2 attempts/, 'dead');
    expect(failure?.fields).toMatchObject({ stderr: expect.stringContaining('Cannot find the key HOSTILE_KEY') });
    expect(gateway.servers.servers()[0]).toMatchObject({ name: 'dead', state: 'gone', tools: 0 });
  });

  proves(['L8', 'L9'], 'that does not answer is given up in time', async () => {
    const each = { connectMs: 1_000 };
    const gateway = await settledBesideFine({ mute: ['mute'], deaf: ['deaf'] }, { each, mcp: { attempts: 1 } });
    expect(gateway.servers.missing()).toEqual(['mute', 'deaf']);
    const errors = gateway.servers.servers().map(({ lastError }) => lastError);
    expect(errors).toEqual(['no answer within 1 s', 'no answer within 1 s', undefined]);
  });

  proves(['L8', 'L9'], 'whose list cannot be had, or has no end, is told of', async () => {
    const gateway = await settledBesideFine({ lost: ['no-tools'], endless: ['endless'] }, { mcp: { attempts: 1 } });
    expect(gateway.servers.missing()).toEqual(['lost', 'endless']);
    const [lost, endless] = gateway.servers.servers().map(({ lastError }) => lastError);
    expect(lost).toContain('the list is lost');
    expect(endless).toContain('did not terminate');
  });

  proves('L9', 'that ignores signals is gone with the gateway', async () => {
    const gateway = await settledBesideFine({ stubborn: ['stubborn'] });
    expect(await gateway.say('stubborn::echo', { a: 1 })).toBe('{"a":1}');
  });

  proves('L9', 'that leaves a child behind, which ignores signals, is gone with it', async () => {
    const pidFile = path.join(folderWith({}), 'pid');
    const gateway = await settledBesideFine({ parent: [`fork=${pidFile}`] });
    const child = Number(readFileSync(pidFile, 'utf8'));
    expect(isRunning(child)).toBe(true);
    await gateway.call('parent::die', { signal: 'SIGKILL' });
    await gone(child);
    expect(await gateway.say('parent::echo', { a: 1 })).toBe('{"a":1}');
    const next = Number(readFileSync(pidFile, 'utf8'));
    expect(next).not.toBe(child);
    expect(isRunning(next)).toBe(true);
    gateway.watch(next);
  });
});

describe('a call', () => {
  proves(['L8', 'L10'], 'gets its own answer, once, whatever else is said', async () => {
    const gateway = await settledBesideFine({ odd: [] });
    expect(await gateway.say('odd::twice')).toBe('first');
    expect(await gateway.say('odd::other_id')).toBe('for you');
    expect(await gateway.say('odd::sloppy')).toBe('sloppy');
    const many = Array.from({ length: 30 }, (_, number) => gateway.say('odd::echo', { number }));
    await gateway.say('odd::twice');
    expect(await Promise.all(many)).toEqual(Array.from({ length: 30 }, (_, number) => `{"number":${number}}`));
  });

  proves(
    ['L8', 'L9'],
    'that is late is over at its limit; its answer is dropped, its place is free again',
    async () => {
      const tools = { 'odd::late': { toolMs: 300 }, 'odd::never': { toolMs: 300 } };
      const gateway = await settledBesideFine({ odd: [] }, { each: { callsAtOnce: 1 }, limits: { tools } });
      expect(await gateway.call('odd::late', { ms: 1_500 })).toMatchObject({
        failure: { kind: 'timeout', limitMs: 300 },
      });
      expect(await gateway.call('odd::never')).toMatchObject({ failure: { kind: 'timeout' } });
      expect(JSON.parse(await gateway.say('odd::cancelled'))).toHaveLength(2);
      await eventually(() => gateway.told('MCP server: odd message', 'odd')).toHaveLength(1); // the late answer
      expect(await gateway.say('odd::echo', { a: 1 })).toBe('{"a":1}');
      expect(gateway.told(LOST, 'odd')).toEqual([]);
    },
  );

  proves('L8', 'whose answer cannot be read ends all the same', async () => {
    const gateway = await settledBesideFine({ odd: [] });
    for (const name of ['not_json', 'deep']) {
      const outcome = await gateway.call(`odd::${name}`);
      expect(outcome.status, name).toBe('error');
      expect(outcome.status === 'error' && outcome.failure.kind, name).not.toBe('timeout');
    }
    expect(await gateway.say('odd::echo', { a: 1 })).toBe('{"a":1}');
  });

  proves(
    'S2.params.server-error',
    'hears the complaint of the server unchanged, in a result or in an error',
    async () => {
      const gateway = await settledBesideFine({ odd: [] });
      expect((await gateway.call('odd::complain')).content).toEqual([
        { type: 'text', text: 'Error: deviceName is required' },
      ]);
      expect((await gateway.call('odd::refuse')).content).toEqual([
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
    const gateway = await settledBesideFine({ odd: [] }, { each: { env: { DECLARED: 'yes' } } });
    const harmless = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];
    const shells = ['OLDPWD', 'PWD', 'SHLVL', '_']; // set by the shell that starts it here
    const names = JSON.parse(await gateway.say('odd::env')) as readonly string[];
    expect(names).toContain('DECLARED');
    expect(names).toContain('PATH');
    expect(names.filter((name) => ![...harmless, ...shells, 'DECLARED'].includes(name))).toEqual([]);
  });
});

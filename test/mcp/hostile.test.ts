import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADDRESS_VARIABLES, CERTIFICATE_VARIABLES, textOf } from '../../src/core/index.ts';
import { proves } from '../requirements.ts';
import { gone, isRunning } from '../servers/hostile/running.ts';
import { folderWith } from '../toolpath.ts';
import { eventually } from './gateways.ts';
import { settledBesideFine } from './watched.ts';

/** Safety checks 52 and 55: whatever a server does, every call ends in an Outcome, and the other servers are not affected. */

const JUNK = "Ignored a line on the MCP server's stdout that is not an MCP message.";
const LOST = 'MCP connection lost; reconnecting.';

describe('A hostile server', () => {
  proves(
    ['S2.mcp.pollution', 'L10'],
    'Junk on stdout is logged with its content, and the server keeps working',
    async () => {
      const gateway = await settledBesideFine({ noisy: ['junk'], dripping: ['junk', 'drip'] });
      for (const server of ['noisy', 'dripping']) {
        expect(await gateway.say(`${server}::echo`, { a: 1 })).toBe('{"a":1}');
        const lines = gateway.told(JUNK, server).map(({ fields }) => fields.line);
        expect(lines).toEqual(
          expect.arrayContaining(['Starting the server ...', 'a debug line, forgotten', '[1,2,3]']),
        );
        expect(gateway.told(JUNK, server)[0]?.level).toBe('warn');
        expect(gateway.told(LOST, server)).toEqual([]);
      }
      const [{ junkLines } = { junkLines: 0 }] = gateway.servers.servers();
      expect(junkLines).toBeGreaterThanOrEqual(6);
    },
  );

  proves(['L8', 'L9'], 'An answer of 100 MB fails its call with the reason, and the server keeps running', async () => {
    const gateway = await settledBesideFine({ huge: [] });
    const pid = await gateway.say('huge::process');
    const outcome = await gateway.call('huge::huge');
    expect(outcome).toMatchObject({ status: 'error' });
    expect(textOf(outcome.content)).toMatch(/^the server's answer has 1\d{8} bytes, but the limit is \d+/);
    expect(await gateway.say('huge::process')).toBe(pid);
  });

  proves(['S2.mcp.stderr', 'L9'], 'A server that floods stderr or stdout still answers calls', async () => {
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

  proves('L8', 'A server that dies during a call is restarted, and the outcome says how it ended', async () => {
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

  test('An answer that a server writes right before it exits is delivered', async () => {
    const gateway = await settledBesideFine({ dying: [] });
    expect(await gateway.say('dying::last_words')).toBe('last words');
  });

  test('A server that starts on the third attempt becomes available', async () => {
    const starts = path.join(folderWith({}), 'starts');
    const gateway = await settledBesideFine({ slow: [`start=3:${starts}`] });
    expect(await gateway.say('slow::echo', { a: 1 })).toBe('{"a":1}');
    expect(gateway.told('MCP connection succeeded on attempt 3.', 'slow')).toHaveLength(1);
    expect(gateway.told('MCP connection failed; retrying.', 'slow')[0]?.fields.stderr).toContain('HOSTILE_KEY');
  });

  proves(
    ['S2.mcp.retry-failure', 'S2.mcp.stderr'],
    'A server that never starts is logged with its stderr output',
    async () => {
      const gateway = await settledBesideFine({ dead: ['crash'] }, { mcp: { attempts: 2, baseDelayMs: 10 } });
      const [failure] = gateway.told(/^MCP connection failed after 2 attempts/, 'dead');
      expect(failure?.fields).toMatchObject({ stderr: expect.stringContaining('Cannot find the key HOSTILE_KEY') });
      expect(gateway.servers.servers()[0]).toMatchObject({ name: 'dead', state: 'gone', tools: 0 });
    },
  );

  proves(['L8', 'L9'], 'A server that does not answer is given up at the time limit', async () => {
    const each = { connectMs: 1_000 };
    const gateway = await settledBesideFine({ mute: ['mute'], deaf: ['deaf'] }, { each, mcp: { attempts: 1 } });
    expect(gateway.servers.missing()).toEqual(['mute', 'deaf']);
    const errors = gateway.servers.servers().map(({ lastError }) => lastError);
    expect(errors).toEqual(['no answer within 1 s', 'no answer within 1 s', undefined]);
  });

  proves(['L8', 'L9'], 'A server whose tool list fails or never ends is reported with the reason', async () => {
    const gateway = await settledBesideFine({ lost: ['no-tools'], endless: ['endless'] }, { mcp: { attempts: 1 } });
    expect(gateway.servers.missing()).toEqual(['lost', 'endless']);
    const [lost, endless] = gateway.servers.servers().map(({ lastError }) => lastError);
    expect(lost).toContain('the list is lost');
    expect(endless).toContain('did not terminate');
  });

  proves('L9', 'A server that ignores signals is gone when the gateway has closed', async () => {
    const gateway = await settledBesideFine({ stubborn: ['stubborn'] });
    expect(await gateway.say('stubborn::echo', { a: 1 })).toBe('{"a":1}');
  });

  proves(
    'L9',
    'A child process that ignores signals is killed when its server dies or the gateway closes',
    async () => {
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
    },
  );
});

describe('A call to a hostile server', () => {
  proves(
    ['L8', 'L10'],
    'A call gets its own answer once, even if the server sends duplicate or unrelated answers',
    async () => {
      const gateway = await settledBesideFine({ odd: [] });
      expect(await gateway.say('odd::twice')).toBe('first');
      expect(await gateway.say('odd::other_id')).toBe('for you');
      expect(await gateway.say('odd::sloppy')).toBe('sloppy');
      const many = Array.from({ length: 30 }, (_, number) => gateway.say('odd::echo', { number }));
      await gateway.say('odd::twice');
      expect(await Promise.all(many)).toEqual(Array.from({ length: 30 }, (_, number) => `{"number":${number}}`));
    },
  );

  proves(
    ['L8', 'L9'],
    'A late call ends at its time limit, its answer is dropped, and its slot is free again',
    async () => {
      const tools = { 'odd::late': { toolMs: 300 }, 'odd::never': { toolMs: 300 } };
      const gateway = await settledBesideFine({ odd: [] }, { each: { callsAtOnce: 1 }, limits: { tools } });
      expect(await gateway.call('odd::late', { ms: 1_500 })).toMatchObject({
        failure: { kind: 'timeout', limitMs: 300 },
      });
      expect(await gateway.call('odd::never')).toMatchObject({ failure: { kind: 'timeout' } });
      expect(JSON.parse(await gateway.say('odd::cancelled'))).toHaveLength(2);
      await eventually(() => gateway.told('The MCP SDK reported an error.', 'odd')).toHaveLength(1); // the late answer
      expect(await gateway.say('odd::echo', { a: 1 })).toBe('{"a":1}');
      expect(gateway.told(LOST, 'odd')).toEqual([]);
    },
  );

  proves('L8', 'A call whose answer cannot be read fails without a timeout', async () => {
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
    "The server's own error message reaches the caller unchanged, from a result or a JSON-RPC error",
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

describe('The environment of a server', () => {
  proves(
    'L10',
    'A server gets its declared variables, and of ours only those for running and for the network',
    async () => {
      process.env.TOOLPATH_TEST_CANARY = 'canary';
      process.env.NODE_OPTIONS_CANARY = 'canary';
      onTestFinished(() => {
        delete process.env.TOOLPATH_TEST_CANARY;
        delete process.env.NODE_OPTIONS_CANARY;
      });
      const gateway = await settledBesideFine({ odd: [] }, { each: { env: { DECLARED: 'yes' } } });
      const harmless = [
        'HOME',
        'LANG',
        'LC_ALL',
        'LC_CTYPE',
        'LOGNAME',
        'PATH',
        'SHELL',
        'TERM',
        'TMPDIR',
        'TZ',
        'USER',
      ];
      const network = [...CERTIFICATE_VARIABLES, ...ADDRESS_VARIABLES]; // set on some machines
      const shells = ['OLDPWD', 'PWD', 'SHLVL', '_']; // set by the shell that starts the server in this test
      const names = JSON.parse(await gateway.say('odd::env')) as readonly string[];
      expect(names).toContain('DECLARED');
      expect(names).toContain('PATH');
      expect(names.filter((name) => ![...harmless, ...network, ...shells, 'DECLARED'].includes(name))).toEqual([]);
    },
  );
});

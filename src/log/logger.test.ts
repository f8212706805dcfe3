import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Log } from '../core/index.ts';
import { createLogger, type LoggerOptions } from './logger.ts';

const CANARY = 'canary-5f2c9';

function capture(options: Partial<LoggerOptions> = {}) {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  const logger = createLogger({ level: 'debug', secrets: [CANARY], stream, ...options });
  return { logger, written, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('JSON log lines', () => {
  test('A JSON line has the level name, the ISO time, the fields and the message', () => {
    const { logger, lines } = capture();
    const log: Log = logger;
    log.info({ tool: 'search', durationMs: 3 }, 'called');
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        tool: 'search',
        durationMs: 3,
        msg: 'called',
      },
    ]);
  });

  test('The logger writes no line below its level', () => {
    const { logger, written } = capture({ level: 'warn' });
    logger.info({}, 'unseen');
    logger.warn({}, 'seen');
    expect(written).toHaveLength(1);
    expect(capture({ level: 'silent' }).logger.isLevelEnabled('error')).toBe(false);
  });

  test('An error is logged with type, message and stack, as the only argument or as the field err', () => {
    const { logger, lines } = capture();
    logger.error(new TypeError('boom'));
    logger.error({ err: new TypeError('boom') }, 'failed');
    expect(lines()).toMatchObject([
      { msg: 'boom', err: { type: 'TypeError', message: 'boom', stack: expect.stringContaining('boom') } },
      { msg: 'failed', err: { type: 'TypeError', message: 'boom' } },
    ]);
  });
});

describe('Secrets in log lines', () => {
  test('Secrets appear in no fields, messages, interpolated values, bindings, prefixes or errors', () => {
    const { logger, written } = capture();
    logger.info({ a: { b: [`x${CANARY}`] }, [CANARY]: 1 }, `hello ${CANARY}`);
    logger.info('%s and %j', CANARY, { deep: CANARY });
    logger.error(new Error(CANARY, { cause: new Error(CANARY) }));
    logger.child({ room: CANARY, headers: { authorization: 'abc-7' } }).info({}, 'bound');
    logger.child({}).child({ password: 'abc-7' }).info({}, 'bound twice');
    logger.child({}, { msgPrefix: `${CANARY} ` }).info({}, 'prefixed');
    const late = logger.child({});
    late.setBindings({ apiKey: 'abc-7' });
    late.info({}, 'set');
    expect(written).toHaveLength(7);
    expect(written.join('')).not.toContain(CANARY);
    expect(written.join('')).not.toContain('abc-7');
    for (const line of written) expect(() => JSON.parse(line)).not.toThrow();
  });

  test('A secret that equals a part of the line format leaves the line readable', () => {
    const { logger, lines } = capture({ secrets: ['level', 'info', '2345'] });
    logger.info({ count: 123456 }, 'text');
    expect(lines()).toMatchObject([{ count: 123456, msg: 'text' }]);
    const pretty = capture({ secrets: ['level', 'info', 'time'], pretty: true });
    pretty.logger.info({}, 'text');
    expect(pretty.written.join('')).toContain('text');
  });
});

describe('Hostile log fields', () => {
  const throwing = () => {
    throw new Error('trap');
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  test.each<[string, object]>([
    [
      'An object with getters that throw',
      Object.defineProperties(
        {},
        { method: { get: throwing, enumerable: true }, err: { get: throwing, enumerable: true } },
      ),
    ],
    ['A revoked proxy', revoked.proxy],
    ['An object that looks like a request', { method: 'GET', headers: {}, socket: {} }],
    ['An object that looks like a response', { setHeader: throwing }],
    ['An array', [1, 2]],
    ['A buffer', Buffer.from('abc')],
  ])('%s as fields gives one log line', (_, fields) => {
    const { logger, lines } = capture();
    logger.info(fields, 'still here');
    expect(lines()).toMatchObject([{ msg: 'still here' }]);
  });
});

describe('Logging to the real stderr', () => {
  const script = (body: string) => [
    '--input-type=module',
    '--eval',
    `import { createLogger } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
     const log = createLogger({ level: 'info', secrets: [] });
     ${body}`,
  ];

  test('Every line reaches stderr even if the process exits at once, and stdout stays empty', async () => {
    const child = spawn(
      process.execPath,
      script(`for (let i = 0; i < 2000; i++) log.info({ i }, 'x'.repeat(50)); process.exit(3);`),
    );
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (err += data));
    const [code] = await once(child, 'close');
    expect(code).toBe(3);
    expect(out).toBe('');
    expect(err.trim().split('\n')).toHaveLength(2000);
    expect(err).not.toContain('\u001b');
  });

  test.skipIf(!existsSync('/dev/full'))('If stderr is full, the log stops but the process continues', async () => {
    const full = openSync('/dev/full', 'w');
    const body = `for (let i = 0; i < 100; i++) log.info({ i }, 'no room'); process.stdout.write('alive');`;
    const child = spawn(process.execPath, script(body), { stdio: ['ignore', 'pipe', full] });
    closeSync(full);
    let out = '';
    child.stdout?.on('data', (data) => (out += data));
    const [code] = await once(child, 'close');
    expect(out).toBe('alive');
    expect(code).toBe(0);
  });

  test('If stderr is closed, the log stops but the process continues', async () => {
    const child = spawn(
      process.execPath,
      script(`
      await new Promise((resolve) => process.stdin.once('data', resolve));
      for (let i = 0; i < 100; i++) log.info({ i }, 'into the void');
      process.stdout.write('alive');
      process.exit(0);`),
    );
    child.stderr.destroy();
    let out = '';
    child.stdout.on('data', (data) => (out += data));
    child.stdin.write('go');
    const [code] = await once(child, 'close');
    expect(out).toBe('alive');
    expect(code).toBe(0);
  });
});

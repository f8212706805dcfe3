import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Session } from '../engine.ts';
import type { Launch } from './launch.ts';
import { ProcessPool } from './pool.ts';

const READY = 'process.stdout.write(\'{"kind":"ready"}\\n\')';
const UNTIL_CLOSED = 'process.stdin.on("end", () => process.exit()).resume()';
const NEVER = new AbortController().signal;

/** Opens a pool of processes that run JavaScript in place of an engine, and counts their starts. */
function openPool({ code = READY, most = 1, isReusable = true, launching = Promise.resolve(), startMs = 30_000 } = {}) {
  const started: Launch[] = [];
  const pool = new ProcessPool({
    most,
    isReusable,
    startMs,
    launch: async () => {
      await launching;
      const launch = { command: process.execPath, args: ['-e', `${code}; ${UNTIL_CLOSED}`], env: {} };
      started.push(launch);
      return launch;
    },
  });
  onTestFinished(() => pool.close());
  return { pool, started };
}

test('A process is used again, unless it was left dirty', async () => {
  const { pool, started } = openPool();
  (await pool.enter(NEVER)).leave(true);
  (await pool.enter(NEVER)).leave(false);
  expect(started).toHaveLength(1);
  (await pool.enter(NEVER)).leave(true);
  expect(started).toHaveLength(2);
});

test('Programs that arrive while processes start get as many processes as are allowed', async () => {
  const never = 'setInterval(() => {}, 1_000)';
  const { pool, started } = openPool({ code: never, most: 3 });
  for (let count = 1; count <= 4; count++) {
    pool.enter(NEVER).catch(() => {}); // the pool closes before a process is ready
    await delay(20);
    expect(started).toHaveLength(Math.min(count, 3));
  }
});

test('When a process that runs one program is used, the next process is ready before a program needs it', async () => {
  const { pool, started } = openPool({ isReusable: false, most: 2 });
  const first = await pool.enter(NEVER);
  await expect.poll(() => started.length).toBe(2); // the spare process
  const second = await pool.enter(NEVER);
  await delay(100);
  expect(started).toHaveLength(2); // both processes run programs, so there is no room for a spare one
  first.leave(true);
  await expect.poll(() => started.length).toBe(3);
  await delay(200); // now this process waits for a program
  second.leave(true);
  await delay(100);
  expect(started).toHaveLength(3); // one spare process is enough
});

test('While programs run in processes that run one program, one spare process is ready, and never more than are allowed', async () => {
  const { pool, started } = openPool({ isReusable: false, most: 4 });
  const sessions: Session[] = [];
  for (const count of [2, 3, 4, 4]) {
    sessions.push(await pool.enter(NEVER));
    await expect.poll(() => started.length).toBe(count);
    await delay(100);
    expect(started).toHaveLength(count);
  }
  for (const session of sessions) session.leave(true);
  await delay(200);
  expect(started).toHaveLength(5); // there was no spare process, and now there is one
});

test('A process that may run another program gets no spare process beside it', async () => {
  const { pool, started } = openPool({ most: 2 });
  await pool.enter(NEVER);
  await delay(100);
  expect(started).toHaveLength(1);
});

proves('L9', 'A process that ended while it was idle is replaced, and no program gets it', async () => {
  const { pool, started } = openPool({ code: `${READY}; setTimeout(() => process.exit(1), 100)` });
  (await pool.enter(NEVER)).leave(true);
  await delay(400);
  const session = await pool.enter(NEVER);
  expect(started).toHaveLength(2);
  await expect(Promise.race([session.next(), delay(20, 'alive')])).resolves.toBe('alive');
});

proves('L9', 'A closed pool refuses programs and starts no process', async () => {
  const { pool, started } = openPool();
  (await pool.enter(NEVER)).leave(true);
  pool.close();
  await expect(pool.enter(NEVER)).rejects.toMatchObject({ kind: 'off' });
  await delay(100);
  expect(started).toHaveLength(1);
});

proves('L9', 'A pool that is closed while a process starts refuses the program that waits for it', async () => {
  const launching = Promise.withResolvers<void>();
  const { pool } = openPool({ launching: launching.promise });
  const entering = pool.enter(NEVER);
  pool.close();
  await expect(entering).rejects.toMatchObject({ kind: 'off' });
  launching.resolve();
  await expect(pool.enter(NEVER)).rejects.toMatchObject({ kind: 'off' });
});

test('A program that gives up while its process starts leaves the process to the next one', async () => {
  const launching = Promise.withResolvers<void>();
  const { pool, started } = openPool({ launching: launching.promise });
  const abort = new AbortController();
  const given = pool.enter(abort.signal);
  abort.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  const next = pool.enter(NEVER);
  launching.resolve();
  (await next).leave(true);
  expect(started).toHaveLength(1);
});

test('An engine whose limits do not hold is off, and says why', async () => {
  const { pool } = openPool({ code: 'process.stdout.write(\'{"kind":"unusable","why":"No limit."}\\n\')' });
  await expect(pool.enter(NEVER)).rejects.toMatchObject({ kind: 'off', message: 'No limit.' });
});

test('A process that ends before it is ready turns the engine off, and says what it wrote last', async () => {
  const { pool } = openPool({ code: 'process.stderr.write("no such file\\n"); process.exit(3)' });
  await expect(pool.enter(NEVER)).rejects.toMatchObject({
    kind: 'off',
    message: expect.stringContaining('no such file'),
  });
});

proves('L9', 'A process that never becomes ready is killed, and turns the engine off', async () => {
  const { pool } = openPool({ code: 'setInterval(() => {}, 1e6)', startMs: 200 });
  await expect(pool.enter(NEVER)).rejects.toMatchObject({
    kind: 'off',
    message: "The engine's process was not ready after 0.2 s.",
  });
});

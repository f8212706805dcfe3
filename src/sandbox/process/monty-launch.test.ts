import { homedir, tmpdir } from 'node:os';
import { expect, onTestFinished } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { WITH_BUBBLEWRAP, WITHOUT_BUBBLEWRAP } from '../../../test/walls.ts';
import { montyLaunch } from './monty-launch.ts';
import { ProcessPool } from './pool.ts';

const MEMORY_BYTES = 64 * 1024 * 1024;

proves('L10', "Monty's process gets no variable of the gateway, and only its own arguments", async () => {
  expect(await montyLaunch(MEMORY_BYTES, WITHOUT_BUBBLEWRAP)).toEqual({
    command: process.execPath,
    args: [
      expect.stringMatching(/^--max-old-space-size=\d+$/),
      expect.stringMatching(/monty-child\.ts$/),
      expect.stringMatching(/^\d+$/),
    ],
    env: {},
  });
});

proves('L10', "Monty's process is wrapped by bubblewrap where bubblewrap works", async () => {
  const { command, args } = await montyLaunch(MEMORY_BYTES, WITHOUT_BUBBLEWRAP);
  const launch = await montyLaunch(MEMORY_BYTES, WITH_BUBBLEWRAP);
  expect(launch).toMatchObject({ command: 'bwrap', env: { PATH: process.env.PATH } });
  expect(Object.keys(launch.env)).toEqual(['PATH']);
  const inside = launch.args.indexOf('--');
  expect(launch.args.slice(inside)).toEqual(['--', command, ...args]);
  const options = launch.args.slice(0, inside);
  expect(options).toEqual(expect.arrayContaining(['--unshare-all', '--die-with-parent', '--clearenv', '--remount-ro']));
  expect(options).not.toContain('--setenv');
  expect(options.filter((option) => option.includes('bind')).every((option) => option === '--ro-bind-try')).toBe(true);
  const bound = options.filter((_, place) => options[place - 1] === '--ro-bind-try');
  expect(bound).toEqual(expect.arrayContaining([process.execPath, import.meta.dirname]));
  for (const hidden of ['/', '/etc', homedir(), tmpdir(), process.cwd()]) expect(bound).not.toContain(hidden);
});

/** Returns code that lets the proof with this number end without an error, as if Monty had no such limit. */
const withoutLimit = (proof: number) =>
  `import { Monty } from ${JSON.stringify(import.meta.resolve('@pydantic/monty'))};
  const { start } = Monty.prototype;
  let started = 0;
  Monty.prototype.start = function (...given) { return started++ === ${proof} ? undefined : start.apply(this, given); };`;

const FAULTS: Readonly<Record<string, readonly [code: string, why: string]>> = {
  'whose time is not limited': [withoutLimit(0), 'The limit that ends a program with TimeoutError does not work'],
  'whose memory is not limited': [withoutLimit(1), 'The limit that ends a program with MemoryError does not work'],
  'whose recursion is not limited': [
    withoutLimit(2),
    'The limit that ends a program with RecursionError does not work',
  ],
  'whose processor time cannot be measured': [
    'process.cpuUsage = () => ({ user: 0, system: 0 });',
    'The processor time of a program cannot be measured here.',
  ],
};

for (const [fault, [code, why]] of Object.entries(FAULTS))
  proves('L9', `A process of Monty ${fault} takes no program, and the engine is off with the reason`, async () => {
    const { args, ...launch } = await montyLaunch(MEMORY_BYTES, WITHOUT_BUBBLEWRAP);
    const faulty = { ...launch, args: [`--import=data:text/javascript,${encodeURIComponent(code)}`, ...args] };
    const pool = new ProcessPool({ launch: () => Promise.resolve(faulty), most: 1, isReusable: true });
    onTestFinished(() => pool.close());
    const entering = pool.enter(new AbortController().signal);
    await expect(entering).rejects.toMatchObject({ kind: 'off', message: expect.stringContaining(why) });
  });

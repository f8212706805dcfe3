import { appendFileSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { complete, missingFrom, readLock } from '../setup/lockfile.ts';
import { sandboxClone } from './sandbox-clone.ts';

const OLD_NODE = '20.20.2';

describe.concurrent('The set-up', () => {
  test('The first run of the set-up installs and reports it; the second does nothing', async () => {
    const clone = sandboxClone();

    const first = await clone.setUp({ node: OLD_NODE });
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr).toMatch(/^Setting up Toolpath: installing from package-lock\.json .*\nSet up in \d+ s\.\n$/);

    expect(await clone.setUp({ node: OLD_NODE })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(clone.npmRuns()).toHaveLength(1);
    expect(clone.exists('.setup-lock')).toBe(false);
  });

  test('The set-up installs all packages, whatever the environment asks for', async () => {
    const clone = sandboxClone();
    await clone.setUp({ env: { NODE_ENV: 'production', npm_config_omit: 'dev', npm_config_loglevel: 'silent' } });
    const [args] = clone.npmRuns();
    expect(args?.[0]).toBe('ci');
    expect(args).toEqual(
      expect.arrayContaining(['--include=dev', '--include=optional', '--engine-strict=false', '--loglevel=error']),
    );
  });

  test('The set-up installs again if the lockfile has changed', async () => {
    const clone = sandboxClone();
    await clone.setUp();
    appendFileSync(clone.at('package-lock.json'), '\n');
    expect((await clone.setUp()).code).toBe(0);
    expect(clone.npmRuns()).toHaveLength(2);
  });

  test('The set-up reports an interrupted installation, and the next run repairs it', async () => {
    const clone = sandboxClone();
    const interrupted = await clone.setUp({ npm: 'is killed' });
    expect(interrupted.code).toBe(1);
    expect(interrupted.stderr).toContain('The installation was interrupted.\nNext: run the command again');

    expect((await clone.setUp()).code).toBe(0);
    expect(clone.npmRuns()).toHaveLength(2);
  });

  test('The set-up accepts a complete installation that the user made with npm', async () => {
    const clone = sandboxClone();
    clone.installByHand({
      'node_modules/needed': { version: '1.0.0' },
      'node_modules/for-tests': { version: '2.0.0' },
    });
    expect(await clone.setUp({ node: OLD_NODE })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(clone.npmRuns()).toEqual([]);
  });

  test.each([
    ['without development packages', { 'node_modules/needed': { version: '1.0.0' } }],
    [
      'with another version',
      { 'node_modules/needed': { version: '1.0.1' }, 'node_modules/for-tests': { version: '2.0.0' } },
    ],
  ])('The set-up replaces an installation that the user made %s', async (_difference, packages) => {
    const clone = sandboxClone();
    clone.installByHand(packages);
    expect((await clone.setUp()).code).toBe(0);
    expect(clone.npmRuns()).toHaveLength(1);
  });

  test('If two runs of the set-up start at the same time, one installs and the other waits for it', async () => {
    const clone = sandboxClone();
    const runs = await Promise.all([clone.setUp({ npm: 'installs slowly' }), clone.setUp({ npm: 'installs slowly' })]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(clone.npmRuns()).toHaveLength(1);
  });

  test('A lock that a killed run of the set-up left behind does not stop the next run', async () => {
    const clone = sandboxClone();
    mkdirSync(clone.at('.setup-lock'));
    expect((await clone.setUp()).code).toBe(0);
    expect(clone.npmRuns()).toHaveLength(1);
    expect(clone.exists('.setup-lock')).toBe(false);
  });
});

describe.concurrent('The Node that the set-up installs', () => {
  const link = 'node_modules/.bin/node';

  test.skipIf(process.platform === 'win32')('The set-up links its Node if npm did not link it', async () => {
    const clone = sandboxClone();
    expect((await clone.setUp({ node: OLD_NODE })).code).toBe(0);
    expect(lstatSync(clone.at(link)).isSymbolicLink()).toBe(true);
    expect(clone.exists(link)).toBe(true);
  });

  test.each(['installs no node', 'installs a broken node'])(
    "If npm %s, the set-up fails if the system's Node is too old",
    async (npm) => {
      const clone = sandboxClone();
      const { code, stderr } = await clone.setUp({ npm, node: OLD_NODE });
      expect(code).toBe(1);
      expect(stderr).toContain(`(${process.platform}-${process.arch}), and this one is Node 20.20.2.`);
      expect(stderr).toContain('Next: install Node 24 or newer');
      expect((await clone.setUp({ npm, node: OLD_NODE })).code).toBe(1);
    },
  );

  test.each(['installs no node', 'installs a broken node'])(
    "If npm %s, the set-up succeeds if the system's Node is new enough",
    async (npm) => {
      const clone = sandboxClone();
      expect((await clone.setUp({ npm, node: '24.0.0' })).code).toBe(0);
      expect(lstatSync(clone.at(link), { throwIfNoEntry: false })).toBeUndefined();
    },
  );

  test('If the link to the installed Node is broken, the next run of the set-up repairs it', async () => {
    const clone = sandboxClone();
    clone.installByHand();
    symlinkSync('nowhere', clone.at(link));
    await clone.setUp({ node: OLD_NODE });
    expect(clone.exists(link)).toBe(true);
  });

  test("The set-up fails if the system's Node is older than 16", async () => {
    const clone = sandboxClone();
    const { code, stderr } = await clone.setUp({ node: '14.21.3' });
    expect(code).toBe(1);
    expect(stderr).toContain('The set-up needs Node 16 or newer with its npm; this is Node 14.21.3.');
    expect(clone.npmRuns()).toEqual([]);
  });
});

describe.concurrent('A failure of npm', () => {
  const npmError = (...lines: string[]) => lines.map((line) => `npm error ${line}`).join('\n');

  test.each([
    {
      output: npmError(
        'code ENOTFOUND',
        'syscall getaddrinfo',
        'errno ENOTFOUND',
        'network request to http://r/zod failed',
      ),
      what: 'The npm registry cannot be reached (ENOTFOUND).',
      why: 'npm said: request to http://r/zod failed',
      next: 'check the network',
    },
    {
      output: npmError('code ECONNREFUSED', 'errno ECONNREFUSED', 'FetchError: request failed', '    at emit (x:1:2)'),
      what: 'The npm registry cannot be reached (ECONNREFUSED).',
      why: 'npm said: FetchError: request failed',
      next: 'check the network',
    },
    {
      output: npmError('code E404', '404 Not Found - GET http://r/nope', '404'),
      what: 'The npm registry does not have one of the packages (E404).',
      why: 'npm said: Not Found - GET http://r/nope',
      next: 'if npm uses a mirror',
    },
    {
      output: npmError('code ENOSPC', 'syscall write', 'nospc ENOSPC: no space left on device, write'),
      what: 'There is no space left on the disk (ENOSPC).',
      why: 'npm said: nospc ENOSPC: no space left on device, write',
      next: 'free about 1 GB',
    },
    {
      output: npmError(
        'code EUSAGE',
        '',
        '`npm ci` can only install packages when they are in sync.',
        'Missing: a@1 from lock file',
      ),
      what: 'package.json and package-lock.json do not match (EUSAGE).',
      why: 'npm said: `npm ci` can only install packages when they are in sync.',
      next: 'run npm install',
    },
    {
      output: 'npm ERR! code EACCES\nnpm ERR! syscall mkdir\nnpm ERR! Error: EACCES: permission denied',
      what: 'Files here or in the npm cache cannot be written (EACCES).',
      why: 'npm said: Error: EACCES: permission denied',
      next: 'close programs that use node_modules',
    },
  ])('The set-up explains a failure of npm: $what', async ({ output, what, why, next }) => {
    const clone = sandboxClone();
    const { code, stderr } = await clone.setUp({
      npm: `npm warn EBADENGINE noise\n${output}\nnpm error A complete log of this run`,
    });
    const [, ...message] = stderr.trimEnd().split('\n');
    expect(code).toBe(1);
    expect(message).toEqual([
      `Toolpath could not be set up. ${what}`,
      why,
      expect.stringMatching(new RegExp(`^Next: .*${next}`)),
    ]);
    expect(clone.exists('.setup-lock')).toBe(false);
  });

  test('For an unknown failure of npm, the set-up prints the last lines of the output of npm', async () => {
    const clone = sandboxClone();
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    const { code, stderr } = await clone.setUp({ npm: lines.join('\n') });
    expect(code).toBe(1);
    expect(stderr).toContain('npm failed. Its last lines of output:\n  line 28\n');
    expect(stderr).toMatch(/ {2}line 39\nNext: delete node_modules/);
  });
});

describe.concurrent('The launcher', () => {
  test('On an old Node, the launcher prints one line with the required version, the current version and the fix', async () => {
    expect(await sandboxClone().launch(['--version'], OLD_NODE)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Toolpath needs Node 24 or newer; this is Node 20.20.2. Get it from nodejs.org.\n',
    });
  });

  test("On an old Node, the launcher uses the repository's own Node, or says how to install it", async () => {
    const clone = sandboxClone();
    clone.write('src/main.ts', "console.log('source', process.argv.slice(2)); process.exitCode = 4;");
    const without = await clone.launch([], OLD_NODE);
    expect(without).toMatchObject({ code: 1, stdout: '' });
    expect(without.stderr).toMatch(/^Toolpath needs Node 24 .* Run "npm start" in .* once: it installs one\.\n$/);
    mkdirSync(clone.at('node_modules/.bin'), { recursive: true });
    symlinkSync(process.execPath, clone.at('node_modules/.bin/node'));
    expect(await clone.launch(['a b'], OLD_NODE)).toEqual({ code: 4, stdout: "source [ 'a b' ]\n", stderr: '' });
  });

  test('The launcher runs the build in the package and the sources in the repository', async () => {
    const clone = sandboxClone();
    clone.write('dist/main.js', "console.log('built', ...process.argv.slice(2)); process.exitCode = 3;");
    expect(await clone.launch(['call', 'a b'])).toEqual({ code: 3, stdout: 'built call a b\n', stderr: '' });
    clone.write('src/main.ts', "const where: string = 'source'; console.log(where);");
    expect((await clone.launch([])).stdout).toBe('source\n');
  });

  test('The launcher exits with code 1 if the program cannot be loaded', async () => {
    expect((await sandboxClone().launch([])).code).toBe(1);
  });
});

describe('The lockfile', () => {
  test('The lockfile has the packages of every platform, because npm ci requires them (fix: npm run lockfile)', () => {
    expect(missingFrom(readLock()).map(({ name }) => name)).toEqual([]);
  });

  test('Completing the lockfile adds only the missing packages, each restricted to its platform', () => {
    const locked = {
      version: '1.0.0',
      dev: true,
      optionalDependencies: { 'x-linux-x64-musl': '1.0.0', 'x-darwin-arm64': '1.0.0' },
    };
    const here = { version: '1.0.0', os: ['darwin'], cpu: ['arm64'] };
    const lock = { packages: { 'node_modules/x': locked, 'node_modules/x/node_modules/x-darwin-arm64': here } };
    expect(complete(lock).packages).toEqual({
      ...lock.packages,
      'node_modules/x-linux-x64-musl': {
        version: '1.0.0',
        dev: true,
        optional: true,
        os: ['linux'],
        cpu: ['x64'],
        libc: ['musl'],
      },
    });
  });
});

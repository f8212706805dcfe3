import { appendFileSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { complete, missingFrom, readLock } from '../setup/lockfile.ts';
import { sandboxClone } from './sandbox-clone.ts';

const OLD_NODE = '20.20.2';

describe.concurrent('set-up', () => {
  test('the first run installs and says so; the second does nothing', async () => {
    const clone = sandboxClone();

    const first = await clone.setUp({ node: OLD_NODE });
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr).toMatch(/^Setting up Toolpath: installing from package-lock\.json .*\nSet up in \d+ s\.\n$/);

    expect(await clone.setUp({ node: OLD_NODE })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(clone.npmRuns()).toHaveLength(1);
    expect(clone.exists('.setup-lock')).toBe(false);
  });

  test('it installs everything, whatever the environment asks for', async () => {
    const clone = sandboxClone();
    await clone.setUp({ env: { NODE_ENV: 'production', npm_config_omit: 'dev', npm_config_loglevel: 'silent' } });
    const [args] = clone.npmRuns();
    expect(args?.[0]).toBe('ci');
    expect(args).toEqual(
      expect.arrayContaining(['--include=dev', '--include=optional', '--engine-strict=false', '--loglevel=error']),
    );
  });

  test('another lockfile is installed anew', async () => {
    const clone = sandboxClone();
    await clone.setUp();
    appendFileSync(clone.at('package-lock.json'), '\n');
    expect((await clone.setUp()).code).toBe(0);
    expect(clone.npmRuns()).toHaveLength(2);
  });

  test('an interrupted installation is reported, and repaired by the next run', async () => {
    const clone = sandboxClone();
    const interrupted = await clone.setUp({ npm: 'is killed' });
    expect(interrupted.code).toBe(1);
    expect(interrupted.stderr).toContain('The installation was interrupted.\nNext: run the command again');

    expect((await clone.setUp()).code).toBe(0);
    expect(clone.npmRuns()).toHaveLength(2);
  });

  test('an installation that npm finished by hand is taken over', async () => {
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
  ])('an installation by hand %s is replaced', async (_difference, packages) => {
    const clone = sandboxClone();
    clone.installByHand(packages);
    expect((await clone.setUp()).code).toBe(0);
    expect(clone.npmRuns()).toHaveLength(1);
  });

  test('of two runs at once, one installs and the other waits for it', async () => {
    const clone = sandboxClone();
    const runs = await Promise.all([clone.setUp({ npm: 'installs slowly' }), clone.setUp({ npm: 'installs slowly' })]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(clone.npmRuns()).toHaveLength(1);
  });

  test('a lock that a killed run left behind does not stop the next', async () => {
    const clone = sandboxClone();
    mkdirSync(clone.at('.setup-lock'));
    expect((await clone.setUp()).code).toBe(0);
    expect(clone.npmRuns()).toHaveLength(1);
    expect(clone.exists('.setup-lock')).toBe(false);
  });
});

describe.concurrent("set-up's Node", () => {
  const link = 'node_modules/.bin/node';

  test.skipIf(process.platform === 'win32')('is linked when npm did not', async () => {
    const clone = sandboxClone();
    expect((await clone.setUp({ node: OLD_NODE })).code).toBe(0);
    expect(lstatSync(clone.at(link)).isSymbolicLink()).toBe(true);
    expect(clone.exists(link)).toBe(true);
  });

  test.each(['installs no node', 'installs a broken node'])('when npm %s, an old Node is not enough', async (npm) => {
    const clone = sandboxClone();
    const { code, stderr } = await clone.setUp({ npm, node: OLD_NODE });
    expect(code).toBe(1);
    expect(stderr).toContain(`(${process.platform}-${process.arch}), and this one is Node 20.20.2.`);
    expect(stderr).toContain('Next: install Node 24 or newer');
    expect((await clone.setUp({ npm, node: OLD_NODE })).code).toBe(1);
  });

  test.each(['installs no node', 'installs a broken node'])('when npm %s, a new Node is', async (npm) => {
    const clone = sandboxClone();
    expect((await clone.setUp({ npm, node: '24.0.0' })).code).toBe(0);
    expect(lstatSync(clone.at(link), { throwIfNoEntry: false })).toBeUndefined();
  });

  test('may be gone: the next run brings it back', async () => {
    const clone = sandboxClone();
    clone.installByHand();
    symlinkSync('nowhere', clone.at(link));
    await clone.setUp({ node: OLD_NODE });
    expect(clone.exists(link)).toBe(true);
  });

  test('cannot be installed by an ancient one', async () => {
    const clone = sandboxClone();
    const { code, stderr } = await clone.setUp({ node: '14.21.3' });
    expect(code).toBe(1);
    expect(stderr).toContain('The set-up needs Node 16 or newer with its npm; this is Node 14.21.3.');
    expect(clone.npmRuns()).toEqual([]);
  });
});

describe.concurrent("npm's failures", () => {
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
  ])('$what', async ({ output, what, why, next }) => {
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

  test('one that we do not know shows the end of what npm said', async () => {
    const clone = sandboxClone();
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    const { code, stderr } = await clone.setUp({ npm: lines.join('\n') });
    expect(code).toBe(1);
    expect(stderr).toContain('npm failed. Its last lines of output:\n  line 28\n');
    expect(stderr).toMatch(/ {2}line 39\nNext: delete node_modules/);
  });
});

describe.concurrent('launcher', () => {
  test('an old Node gets one line that says what is needed, what is there and what to do', async () => {
    expect(await sandboxClone().launch(['--version'], OLD_NODE)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Toolpath needs Node 24 or newer; this is Node 20.20.2. Get it from nodejs.org.\n',
    });
  });

  test('on an old Node the repository runs on its own, or says how to get that', async () => {
    const clone = sandboxClone();
    clone.write('src/main.ts', "console.log('source', process.argv.slice(2)); process.exitCode = 4;");
    const without = await clone.launch([], OLD_NODE);
    expect(without).toMatchObject({ code: 1, stdout: '' });
    expect(without.stderr).toMatch(/^Toolpath needs Node 24 .* Run "npm start" in .* once: it installs one\.\n$/);
    mkdirSync(clone.at('node_modules/.bin'), { recursive: true });
    symlinkSync(process.execPath, clone.at('node_modules/.bin/node'));
    expect(await clone.launch(['a b'], OLD_NODE)).toEqual({ code: 4, stdout: "source [ 'a b' ]\n", stderr: '' });
  });

  test('the package runs its build, the repository its sources', async () => {
    const clone = sandboxClone();
    clone.write('dist/main.js', "console.log('built', ...process.argv.slice(2)); process.exitCode = 3;");
    expect(await clone.launch(['call', 'a b'])).toEqual({ code: 3, stdout: 'built call a b\n', stderr: '' });
    clone.write('src/main.ts', "const where: string = 'source'; console.log(where);");
    expect((await clone.launch([])).stdout).toBe('source\n');
  });

  test('a program that cannot be loaded ends in failure', async () => {
    expect((await sandboxClone().launch([])).code).toBe(1);
  });
});

describe('lockfile', () => {
  test('it names the packages of every platform, or npm ci refuses it (npm run lockfile)', () => {
    expect(missingFrom(readLock()).map(({ name }) => name)).toEqual([]);
  });

  test('completing it adds what is missing, bound to its platform, and nothing else', () => {
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

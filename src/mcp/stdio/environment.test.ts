import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { serverEnvironment } from './environment.ts';

describe("A server's environment", () => {
  proves(
    'L10',
    "A server's environment has the declared variables and a few safe ones, but no other variables of ours",
    () => {
      const ours = {
        PATH: '/bin',
        HOME: '/home/a',
        LANG: 'C',
        TOOLPATH_KEY: 'secret',
        NODE_OPTIONS: '--inspect',
        TZ: 'UTC',
      };
      expect(serverEnvironment({ API_KEY: 'theirs', TZ: 'CET' }, ours, 'linux')).toEqual({
        PATH: '/bin',
        HOME: '/home/a',
        LANG: 'C',
        TZ: 'CET',
        API_KEY: 'theirs',
      });
    },
  );

  test('Shell functions and undefined variables are left out of the environment', () => {
    const ours = { TERM: '() { :; }; echo', USER: undefined, SHELL: '' };
    expect(serverEnvironment({ A: undefined }, ours, 'linux')).toEqual({ SHELL: '' });
  });

  test('On Windows a declared "Path" replaces the inherited "PATH"', () => {
    const ours = { PATH: 'C:\\', SYSTEMROOT: 'C:\\Windows', HOME: 'C:\\a' };
    expect(serverEnvironment({ Path: 'D:\\' }, ours, 'win32')).toEqual({ Path: 'D:\\', SYSTEMROOT: 'C:\\Windows' });
  });

  test('A variable may have the name of a built-in JavaScript property', () => {
    const made = serverEnvironment(JSON.parse('{"__proto__":"a","constructor":"b"}'), {}, 'linux');
    expect(Object.entries(made)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});

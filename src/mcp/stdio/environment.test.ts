import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { serverEnvironment } from './environment.ts';

describe("a server's environment", () => {
  proves('L10', 'is what was declared and a few variables that are safe, nothing else of ours', () => {
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
  });

  test('has no shell functions, nor what is undefined', () => {
    const ours = { TERM: '() { :; }; echo', USER: undefined, SHELL: '' };
    expect(serverEnvironment({ A: undefined }, ours, 'linux')).toEqual({ SHELL: '' });
  });

  test('on Windows has one PATH, however it is written', () => {
    const ours = { PATH: 'C:\\', SYSTEMROOT: 'C:\\Windows', HOME: 'C:\\a' };
    expect(serverEnvironment({ Path: 'D:\\' }, ours, 'win32')).toEqual({ Path: 'D:\\', SYSTEMROOT: 'C:\\Windows' });
  });

  test('takes any name as a name', () => {
    const made = serverEnvironment(JSON.parse('{"__proto__":"a","constructor":"b"}'), {}, 'linux');
    expect(Object.entries(made)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});

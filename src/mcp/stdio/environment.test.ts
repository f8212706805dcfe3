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

  test('Certificate, proxy and registry variables are inherited in both cases, and tokens are not', () => {
    const network = {
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      SSL_CERT_FILE: '/ca.pem',
      SSL_CERT_DIR: '/certs',
      REQUESTS_CA_BUNDLE: '/ca.pem',
      CURL_CA_BUNDLE: '/ca.pem',
      HTTP_PROXY: 'http://upper:8080',
      http_proxy: 'http://lower:8080',
      HTTPS_PROXY: 'http://me:pw@upper:8080',
      https_proxy: 'http://me:pw@lower:8080',
      ALL_PROXY: 'socks5://upper:1080',
      all_proxy: 'socks5://lower:1080',
      NO_PROXY: 'localhost',
      no_proxy: 'localhost',
      npm_config_registry: 'https://npm.example.com/',
      NPM_CONFIG_REGISTRY: 'https://npm.example.com/',
      PIP_INDEX_URL: 'https://pip.example.com/simple',
      PIP_EXTRA_INDEX_URL: 'https://pip.example.com/more',
      UV_INDEX_URL: 'https://uv.example.com/simple',
      UV_DEFAULT_INDEX: 'https://uv.example.com/simple',
      UV_INDEX: 'ours=https://uv.example.com/more',
    };
    const secret = {
      NPM_TOKEN: 'x',
      NODE_AUTH_TOKEN: 'x',
      npm_config__auth: 'x',
      NPM_CONFIG__AUTHTOKEN: 'x',
      UV_PUBLISH_TOKEN: 'x',
      UV_INDEX_OURS_PASSWORD: 'x',
      GITHUB_TOKEN: 'x',
      OPENAI_API_KEY: 'x',
    };
    expect(serverEnvironment({}, { ...network, ...secret }, 'linux')).toEqual(network);
  });

  test('A declared proxy or registry replaces the inherited one in either case', () => {
    const ours = {
      http_proxy: 'http://ours',
      HTTP_PROXY: 'http://ours',
      npm_config_registry: 'https://ours',
      home: '/x',
    };
    expect(serverEnvironment({ HTTP_PROXY: '', NPM_CONFIG_REGISTRY: 'https://theirs' }, ours, 'linux')).toEqual({
      HTTP_PROXY: '',
      NPM_CONFIG_REGISTRY: 'https://theirs',
    });
  });

  test('On Windows a proxy variable is passed once, whatever its case', () => {
    // As on Windows, every spelling finds the variable.
    const ours = new Proxy({} as NodeJS.ProcessEnv, {
      get: (_, name) => (/^http_proxy$/i.test(String(name)) ? 'http://ours' : undefined),
    });
    expect(serverEnvironment({}, ours, 'win32')).toEqual({ HTTP_PROXY: 'http://ours' });
    expect(serverEnvironment({ Http_Proxy: 'http://theirs' }, ours, 'win32')).toEqual({ Http_Proxy: 'http://theirs' });
  });

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

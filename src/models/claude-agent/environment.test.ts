import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { environmentOf, ScratchFolders } from './environment.ts';

const folders = { work: '/scratch/work', home: '/scratch/home', config: '/scratch/config', temporary: '/scratch/t1' };
const own = {
  PATH: '/bin',
  HOME: '/home/me',
  TMPDIR: '/tmp/canary',
  TOOLPATH_KEY: 'canary-1',
  OPENAI_API_KEY: 'canary-2',
  CLAUDE_CONFIG_DIR: '/home/me/.claude',
  CLAUDE_CODE_USE_BEDROCK: '1',
  NODE_OPTIONS: '--inspect',
  ANTHROPIC_BASE_URL: 'https://canary.test',
  ANTHROPIC_MODEL: 'canary-3',
  HTTPS_PROXY: 'http://proxy.test',
};

describe('The environment of a child', () => {
  proves('S3.bridge.allowed', "The child gets nothing of the gateway's environment that is not named here", () => {
    const env = environmentOf({ apiKey: 'key' }, folders, own);
    expect(JSON.stringify(env)).not.toContain('canary');
    expect(env).toMatchObject({
      PATH: '/bin',
      HOME: '/scratch/home',
      USERPROFILE: '/scratch/home',
      CLAUDE_CONFIG_DIR: '/scratch/config',
      TMPDIR: '/scratch/t1',
      CLAUDE_CODE_TMPDIR: '/scratch/t1',
      ANTHROPIC_API_KEY: 'key',
      CLAUDE_CODE_MAX_RETRIES: '0',
    });
    for (const name of ['NODE_OPTIONS', 'CLAUDE_CODE_USE_BEDROCK', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL']) {
      expect(env).not.toHaveProperty(name);
    }
  });

  test('The usual variables are used only without a key and without another address', () => {
    const usual = { ...own, ANTHROPIC_API_KEY: 'a', ANTHROPIC_AUTH_TOKEN: '', CLAUDE_CODE_OAUTH_TOKEN: 'o' };
    const bare = environmentOf({}, folders, usual);
    expect(bare).toMatchObject({ ANTHROPIC_API_KEY: 'a', CLAUDE_CODE_OAUTH_TOKEN: 'o' });
    expect(bare).not.toHaveProperty('ANTHROPIC_AUTH_TOKEN');
    const elsewhere = environmentOf({ baseUrl: 'https://other.test/v1/' }, folders, usual);
    expect(elsewhere).toMatchObject({ ANTHROPIC_BASE_URL: 'https://other.test' });
    for (const name of ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN']) expect(elsewhere).not.toHaveProperty(name);
    const keyed = environmentOf({ apiKey: 'mine' }, folders, usual);
    expect(keyed).toMatchObject({ ANTHROPIC_API_KEY: 'mine' });
    expect(keyed).not.toHaveProperty('CLAUDE_CODE_OAUTH_TOKEN');
  });

  test('The token of a subscription has its own variable, and headers are lines', () => {
    const env = environmentOf({ apiKey: 'sk-ant-oat01-x', headers: { 'x-a': '1', 'x-b': '2' } }, folders, own);
    expect(env).toMatchObject({
      CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-x',
      ANTHROPIC_CUSTOM_HEADERS: 'x-a: 1\nx-b: 2',
    });
    expect(env).not.toHaveProperty('ANTHROPIC_API_KEY');
  });

  test.each(['https://a.test', 'https://a.test/v1', 'https://a.test/v1/'])(
    'The address %s is used without /v1',
    (baseUrl) => {
      expect(environmentOf({ baseUrl }, folders, {})).toMatchObject({ ANTHROPIC_BASE_URL: 'https://a.test' });
    },
  );
});

test('The scratch folders are empty and the same until they are removed, except that each child has a temporary folder', () => {
  const scratch = new ScratchFolders();
  const { temporary: one, ...first } = scratch.open();
  const { temporary: other, ...second } = scratch.open();
  expect(second).toEqual(first);
  expect(readdirSync(first.work)).toEqual([]);
  expect(new Set([...Object.values(first), one, other]).size).toBe(5);
  writeFileSync(path.join(one, 'left-behind'), '');
  scratch.drop({ ...first, temporary: one });
  expect([existsSync(one), existsSync(other)]).toEqual([false, true]);
  scratch.remove();
  scratch.remove();
  expect(existsSync(path.dirname(first.work))).toBe(false);
  expect(scratch.open().work).not.toBe(first.work);
  scratch.remove();
});

test('A scratch folder that something else removed is created again', () => {
  const scratch = new ScratchFolders();
  const { work } = scratch.open();
  rmSync(path.dirname(work), { recursive: true });
  expect(scratch.open().work).toBe(work);
  expect(existsSync(work)).toBe(true);
  scratch.remove();
});

import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';

/**
 * Scenarios that are not run, with the reason; a name may end in `*`. All other client scenarios of MCP's official conformance
 * suite run against our client, at every protocol version to which they apply.
 */
const leftOut: Readonly<Record<string, string>> = {
  'auth/*': 'OAuth sign-in is not supported: a token is configured as a header',
  'sep-2640-*': 'skills are an extension that serves files; Toolpath uses only the tools of a server',
};

const suite = path.join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const listed = scenariosIn(execFileSync(process.execPath, [suite, 'list'], { encoding: 'utf8' }));
const wanted = listed.filter(({ name }) => !Object.keys(leftOut).some((pattern) => isMeant(pattern, name)));
const runs = wanted.flatMap(({ name, versions }) => versions.map((version) => ({ name, version })));

let results: readonly Promise<Result>[] = [];

beforeAll(() => {
  results = startAll(runs);
});

describe('The MCP conformance suite', () => {
  test.for(runs.map((run, place) => ({ ...run, place })))(
    'Our client passes the scenario $name at version $version',
    async ({ place }) => {
      const { code, words } = (await results[place]) ?? {};
      expect(words).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
      expect(code, words).toBe(0);
    },
  );

  test('The suite lists enough scenarios without authorization, and versions of both eras', () => {
    expect(wanted.length).toBeGreaterThanOrEqual(11);
    expect(new Set(runs.map(({ version }) => version))).toEqual(new Set(['2025-06-18', '2025-11-25', '2026-07-28']));
  });

  test('Every scenario pattern that is left out exists in the suite', () => {
    const stale = Object.keys(leftOut).filter((pattern) => !listed.some(({ name }) => isMeant(pattern, name)));
    expect(stale).toEqual([]);
  });
});

interface Scenario {
  readonly name: string;
  readonly versions: readonly string[];
}

interface Result {
  readonly code: number;
  /** The output of the suite. */
  readonly words: string;
}

/** Parses the client scenarios in the suite's list: `  - name [version,version]`. */
function scenariosIn(list: string): readonly Scenario[] {
  const [, part = ''] = /^Client scenarios.*\n((?: {2}- .*\n)+)/m.exec(list) ?? [];
  return [...part.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)].map(([, name = '', versions = '']) => ({
    name,
    versions: versions.split(','),
  }));
}

function isMeant(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Number of concurrent runs. Each run is two processes that spend most of their time starting. */
const AT_ONCE = 2;

function startAll(wantedRuns: typeof runs): Promise<Result>[] {
  const lanes = Array.from({ length: AT_ONCE }, () => Promise.resolve() as Promise<unknown>);
  return wantedRuns.map((run, place) => {
    const lane = place % AT_ONCE;
    const result = (lanes[lane] ?? Promise.resolve()).then(() => start(run));
    lanes[lane] = result;
    return result;
  });
}

function start({ name, version }: (typeof runs)[number]): Promise<Result> {
  // The suite runs the command in a shell; the variables are quoted because a path may contain spaces.
  const args = ['client', '--command', '"$NODE" "$CLIENT"', '--scenario', name, '--spec-version', version];
  const { PATH = '' } = process.env;
  const env = { PATH, NODE: process.execPath, CLIENT: path.join(import.meta.dirname, 'conformance-client.ts') };
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args, '--timeout', '15000'], { env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1);
      resolve({ code, words: stripVTControlCharacters(`${stdout}${stderr}`) });
    });
  });
}

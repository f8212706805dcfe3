import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/index.ts';
import { loadSettings, settingSources } from '../../src/settings/index.ts';
import { type Outline, outline, outlineAt } from '../../src/settings/outline.ts';
import { folderWith } from '../toolpath.ts';
import { blocksIn, type Page, pages, root, spansIn } from './markdown.ts';

/** Decision records and the changelog speak of earlier versions; requirements speak of later ones. */
const current = pages.filter(({ file }) => !/^(?:CHANGELOG|docs\/(?:decisions\/.*|requirements))\.md$/.test(file));

/** Flags of other programs that the pages mention without the program's name. */
const foreignFlags = new Set([
  '--jinja',
  '--enable-auto-tool-choice',
  '--tool-call-parser',
  '--max-model-len',
  '--token',
]);

describe.each(current)('$file', (page) => {
  test('The page names only commands of toolpath that exist', () => {
    const named = linesOf(page).flatMap((line) => [
      ...line.matchAll(/(?:^|[\s|;&(/])toolpath(?:\.cjs)? (?:--json |help )?([a-z]\w*)/g),
    ]);
    const known = new Set(['help', ...commands.map(({ name }) => name)]);
    expect(named.map(([, name = '']) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  test('The page names only flags of toolpath that exist', () => {
    const ours = linesOf(page).filter((line) => /(?:^|[|;&] |\/)(?:toolpath(?:\.cjs)?|npm start)\b|^--/.test(line));
    const flags = ours.flatMap((line) => [...line.matchAll(/(?:^|\s)--([a-z][a-z-]*)/g)].map(([, flag = '']) => flag));
    expect(flags.filter((flag) => !knownFlags.has(flag) && !foreignFlags.has(`--${flag}`))).toEqual([]);
  });

  test('The page names only settings that exist', () => {
    const paths = spansIn(page).filter(
      (span) => /^[a-z]\w*(?:\.[\w*]+|\."[^"]+")+$/i.test(span) && !/\.(?:ts|json|md)$/.test(span) && isSetting(span),
    );
    expect(paths.filter((span) => outlineAt(segmentsOf(span)) === undefined)).toEqual([]);
  });

  test('Every `"name": value` is a field of the settings or of a request', () => {
    const named = spansIn(page).flatMap((span) => /^"(\w+)": /.exec(span)?.[1] ?? []);
    expect(named.filter((name) => !settingFields.has(name) && !requestFields.has(name))).toEqual([]);
  });

  test('The page names only environment variables of ours that exist', () => {
    const named = page.text.matchAll(/\bTOOLPATH_[A-Z_]*[A-Z]/g);
    const known = new Set([...settingSources.map(({ env }) => env), 'TOOLPATH_KEY']);
    expect(
      [...named].map(([name]) => name).filter((name) => !known.has(name) && !name.startsWith('TOOLPATH_TEST_')),
    ).toEqual([]);
  });

  test('The page names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const named = page.text.matchAll(/\bnpm run ([\w:]+)/g);
    expect([...named].map(([, name = '']) => name).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  const spans = spansIn(page).filter((span) => isCompleteSetting(span));
  const blocks = blocksIn(page).filter(
    ({ language, text }) => language === 'jsonc' && text.startsWith('// toolpath.json'),
  );
  test.each([...spans.map((span) => `{ ${span} }`), ...blocks.map(({ text }) => text)])(
    'These settings are valid: %s',
    (text) => {
      const folder = folderWith({ 'toolpath.json': text });
      const secrets = [...text.matchAll(/env:([A-Z_]+)/g)].map(([, name = '']) => [name, 'long-enough-secret']);
      const loaded = loadSettings({ cwd: folder, env: Object.fromEntries(secrets), flags: {} });
      expect(loaded).toMatchObject({ ok: true });
    },
  );
});

/** True for `"setting": value` with a setting of the top level and a value that is not abbreviated. */
function isCompleteSetting(span: string): boolean {
  const [, name = ''] = /^"(\w+)": ./.exec(span) ?? [];
  return Object.hasOwn(outline.properties ?? {}, name) && !requestFields.has(name) && !span.includes('…');
}

/** Every property name that occurs somewhere in the settings. */
const settingFields = new Set(fieldsOf(outline));
const requestFields = new Set(['tools', 'tool_choice', 'type', 'stream', 'finish_reason', 'response_format']);

function fieldsOf(at: Outline): readonly string[] {
  const { properties = {}, additionalProperties, items, anyOf = [] } = at;
  const inside = [...Object.values(properties), additionalProperties, items, ...anyOf];
  return [
    ...Object.keys(properties),
    ...inside.flatMap((each) => (typeof each === 'object' && !Array.isArray(each) ? fieldsOf(each as Outline) : [])),
  ];
}

const knownFlags = new Set([
  ...['config', 'json', 'help', 'all', 'version'],
  ...settingSources.flatMap(({ flag, kind }) => (kind === 'boolean' ? [flag, `no-${flag}`] : [flag])),
  ...commands.flatMap((command) => (command.needs === 'settings' ? [] : Object.keys(command.flags ?? {}))),
]);

/** The lines of a page that may be commands: code spans, and lines of shell blocks with continued lines joined. */
function linesOf(page: Page): readonly string[] {
  const shells = blocksIn(page).filter(({ language }) => ['sh', 'bash', 'console'].includes(language));
  const lines = shells.flatMap(({ text }) => text.replace(/\\\n\s*/g, '').split('\n'));
  return [...spansIn(page), ...lines.map((line) => line.replace(/^\$ /, '').replace(/(?:^|\s)#.*$/, ''))];
}

function isSetting(span: string): boolean {
  const [first = ''] = segmentsOf(span);
  return Object.hasOwn(outline.properties ?? {}, first);
}

/** `models."local/qwen3:8b".mixed` and `models.*.mixed` as a list of names; `*` stands for any name. */
function segmentsOf(span: string): readonly string[] {
  return [...span.matchAll(/"([^"]+)"|([\w*$]+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
}

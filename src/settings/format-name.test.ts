import { expect, test } from 'vitest';
import { findFormats, formatNames, formats } from '../formats/index.ts';
import { settingsOf } from './load.ts';
import { outlineAt } from './outline.ts';
import { renderProblems } from './problem.ts';
import { settingSources } from './sources.ts';

const told = (given: object) => {
  const loaded = settingsOf({ formats: given }, {}, '/');
  return loaded.ok
    ? loaded.settings.formats
    : loaded.problems.map(({ path, wrong, fix }) => `${path}: ${wrong}. ${fix}`);
};

test('the formats that settings may name are those of the catalogue, and "family"', () => {
  const known = ['family', ...formatNames()].sort();
  for (const path of [['enabled', 0], ['primary']])
    expect([...(outlineAt(['formats', ...path])?.enum ?? [])].sort()).toEqual(known);
  expect(told({ enabled: known, primary: 'family' })).toEqual({ enabled: known, primary: 'family' });
});

test('what other engines call a format is refused, with its name here', () => {
  const aliases = formats.flatMap((format) => format.aliases ?? []);
  expect(aliases.length).toBeGreaterThan(50);
  for (const alias of aliases) {
    const id = findFormats(alias)?.[0]?.id ?? '';
    expect(told({ primary: alias })).toEqual([
      `formats.primary: "${alias}" is what others call "${id}". write "${id}"`,
    ]);
  }
});

test('a name that is none is refused, with the nearest that is', () => {
  const others = 'write one of native, family, code, hermes, mistral, pythonic, pure_json, or a name that';
  expect(told({ enabled: ['native', 'hermez', 'wholly unlike', '', 5], primary: 'GPT-OSS' })).toEqual([
    'formats.enabled[1]: "hermez" is no format. did you mean "hermes"?',
    `formats.enabled[2]: "wholly unlike" is no format. ${others} "toolpath formats" lists`,
    `formats.enabled[3]: "" is no format. ${others} "toolpath formats" lists`,
    'formats.enabled[4]: expected text, got 5. "enabled": ["native", "hermes"]',
    'formats.primary: "GPT-OSS" is what others call "harmony". write "harmony"',
  ]);
  for (const name of ['constructor', '__proto__', 'x'.repeat(100_000)]) expect(told({ primary: name })).toHaveLength(1);
});

test('by default there are native calls, the family’s own, and code; the first is told', () => {
  expect(told({})).toEqual({ enabled: ['native', 'family', 'code'], primary: 'native' });
  expect(told({ enabled: [] })).toEqual({ enabled: [], primary: 'native' });
});

test('the many names are not listed where a line has to do', () => {
  expect(settingSources.find(({ path }) => path === 'formats.primary')?.choices).toEqual([]);
  const loaded = settingsOf({ formats: { primary: 7 } }, {}, '/');
  expect(loaded.ok ? '' : renderProblems(loaded.problems)).toContain('formats.primary: expected text, got 7.');
});

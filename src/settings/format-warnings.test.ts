import { expect, test } from 'vitest';
import { settingsOf } from './load.ts';

const warned = (formats: object) => {
  const loaded = settingsOf({ formats }, {}, '/');
  if (!loaded.ok) throw new Error('The settings are invalid.');
  return loaded.warnings;
};

test('Formats that cannot work cause a warning', () => {
  expect(warned({ enabled: [] })).toEqual([
    '"formats.enabled" is empty, so no model gets any tools. Add a format, for example "native".',
  ]);
  expect(warned({ enabled: ['native', 'family'], primary: 'harmony' })).toEqual([
    expect.stringMatching(/^"formats.primary" is "harmony", which is not in "formats.enabled"/),
  ]);
});

test('Formats that work cause no warning', () => {
  expect(warned({})).toEqual([]);
  expect(warned({ enabled: ['hermes'] })).toEqual([]); // the user did not set the primary format
  expect(warned({ enabled: ['native', 'mistral_v11'], primary: 'mistral' })).toEqual([]);
  expect(warned({ enabled: ['mistral'], primary: 'mistral_v11' })).toEqual([]);
  expect(warned({ enabled: ['native', 'hermes'], primary: 'hermes' })).toEqual([]);
});

import { expect, test } from 'vitest';
import { settingsOf } from './load.ts';

const warned = (formats: object) => {
  const loaded = settingsOf({ formats }, {}, '/');
  if (!loaded.ok) throw new Error('they are wrong');
  return loaded.warnings;
};

test('formats that nobody can mean are told at the start', () => {
  expect(warned({ enabled: [] })).toEqual(['"formats.enabled" is empty, so no model gets any tools']);
  expect(warned({ enabled: ['native', 'family'], primary: 'harmony' })).toEqual([
    expect.stringMatching(/^"formats.primary" is "harmony", which is not in "formats.enabled"/),
  ]);
});

test('others are not', () => {
  expect(warned({})).toEqual([]);
  expect(warned({ enabled: ['hermes'] })).toEqual([]); // the primary one is nobody's word
  expect(warned({ enabled: ['native', 'mistral_v11'], primary: 'mistral' })).toEqual([]);
  expect(warned({ enabled: ['mistral'], primary: 'mistral_v11' })).toEqual([]);
  expect(warned({ enabled: ['native', 'hermes'], primary: 'hermes' })).toEqual([]);
});

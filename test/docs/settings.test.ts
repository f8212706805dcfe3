import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsPage, settingsPageText } from '../../setup/settings-page.ts';

test('docs/settings.md describes the settings of this version (if not, run "npm run schema")', () => {
  expect(readFileSync(settingsPage, 'utf8')).toBe(settingsPageText());
});

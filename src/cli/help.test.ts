import { expect, test } from 'vitest';
import { recordingTerminal } from '../../test/recording-terminal.ts';
import { settingSources } from '../settings/index.ts';
import { help } from './help.ts';

test('every flag, however long, stands apart from what it does', () => {
  const page = help([], recordingTerminal(80));
  for (const { flag, description } of settingSources) {
    const [word = ''] = description.split(' ', 1);
    const [, apart] = page.split(
      new RegExp(`--(?:\\[no-\\])?${flag}(?: [^ \\n]+)?(?=\\s+${word.replace(/\W/g, '\\$&')})`),
    );
    expect(apart, flag).toBeDefined();
  }
});

import { describe, expect, test } from 'vitest';
import { recordingTerminal } from '../../test/recording-terminal.ts';
import { settingSources } from '../settings/index.ts';
import { readCommandLine } from './arguments.ts';
import { fullHelp, help } from './help.ts';
import { commands } from './index.ts';

describe('The short help', () => {
  const page = help([], recordingTerminal(100));

  test('The short help without the list of commands fits on a screen of 40 lines', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(40);
  });

  test('The flags of settings in the short help exist and have the defaults that it shows', () => {
    const rows = [...page.matchAll(/^ {2}--([a-z-]+)(?: \S+)? +(.*)$/gm)];
    const settings = rows.flatMap(([, flag, text = '']) =>
      settingSources.filter((source) => source.flag === flag).map((source) => [source.default, text] as const),
    );
    expect(settings).toHaveLength(6);
    for (const [value, text] of settings) {
      const [, named] = /\[(\w+)\]$/.exec(text) ?? [];
      if (named !== undefined) expect(String(value)).toBe(named);
    }
  });

  test('Every example in the short help is a valid command line', () => {
    const [, examples = ''] = page.split('Examples\n');
    const lines = [...examples.matchAll(/^ {2}toolpath(.*?)(?: {2}|$)/gm)].map(([, line = '']) => line.trim());
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const words = line.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
      const read = readCommandLine(words, commands);
      expect(read, line).toMatchObject({ ok: true });
      const [name = 'serve'] = read.ok ? read.words : [];
      if (name !== 'COMMAND')
        expect(
          commands.map((command) => command.name),
          line,
        ).toContain(name);
    }
  });
});

describe('The complete help', () => {
  test('The complete help separates every flag from its description, however long the flag is', () => {
    const page = fullHelp([], recordingTerminal(80));
    for (const { flag, description } of settingSources) {
      const [word = ''] = description.split(' ', 1);
      const [, apart] = page.split(
        new RegExp(`--(?:\\[no-\\])?${flag}(?: [^ \\n]+)?(?=\\s+${word.replace(/\W/g, '\\$&')})`),
      );
      expect(apart, flag).toBeDefined();
    }
  });
});

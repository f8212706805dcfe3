import { type SettingSource, settingSources } from '../settings/index.ts';
import type { Command } from './command.ts';
import type { Terminal } from './terminal.ts';

export function help(commands: readonly Command[], { style }: Terminal): string {
  const heading = (text: string) => style('bold', text);
  return [
    'Toolpath makes tool calls work: any client, any model, any tool.',
    '',
    heading('Usage'),
    '  toolpath [COMMAND] [OPTIONS]',
    '',
    heading('Commands'),
    ...columns(commands.map(({ usage, summary }) => [usage, summary])),
    ...columns([['help [COMMAND]', 'This page, or more about one command']]),
    '',
    heading('Options'),
    ...columns([
      ['--config FILE', 'The settings; without it ./toolpath.json, if there is one'],
      ['--json', 'Results as JSON'],
      ['-h, --help', 'This page'],
      ['-v, --version', 'The version'],
    ]),
    '',
    heading('Settings'),
    '  Each has a flag, an environment variable and a place in toolpath.json; a flag wins over a variable, a variable over',
    '  the file. Lists: repeat the flag. JSON: quote it.',
    ...columns(settingSources.map((source) => [flagOf(source), `${source.description}${defaultOf(source)}`])),
    '',
    heading('Exit codes'),
    ...columns([
      ['0', 'All is well'],
      ['1', 'The call failed, or the server could not start'],
      ['2', 'The command line or the settings are not usable'],
    ]),
  ].join('\n');
}

export function helpFor({ usage, summary, details }: Command, { style }: Terminal): string {
  return [`${style('bold', `toolpath ${usage}`)}`, `  ${summary}.`, ...details.map((line) => `  ${line}`)].join('\n');
}

function flagOf({ flag, kind }: SettingSource): string {
  switch (kind) {
    case 'boolean':
      return `--[no-]${flag}`;
    case 'number':
      return `--${flag} N`;
    case 'json':
      return `--${flag} JSON`;
    case 'text':
    case 'list':
      return `--${flag} TEXT`;
    default:
      return kind satisfies never;
  }
}

function defaultOf({ default: value }: SettingSource): string {
  const isPlain = typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
  return isPlain ? ` [${value}]` : '';
}

const WIDTH = 30;

function columns(rows: readonly (readonly [string, string])[]): string[] {
  return rows.map(
    ([left, right]) => `  ${left.padEnd(WIDTH)}${left.length >= WIDTH ? `\n  ${' '.repeat(WIDTH)}` : ''}${right}`,
  );
}

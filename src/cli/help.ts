import { type SettingSource, settingSources } from '../settings/index.ts';
import type { Command } from './command.ts';
import { linesOf } from './layout.ts';
import type { Terminal } from './terminal.ts';

export function help(commands: readonly Command[], { style, columns }: Terminal): string {
  const section = (title: string, rows: readonly Row[], preface = ''): string =>
    [style('bold', title), ...(preface === '' ? [] : [wrap(preface, columns, 2)]), ...table(rows, columns)].join('\n');
  const used = settingSources.filter(({ isUsed }) => isUsed);
  const coming = settingSources.filter(({ isUsed }) => !isUsed);
  return [
    'Toolpath makes tool calls work: any client, any model, any tool.',
    section('Usage', [['toolpath [COMMAND] [OPTIONS]', '']]),
    section('Commands', [
      ...commands.map(({ usage, summary }): Row => [usage, summary]),
      ['help [COMMAND]', 'This page, or more about one command'],
    ]),
    section('Options', [
      ['--config FILE', 'The settings; without it ./toolpath.json, if there is one'],
      ['--json', 'Results as JSON'],
      ['-h, --help', 'This page'],
      ['-v, --version', 'The version'],
    ]),
    section('Settings', used.map(rowOf), SETTINGS),
    section('Settings that this version reads but does not use yet', coming.map(rowOf)),
    section('Exit codes', [
      ['0', 'All is well'],
      ['1', 'The call failed, the turn would, the server could not start, or doctor found a problem'],
      ['2', 'The command line or the settings are not usable'],
    ]),
  ].join('\n\n');
}

export function helpFor({ usage, summary, details }: Command, { style }: Terminal): string {
  return [
    style('bold', `toolpath ${usage}`),
    `  ${summary}.`,
    ...details.map((line) => (line === '' ? '' : `  ${line}`)),
  ].join('\n');
}

const SETTINGS =
  'Each is a flag, an environment variable (--limits-tool-ms is TOOLPATH_LIMITS_TOOL_MS) and a place in toolpath.json ("limits": { "toolMs": … }). A flag wins over a variable, a variable over the file. For a list, repeat the flag.';

type Row = readonly [left: string, right: string];

function rowOf(source: SettingSource): Row {
  return [flagOf(source), `${source.description}${defaultOf(source)}`];
}

function flagOf({ flag, kind, choices }: SettingSource): string {
  if (choices.length > 0) return `--${flag} ${choices.join('|')}`;
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

const LEFT = 30;
const INDENT = 2;

function table(rows: readonly Row[], columns: number): string[] {
  return rows.map(([left, right]) => {
    const isWide = left.length >= LEFT - INDENT; // no space would be left between the two
    const text = right === '' ? '' : wrap(right, columns, LEFT).slice(isWide ? 0 : LEFT);
    const start = ' '.repeat(INDENT);
    return `${start}${isWide ? `${left}${text === '' ? '' : '\n'}` : left.padEnd(LEFT - INDENT)}${text}`.trimEnd();
  });
}

/** Breaks between words, each line behind an indent. */
function wrap(text: string, columns: number, indent: number): string {
  return linesOf(text.split(' '), columns - indent)
    .map((line) => ' '.repeat(indent) + line)
    .join('\n');
}

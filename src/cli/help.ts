import { type SettingSource, settingSources } from '../settings/index.ts';
import type { Command } from './command.ts';
import { labelled, linesOf } from './layout.ts';
import type { Terminal } from './terminal.ts';

export function help(commands: readonly Command[], { style, columns }: Terminal): string {
  const section = (title: string, rows: readonly Row[], preface = ''): string =>
    [style('bold', title), ...introduced(preface, columns), ...table(rows, columns)].join('\n');
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
  if (kind === 'boolean') return `--[no-]${flag}`;
  return `--${flag} ${choices.length > 0 ? choices.join('|') : VALUES[kind]}`;
}

const VALUES = { number: 'N', json: 'JSON', text: 'TEXT', list: 'TEXT' } as const;

function defaultOf({ default: value }: SettingSource): string {
  const isPlain = typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
  return isPlain ? ` [${value}]` : '';
}

function introduced(preface: string, columns: number): readonly string[] {
  return preface === '' ? [] : labelled('', 2, linesOf(preface.split(' '), columns - 2));
}

const LEFT = 30;

/** The right side stands below the left one where the left one is too wide. */
function table(rows: readonly Row[], columns: number): readonly string[] {
  return rows.flatMap(([left, right]) => {
    const lines = linesOf(right.split(' '), columns - LEFT);
    if (right === '') return [`  ${left}`];
    return left.length < LEFT - 2 ? labelled(`  ${left}`, LEFT, lines) : [`  ${left}`, ...labelled('', LEFT, lines)];
  });
}

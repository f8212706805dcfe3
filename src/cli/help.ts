import { type SettingSource, settingSources } from '../settings/index.ts';
import type { Command } from './command.ts';
import { labelled, linesOf, longestOf } from './layout.ts';
import type { Terminal } from './terminal.ts';

/** The short help: the commands, the options that most people need, and examples. */
export function help(commands: readonly Command[], terminal: Terminal): string {
  return [
    ...introduction(commands, terminal),
    section('Common options', [...COMMON, ...GENERAL], terminal),
    section('Examples', EXAMPLES, terminal),
  ].join('\n\n');
}

/** The complete help: also every setting as a flag, and the exit codes. */
export function fullHelp(commands: readonly Command[], terminal: Terminal): string {
  return [
    ...introduction(commands, terminal),
    section('Options', GENERAL, terminal),
    section('Settings', settingSources.map(rowOf), terminal, SETTINGS),
    section('Exit codes', EXIT_CODES, terminal),
  ].join('\n\n');
}

export function helpFor({ usage, summary, details }: Command, { style }: Terminal): string {
  return [
    style('bold', `toolpath ${usage}`),
    `  ${summary}.`,
    ...details.map((line) => (line === '' ? '' : `  ${line}`)),
  ].join('\n');
}

type Row = readonly [left: string, right: string];

/** Settings in fewer words than their descriptions, which `--help --all` shows. */
const COMMON: readonly Row[] = [
  ['--port N', 'The port to listen on [18741]'],
  ['--model BACKEND/NAME', 'The default model'],
  ['--tools NAME|PATH', 'Allow only these tools or servers, or load custom tools from a module; repeatable'],
  ['--mixed', "Offer the gateway's tools also to clients that send their own tools"],
  ['--discover local|all|none', 'Where to look for a model if none is configured [local]'],
  ['--log-level LEVEL', 'debug, info, warn, error or silent [info]'],
];

const GENERAL: readonly Row[] = [
  ['--config FILE', 'The settings file [./toolpath.json, if it exists]'],
  ['--json', 'Print results as JSON'],
  ['-h, --help [--all]', 'Show this page; with --all every setting with its flag and default'],
  ['-v, --version', 'Show the version'],
];

const EXAMPLES: readonly Row[] = [
  ['toolpath', 'Start the gateway on http://127.0.0.1:18741'],
  ['toolpath --port 8080 --model local/qwen3:8b', 'Start it on another port with a default model'],
  ['toolpath tools', 'List the tools and the state of each MCP server'],
  ['toolpath call roll_dice \'{"count": 2}\'', 'Run one tool without a model'],
  ['toolpath explain "book a flight"', 'Show which tools a model would see for a message, and why'],
  ['toolpath doctor', 'Find out what is wrong, and what to do'],
];

const SETTINGS =
  'Each setting is a flag (--limits-tool-ms), an environment variable (TOOLPATH_LIMITS_TOOL_MS) and a field of toolpath.json ("limits": { "toolMs": … }). A flag overrides a variable; a variable overrides the file. For a list, repeat the flag.';

const EXIT_CODES: readonly Row[] = [
  ['0', 'Success'],
  ['1', 'The call or the turn failed, the server could not start, or doctor found a problem'],
  ['2', 'The command line or the settings are not valid'],
];

function introduction(commands: readonly Command[], terminal: Terminal): readonly string[] {
  const rows = [
    ...commands.map(({ usage, summary }): Row => [usage, summary]),
    ['help [COMMAND]', 'Show this page, or explain one command'] satisfies Row,
  ];
  return [
    'Toolpath makes tool calls work: any client, any model, any tool.',
    section('Usage', [['toolpath [COMMAND] [OPTIONS]', '']], terminal),
    section('Commands', rows, terminal),
  ];
}

function section(title: string, rows: readonly Row[], { style, columns }: Terminal, preface = ''): string {
  return [style('bold', title), ...introduced(preface, columns), ...table(rows, columns)].join('\n');
}

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

/** Puts the right side on the next line if the left side is too wide. */
function table(rows: readonly Row[], columns: number): readonly string[] {
  const needed = longestOf(rows.map(([left]) => left)) + 4;
  const width = needed <= Math.min(WIDEST_LEFT, columns / 2) ? needed : USUAL_LEFT;
  return rows.flatMap(([left, right]) => {
    const lines = linesOf(right.split(' '), columns - width);
    if (right === '') return [`  ${left}`];
    return left.length < width - 2 ? labelled(`  ${left}`, width, lines) : [`  ${left}`, ...labelled('', width, lines)];
  });
}

const WIDEST_LEFT = 48;
const USUAL_LEFT = 30;

import { type Format, findFormats, formatNames, formats as records } from '../formats/index.ts';
import { exitCodes, type PlainCommand } from './command.ts';
import { describeFormat } from './format-details.ts';
import { formatsNamed } from './format-names.ts';
import { linesWithin, listed } from './lines.ts';
import type { Terminal } from './terminal.ts';

export const formats: PlainCommand = {
  name: 'formats',
  usage: 'formats [NAME…]',
  summary: 'List the ways in which models write tool calls as text, or show some of them',
  details: [
    'A name is an id, a plain name, or what another engine calls its parser. With --json: the whole records.',
    '',
    'For example: toolpath formats hermes qwen3_coder',
  ],
  words: { least: 0, most: Number.POSITIVE_INFINITY },
  needs: 'nothing',
  flags: {},
  async run(names, { json, terminal }) {
    const named = formatsNamed(names);
    if (!named.ok) {
      terminal.say(`toolpath: ${named.message}`);
      return exitCodes.misused;
    }
    if (json) terminal.print(JSON.stringify(names.length === 0 ? everything() : { formats: named.formats }, null, 2));
    else if (names.length === 0) terminal.print(list(terminal));
    else terminal.print(details(named.formats, terminal));
    return exitCodes.ok;
  },
};

function everything(): object {
  return { formats: records, plainNames: Object.fromEntries(plainNames()) };
}

/** Those that are not the id of a record. */
function plainNames(): readonly (readonly [string, readonly string[]])[] {
  const ids = new Set(records.map(({ id }) => id));
  return formatNames()
    .filter((name) => !ids.has(name))
    .map((name) => [name, (findFormats(name) ?? []).map(({ id }) => id)]);
}

function details(found: readonly Format[], terminal: Terminal): string {
  if (found.length === 0) return NATIVE;
  return found.map((format) => describeFormat(format, terminal)).join('\n\n');
}

const NATIVE = 'native: calls that a server takes out of the text itself. There is nothing to read.';

const MOST_COLUMNS = 100;
const LEAST_COLUMNS = 76; // with fewer, a column has no room for a word
const ID = 18;
const SKELETON = 10;

function list({ style, columns }: Terminal): string {
  return [
    ...(columns < LEAST_COLUMNS ? entries(style, columns) : table(style, Math.min(columns, MOST_COLUMNS))),
    '',
    style('bold', 'Plain names'),
    ...plainNames().map(([name, ids]) => `${name.padEnd(ID)}${ids.join(', ') || 'calls that a server reads itself'}`),
    '',
    '"toolpath formats NAME" shows how its calls look.',
  ].join('\n');
}

function table(style: Terminal['style'], width: number): readonly string[] {
  const rest = width - ID - SKELETON;
  const families = Math.ceil(rest * 0.6);
  const widths = [ID, SKELETON, families, rest - families];
  return [
    style('bold', row([['format'], ['skeleton'], ['families'], ['also called']], widths)),
    ...records.map((format) =>
      row([[format.id], [format.skeleton], listed(format.families), listed(format.aliases ?? [])], widths),
    ),
  ];
}

/** A cell that is too long goes on below itself. */
function row(cells: readonly (readonly string[])[], widths: readonly number[]): string {
  const columns = cells.map((words, place) => linesWithin(words, (widths[place] ?? 0) - GAP));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, place) => (lines[line] ?? '').padEnd(widths[place] ?? 0))
      .join('')
      .trimEnd(),
  ).join('\n');
}

const GAP = 2;

/** One below the other, where columns have no room. */
function entries(style: Terminal['style'], width: number): readonly string[] {
  return records.flatMap(({ id, skeleton, families, aliases = [] }) => [
    `${style('bold', id)} (${skeleton})`,
    ...linesWithin(listed(families), width - GAP).map((line) => `  ${line}`),
    ...(aliases.length === 0 ? [] : linesWithin(['also', 'called', ...listed(aliases)], width - GAP)).map(
      (line) => `  ${line}`,
    ),
  ]);
}

import { nearest } from '../core/index.ts';
import {
  type Format,
  familyOf,
  findFormats,
  formatNames,
  formats as records,
  type Skeleton,
  writeCalls,
  writeOutcome,
} from '../formats/index.ts';
import { printable } from '../log/index.ts';
import { exitCodes, type PlainCommand } from './command.ts';
import { labelled, linesOf, linesWithin, listed } from './layout.ts';
import type { Terminal } from './terminal.ts';

export const formats: PlainCommand = {
  name: 'formats',
  usage: 'formats [NAME…]',
  summary: 'List the text formats in which models write tool calls, or show some of them',
  details: [
    'NAME is a format, or the name that another engine has for its parser. With --json, prints the complete records.',
    '',
    'Example: toolpath formats hermes qwen3_coder',
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

export type NamedFormats =
  | { readonly ok: true; readonly formats: readonly Format[] }
  | { readonly ok: false; readonly message: string };

/** Returns the formats with these names, each once. Also accepts the names of other engines' parsers. */
export function formatsNamed(names: readonly string[]): NamedFormats {
  const found = new Set<Format>();
  for (const name of names) {
    const meant = findFormats(name);
    if (meant === undefined) return { ok: false, message: noSuchFormat(name) };
    for (const format of meant) found.add(format);
  }
  return { ok: true, formats: [...found] };
}

/** Returns the message for an unknown format. Users often give a model's name, so it may suggest the format of that model's family. */
function noSuchFormat(name: string): string {
  const aliases = records.flatMap((format) => format.aliases ?? []);
  const meant = nearest(name, [...formatNames(), ...aliases]) ?? familyOf(name)?.format;
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `Unknown format ${JSON.stringify(name)}.${guess} Run "toolpath formats" to list all formats.`;
}

function everything(): object {
  return { formats: records, plainNames: Object.fromEntries(plainNames()) };
}

/** Returns the names that are not the id of a record, with the ids that they stand for. */
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

const NATIVE = 'native: calls that the model server parses itself, so there is no text to parse.';

const MOST_COLUMNS = 100;
const LEAST_COLUMNS = 76; // with fewer, a column is narrower than a word
const ID = 18;
const SKELETON = 10;

function list({ style, columns }: Terminal): string {
  return [
    ...(columns < LEAST_COLUMNS ? entries(style, columns) : table(style, Math.min(columns, MOST_COLUMNS))),
    '',
    style('bold', 'Plain names'),
    ...plainNames().map(
      ([name, ids]) => `${name.padEnd(ID)}${ids.join(', ') || 'calls that the model server parses itself'}`,
    ),
    '',
    'Run "toolpath formats NAME" to see example calls.',
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

/** Formats a row. A cell that is too long continues on the next line. */
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

/** Lists the formats for a terminal that is too narrow for columns. */
function entries(style: Terminal['style'], width: number): readonly string[] {
  return records.flatMap(({ id, skeleton, families, aliases = [] }) => [
    `${style('bold', id)} (${skeleton})`,
    ...labelled('', GAP, linesWithin(listed(families), width - GAP)),
    ...(aliases.length === 0 ? [] : labelled('', GAP, linesWithin(['also called', ...listed(aliases)], width - GAP))),
  ]);
}

/** Describes a format: the model families that use it, its markers, and two calls with an outcome as examples. */
function describeFormat(format: Format, { style, columns }: Terminal): string {
  const rows: (readonly [string, readonly string[]])[] = [
    ['calls are', SKELETONS[format.skeleton].split(' ')],
    ['families', listed(format.families)],
    ['also called', listed(format.aliases ?? [])],
    ['reasoning', reasoningOf(format)],
    ['answer', format.content ? around(format.content) : []],
    ['header', format.header ? around(format.header) : []],
    ['all calls', format.section ? around(format.section) : []],
    ['a call', callOf(format)],
    ['dropped', listed((format.ignored ?? []).map(printable))],
  ];
  return [
    style('bold', format.id),
    ...rows
      .filter(([, words]) => words.length > 0)
      .flatMap(([label, words]) => labelled(`  ${label}`, LEFT, linesOf(words, columns - LEFT))),
    ...sample('Two calls:', writeCalls(format, callsIn(format))),
    ...sample('An outcome:', writeOutcome(format, { id: FIRST_ID, name: WEATHER, text: '4 °C, rain', isError: false })),
  ].join('\n');
}

const LEFT = 16;

const SKELETONS: Readonly<Record<Skeleton, string>> = {
  envelope: 'objects with a name and arguments (envelope)',
  frame: 'a name in the markup, and one value (frame)',
  tagged: 'a name in the markup, and a tag for each parameter (tagged)',
  python: 'Python calls with keyword arguments (python)',
  raw: 'one string: a program (raw)',
};

function reasoningOf({ reasoning }: Format): readonly string[] {
  if (reasoning === undefined) return [];
  const { startsInside = false, calls } = reasoning;
  return [
    ...around(reasoning),
    ...(startsInside ? ['(the prompt may already have opened it)'] : []),
    calls === 'ends' ? '(a call ends the reasoning)' : '(a call inside the reasoning is a draft)',
  ];
}

function callOf(format: Format): readonly string[] {
  const isBare = 'bare' in format && format.bare === true;
  const { open, close, header } = format;
  if (open.length === 0)
    return [header === undefined ? 'no marker, at the start of a message' : 'the body of its message'];
  return [...around({ open, close }), ...(isBare ? ['(or no marker, at the start of a message)'] : [])];
}

/** Writes the markers as `<a> or <b> … </a> or </b>`. */
function around({ open, close }: { readonly open: readonly string[]; readonly close: readonly string[] }) {
  const either = (markers: readonly string[]) => markers.map(printable).join(' or ');
  return [either(open), '…', ...(close.length === 0 ? [] : [either(close)])];
}

function sample(title: string, text: string): readonly string[] {
  return ['', `  ${title}`, ...text.split('\n').map((line) => `    ${printable(line)}`)];
}

const WEATHER = 'get_weather';
const FIRST_ID = 'a1b2c3d4e';

function callsIn(format: Format) {
  if (format.skeleton === 'raw') {
    const program = (code: string) => ({ id: '', name: format.name, arguments: { [format.argument]: code } });
    return [program('print(1 + 1)'), program('print(2 + 2)')];
  }
  return [
    { id: FIRST_ID, name: WEATHER, arguments: { city: 'Oslo', days: 2 } },
    { id: 'f5g6h7i8j', name: 'get_time', arguments: { timezone: 'Europe/Oslo' } },
  ];
}

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

export type NamedFormats =
  | { readonly ok: true; readonly formats: readonly Format[] }
  | { readonly ok: false; readonly message: string };

/** The records that the names stand for, each once. Other engines' names are accepted too. */
export function formatsNamed(names: readonly string[]): NamedFormats {
  const found = new Set<Format>();
  for (const name of names) {
    const meant = findFormats(name);
    if (meant === undefined) return { ok: false, message: noSuchFormat(name) };
    for (const format of meant) found.add(format);
  }
  return { ok: true, formats: [...found] };
}

/** People often give a model's name: then the fix is the format of its family. */
function noSuchFormat(name: string): string {
  const aliases = records.flatMap((format) => format.aliases ?? []);
  const meant = nearest(name, [...formatNames(), ...aliases]) ?? familyOf(name)?.format;
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `there is no format ${JSON.stringify(name)}.${guess} "toolpath formats" lists them.`;
}

function everything(): object {
  return { formats: records, plainNames: Object.fromEntries(plainNames()) };
}

/** The names that are not the id of a record. */
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

/** A cell that is too long continues on the next line. */
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

/** The list for a terminal that is too narrow for columns. */
function entries(style: Terminal['style'], width: number): readonly string[] {
  return records.flatMap(({ id, skeleton, families, aliases = [] }) => [
    `${style('bold', id)} (${skeleton})`,
    ...labelled('', GAP, linesWithin(listed(families), width - GAP)),
    ...(aliases.length === 0 ? [] : labelled('', GAP, linesWithin(['also called', ...listed(aliases)], width - GAP))),
  ]);
}

/** One record: the families that write it, its markers, and two calls with an outcome as examples. */
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
  envelope: 'objects that hold name and arguments (envelope)',
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
    ...(startsInside ? ['(the prompt may have opened it)'] : []),
    calls === 'ends' ? '(a call ends it)' : '(a call in it is a draft)',
  ];
}

function callOf(format: Format): readonly string[] {
  const isBare = 'bare' in format && format.bare === true;
  const { open, close, header } = format;
  if (open.length === 0)
    return [header === undefined ? 'no marker; where a message begins' : 'the body of its message'];
  return [...around({ open, close }), ...(isBare ? ['(or no marker, where a message begins)'] : [])];
}

/** `<a> or <b> … </a> or </b>`. */
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

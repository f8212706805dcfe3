import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseError } from '../database-error.ts';

export type DataFormat = 'csv' | 'tsv' | 'parquet' | 'json' | 'ndjson';

/** A table that consists of data files of one format. */
export interface FileTable {
  readonly name: string;
  readonly format: DataFormat;
  /** Absolute paths without symbolic links. */
  readonly files: readonly string[];
  /** A text that differs after one of the files was replaced or changed. */
  readonly state: string;
  /** Size of the largest file; infinite if a file is compressed. */
  readonly largestBytes: number;
}

/** What a configured path refers to. */
export type SourceKind = 'database' | 'file' | 'folder' | 'pattern';

/** Tells what a path refers to. A path that does not exist is a database, unless its name is that of a data file or a pattern. */
export function sourceKind(source: string): SourceKind {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return 'folder';
  if (stats === undefined && path.basename(source).includes('*')) return 'pattern';
  return formatOf(source) === undefined ? 'database' : 'file';
}

/** Lists the tables of a data file, a folder or a pattern. Throws if there is nothing to read. */
export function listTables(source: string, kind: Exclude<SourceKind, 'database'>): readonly FileTable[] {
  switch (kind) {
    case 'file':
      return [tableOf(baseName(source), [dataFile(source, undefined) ?? missing(source)])];
    case 'folder':
      return folderTables(source);
    case 'pattern':
      return [patternTable(source)];
    default:
      return kind satisfies never;
  }
}

/**
 * Returns the call of a table function that reads the files of a table. DuckDB would reserve 32 MB for a CSV file of a few lines
 * and more for a JSON file, so that a join of four such tables would exceed the memory limit.
 */
export function readingCall({ format, files, largestBytes }: FileTable): string {
  const listed = `[${files.map((file) => literal(globEscaped(file))).join(', ')}]`;
  const several = files.length > 1 ? ', union_by_name = true' : '';
  const csv = `buffer_size = ${within(largestBytes, LONGEST_CSV_LINE, 4 * LONGEST_CSV_LINE)}${several}`;
  const json = `maximum_object_size = ${within(largestBytes, MEGABYTE, 16 * MEGABYTE)}${several}`;
  switch (format) {
    case 'csv':
      return `read_csv(${listed}, ${csv})`;
    case 'tsv':
      return `read_csv(${listed}, delim = '\t', ${csv})`;
    case 'parquet':
      return `read_parquet(${listed}${several})`;
    case 'json':
      return `read_json(${listed}, ${json})`;
    case 'ndjson':
      return `read_json(${listed}, format = 'newline_delimited', ${json})`;
    default:
      return format satisfies never;
  }
}

/** Returns a path in which DuckDB finds no pattern. */
export function globEscaped(file: string): string {
  return file.replaceAll(/[*?[]/g, '[$&]');
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

interface DataFile {
  readonly path: string;
  readonly format: DataFormat;
  readonly stats: Stats;
}

function folderTables(folder: string): readonly FileTable[] {
  const files = dataFiles(folder, () => true);
  const alike = Map.groupBy(files, ({ name }) => baseName(name).toLowerCase());
  const names = new Set<string>();
  return files.map(({ name, file }) => {
    const base = baseName(name);
    const isShared = (alike.get(base.toLowerCase())?.length ?? 0) > 1;
    return tableOf(freeName(isShared ? `${base}_${extensionOf(name).replaceAll('.', '_')}` : base, names), [file]);
  });
}

function patternTable(pattern: string): FileTable {
  const last = path.basename(pattern);
  const files = dataFiles(path.dirname(pattern), (name) => matches(name, last)).map(({ file }) => file);
  const formats = new Set(files.map(({ format }) => format));
  if (files.length === 0) throw new DatabaseError('unreachable', `No data file matches "${pattern}". ${SUPPORTED}`);
  if (formats.size > 1)
    throw new DatabaseError(
      'other',
      `The files that match "${pattern}" must have one format, but they have several: ${[...formats].join(', ')}.`,
    );
  const base = last
    .slice(0, last.length - extensionOf(last).length)
    .replaceAll('*', '')
    .replaceAll(/^[-_. ]+|[-_. ]+$/g, '');
  return tableOf((base === '' ? path.basename(path.dirname(pattern)) : base).replaceAll('.', '_'), files);
}

/** Lists the data files directly in a folder whose names are wanted, sorted by name. */
function dataFiles(
  folder: string,
  isWanted: (name: string) => boolean,
): readonly { readonly name: string; readonly file: DataFile }[] {
  let names: readonly string[];
  let inside: string;
  try {
    names = readdirSync(folder).filter((name) => formatOf(name) !== undefined && isWanted(name));
    inside = realpathSync(folder);
  } catch {
    throw new DatabaseError('unreachable', `The folder ${folder} does not exist or cannot be read.`);
  }
  if (names.length > MOST_FILES)
    throw new DatabaseError(
      'too-large',
      `The folder ${folder} has ${names.length} data files, and at most ${MOST_FILES} can be read. Use a pattern such as "*.parquet".`,
    );
  return names.toSorted().flatMap((name) => {
    const file = dataFile(path.join(inside, name), inside);
    return file === undefined ? [] : [{ name, file }];
  });
}

/** Returns a regular file with its format; undefined if there is none, or if a symbolic link leads out of the folder. */
function dataFile(file: string, inside: string | undefined): DataFile | undefined {
  const format = formatOf(file);
  if (format === undefined) return undefined;
  try {
    const stats = lstatSync(file);
    if (stats.isFile() && inside !== undefined) return { path: file, format, stats };
    const real = realpathSync(file);
    const target = statSync(real);
    const isReachable = inside === undefined || path.dirname(real) === inside;
    return target.isFile() && isReachable ? { path: real, format, stats: target } : undefined;
  } catch {
    return undefined;
  }
}

function tableOf(name: string, files: readonly DataFile[]): FileTable {
  const format = files[0]?.format ?? 'csv';
  const full = files.filter(({ stats }) => stats.size > 0);
  const states = files.map(({ path, stats }) => `${path}:${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}`);
  const sizes = full.map(({ path, stats }) => (/\.gz$/i.test(path) ? Number.POSITIVE_INFINITY : stats.size));
  return {
    name,
    format,
    files: full.map(({ path }) => path),
    state: states.join('\n'),
    largestBytes: Math.max(0, ...sizes),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Returns the name, or the name with a number if it is taken. DuckDB ignores the case of names. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}_${number}`;
  taken.add(free.toLowerCase());
  return free;
}

function missing(source: string): never {
  throw new DatabaseError('unreachable', `The file ${source} does not exist or cannot be read.`);
}

/** Returns the name of a file without its extension. Dots become underscores, because a dot in a table's name ends a schema's. */
function baseName(file: string): string {
  const name = path.basename(file);
  const base = name.slice(0, name.length - extensionOf(name).length).replace(/\.$/, '') || name;
  return base.replaceAll('.', '_');
}

/** Returns the extension without its first dot, such as `csv` or `csv.gz`. */
function extensionOf(name: string): string {
  return /\.([^.]+(?:\.gz)?)$/i.exec(name)?.[1] ?? '';
}

function formatOf(name: string): DataFormat | undefined {
  return FORMATS.get(extensionOf(path.basename(name)).toLowerCase());
}

/** True if the name matches a pattern in which `*` stands for any characters. Takes the first place of each part, so it is linear. */
function matches(name: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop() ?? '';
  if (!name.startsWith(head)) return false;
  let at = head.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - tail.length >= at && name.endsWith(tail);
}

const FORMATS: ReadonlyMap<string, DataFormat> = new Map([
  ['csv', 'csv'],
  ['csv.gz', 'csv'],
  ['tsv', 'tsv'],
  ['tsv.gz', 'tsv'],
  ['parquet', 'parquet'],
  ['json', 'json'],
  ['json.gz', 'json'],
  ['ndjson', 'ndjson'],
  ['ndjson.gz', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['jsonl.gz', 'ndjson'],
]);
const SUPPORTED = 'Data files are CSV, TSV, Parquet, JSON and NDJSON files.';
const MEGABYTE = 1024 * 1024;
const LONGEST_CSV_LINE = 2 * MEGABYTE; // DuckDB's own limit
const MOST_FILES = 1_000; // listing them takes a few milliseconds before each statement

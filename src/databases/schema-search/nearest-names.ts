import { nearest, truncateBytes } from '../../core/index.ts';
import type { Dialect } from '../database.ts';
import type { DatabaseError } from '../database-error.ts';
import { quoteName, tableParts } from '../quote.ts';
import type { Column, Schema, Table } from '../schema.ts';
import type { SchemaIndex, SchemaSource } from './schema-index.ts';
import { listWithin, oneLine, shownColumn, shownTable, shownType } from './shown.ts';
import { statementTables } from './statement-tables.ts';

/** A statement that failed because of a wrong name. */
export interface WrongName extends Pick<DatabaseError, 'kind' | 'subject'> {
  readonly sql: string;
}

/**
 * Says which tables or columns the statement may have meant, with types, so that a small model can correct it. Returns
 * undefined for other errors. `index` contains the source.
 */
export function nearestNames(wrong: WrongName, source: SchemaSource, index: SchemaIndex): string | undefined {
  if (source.schema.tables.length === 0) return undefined;
  switch (wrong.kind) {
    case 'unknown-table':
      return truncateBytes(aboutTable(wrong.subject ?? '', source, index), MOST_BYTES, '…');
    case 'unknown-column':
      return truncateBytes(aboutColumn(wrong, source), MOST_BYTES, '…');
    default:
      return undefined;
  }
}

/** Enough for three tables with their columns, and too little to flood a context. */
const MOST_BYTES = 3_000;
const MOST_NEAR = 3;
const COLUMNS_BYTES = 600;
const MANY_TABLES_BYTES = 1_500;

function aboutTable(subject: string, source: SchemaSource, index: SchemaIndex): string {
  const { dialect, schema } = source;
  const head = subject === '' ? 'The statement uses an unknown table.' : `There is no table ${quoted(subject)}.`;
  const near = nearTables(subject, source, index);
  if (near.length === 0) {
    const count = `${schema.isCut ? 'more than ' : ''}${schema.tables.length} table${schema.tables.length === 1 ? '' : 's'}`;
    const names = schema.tables.map(({ name }) => shownTable(name, dialect));
    return `${listWithin(`${head} The database has ${count}: `, names, MANY_TABLES_BYTES)}.`;
  }
  const [best] = near;
  const isCase = best !== undefined && isOtherCase(ownName(best.name, dialect), last(subject), dialect);
  const advice = isCase ? ` ${caseAdvice(shownTable(best.name, dialect))}` : '';
  return `${head}${advice} Nearest: ${near.map((table) => withColumns(table, dialect)).join(', ')}.`;
}

/** Returns the tables whose names are spelled alike, and then those that the words find. */
function nearTables(subject: string, { source, dialect, schema }: SchemaSource, index: SchemaIndex): readonly Table[] {
  if (subject === '') return [];
  const byName = Map.groupBy(schema.tables, ({ name }) => ownName(name, dialect));
  const near = new Set<Table>();
  let names = [...byName.keys()];
  for (let name = nearest(last(subject), names); name !== undefined; name = nearest(last(subject), names)) {
    for (const table of byName.get(name) ?? []) near.add(table);
    if (near.size >= MOST_NEAR) break;
    names = names.filter((other) => other !== name);
  }
  const hits = index.search(subject, MOST_NEAR, source).filter(({ relevance }) => relevance > 0);
  const least = LEAST_SHARE * (hits[0]?.relevance ?? 0);
  for (const { table, relevance } of hits) if (relevance >= least) near.add(table);
  return [...near].slice(0, MOST_NEAR);
}

/** A table with a lower share of the best relevance is not meant. */
const LEAST_SHARE = 0.4;

function aboutColumn({ sql, subject = '' }: WrongName, { dialect, schema }: SchemaSource): string {
  const column = last(subject);
  const qualifier = qualifierOf(subject);
  const { tables, byName } = statementTables(sql, dialect, schema);
  const named = byName.get(qualifier.toLowerCase());
  const meant = named === undefined ? tables : [named];
  const alike = meant.map((table) => exactColumn(column, table)).find((found) => found !== undefined);
  const parts = [columnHead(column, meant, alike !== undefined, dialect)];
  if (qualifier !== '' && named === undefined)
    parts.unshift(`The statement has no table or alias ${quoted(qualifier)}.`);
  if (alike !== undefined && isOtherCase(alike.name, column, dialect)) {
    parts.push(caseAdvice(shownColumn(alike.name, dialect)));
  }
  const others = tables.filter((table) => !meant.includes(table));
  return [
    ...parts,
    ...meant.slice(0, MOST_NEAR).map((table) => {
      const head =
        meant.length === 1 && alike === undefined ? 'Its columns: ' : `${shownTable(table.name, dialect)} has `;
      return `${listWithin(head, columnsOf(table, dialect), COLUMNS_BYTES)}.`;
    }),
    ...elsewhere(column, [...meant, ...others], { dialect, schema }),
  ].join(' ');
}

function columnHead(column: string, meant: readonly Table[], isThere: boolean, dialect: Dialect): string {
  const names = meant.slice(0, MOST_NEAR).map(({ name }) => shownTable(name, dialect));
  if (column === '') return `The statement uses an unknown column${names.length === 1 ? ` of ${names[0]}` : ''}.`;
  if (isThere) return `There is no column ${quoted(column)} in this place of the statement.`;
  if (names.length === 0) return `There is no column ${quoted(column)}.`;
  if (names.length === 1) return `${names[0]} has no column ${quoted(column)}.`;
  return `None of ${names.join(', ')} has a column ${quoted(column)}.`;
}

/** Names columns of the tables that are spelled alike, or else other tables of the database that have the column. */
function elsewhere(
  column: string,
  tables: readonly Table[],
  { dialect, schema }: { readonly dialect: Dialect; readonly schema: Schema },
): readonly string[] {
  if (column === '') return [];
  const near = tables.flatMap((table) => {
    const found = nearColumn(column, table);
    return found === undefined ? [] : [hasColumn(table, found, dialect)];
  });
  if (near.length > 0) return near.slice(0, MOST_NEAR);
  const having: string[] = [];
  for (const table of schema.tables) {
    const found = tables.includes(table) ? undefined : exactColumn(column, table);
    if (found !== undefined) having.push(hasColumn(table, found, dialect));
    if (having.length === MOST_NEAR) break;
  }
  return having;
}

function hasColumn(table: Table, { name, type }: Column, dialect: Dialect): string {
  const about = type === '' ? '' : ` (${shownType(type)})`;
  const written = quoteName(name, dialect) === name ? quoted(name) : shownColumn(name, dialect);
  return `${shownTable(table.name, dialect)} has ${written}${about}.`;
}

function exactColumn(name: string, { columns }: Table): Column | undefined {
  const lower = name.toLowerCase();
  return columns.find((column) => column.name.toLowerCase() === lower);
}

/** Returns a column that is spelled alike, or whose name contains the wrong one as a part: `total` in `total_price`. */
function nearColumn(name: string, { columns }: Table): Column | undefined {
  const spelled = nearest(
    name,
    columns.map((column) => column.name),
  );
  const found = columns.find((column) => column.name === spelled);
  if (found !== undefined || name.length < SHORTEST_PART) return found;
  const lower = name.toLowerCase();
  return columns.find((column) => column.name.toLowerCase().includes(lower));
}

const SHORTEST_PART = 3;

/** Returns true if only the capitals differ, which matters in PostgreSQL: there, a name with capitals needs quotes. */
function isOtherCase(name: string, wrong: string, dialect: Dialect): boolean {
  return dialect === 'postgres' && name.toLowerCase() === wrong.toLowerCase() && quoteName(name, dialect) !== name;
}

function caseAdvice(written: string): string {
  return `Write ${written} with the double quotes, because its name has capitals.`;
}

function withColumns(table: Table, dialect: Dialect): string {
  return `${listWithin(`${shownTable(table.name, dialect)} (`, columnsOf(table, dialect), COLUMNS_BYTES)})`;
}

function* columnsOf({ columns }: Table, dialect: Dialect): Generator<string> {
  for (const { name, type } of columns) {
    const shown = shownType(type);
    yield `${shownColumn(name, dialect)}${shown === '' ? '' : ` ${shown}`}`;
  }
}

function ownName(name: string, dialect: Dialect): string {
  return tableParts(name, dialect).at(-1) ?? name;
}

/** Returns the part of `table.column` behind the last dot. A name that contains a dot is also cut. */
function last(subject: string): string {
  return subject.slice(subject.lastIndexOf('.') + 1);
}

function qualifierOf(subject: string): string {
  const before = subject.slice(0, Math.max(0, subject.lastIndexOf('.')));
  return last(before);
}

function quoted(name: string): string {
  return JSON.stringify(oneLine(name, MOST_SUBJECT_LETTERS));
}

const MOST_SUBJECT_LETTERS = 128;

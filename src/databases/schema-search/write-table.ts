import type { Dialect } from '../database.ts';
import type { Column, ForeignKey, Table } from '../schema.ts';
import type { SchemaHit } from './schema-index.ts';
import { definedType, oneLine, shownColumn, shownSample, shownTable } from './shown.ts';

/** How much is written of each table. */
export interface Detail {
  readonly columns: number;
  /** Columns of keys that are shown even if they are more than `columns`. */
  readonly keyColumns: number;
  readonly commentLetters: number;
  readonly samples: number;
  /** Names of columns that are not shown. */
  readonly moreNames: number;
}

/** Writes a table as a definition in SQL. Columns are chosen by relevance and keep the table's own order. */
export function writeTable(
  { table, relevance, columns: matches }: SchemaHit,
  dialect: Dialect,
  detail: Detail,
): string {
  const shown = chooseColumns(table, matches, detail);
  const rest = table.columns.filter((column) => !shown.has(column));
  const [onlyKey] = table.primaryKey.length === 1 ? table.primaryKey : [];
  const items = [
    ...table.columns
      .filter((column) => shown.has(column))
      .map((column) => ({
        text: columnText(column, table, column.name === onlyKey, dialect),
        about: aboutColumn(column, detail),
      })),
    ...table.foreignKeys
      .filter(({ columns }) => columns.length > 1)
      .slice(0, detail.keyColumns)
      .map((key) => ({ text: `FOREIGN KEY (${names(key.columns, dialect)}) ${references(key, dialect)}`, about: '' })),
    ...(table.primaryKey.length > 1 ? [{ text: `PRIMARY KEY (${names(table.primaryKey, dialect)})`, about: '' }] : []),
  ];
  const lines = items.map(({ text, about }, place) => {
    return `  ${text}${place === items.length - 1 ? '' : ','}${about === '' ? '' : ` -- ${about}`}`;
  });
  if (rest.length > 0) lines.splice(shown.size, 0, `  -- ${moreColumns(rest, dialect, detail)}`);
  return [
    `-- ${aboutTable(table, relevance, detail)}`,
    `CREATE ${table.kind === 'view' ? 'VIEW' : 'TABLE'} ${shownTable(table.name, dialect)} (`,
    ...lines,
    ');',
  ].join('\n');
}

/** Chooses the keys, the columns that match best, and then the first ones of the table. */
function chooseColumns(table: Table, matches: readonly Column[], { columns, keyColumns }: Detail): ReadonlySet<Column> {
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap((key) => key.columns)]);
  const shown = new Set(table.columns.filter(({ name }) => keys.has(name)).slice(0, keyColumns));
  const [best] = matches;
  if (best !== undefined) shown.add(best);
  for (const column of [...matches, ...table.columns]) {
    if (shown.size >= columns) break;
    shown.add(column);
  }
  return shown;
}

function columnText(column: Column, table: Table, isKey: boolean, dialect: Dialect): string {
  const targets = table.foreignKeys.filter((key) => key.columns.length === 1 && key.columns[0] === column.name);
  return [
    shownColumn(column.name, dialect),
    definedType(column.type),
    isKey ? 'PRIMARY KEY' : column.isRequired ? 'NOT NULL' : '',
    ...targets.slice(0, MOST_TARGETS).map((key) => references(key, dialect)),
  ]
    .filter((word) => word !== '')
    .join(' ');
}

/** Tables that one column may refer to. More than one is rare. */
const MOST_TARGETS = 3;

function references({ table, toColumns }: ForeignKey, dialect: Dialect): string {
  const columns = toColumns.length === 0 ? '' : `(${names(toColumns, dialect)})`;
  return `REFERENCES ${shownTable(table, dialect)}${columns}`;
}

function names(columns: readonly string[], dialect: Dialect): string {
  return columns
    .slice(0, MOST_KEY_COLUMNS)
    .map((name) => shownColumn(name, dialect))
    .join(', ');
}

/** Real keys have fewer columns; the databases allow more. */
const MOST_KEY_COLUMNS = 16;

function aboutColumn({ comment = '', samples = [] }: Column, detail: Detail): string {
  const text = oneLine(comment, detail.commentLetters);
  const shown = samples.slice(0, detail.samples).map(shownSample).join(', ');
  if (shown === '') return text;
  return text === '' ? `For example ${shown}` : `${text.replace(/[.,;]$/, '')}, for example ${shown}`;
}

function aboutTable({ comment = '', rows }: Table, relevance: number, detail: Detail): string {
  const text = oneLine(comment, detail.commentLetters * 2);
  return [
    `Relevance ${relevance.toFixed(2)}.`,
    text === '' || /[.!?…]$/.test(text) ? text : `${text}.`,
    rows === undefined ? '' : `About ${rows.toLocaleString('en-US')} row${rows === 1 ? '' : 's'}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function moreColumns(rest: readonly Column[], dialect: Dialect, { moreNames }: Detail): string {
  const shown = rest.slice(0, moreNames).map(({ name }) => shownColumn(name, dialect));
  if (shown.length < rest.length) shown.push('…');
  return `and ${rest.length} more column${rest.length === 1 ? '' : 's'}: ${shown.join(', ')}`;
}

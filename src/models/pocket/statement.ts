import { comparedIn } from './comparison.ts';
import { conditionOn, contains, isWritable } from './condition.ts';
import type { DatabaseQuestion, Extreme, Named } from './database-question.ts';
import { columnNamed, nameColumn, ownName, tablesDescribed, tablesMatching, tablesNamed } from './matching.ts';
import type { FoundColumn, FoundTable } from './schema-text.ts';

/** What pocket does about a question, once it knows the tables. */
export type Plan =
  | ({ readonly kind: 'statement' } & Planned)
  /** The question is about these tables, but pocket cannot answer it. */
  | { readonly kind: 'problem'; readonly reason: string; readonly tables: readonly FoundTable[] };

export interface Planned {
  readonly sql: string;
  readonly table: FoundTable;
  readonly telling: Telling;
}

/** How the result is told. `what` says what was asked: `customers with country Austria`. */
export type Telling =
  | { readonly kind: 'count'; readonly what: string }
  /** `most` is set if the table may have more rows than the statement returns. `others` are tables that may have the row. */
  | { readonly kind: 'rows'; readonly what: string; readonly most?: number; readonly others?: readonly FoundTable[] };

/** Plans one simple statement. Returns undefined if the question is not about one of the tables. */
export function planFor(question: DatabaseQuestion, words: string, tables: readonly FoundTable[]): Plan | undefined {
  const planned = plannedFor(question, tables);
  if (typeof planned !== 'string') return { kind: 'statement', ...planned, telling: naming(planned, tables) };
  const matching = tablesMatching(words, tables);
  return matching.length === 0 ? undefined : { kind: 'problem', reason: planned, tables: matching };
}

/** Adds the name of the database if several have been found. */
function naming({ table, telling }: Planned, tables: readonly FoundTable[]): Telling {
  const isOnly = tables.every(({ database }) => database === table.database);
  return isOnly ? telling : { ...telling, what: `${telling.what} in the database "${table.database}"` };
}

/** Returns a statement, or the reason why there is none. */
function plannedFor(question: DatabaseQuestion, tables: readonly FoundTable[]): Planned | string {
  switch (question.kind) {
    case 'count':
      return count(question, tables);
    case 'list':
      return list(question, tables);
    case 'extreme':
      return extreme(question, tables);
    case 'named':
      return named(question, tables);
    case 'change':
      return 'I only read databases, so I changed nothing.';
    case 'other':
      return '';
    default:
      return question satisfies never;
  }
}

type Asked<Kind> = DatabaseQuestion & { readonly kind: Kind };

function count({ noun, where }: Asked<'count'>, tables: readonly FoundTable[]): Planned | string {
  const table = only(tablesNamed(noun, tables));
  if (table === undefined) return unclear(noun);
  const condition = conditionOn(table, where);
  if (typeof condition === 'string') return condition;
  const sql = `SELECT count(*) AS n FROM ${table.sql}${condition.sql}`;
  return { sql, table, telling: { kind: 'count', what: `${noun}${condition.words}` } };
}

function list({ noun, where, most = MOST_LISTED }: Asked<'list'>, tables: readonly FoundTable[]): Planned | string {
  const byName = tablesNamed(noun, tables);
  const table = only(byName.length > 0 ? byName : tablesDescribed(noun, tables));
  if (table === undefined) return unclear(noun);
  const condition = conditionOn(table, where);
  if (typeof condition === 'string') return condition;
  const key = keyOf(table);
  const limit = Math.min(most, MOST_LISTED);
  const order = key === undefined ? '' : ` ORDER BY ${key.sql}`;
  const sql = `SELECT ${shown(table, limit)} FROM ${table.sql}${condition.sql}${order} LIMIT ${limit}`;
  return { sql, table, telling: { kind: 'rows', what: `${wordsFor(table)}${condition.words}`, most: limit } };
}

function extreme(question: Extreme, tables: readonly FoundTable[]): Planned | string {
  const compared = comparedIn(question, tables);
  if (typeof compared === 'string') return compared;
  const { table, column } = compared;
  const limit = Math.min(question.most, MOST_LISTED);
  const key = keyOf(table);
  const direction = question.isLargest ? ' DESC' : '';
  const order = [column, ...(key === undefined ? [] : [key])].map(({ sql }) => `${sql}${direction}`).join(', ');
  const sql = `SELECT ${shown(table, limit, column)} FROM ${table.sql} WHERE ${column.sql} IS NOT NULL ORDER BY ${order} LIMIT ${limit}`;
  const [last, first] =
    column.kind === 'date' || column.kind === 'text' ? ['latest', 'earliest'] : ['highest', 'lowest'];
  const what = `${wordsFor(table)} with the ${question.isLargest ? last : first} ${column.name}`;
  return { sql, table, telling: { kind: 'rows', what } };
}

function named({ noun, column: asked, value }: Named, tables: readonly FoundTable[]): Planned | string {
  if (!isWritable(value)) return 'I cannot search for this text.';
  const meant = noun === undefined ? tables : tablesNamed(noun, tables);
  const having = meant.filter((table) => asked === undefined || columnNamed(asked, table.columns) !== undefined);
  const [table, ...others] = having.filter((each) => nameColumn(each) !== undefined);
  const name = table && nameColumn(table);
  if (table === undefined || name === undefined)
    return asked === undefined || meant.length === 0
      ? unclear(noun ?? value)
      : `I found no column "${asked}" beside a name.`;
  const column = asked === undefined ? undefined : columnNamed(asked, table.columns);
  const columns = column === undefined ? shown(table, 1) : [...new Set([name.sql, column.sql])].join(', ');
  const key = keyOf(table);
  const order = key === undefined ? '' : ` ORDER BY ${key.sql}`;
  const sql = `SELECT ${columns} FROM ${table.sql} WHERE ${contains(name, value, table)}${order} LIMIT ${MOST_LISTED}`;
  const what = `${wordsFor(table)} whose ${name.name} contains "${value}"`;
  return { sql, table, telling: { kind: 'rows', what, most: MOST_LISTED, others } };
}

const MOST_LISTED = 20;
const MOST_COLUMNS = 40;
const MOST_COLUMNS_OF_LIST = 5;

/** Returns the columns to select: all for a single row; for several the key, the name, the compared one and the first others. */
function shown(table: FoundTable, rows: number, compared?: FoundColumn): string {
  const wanted = [keyOf(table), nameColumn(table), compared].filter((column) => column !== undefined);
  const plain = table.columns.filter(({ isKey }) => !isKey);
  const chosen = new Set([...wanted, ...plain, ...table.columns].slice(0, MOST_COLUMNS_OF_LIST + wanted.length));
  const few = new Set([...chosen].slice(0, MOST_COLUMNS_OF_LIST));
  const columns = rows === 1 ? table.columns.slice(0, MOST_COLUMNS) : table.columns.filter((column) => few.has(column));
  return columns.map(({ sql }) => sql).join(', ');
}

/** Returns the column by which rows are sorted, so that the same question gets the same rows. */
function keyOf({ columns }: FoundTable): FoundColumn | undefined {
  return columns.find(({ name, isKey }) => isKey && /^id$/i.test(name));
}

function wordsFor(table: FoundTable): string {
  return ownName(table).replaceAll('_', ' ');
}

function unclear(words: string): string {
  return `I do not know which table is meant by "${words}".`;
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

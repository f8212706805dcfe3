import type { Condition } from './database-question.ts';
import { columnLike, columnNamed } from './matching.ts';
import { regionNames } from './regions.ts';
import type { FoundColumn, FoundTable } from './schema-text.ts';

export interface Where {
  /** ` WHERE …`, or nothing. */
  readonly sql: string;
  /** The condition for the answer, such as ` with status paid`. */
  readonly words: string;
}

/** Writes the condition of a question. Returns the reason if no column is certain to hold the value. */
export function conditionOn(table: FoundTable, condition: Condition | undefined): Where | string {
  if (condition === undefined) return { sql: '', words: '' };
  const { column: words, value } = condition;
  if (!isWritable(value)) return 'I cannot search for this text.';
  return words === undefined ? placeCondition(table, condition) : columnCondition(table, words, value);
}

function columnCondition(table: FoundTable, words: string, value: string): Where | string {
  const column = columnNamed(words, table.columns);
  if (column === undefined) return `The table ${table.name} has no column "${words}".`;
  const isNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value);
  if (column.kind === 'number' && !isNumber) return `The column ${column.name} holds numbers, and "${value}" is none.`;
  if (column.kind === 'other' && TRUTH.test(value)) return `I do not know how ${column.name} stores "${value}".`;
  const test = column.kind === 'number' ? `${column.sql} = ${value}` : equals(column, value, table);
  return { sql: ` WHERE ${test}`, words: ` with ${column.name} ${value}` };
}

const TRUTH = /^(?:true|false|yes|no)$/i; // written in several ways: 1, t, 'yes'

/** A known country is looked for where countries are, another name in capitals where countries or cities are. */
function placeCondition(table: FoundTable, { value, isCertain }: Condition): Where | string {
  const texts = table.columns.filter(({ kind }) => kind === 'text' || kind === 'other');
  const country = columnLike(['country', 'nation'], texts);
  const city = columnLike(['city', 'town', 'place'], texts);
  const regions = regionNames(value);
  if (country !== undefined && regions.length > 0) {
    const names = regions.map((name) => literal(name, table)).join(', ');
    return { sql: ` WHERE ${country.sql} IN (${names})`, words: ` with ${country.name} ${value}` };
  }
  const places = [city, country].filter((column) => column !== undefined);
  if (!isCertain || places.length === 0)
    return `I do not know which column of ${table.name} should contain "${value}".`;
  const sql = places.map((column) => equals(column, value, table)).join(' OR ');
  return { sql: ` WHERE ${sql}`, words: ` with ${places.map(({ name }) => name).join(' or ')} ${value}` };
}

/** Compares without case if the column holds text. Other types accept only their own form. */
function equals({ sql, kind }: FoundColumn, value: string, table: FoundTable): string {
  const text = literal(value, table);
  return kind === 'text' ? `lower(${sql}) = lower(${text})` : `${sql} = ${text}`;
}

/** Writes a condition for names that contain the value, without case. */
export function contains({ sql }: FoundColumn, value: string, table: FoundTable): string {
  const pattern = `%${value.replace(/[!%_]/g, '!$&')}%`;
  return `lower(${sql}) LIKE lower(${literal(pattern, table)}) ESCAPE '!'`;
}

/** A control character cannot be written into a statement reliably. */
export function isWritable(value: string): boolean {
  return !/\p{Cc}/u.test(value) && value.isWellFormed();
}

function literal(text: string, { hasBackslashEscapes }: FoundTable): string {
  const escaped = hasBackslashEscapes ? text.replaceAll('\\', '\\\\') : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}

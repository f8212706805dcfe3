import type { Dialect } from './database.ts';
import { isReserved } from './reserved-words.ts';

/** Returns the name of a table or a column as a statement must write it: in quotes only if it needs them. */
export function quoteName(name: string, dialect: Dialect): string {
  const plain = dialect === 'postgres' ? PLAIN_IN_POSTGRES : PLAIN;
  if (plain.test(name) && !isReserved(name, dialect)) return name;
  const mark = dialect === 'mysql' ? '`' : '"';
  return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
}

/** Returns a `Table.name` as a statement must write it. A dot separates the schema from the table, except in SQLite. */
export function quoteTable(name: string, dialect: Dialect): string {
  return tableParts(name, dialect)
    .map((part) => quoteName(part, dialect))
    .join('.');
}

/** Splits a `Table.name` into the schema, if it has one, and the table's own name. */
export function tableParts(name: string, dialect: Dialect): readonly string[] {
  const dot = dialect === 'sqlite' ? -1 : name.indexOf('.');
  return dot <= 0 || dot === name.length - 1 ? [name] : [name.slice(0, dot), name.slice(dot + 1)];
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** PostgreSQL turns capitals outside quotes into small letters. */
const PLAIN_IN_POSTGRES = /^[a-z_][a-z0-9_]*$/;

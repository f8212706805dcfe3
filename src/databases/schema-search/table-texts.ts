import type { Tell } from '../../search/index.ts';
import type { Table } from '../schema.ts';

/**
 * Passes the texts of a table to the index. The weights are those that did best on public sets of databases and questions: a
 * table's name counts three times, and one length for all texts did better than one for each.
 */
export const tellTable: Tell<Table> = ({ name, comment, columns, foreignKeys }, add) => {
  const { qualifier, own } = partsOf(name.slice(0, MOST.nameLetters));
  add(own, WEIGHT.name);
  add(qualifier, WEIGHT.qualifier);
  if (comment !== undefined) add(comment.slice(0, MOST.commentLetters), WEIGHT.comment);
  for (const column of columns.slice(0, MOST.columns)) {
    add(column.name.slice(0, MOST.nameLetters), WEIGHT.column);
    if (column.comment !== undefined) add(column.comment.slice(0, MOST.columnCommentLetters), WEIGHT.columnComment);
    for (const sample of column.samples?.slice(0, MOST.samples) ?? []) {
      add(sample.slice(0, MOST.sampleLetters), WEIGHT.sample);
    }
  }
  const referred = new Set(foreignKeys.slice(0, MOST.columns).map(({ table }) => table));
  for (const table of referred) add(table.slice(0, MOST.nameLetters), WEIGHT.referred);
};

const WEIGHT = { name: 3, qualifier: 1, comment: 1, column: 1, columnComment: 0.5, sample: 0.25, referred: 0.25 };

/** Bounds for the text that is indexed of one table. */
export const MOST = {
  nameLetters: 256,
  commentLetters: 600,
  columns: 500,
  columnCommentLetters: 200,
  samples: 8,
  sampleLetters: 40,
};

/** Splits `sales.orders` into the schema and the table's own name. */
export function partsOf(name: string): { readonly qualifier: string; readonly own: string } {
  const dot = name.indexOf('.');
  if (dot <= 0 || dot === name.length - 1) return { qualifier: '', own: name };
  return { qualifier: name.slice(0, dot), own: name.slice(dot + 1) };
}

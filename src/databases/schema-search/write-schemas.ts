import { truncateBytes } from '../../core/index.ts';
import { DIALECT_NAMES } from '../address.ts';
import type { Dialect } from '../database.ts';
import { type Join, JoinGraph } from './join-graph.ts';
import type { SchemaHit, SchemaSource } from './schema-index.ts';
import { listWithin, oneLine, shownColumn, shownTable } from './shown.ts';
import { type Detail, writeTable } from './write-table.ts';

/** How found tables are written for a model. */
export interface SchemasStyle {
  /** Number of columns of each table. Keys are shown even if they are more. */
  readonly columns: number;
  /** Maximum size of the text. */
  readonly bytes: number;
}

/**
 * Writes found tables for a model, as SQL that defines them, with the joins between them. If the text exceeds the bytes, it
 * shows less of each table, and then fewer tables. The same tables always give exactly the same text.
 *
 * Names, types, comments and samples are untrusted: each is in one line, so that none can imitate another line.
 */
export function writeSchemas(
  hits: readonly SchemaHit[],
  sources: readonly SchemaSource[],
  { columns, bytes }: SchemasStyle,
): string {
  for (let share = 1; share >= LEAST_SHARE; share /= 2) {
    const text = write(hits, sources, detailOf(columns, share));
    if (Buffer.byteLength(text) <= bytes) return text;
  }
  const least = detailOf(columns, LEAST_SHARE);
  for (let count = hits.length >> 1; count > 0; count >>= 1) {
    const text = `${write(hits.slice(0, count), sources, least)}\n\n${leftOut(hits.length - count)}`;
    if (Buffer.byteLength(text) <= bytes) return text;
  }
  return truncateBytes(write(hits.slice(0, 1), sources, least), Math.max(0, bytes - MARK_BYTES), '…');
}

const LEAST_SHARE = 1 / 32;
const MARK_BYTES = 3;

interface FullDetail extends Detail {
  readonly joins: number;
}

function detailOf(columns: number, share: number): FullDetail {
  return {
    columns: Math.max(1, Math.floor(columns * share)),
    keyColumns: Math.ceil(64 * share),
    commentLetters: Math.floor(200 * share),
    samples: Math.floor(3 * share),
    moreNames: Math.ceil(30 * share),
    joins: Math.ceil(64 * share),
  };
}

function leftOut(tables: number): string {
  return `-- ${tables} more table${tables === 1 ? ' was' : 's were'} found, but the text would be too long.`;
}

function write(hits: readonly SchemaHit[], sources: readonly SchemaSource[], detail: FullDetail): string {
  const bySource = Map.groupBy(hits, ({ source }) => source);
  return [...bySource]
    .flatMap(([name, own]) => {
      const source = sources.find((each) => each.source === name);
      return source === undefined ? [] : [writeSource(own, source, detail)];
    })
    .join('\n\n');
}

function writeSource(hits: readonly SchemaHit[], source: SchemaSource, detail: FullDetail): string {
  const { dialect, schema } = source;
  const head = `Database ${nameOf(source)}, ${hits.length} of ${countOf(source)}:`;
  const tables = hits.map((hit) => writeTable(hit, dialect, detail));
  const { joins, connecting } = JoinGraph.of(schema).joinsBetween(hits.map(({ table }) => table.name));
  const lines = joins.slice(0, detail.joins).map((join) => writeJoin(join, dialect));
  if (connecting.length > 0 && joins.length <= detail.joins) {
    lines.push(`-- Tables that only connect: ${connecting.map((name) => shownTable(name, dialect)).join(', ')}`);
  }
  return [head, ...tables, ...(lines.length === 0 ? [] : [['Joins:', ...lines].join('\n')])].join('\n\n');
}

function writeJoin({ table, columns, toTable, toColumns, isLikely }: Join, dialect: Dialect): string {
  const conditions = columns.map((column, place) => {
    const left = `${shownTable(table, dialect)}.${shownColumn(column, dialect)}`;
    return `${left} = ${shownTable(toTable, dialect)}.${shownColumn(toColumns[place] ?? '', dialect)}`;
  });
  return `${conditions.join(' AND ')}${isLikely ? ' (likely: no foreign key is declared)' : ''}`;
}

/** Writes what a model can do if its search found no table. */
export function writeNoTables(sources: readonly SchemaSource[], bytes: number): string {
  const head = 'No table matches the query. Search again with other words, such as "customer" or "invoice date".';
  const share = Math.floor((bytes - Buffer.byteLength(head)) / Math.max(1, sources.length)) - 1;
  const lists = sources.map((source) => {
    const { dialect, schema } = source;
    const about = `Database ${nameOf(source)} has ${countOf(source)}`;
    return schema.tables.length === 0
      ? `${about}.`
      : listWithin(
          `${about}: `,
          schema.tables.map(({ name }) => shownTable(name, dialect)),
          share,
        );
  });
  return truncateBytes([head, ...lists].join('\n'), bytes);
}

function nameOf({ source, dialect }: SchemaSource): string {
  return `${JSON.stringify(oneLine(source, MOST_SOURCE_LETTERS))} (${DIALECT_NAMES[dialect]})`;
}

const MOST_SOURCE_LETTERS = 100;

function countOf({ schema: { tables, isCut } }: SchemaSource): string {
  return `${isCut ? 'more than ' : ''}${tables.length} table${tables.length === 1 && !isCut ? '' : 's'}`;
}

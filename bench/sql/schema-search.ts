import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Column, Table } from '../../src/databases/schema.ts';
import { type SchemaHit, SchemaIndex, type SchemaSource } from '../../src/databases/schema-search/schema-index.ts';
import type { SearchIndex } from '../../src/search/index.ts';
import { memoryHeld, Series, timeOnce } from '../measure.ts';
import { plainBm25 } from '../pocket/plain-bm25.ts';
import { digits, megabytes, printNotes, printTable, printTitle, whole } from '../print.ts';
import { madeUpSchema } from './made-up-schema.ts';

/**
 * Measures the search over schemas: how good it is on each folder of `gates` (with tables.jsonl and queries.jsonl), beside
 * plain BM25, and how long building takes. Memory is measured only with `node --expose-gc`. Returns false if a gate is missed.
 */
export async function measureSchemaSearch(gates: readonly string[]): Promise<boolean> {
  let isMet = true;
  for (const gate of gates) isMet = (await measureGate(gate)) && isMet;
  if (gates.length === 0) {
    printNotes('To measure how good the search is, add --gate DIR, where DIR contains tables.jsonl and queries.jsonl.');
  }
  await measureBuilds();
  return isMet;
}

const TARGET = { ndcg: 0.83, p50Ms: 1 };

async function measureGate(folder: string): Promise<boolean> {
  const { sources, questions, tables } = readGate(folder);
  const index = new SchemaIndex(sources);
  const plain = plainBm25(tables.map(({ table }) => ({ name: table.name, description: textOf(table) })));
  const ours = await judge(questions, (text) => index.search(text, MOST).map(idOf));
  const naive = await judge(questions, (text) => placesOf(plain, text).map((place) => tables[place]?.id ?? ''));
  printTitle(
    `Schema search, ${path.basename(folder)}: ${whole(tables.length)} tables of ${whole(sources.length)} databases`,
  );
  printTable(
    ['', 'nDCG@10', 'R@5', 'first is right', 'p50 ms', 'p95 ms'],
    [row('plain BM25', naive), row('search_schemas', ours)],
  );
  printNotes(
    `${whole(questions.length)} questions over all databases at once. Target: nDCG@10 at least ${TARGET.ndcg}, p50 under ${TARGET.p50Ms} ms, the choice of columns included.`,
  );
  return ours.ndcg >= TARGET.ndcg && ours.times.median < TARGET.p50Ms;
}

const MOST = 10;

interface Question {
  readonly text: string;
  readonly right: ReadonlySet<string>;
}

interface Quality {
  readonly ndcg: number;
  readonly recall: number;
  readonly first: number;
  readonly times: Series;
}

async function judge(questions: readonly Question[], find: (text: string) => readonly string[]): Promise<Quality> {
  for (const { text } of questions.slice(0, WARM_UP)) find(text);
  const times: number[] = [];
  let [ndcg, recall, first] = [0, 0, 0];
  for (const { text, right } of questions) {
    let found: readonly string[] = [];
    times.push(
      await timeOnce(() => {
        found = find(text);
      }),
    );
    ndcg += ndcgOf(found, right);
    recall += found.slice(0, 5).filter((id) => right.has(id)).length / right.size;
    if (right.has(found[0] ?? '')) first++;
  }
  const count = questions.length;
  return { ndcg: ndcg / count, recall: recall / count, first: first / count, times: new Series(times) };
}

const WARM_UP = 300;

function ndcgOf(found: readonly string[], right: ReadonlySet<string>): number {
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  let [got, possible] = [0, 0];
  for (const [rank, id] of found.slice(0, MOST).entries()) if (right.has(id)) got += gain(rank);
  for (let rank = 0; rank < Math.min(MOST, right.size); rank++) possible += gain(rank);
  return got / possible;
}

function row(name: string, { ndcg, recall, first, times }: Quality): string[] {
  const shares = [ndcg, recall, first].map((share) => (100 * share).toFixed(1));
  return [name, ...shares, digits(times.median), digits(times.at(0.95))];
}

function placesOf(index: SearchIndex, text: string): readonly number[] {
  return index.search(text, MOST).map(({ place }) => place);
}

function idOf({ source, table }: SchemaHit): string {
  return `${source}.${table.name}`;
}

async function measureBuilds(): Promise<void> {
  const rows: string[][] = [];
  for (const count of [1_000, 20_000]) {
    const sources: SchemaSource[] = [{ source: 'made-up', dialect: 'postgres', schema: madeUpSchema(count) }];
    const before = await held();
    let index = new SchemaIndex([]);
    const built = await timeOnce(() => {
      index = new SchemaIndex(sources);
    });
    const memory = (await held()) - before;
    const rebuilt = await timeOnce(() => {
      index = index.with(sources);
    });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const question of QUESTIONS) times.push(await timeOnce(() => index.search(question, MOST)));
    }
    const searches = new Series(times);
    rows.push([
      `${whole(count)} tables`,
      digits(built),
      digits(rebuilt),
      Number.isNaN(memory) ? '-' : megabytes(memory),
      digits(searches.median),
      digits(searches.at(0.95)),
    ]);
  }
  printTitle('The index over tables with 12 columns each');
  printTable(['', 'build ms', 'again ms', 'memory', 'search p50 ms', 'p95 ms'], rows);
  printNotes('“again”: the index is rebuilt, and all tables are the same as before.');
}

const ROUNDS = 20;
const QUESTIONS = [
  'total amount of the orders of each customer',
  'which warehouses hold the most stock?',
  'employees hired after 2020 with their salary and department',
  'invoice',
  'average rating of products by category and month',
];

/** The index consists of typed arrays, which are outside V8's heap. */
async function held(): Promise<number> {
  if (globalThis.gc === undefined) return Number.NaN;
  const { heapBytes } = await memoryHeld();
  return heapBytes + process.memoryUsage().arrayBuffers;
}

interface TableLine {
  readonly id: string;
  readonly db: string;
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly description?: string; readonly type?: string }[];
  readonly description?: string;
}

interface QuestionLine {
  readonly query: string;
  readonly relevant: readonly string[];
}

interface Gate {
  readonly sources: readonly SchemaSource[];
  readonly tables: readonly { readonly id: string; readonly table: Table }[];
  readonly questions: readonly Question[];
}

function readGate(folder: string): Gate {
  const tables = readLines<TableLine>(path.join(folder, 'tables.jsonl')).map((line) => ({
    id: `${line.db}.${line.table}`,
    db: line.db,
    table: tableOf(line),
  }));
  const sources = [...Map.groupBy(tables, ({ db }) => db)].map(
    ([source, own]): SchemaSource => ({
      source,
      dialect: 'sqlite',
      schema: { tables: own.map(({ table }) => table), isCut: false },
    }),
  );
  const questions = readLines<QuestionLine>(path.join(folder, 'queries.jsonl'));
  return {
    sources,
    tables,
    questions: questions.map(({ query, relevant }) => ({ text: query, right: new Set(relevant) })),
  };
}

function tableOf({ table, description, columns }: TableLine): Table {
  return {
    name: table,
    kind: 'table',
    ...commentOf(description),
    columns: columns.map(
      ({ name, description: comment, type = '' }): Column => ({ name, type, isRequired: false, ...commentOf(comment) }),
    ),
    primaryKey: [],
    foreignKeys: [],
  };
}

function commentOf(text: string | undefined): { readonly comment?: string } {
  return text === undefined || text === '' ? {} : { comment: text };
}

function textOf({ comment = '', columns }: Table): string {
  return `${comment} ${columns.map(({ name, comment: about = '' }) => `${name} ${about}`).join(' ')}`;
}

function readLines<Line>(file: string): readonly Line[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

import { DIALECT_NAMES } from './address.ts';
import { DatabaseError } from './database-error.ts';
import type { Databases } from './databases.ts';
import { type SchemaSource, writeNoTables, writeSchemas } from './schema-search/index.ts';
import type { Source } from './source.ts';

/** How many tables a search returns, and how many columns of each. */
export interface Most {
  readonly tables: number;
  readonly columns: number;
}

/**
 * Returns the tables that match the query as a text for a model. Waits a while for databases whose tables are still being read,
 * and calls `progress` meanwhile. Says which databases were not searched, and why. Rejects with a DatabaseError if there is none
 * to search.
 */
export async function searchSchemas(
  databases: Databases,
  query: string,
  most: Most,
  signal: AbortSignal,
  progress: (tables: number) => void,
): Promise<string> {
  await whenRead(databases, signal, progress);
  const searched = databases.sources.flatMap(schemaSource);
  const remarks = databases.sources.flatMap(remarkOn);
  if (searched.length === 0) throw new DatabaseError('unreachable', remarks.join('\n'));
  const hits = databases.indexOf(searched).search(query, most.tables);
  const style = { columns: most.columns, bytes: MOST_BYTES };
  const found = hits.length === 0 ? writeNoTables(searched, MOST_BYTES) : writeSchemas(hits, searched, style);
  return [found, ...remarks].join('\n\n');
}

const MOST_BYTES = 24_000; // about 6,000 tokens; five tables of usual size take a quarter of that

/** Returns a source with the tables that are known of it; empty if none are. */
export function schemaSource({ name, dialect, lastSchema: schema }: Source): readonly SchemaSource[] {
  return schema === undefined ? [] : [{ source: name, dialect, schema }];
}

/** Resolves when all tables are read, or the wait has taken too long, or the signal aborts. Never rejects. */
async function whenRead(
  { sources, limits }: Databases,
  signal: AbortSignal,
  progress: (tables: number) => void,
): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, limits.schemaWaitMs);
  const ticks = setInterval(() => progress(sources.reduce((sum, { state }) => sum + tablesIn(state), 0)), PROGRESS_MS);
  signal.addEventListener('abort', () => end(), { once: true });
  await Promise.race([ended, Promise.allSettled(sources.map((source) => source.schema()))]);
  clearTimeout(timer);
  clearInterval(ticks);
}

const PROGRESS_MS = 1_000;

function tablesIn(state: Source['state']): number {
  return 'tables' in state ? state.tables : 0;
}

/** Says why the tables of a source are unknown, or may be out of date; empty if they are not. */
function remarkOn({ name, dialect, state, lastSchema }: Source): readonly string[] {
  const which = `The database "${name}" (${DIALECT_NAMES[dialect]})`;
  const isOld = lastSchema === undefined ? 'was not searched' : 'was searched as it was last read';
  switch (state.kind) {
    case 'ready':
      return [];
    case 'failed':
      return [`${which} ${isOld}: ${state.error.message}`];
    case 'unread':
    case 'reading':
      return [`${which} ${isOld}: its tables are still being read (${tablesIn(state)} so far). Try again in a moment.`];
    default:
      return state satisfies never;
  }
}

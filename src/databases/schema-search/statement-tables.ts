import type { Dialect } from '../database.ts';
import { tableParts } from '../quote.ts';
import type { Schema, Table } from '../schema.ts';
import { type SqlToken, sqlTokens, unquoted } from '../sql-text.ts';

/** The known tables that a statement mentions, and the short names that it gives them. */
export interface StatementTables {
  readonly tables: readonly Table[];
  /** Tables by their aliases and names, in lower case. */
  readonly byName: ReadonlyMap<string, Table>;
}

/**
 * Looks for names of tables outside strings and comments. A column with the name of a table passes for the table, which is
 * good enough for a message.
 */
export function statementTables(sql: string, dialect: Dialect, schema: Schema): StatementTables {
  const known = tablesByName(schema, dialect);
  const tables = new Set<Table>();
  const byName = new Map<string, Table>();
  let waiting: Table | undefined; // a table whose alias may follow
  let previous: SqlToken | undefined;
  for (const token of sqlTokens(sql.slice(0, MOST_LETTERS), dialect)) {
    if (token.kind === 'space' || token.kind === 'comment') continue;
    const isName = token.kind === 'word' || token.kind === 'name';
    const name = isName ? unquoted(token).toLowerCase() : '';
    // In `a.b` the table of b is known, so b is a column, unless `a` is a schema.
    const table = previous?.text === '.' && waiting !== undefined ? undefined : known.get(name);
    if (isName && table !== undefined && tables.size < MOST_TABLES) {
      tables.add(table);
      byName.set(name, table);
      waiting = table;
    } else if (isName && waiting !== undefined && previous?.text !== '.') {
      if (name === 'as') continue;
      if (!byName.has(name) && (token.kind === 'name' || !AFTER_TABLE.has(name))) byName.set(name, waiting);
      waiting = undefined;
    } else if (token.text !== '.') waiting = undefined;
    previous = token;
  }
  return { tables: [...tables], byName };
}

/** Returns a map from names, in lower case and with and without the schema, to tables. */
function tablesByName({ tables }: Schema, dialect: Dialect): ReadonlyMap<string, Table> {
  const known = new Map<string, Table>();
  for (const table of tables) {
    const own = tableParts(table.name, dialect).at(-1)?.toLowerCase() ?? '';
    if (!known.has(own)) known.set(own, table);
  }
  return known;
}

/** Bounds for a message: a longer statement is looked at in part. */
const MOST_LETTERS = 100_000;
const MOST_TABLES = 20;

/** Words that may follow a table and are not its alias. */
const AFTER_TABLE: ReadonlySet<string> = new Set(
  (
    'where on using join inner left right full cross natural outer straight_join group order having limit offset fetch union ' +
    'intersect except set values select from when then else end and or not in is window for returning lateral asof positional ' +
    'qualify sample tablesample indexed use force ignore desc asc default'
  ).split(' '),
);

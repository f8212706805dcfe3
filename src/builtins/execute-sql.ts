import { type Annotations, type Fields, isRecord, type Tool, ToolFailure } from '../core/index.ts';
import {
  accessOf,
  DatabaseError,
  type Databases,
  explainError,
  type Parameter,
  type Source,
  type StatementResult,
} from '../databases/index.ts';
import { defineTool } from '../tools/index.ts';
import { EXECUTE_SQL } from './definitions.ts';
import { describedWithSources } from './described-with-sources.ts';

/** Creates the built-in tool `execute_sql` for these databases. */
export function executeSql(databases: Databases): Tool {
  return defineTool({
    name: EXECUTE_SQL.name,
    description: describedWithSources(EXECUTE_SQL, databases),
    schema: EXECUTE_SQL.parameters,
    metadata: {
      builtin: true,
      annotations: { ...READS, ...(databases.sources.some(({ isWritable }) => isWritable) && WRITES) },
      calls: { all: [READS, WRITES], of: (args) => (isWrite(databases, args) ? WRITES : READS) },
    },
    async invoke(args: Fields, { signal }) {
      const { sql, source_id, parameters, max_rows } = args as unknown as Arguments;
      let source: Source | undefined;
      try {
        source = databases.source(source_id);
        const access = accessOf(source, sql);
        return answerOf(await source.run(sql, parameters ?? [], access, signal, max_rows), max_rows);
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        const message = source === undefined ? error.message : await explainError(error, sql, source, databases);
        throw new ToolFailure({ kind: 'reported', message });
      }
    },
  });
}

/** The arguments, which match the schema of the definition. */
interface Arguments {
  readonly sql: string;
  readonly source_id?: string;
  readonly parameters?: readonly Parameter[];
  readonly max_rows?: number;
}

const TITLE = 'SQL query';
const READS: Annotations = { title: TITLE, readOnlyHint: true, idempotentHint: true, openWorldHint: false };
const WRITES: Annotations = {
  title: TITLE,
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

/** True if the call may change a database. A statement that only seems to read is run read-only, so it cannot. */
function isWrite(databases: Databases, args: unknown): boolean {
  if (!isRecord(args) || typeof args.sql !== 'string') return false;
  const { source_id: name } = args;
  try {
    return accessOf(databases.source(typeof name === 'string' ? name : undefined), args.sql) === 'write';
  } catch {
    return false; // there is no such database, so nothing runs
  }
}

/** Returns the result as one JSON text. It is put together from the text of the rows, which may be long. */
function answerOf(result: StatementResult, asked: number | undefined): string {
  const { columns, changedRows, cut } = result;
  if (columns.length === 0) return JSON.stringify({ changed_rows: changedRows ?? 0 });
  const { text, count } = result.json ?? { text: JSON.stringify(result.rows), count: result.rows.length };
  const others = {
    row_count: count,
    truncated: cut !== undefined,
    ...(cut !== undefined && { note: noteOn(cut, count, asked) }),
    ...(changedRows !== undefined && { changed_rows: changedRows }),
  };
  return `{"columns":${JSON.stringify(columns)},"rows":${text},${JSON.stringify(others).slice(1)}`;
}

function noteOn(cut: 'rows' | 'bytes', rows: number, asked: number | undefined): string {
  const more = `There are more rows than these ${rows}.`;
  if (cut === 'bytes')
    return `${more} The result would be too large: select fewer columns, or use WHERE, GROUP BY or LIMIT.`;
  return `${more} ${asked === undefined ? 'Set max_rows to get more, or use' : 'Use'} WHERE, GROUP BY or count(*).`;
}

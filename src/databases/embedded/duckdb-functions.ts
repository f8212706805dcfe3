/**
 * Functions of DuckDB that do more than read, though a SELECT may call them. `SELECT * FROM enable_profiling(save_location = …)`,
 * for example, overwrites a file that `allowed_paths` only means to be read, in spite of `lock_configuration`.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { DatabaseError } from '../database-error.ts';

/** Table functions that only read: the catalog, the tables, the allowed files. Those of a newer DuckDB are refused. */
const READING = new Set(
  `arrow_scan arrow_scan_dumb check_peg_parser duckdb_approx_database_count duckdb_columns duckdb_connection_count
  duckdb_constraints duckdb_coordinate_systems duckdb_databases duckdb_dependencies duckdb_extensions duckdb_external_file_cache
  duckdb_functions duckdb_indexes duckdb_keywords duckdb_log_contexts duckdb_logs duckdb_memory duckdb_optimizers
  duckdb_prepared_statements duckdb_schemas duckdb_secret_types duckdb_secrets duckdb_sequences duckdb_settings
  duckdb_table_sample duckdb_tables duckdb_temporary_files duckdb_types duckdb_variables duckdb_views generate_series glob
  icu_calendar_names json_each json_tree parquet_bloom_probe parquet_file_metadata parquet_full_metadata parquet_kv_metadata
  parquet_metadata parquet_scan parquet_schema pg_timezone_names pragma_collations pragma_database_size pragma_metadata_info
  pragma_platform pragma_show pragma_storage_info pragma_table_info pragma_user_agent pragma_version query_table range read_blob
  read_csv read_csv_auto read_json read_json_auto read_json_objects read_json_objects_auto read_ndjson read_ndjson_auto
  read_ndjson_objects read_parquet read_text repeat repeat_row seq_scan sniff_csv sql_auto_complete summary test_all_types
  test_vector_types unnest which_secret`.split(/\s+/),
);

/** Scalar functions that DuckDB marks as volatile, though they change nothing outside their connection or their sequence. */
const VOLATILE = new Set(
  `current_connection_id current_query current_query_id current_transaction_id currval error gen_random_uuid nextval random
  setseed sleep_ms stats uuid uuidv4 uuidv7`.split(/\s+/),
);

/** Functions that run a text as SQL, so that the functions in that text cannot be seen. */
const RUNNING = ['query', 'json_execute_serialized_sql'];

/** The functions with side effects of one version of DuckDB. */
export interface SideEffects {
  /** Throws if a text calls one of them. Asks DuckDB's parser if the text contains one of the names. */
  refuse(connection: DuckDBConnection, sql: string): Promise<void>;
}

/** Asks DuckDB for its functions. */
export async function listSideEffects(connection: DuckDBConnection): Promise<SideEffects> {
  const rows = (await (await connection.run(FUNCTIONS)).getRows()) as unknown as readonly [string, string][];
  const listed = rows.filter(([kind, name]) => !(kind === 'scalar' ? VOLATILE : READING).has(name));
  const names = new Set([...RUNNING, ...listed.map(([, name]) => name)].map((name) => name.toLowerCase()));
  const choice = [...names].map((name) => name.replaceAll(/\W/g, '\\$&')).join('|');
  const anywhere = new RegExp(`(?<![a-z0-9_])(?:${choice})(?![a-z0-9_])`, 'i');
  // A comment may stand between the name and its parenthesis.
  const called = new RegExp(`(?<![a-z0-9_])(${choice})"?[^\\w"',;.]*[(/-]`, 'i');
  return {
    async refuse(connection, sql) {
      if (!anywhere.test(sql)) return;
      const functions = await functionsOf(connection, sql);
      const name =
        functions === undefined ? called.exec(sql)?.[1] : functions.find((name) => names.has(name.toLowerCase()));
      if (name !== undefined)
        throw new DatabaseError(
          'read-only',
          `The function ${name.toLowerCase()} is not allowed, because it can change settings or files, or run other statements.`,
        );
    },
  };
}

/** Lists the functions that a SELECT calls, as DuckDB's parser sees them; undefined if DuckDB writes no tree of the statement. */
async function functionsOf(connection: DuckDBConnection, sql: string): Promise<readonly string[] | undefined> {
  const prepared = await connection.prepare('SELECT json_serialize_sql($1::VARCHAR)');
  prepared.bindVarchar(1, sql);
  const rows = await prepared
    .run()
    .then((result) => result.getRows())
    .finally(() => prepared.destroySync());
  const tree: unknown = JSON.parse(String(rows[0]?.[0]));
  if (Object(tree).error !== false) return undefined;
  const names: string[] = [];
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { function_name: name } = node as { function_name?: unknown };
    if (typeof name === 'string') names.push(name);
    for (const child of Object.values(node)) waiting.push(child);
  }
  return names;
}

const FUNCTIONS = `
  SELECT DISTINCT function_type, function_name FROM duckdb_functions()
  WHERE internal AND (function_type = 'table' OR (function_type = 'scalar' AND has_side_effects))`;

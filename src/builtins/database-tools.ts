import type { Tool } from '../core/index.ts';
import type { Databases } from '../databases/index.ts';
import { executeSql } from './execute-sql.ts';
import { searchSchemasTool } from './search-schemas.ts';

/** Returns the built-in tools for databases; none if there is no database. */
export function databaseTools(databases: Databases): readonly Tool[] {
  return databases.sources.length === 0 ? [] : [searchSchemasTool(databases), executeSql(databases)];
}

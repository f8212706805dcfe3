import { type Fields, type Tool, ToolFailure } from '../core/index.ts';
import { DatabaseError, type Databases, searchSchemas } from '../databases/index.ts';
import { defineTool } from '../tools/index.ts';
import { SEARCH_SCHEMAS } from './definitions.ts';
import { describedWithSources } from './described-with-sources.ts';

/** Creates the built-in tool `search_schemas` for these databases. */
export function searchSchemasTool(databases: Databases): Tool {
  return defineTool({
    name: SEARCH_SCHEMAS.name,
    description: describedWithSources(SEARCH_SCHEMAS, databases),
    schema: SEARCH_SCHEMAS.parameters,
    metadata: {
      builtin: true,
      annotations: { title: 'Schema search', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    async invoke(args: Fields, { signal, progress }) {
      const { query, max_tables, max_columns_per_table } = args as unknown as Arguments;
      const most = { tables: max_tables ?? USUAL_TABLES, columns: max_columns_per_table ?? USUAL_COLUMNS };
      try {
        return await searchSchemas(databases, query, most, signal, (tables) => {
          progress({ progress: tables, message: `${tables} tables read` });
        });
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        throw new ToolFailure({ kind: 'reported', message: error.message });
      }
    },
  });
}

/** The arguments, which match the schema of the definition. */
interface Arguments {
  readonly query: string;
  readonly max_tables?: number;
  readonly max_columns_per_table?: number;
}

const USUAL_TABLES = 5;
const USUAL_COLUMNS = 12;

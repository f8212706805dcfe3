import { DISPATCHER, type Fields } from '../core/index.ts';

/** A built-in tool as it is shown to a model. */
export interface BuiltinDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
}

// The descriptions are short and each has an example, because a 3B model must understand them. Without the examples of the two tools
// for databases, a 1.5B model found the answer to 10 of 20 questions instead of 17 (`npm run bench:sql -- --only model`).

export const TOOL_SEARCH: BuiltinDefinition = {
  name: 'tool_search',
  description:
    'Finds more tools. Use it when none of your tools can do what is needed. Say in a few words what the tool should do, ' +
    'for example {"query": "send an email"}.',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What you need, in a few words' },
      most: { type: 'integer', minimum: 1, description: 'Maximum number of tools' },
    },
    required: ['query'],
  },
};

/**
 * Calls tools that were found after the first message. Declaring these would change the cached beginning of the conversation.
 */
export const CALL_TOOL: BuiltinDefinition = {
  name: DISPATCHER,
  description:
    'Calls a tool that tool_search found, or that is listed after a message. Give its name and its arguments, ' +
    'for example {"name": "mail__send", "arguments": {"to": "ann@example.com", "text": "Hello"}}.',
  parameters: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name of the tool, exactly as it was found' },
      arguments: {
        type: 'object',
        description: 'Arguments that match the parameters of the tool',
        additionalProperties: true,
      },
    },
    required: ['name', 'arguments'],
  },
};

export const SEARCH_SCHEMAS: BuiltinDefinition = {
  name: 'search_schemas',
  description:
    'Finds the tables and columns of the databases that match a question, and how the tables are joined. Call it before ' +
    'execute_sql, for example {"query": "orders of a customer"}.',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, description: 'What you want to know, in a few words' },
      max_tables: { type: 'integer', minimum: 1, maximum: 50, description: 'Maximum number of tables, 5 if omitted' },
      max_columns_per_table: {
        type: 'integer',
        minimum: 1,
        maximum: 500,
        description: 'Maximum number of columns for each table, 12 if omitted',
      },
    },
    required: ['query'],
  },
};

export const EXECUTE_SQL: BuiltinDefinition = {
  name: 'execute_sql',
  description:
    'Runs one SQL statement and returns columns and rows. Use only tables and columns that search_schemas returned, for ' +
    'example {"sql": "SELECT count(*) FROM orders"}.',
  parameters: {
    type: 'object',
    properties: {
      sql: { type: 'string', minLength: 1, description: 'One SQL statement' },
      source_id: { type: 'string', description: 'Name of the database. Needed only if there are several.' },
      parameters: {
        type: 'array',
        items: { type: ['string', 'number', 'boolean', 'null'] },
        description: 'Values for the placeholders in the statement, in order',
      },
      max_rows: { type: 'integer', minimum: 1, description: 'Maximum number of rows' },
    },
    required: ['sql'],
  },
};

const PYTHON = 'Runs a Python program and returns what it prints, or the value of its last line.';
const PYTHON_EXAMPLE =
  'There are no files and no network. For example {"code": "print(sum(n * n for n in range(10)))"}.';

/** The description of `python_execution` for a model without other tools. */
export const PYTHON_ALONE = `${PYTHON} Use it to calculate. ${PYTHON_EXAMPLE}`;

export const PYTHON_EXECUTION: BuiltinDefinition = {
  name: 'python_execution',
  description:
    `${PYTHON} Use it to calculate, or to combine several tool calls: loops, conditions, filters. Each of your other tools is a ` +
    'function of the same name: rows = await search_orders(status="open"). Results are plain data: dict, list, str. ' +
    'asyncio.gather runs independent calls at the same time, and help(tool) describes a tool. A call that fails raises an ' +
    `exception. ${PYTHON_EXAMPLE}`,
  parameters: {
    type: 'object',
    properties: { code: { type: 'string', minLength: 1, description: 'The program' } },
    required: ['code'],
  },
};

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect, textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../test/requirements.ts';
import type { Fields, Message, ModelRequest, VisibleTool } from '../../core/index.ts';
import { createPocketBackend } from '../pocket.ts';
import { readDatabaseQuestion } from './database-question.ts';
import { readSchemaText } from './schema-text.ts';

// test/databases/pocket.test.ts asks the questions of a real database.
const pocket = createPocketBackend({ name: 'pocket' });

const text = { type: 'string' };
const search = tool('search_schemas', { query: text, max_tables: { type: 'integer' }, max_columns_per_table: {} }, [
  'query',
]);
const execute = tool('execute_sql', { sql: text, source_id: text }, ['sql']);
const tools = [search, execute];

const SCHEMA = `Database "shop" (SQLite), 2 of 8 tables:

-- Relevance 0.92. Customers who have an account. About 500 rows.
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL, -- Full name, for example "Ada Moser"
  country TEXT, -- ISO code
  vip BOOLEAN
  -- and 3 more columns: email, phone, created_at
);

-- Relevance 0.41.
CREATE TABLE "order" (
  id INTEGER PRIMARY KEY,
  "customer id" INTEGER NOT NULL REFERENCES customers(id),
  "total ""net""" DECIMAL(10,2), -- a comment with CREATE TABLE x (
  placed_at TIMESTAMP WITH TIME ZONE,
  PRIMARY KEY (id, placed_at)
);

Joins:
"order"."customer id" = customers.id`;

const RESULT = '{"columns":[{"name":"n","type":"integer"}],"rows":[[500]],"row_count":1,"truncated":false}';
const COUNT = 'How many customers are there?';

describe('The text of found tables', () => {
  test('Tables and columns are read with their names as a statement writes them', () => {
    expect(readSchemaText(SCHEMA)).toEqual([
      {
        database: 'shop',
        mark: '"',
        hasBackslashEscapes: false,
        name: 'customers',
        sql: 'customers',
        comment: 'Customers who have an account.',
        columns: [
          { name: 'id', sql: 'id', kind: 'number', isKey: true },
          { name: 'name', sql: 'name', kind: 'text', isKey: false },
          { name: 'country', sql: 'country', kind: 'text', isKey: false },
          { name: 'vip', sql: 'vip', kind: 'other', isKey: false },
        ],
      },
      {
        database: 'shop',
        mark: '"',
        hasBackslashEscapes: false,
        name: 'order',
        sql: '"order"',
        comment: '',
        columns: [
          { name: 'id', sql: 'id', kind: 'number', isKey: true },
          { name: 'customer id', sql: '"customer id"', kind: 'number', isKey: true },
          { name: 'total "net"', sql: '"total ""net"""', kind: 'number', isKey: false },
          { name: 'placed_at', sql: 'placed_at', kind: 'date', isKey: false },
        ],
      },
    ]);
  });

  test.each([
    [
      'a table with a schema',
      'CREATE TABLE sales."my orders" (\n  id INTEGER\n);',
      ['sales.my orders', 'sales."my orders"'],
    ],
    ['a name in another quote of the database', 'CREATE TABLE `order` (\n  id INTEGER\n);', undefined],
    ['a statement after the name', 'CREATE TABLE a; DROP TABLE b (\n  id INTEGER\n);', undefined],
    ['an unclosed quote', 'CREATE TABLE "a (\n  id INTEGER\n);', undefined],
    ['a quote in the middle of a name', 'CREATE TABLE "a" x" (\n  id INTEGER\n);', undefined],
    ['a table without columns', 'CREATE TABLE a (\n);', undefined],
    [
      'no table',
      'No table matches the query. Search again with other words.\nDatabase "shop" (SQLite) has 1 table: a',
      undefined,
    ],
    ['only joins', 'Joins:\nCREATE = TABLE', undefined],
  ])('A text with %s gives only names that are safe in a statement', (_, schema, expected) => {
    const [found] = readSchemaText(`Database "shop" (SQLite), 1 of 1 table:\n\n${schema}`);
    expect(found && [found.name, found.sql]).toEqual(expected);
  });

  test('A column whose name is no word and no quotation is left out', () => {
    const schema =
      'CREATE TABLE a (\n  "x"y" TEXT,\n  "x TEXT,\n  z) FROM b -- INTEGER,\n  good TEXT, -- "; DROP TABLE a\n  "b,c" INT\n);';
    expect(readSchemaText(schema)[0]?.columns.map(({ sql }) => sql)).toEqual(['good', '"b,c"']);
  });

  test('Names of MySQL are in backticks', () => {
    const [found] = readSchemaText('Database "x" (MariaDB), 1 of 1 table:\n\nCREATE TABLE `order` (\n  `a``b` int\n);');
    expect(found).toMatchObject({ sql: '`order`', mark: '`', hasBackslashEscapes: true, columns: [{ name: 'a`b' }] });
  });

  const repeated = (part: string) => part.repeat(Math.ceil(3_000_000 / part.length));
  test.each([
    ['tables', repeated('CREATE TABLE a (\n  id INTEGER\n);\n')],
    ['unclosed tables', repeated('CREATE TABLE a (\n')],
    ['columns', `CREATE TABLE a (\n${repeated('  b TEXT,\n')}`],
    ['quotes', `CREATE TABLE ${repeated('"')} (\n`],
    ['quotes in lines', repeated('CREATE TABLE """""""""""" (\n""""""""\n')],
    ['an endless line', `CREATE TABLE a (\n  b ${repeated('TEXT -- ')}`],
    ['fake joins', repeated('Joins:\na.b = c.d\n')],
    ['database lines', repeated('Database "x" (SQLite), 1 of 1 table:\n')],
    ['backslashes in a database line', `Database "${repeated('\\')}`],
    ['line breaks', repeated('\n')],
  ])('Megabytes of %s are read in time, and little of them', (_, schema) => {
    const startedAt = performance.now();
    const tables = readSchemaText(schema);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(tables.length).toBeLessThanOrEqual(16);
    for (const { columns } of tables) expect(columns.length).toBeLessThanOrEqual(64);
  });

  test('Any text gives only names that are plain words or well-formed quotations', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'CREATE TABLE ',
        'CREATE VIEW ',
        ' (\n',
        '  id INTEGER,\n',
        ');\n',
        '"',
        '`',
        '""',
        '.',
        'order',
        '-- ',
      ),
      fc.string({ unit: 'binary', maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        for (const { sql, columns } of readSchemaText(lines.join(''))) {
          for (const name of [sql, ...columns.map((column) => column.sql)])
            expect(name).toMatch(/^(?:[A-Za-z_][\w$]*|"(?:[^"]|"")+")(?:\.(?:[A-Za-z_][\w$]*|"(?:[^"]|"")+"))*$/);
        }
      }),
    );
  });
});

describe('The steps of a question about a database', () => {
  test('Pocket searches the tables, runs one statement and tells the result', async () => {
    const first = await step([user(COUNT)]);
    expect(first.calls).toEqual([
      { name: 'search_schemas', arguments: { query: COUNT, max_tables: 3, max_columns_per_table: 40 } },
    ]);
    const second = await step([user(COUNT), ...exchange([['search_schemas', SCHEMA]])]);
    expect(second.calls).toEqual([
      { name: 'execute_sql', arguments: { sql: 'SELECT count(*) AS n FROM customers', source_id: 'shop' } },
    ]);
    const third = await step([
      user(COUNT),
      ...exchange([
        ['search_schemas', SCHEMA],
        ['execute_sql', RESULT],
      ]),
    ]);
    expect(third).toEqual({ calls: [], answer: 'There are 500 customers.' });
  });

  test.each([
    ['the 2 largest orders', 'SELECT id, "customer id", "total ""net""", placed_at FROM "order" WHERE'],
    ['show the customer "a\\\'; x"', String.raw`lower(name) LIKE lower('%a\''; x%') ESCAPE '!' ORDER BY id`],
  ])('Names and values in the statement for "%s" are quoted', async (question, sql) => {
    const { calls } = await step([user(question), ...exchange([['search_schemas', SCHEMA]])]);
    expect(calls[0]?.arguments).toMatchObject({ sql: expect.stringContaining(sql) });
  });

  test('Pocket does not guess how a database stores yes and no', async () => {
    const messages = [user('how many customers with vip yes'), ...exchange([['search_schemas', SCHEMA]])];
    const { calls, answer } = await step(messages);
    expect(calls).toEqual([]);
    expect(answer).toMatch(/^I do not know how vip stores "yes"\./);
  });

  test('In MySQL, a backslash is escaped', async () => {
    const schema = SCHEMA.replace('SQLite', 'MySQL');
    const { calls } = await step([user('show the customer "a\\"'), ...exchange([['search_schemas', schema]])]);
    expect(calls[0]?.arguments).toMatchObject({ sql: expect.stringContaining(String.raw`lower('%a\\%')`) });
  });

  test.each<[string, Outcome[], string | RegExp]>([
    ['a failed search', [['search_schemas', 'no database', true]], 'search_schemas failed: no database'],
    ['a search without result', [['search_schemas', 'No table matches the query.']], /^I am pocket/],
    ['an empty outcome', [['search_schemas', '']], /^I am pocket/],
    [
      'a failed statement',
      [
        ['search_schemas', SCHEMA],
        ['execute_sql', 'no such table', true],
      ],
      'execute_sql failed: no such table',
    ],
    [
      'a result that is no JSON',
      [
        ['search_schemas', SCHEMA],
        ['execute_sql', 'done'],
      ],
      'done',
    ],
    [
      'a result without rows',
      [
        ['search_schemas', SCHEMA],
        ['execute_sql', '{"columns": [], "rows": []}'],
      ],
      /columns: /,
    ],
    [
      'a third outcome',
      [
        ['search_schemas', SCHEMA],
        ['execute_sql', RESULT],
        ['x', 'y'],
      ],
      /\n\ny$/,
    ],
    ['an outcome of another tool', [['x', 'y']], 'y'],
    [
      'an outcome of another tool after the search',
      [
        ['search_schemas', 'a'],
        ['x', 'y'],
      ],
      'a\n\ny',
    ],
  ])('After %s, the turn ends with an answer', async (_, outcomes, answer) => {
    const told = await step([user(COUNT), ...exchange(outcomes)]);
    expect(told).toEqual({ calls: [], answer: typeof answer === 'string' ? answer : expect.stringMatching(answer) });
  });

  test('The answer for many rows is a short table with shortened cells and the note of the database', async () => {
    const rows = Array.from({ length: 20 }, (_, id) => [id, `a|b\n${'x'.repeat(500)}`, null]);
    const columns = ['id', 'name', 'country'].map((name) => ({ name, type: '' }));
    const result = JSON.stringify({ columns, rows, row_count: 20, truncated: true, note: 'There are more rows.' });
    const outcomes: Outcome[] = [
      ['search_schemas', SCHEMA],
      ['execute_sql', result],
    ];
    const { answer } = await step([user('list the customers'), ...exchange(outcomes)]);
    const lines = answer.split('\n');
    expect(lines.slice(0, 3)).toEqual(['Customers:', '| id | name | country |', '| --- | --- | --- |']);
    expect(lines[3]).toMatch(/^\| 0 \| a\\\|b x{50,60}… \| – \|$/);
    expect(lines.at(-1)).toBe('There are more rows.');
  });

  test('With the choice none, pocket does not ask the database', async () => {
    const choice = { kind: 'none' } as const;
    expect((await step([user(COUNT)], { choice })).calls).toEqual([]);
    expect((await step([user(COUNT), ...exchange([['search_schemas', SCHEMA]])], { choice })).calls).toEqual([]);
  });

  test('With the choice required, pocket asks the database, or calls some tool if the question is about nothing', async () => {
    const choice = { kind: 'required' } as const;
    expect((await step([user(COUNT)], { choice })).calls).toMatchObject([{ name: 'search_schemas' }]);
    const after = [user(COUNT), ...exchange([['search_schemas', SCHEMA]])];
    expect((await step(after, { choice })).calls).toMatchObject([{ name: 'execute_sql' }]);
    expect((await step([user('bananas')], { choice })).calls).toHaveLength(1);
  });

  test('With a named choice, pocket calls that tool and then tells its outcome', async () => {
    const choice = { kind: 'named', name: 'execute_sql' } as const;
    expect((await step([user(COUNT)], { choice })).calls).toMatchObject([{ name: 'execute_sql' }]);
    const after = [user(COUNT), ...exchange([['execute_sql', 'noon']])];
    expect(await step(after, { choice })).toEqual({ calls: [], answer: 'noon' });
  });

  test('A question that names one of the tools calls it directly', async () => {
    expect((await step([user('execute_sql "SELECT 1"')])).calls).toEqual([
      { name: 'execute_sql', arguments: { sql: 'SELECT 1' } },
    ]);
  });

  test.each<[string, VisibleTool[]]>([
    ['execute_sql is missing', [search]],
    ['search_schemas is missing', [execute]],
    ['both belong to the client', tools.map((each) => ({ ...each, owner: 'client' as const }))],
    [
      'search_schemas needs something else',
      [{ ...search, parameters: { ...search.parameters, required: ['query', 'database'] } }, execute],
    ],
    ['execute_sql has another schema', [search, tool('execute_sql', { statement: text }, ['statement'])]],
    [
      'the schemas are malformed',
      [
        { ...search, parameters: { properties: 1 } },
        { ...execute, parameters: {} },
      ],
    ],
  ])('If %s, pocket treats the tools as ordinary ones', async (_, given) => {
    const { calls } = await step([user('newest customer')], { tools: given });
    expect(calls).toEqual([]);
  });

  test('Pocket sends only arguments that the tools have', async () => {
    const given = [tool('search_schemas', { query: text }, ['query']), tool('execute_sql', { sql: text }, ['sql'])];
    expect((await step([user(COUNT)], { tools: given })).calls[0]?.arguments).toEqual({ query: COUNT });
    const after = [user(COUNT), ...exchange([['search_schemas', SCHEMA]])];
    expect((await step(after, { tools: given })).calls[0]?.arguments).toEqual({
      sql: 'SELECT count(*) AS n FROM customers',
    });
  });

  proves('L9', 'Every conversation about a database ends after two calls, whatever the tools return', async () => {
    const word = fc.constantFrom(
      ...'how many|list|the|customers|orders|from|Austria|"x"|most|largest|newest|with|status|email of|Ada|delete|average|?|5'.split(
        '|',
      ),
    );
    const question = fc.array(word, { maxLength: 10 }).map((words) => words.join(' '));
    const outcome = fc.record({
      text: fc.oneof(fc.constantFrom(SCHEMA, RESULT, '', '{}'), fc.string({ maxLength: 60 })),
      isError: fc.boolean(),
    });
    const choice = fc.constantFrom<ModelRequest['choice']>(
      { kind: 'auto' },
      { kind: 'required' },
      { kind: 'named', name: 'search_schemas' },
    );
    await fc.assert(
      fc.asyncProperty(
        question,
        fc.array(outcome, { minLength: 3, maxLength: 3 }),
        choice,
        async (asked, told, choice) => {
          const outcomes: Outcome[] = [];
          for (const { text, isError } of told) {
            const { calls } = await step([user(asked), ...exchange(outcomes)], { choice });
            const [called] = calls;
            if (called === undefined) return;
            expect(calls).toHaveLength(1);
            outcomes.push([called.name, text, isError]);
          }
          throw new Error(`The turn of "${asked}" did not end.`);
        },
      ),
      { numRuns: 400 },
    );
  });
});

test('Any question is read in time', () => {
  const parts = [
    'a ',
    'the ',
    'A ',
    'from A ',
    'of A ',
    'with a ',
    'is ',
    "'a",
    '"a',
    'A de ',
    'most ',
    ' do we have',
    '- ',
    "A's ",
  ];
  const beginnings = ['', 'how many ', 'list ', 'which ', 'what is ', 'list a from A in ', 'how many a with a '];
  const startedAt = performance.now();
  for (const part of parts) {
    for (const beginning of beginnings) {
      for (const end of ['', ' !x', '1', ' "'])
        readDatabaseQuestion(`${(beginning + part.repeat(200)).slice(0, 190)}${end}`);
    }
  }
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(readDatabaseQuestion(`How many ${'a '.repeat(1_000_000)}are there?`)).toBeUndefined();
});

type Outcome = readonly [tool: string, text: string, isError?: boolean];

async function step(messages: readonly Message[], request: Partial<ModelRequest> = {}) {
  const { events } = await collect(pocket, { tools, messages, ...request });
  expect(checkStream(events)).toEqual([]);
  const calls = events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
  return {
    calls: calls.map(({ name, arguments: args }) => ({ name, arguments: JSON.parse(String(args)) as Fields })),
    answer: textOf(events),
  };
}

function tool(name: string, properties: Fields, required: readonly string[]): VisibleTool {
  const parameters = { type: 'object', properties, required };
  return { name, wireName: name, owner: 'gateway', description: 'Asks databases.', parameters };
}

function user(words: string): Message {
  return { role: 'user', content: [{ type: 'text', text: words }] };
}

function exchange(outcomes: readonly Outcome[]): readonly Message[] {
  return outcomes.flatMap(([name, words, isError = false], place): Message[] => [
    { role: 'assistant', content: [], calls: [{ id: `c${place}`, name, arguments: '{}' }] },
    { role: 'tool', callId: `c${place}`, content: [{ type: 'text', text: words }], isError },
  ]);
}

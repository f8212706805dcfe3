import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ensureSampleDatabase } from '../../src/cli/sample-database.ts';
import { type Fields, ToolFailure } from '../../src/core/index.ts';
import { createToolpath, defineTool, type Toolpath } from '../../src/index.ts';
import { printNotes, printTable, printTitle } from '../print.ts';

/** A question, the query whose first value is the answer, and how the question names what the query needs. */
interface Question {
  readonly ask: string;
  readonly sql: string;
}

const QUESTIONS: readonly Question[] = [
  { ask: 'How many customers are there?', sql: 'SELECT count(*) FROM customers' },
  { ask: 'How many different products do we sell?', sql: 'SELECT count(*) FROM products' },
  { ask: 'What is the most expensive product?', sql: 'SELECT name FROM products ORDER BY price DESC LIMIT 1' },
  { ask: 'How many orders were cancelled?', sql: "SELECT count(*) FROM orders WHERE status = 'cancelled'" },
  {
    ask: 'Which country has the most customers?',
    sql: 'SELECT country FROM customers GROUP BY country ORDER BY count(*) DESC LIMIT 1',
  },
  {
    ask: 'What is the price of the product Darjeeling First Flush?',
    sql: "SELECT price FROM products WHERE name = 'Darjeeling First Flush'",
  },
  { ask: 'How many reviews have five stars?', sql: 'SELECT count(*) FROM reviews WHERE rating = 5' },
  {
    ask: 'What is the email address of the customer Ada Moser?',
    sql: "SELECT email FROM customers WHERE name = 'Ada Moser'",
  },
  { ask: 'How many employees work in the shop?', sql: 'SELECT count(*) FROM employees' },
  { ask: 'Who has the highest salary?', sql: 'SELECT name FROM employees ORDER BY salary DESC LIMIT 1' },
  { ask: 'On which day was the latest order placed?', sql: 'SELECT max(placed_on) FROM orders' },
  { ask: 'How many customers read the newsletter?', sql: 'SELECT count(*) FROM customers WHERE newsletter = 1' },
  { ask: 'How many customers live in Austria?', sql: "SELECT count(*) FROM customers WHERE country = 'Austria'" },
  {
    ask: 'How many orders did the customer Ada Moser place?',
    sql: "SELECT count(*) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.name = 'Ada Moser'",
  },
  {
    ask: 'How many products are in the category Green tea?',
    sql: "SELECT count(*) FROM products p JOIN categories c ON c.id = p.category_id WHERE c.name = 'Green tea'",
  },
  {
    ask: 'Which supplier delivers the most products?',
    sql: 'SELECT s.name FROM products p JOIN suppliers s ON s.id = p.supplier_id GROUP BY s.id ORDER BY count(*) DESC LIMIT 1',
  },
  { ask: 'What was the total of the largest order?', sql: 'SELECT max(total) FROM orders' },
  {
    ask: 'Which month had the highest revenue?',
    sql: 'SELECT month FROM monthly_sales ORDER BY revenue DESC LIMIT 1',
  },
  {
    ask: 'Which employee packed the most orders?',
    sql: 'SELECT e.name FROM orders o JOIN employees e ON e.id = o.employee_id GROUP BY e.id ORDER BY count(*) DESC LIMIT 1',
  },
  {
    ask: 'How many pieces of Darjeeling First Flush were ordered in all?',
    sql: "SELECT sum(i.quantity) FROM order_items i JOIN products p ON p.id = i.product_id WHERE p.name = 'Darjeeling First Flush'",
  },
];

/** What the model has in a run. */
interface Help {
  readonly name: string;
  readonly hasSearch: boolean;
  readonly hasNames: boolean;
}

const HELPS: readonly Help[] = [
  { name: 'search_schemas and nearest names', hasSearch: true, hasNames: true },
  { name: 'neither', hasSearch: false, hasNames: false },
  { name: 'nearest names only', hasSearch: false, hasNames: true },
  { name: 'search_schemas only', hasSearch: true, hasNames: false },
];

/**
 * Asks a real model twenty questions over the sample database, with and without our help. `url` is the address of an OpenAI
 * server, `only` the numbers of the runs (from 1), such as "1,2".
 */
export async function measureModel(url: string, only: string | undefined): Promise<void> {
  printTitle('Twenty questions to a real model');
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-model-'));
  const file = path.join(folder, 'sample.db');
  ensureSampleDatabase(file);
  const rows: string[][] = [];
  for (const [place, help] of HELPS.entries()) {
    if (only !== undefined && !only.split(',').includes(String(place + 1))) continue;
    const row = await run(url, file, help);
    rows.push(row);
    console.log(row.join('  ')); // a run takes long, and the next may be interrupted
  }
  printTable(['with', 'found', 'right', 'of', 'statements', 'failed statements'], rows);
  printNotes(
    'An answer is right if its text contains the first value of the reference query.',
    'It is found if the result of a statement contains this value, even if the text of the answer does not.',
  );
  rmSync(folder, { recursive: true });
}

async function run(url: string, file: string, help: Help): Promise<string[]> {
  const toolpath = createToolpath({
    backends: { real: { kind: 'openai', baseUrl: url } },
    model: 'real/qwen2.5-coder-1.5b-instruct',
    databases: { shop: { url: `sqlite:${file}` } },
    builtins: help.hasSearch ? ['search_schemas', 'execute_sql'] : ['execute_sql'],
    limits: { steps: 6 },
  });
  const counts: Counts = { statements: 0, failed: 0, results: '' };
  replaceSql(toolpath, help, counts);
  const database = new DatabaseSync(file, { readOnly: true });
  let right = 0;
  let found = 0;
  for (const { ask, sql } of QUESTIONS) {
    const expected = String(Object.values(database.prepare(sql).get() ?? {})[0]);
    counts.results = '';
    const answer = await answerTo(toolpath, ask);
    const isRight = contains(answer, expected);
    const isFound = contains(counts.results, expected);
    if (isRight) right++;
    if (isFound) found++;
    console.log(
      `${isRight ? 'right' : isFound ? 'FOUND' : 'WRONG'}  ${help.name}: ${ask} (${expected}) → ${answer.replace(/\s+/g, ' ').slice(0, 160)}`,
    );
  }
  database.close();
  await toolpath.close();
  const { length } = QUESTIONS;
  return [help.name, ...[found, right, length, counts.statements, counts.failed].map(String)];
}

/** What the statements of a run did. */
interface Counts {
  statements: number;
  failed: number;
  /** The results for the current question. */
  results: string;
}

async function answerTo(toolpath: Toolpath, question: string): Promise<string> {
  const messages = [{ role: 'user' as const, content: question }];
  const asking = toolpath.ask({ messages, temperature: 0, seed: 1, max_tokens: 200 });
  try {
    return (await asking.message).content ?? '';
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}

/** True if the text has the value as a word of its own: `36` is not in `360`. A number may have separators and zeros behind it. */
function contains(text: string, expected: string): boolean {
  const plain = text.replace(/(\d),(?=\d{3}\b)/g, '$1');
  const escaped = expected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w.])${escaped}0?(?![\\w]|\\.\\d)`, 'i').test(plain);
}

/** Counts the statements, and removes the nearest names from errors if the run has none. */
function replaceSql({ tools }: Toolpath, { hasNames }: Help, counts: Counts): void {
  const own = tools.find('execute_sql');
  if (own === undefined) throw new Error('The tool execute_sql is missing.');
  tools.remove('execute_sql');
  tools.add(
    defineTool({
      name: own.name,
      description: own.description,
      schema: own.schema as object,
      metadata: { builtin: true },
      async invoke(args: Fields, config) {
        counts.statements++;
        try {
          const result = await own.invoke(args as never, config as never);
          counts.results += `${JSON.stringify(result)}\n`;
          return result;
        } catch (error) {
          counts.failed++;
          if (hasNames || !(error instanceof ToolFailure)) throw error;
          const [, plain = error.message] = /^(.*?no such (?:table|column): [^.]+\.)/s.exec(error.message) ?? [];
          throw new ToolFailure({ kind: 'reported', message: plain });
        }
      },
    }),
  );
}

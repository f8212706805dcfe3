import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { databaseTools, EXECUTE_SQL } from '../builtins/index.ts';
import { type Fields, isRecord, type Outcome, readStrictJson, textOf, truncate } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { printable } from '../log/index.ts';
import type { Flags } from '../settings/index.ts';
import { exitCodes, type GatewayCommand } from './command.ts';
import { counted, linesOfTable } from './layout.ts';
import { interruption } from './lifetime.ts';
import type { Terminal } from './terminal.ts';

export const sql: GatewayCommand = {
  name: 'sql',
  usage: 'sql "STATEMENT" [--source NAME] [--max-rows N]',
  summary: 'Run an SQL statement in a database, as a model would',
  details: [
    'Write - to read the statement from standard input. --source is needed only if there are several databases.',
    'The statement has the limits and permissions of the tool execute_sql. With --json, prints what a model receives.',
    '',
    `Example: toolpath sql "SELECT country, count(*) FROM customers GROUP BY country"`,
  ],
  words: { least: 1, most: 1 },
  needs: 'gateway',
  flags: { source: { type: 'string' }, 'max-rows': { type: 'string' } },
  logLevel: 'silent', // the command prints the outcome itself
  needsNoStore: true,
  async run(gateway, [written = ''], { json, terminal, flags }) {
    const { sources } = gateway.databases;
    if (flags.source === undefined && sources.length > 1) {
      terminal.say(`There are several databases. Choose one with --source: ${gateway.databases.listed()}.`);
      return exitCodes.misused;
    }
    const statement = written === '-' ? await text(process.stdin) : written;
    const outcome = await execute(gateway, argumentsOf(statement, flags));
    if (outcome.status === 'error') {
      terminal.say(textOf(outcome.content));
      return exitCodes.failed;
    }
    const result = resultIn(outcome);
    if (json) terminal.print(JSON.stringify(result, null, 2));
    else printResult(result, terminal);
    return exitCodes.ok;
  },
};

function argumentsOf(statement: string, flags: Flags): Fields {
  const { source, 'max-rows': rows } = flags;
  return {
    sql: statement,
    ...(source !== undefined && { source_id: source }),
    ...(rows !== undefined && { max_rows: Number(rows) }),
  };
}

/** Runs the tool even if the settings do not offer it to models. */
function execute({ databases, executor }: Gateway, args: Fields): Promise<Outcome> {
  const tool = databaseTools(databases).find(({ name }) => name === EXECUTE_SQL.name);
  const call = { id: randomUUID(), name: EXECUTE_SQL.name, arguments: args };
  if (tool !== undefined) return executor.execute(call, interruption(), { tool });
  const reason = 'there is no database. Add one to "databases" in toolpath.json';
  return Promise.resolve(executor.refuse(call, { kind: 'gone', tool: EXECUTE_SQL.name, reason }));
}

/** Returns the result as a value; as a text if it was truncated, because `limits.sqlBytes` exceeds `limits.outcomeBytes`. */
function resultIn({ content }: Outcome): unknown {
  const written = textOf(content);
  const json = readStrictJson(written);
  return json.ok ? json.value : written;
}

/** Prints the rows as a table, and remarks on standard error. */
function printResult(result: unknown, terminal: Terminal): void {
  if (typeof result === 'string') terminal.print(terminal.foreign(result));
  if (!isRecord(result)) return;
  const { columns, rows, note, changed_rows: changed } = result;
  if (Array.isArray(columns) && Array.isArray(rows)) {
    const heads = columns.map((column) => cellText(isRecord(column) ? column.name : ''));
    const [head = '', ...lines] = linesOfTable(
      [heads, ...rows.map((row: unknown[]) => row.map(cellText))],
      terminal.width,
    );
    terminal.print([terminal.style('bold', head), ...lines].join('\n'));
    terminal.say(counted(rows.length, 'row'));
  }
  if (typeof changed === 'number') terminal.say(`${counted(changed, 'row')} changed`);
  if (typeof note === 'string') terminal.say(note);
}

function cellText(cell: unknown): string {
  return cell === null ? 'NULL' : truncate(printable(String(cell)), LONGEST_CELL, '…');
}

const LONGEST_CELL = 60;

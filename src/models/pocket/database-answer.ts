import { isRecord, readStrictJson, truncate } from '../../core/index.ts';
import type { FoundTable } from './schema-text.ts';
import type { Telling } from './statement.ts';

/** Tells the result of a statement. Returns undefined if the text is not such a result. */
export function tellResult(text: string, telling: Telling): string | undefined {
  const result = resultIn(text);
  if (result === undefined) return undefined;
  const { names, rows, note } = result;
  const [row] = rows;
  if (telling.kind === 'count') {
    const [number] = row ?? [];
    return typeof number === 'number' || typeof number === 'string' ? countOf(String(number), telling.what) : undefined;
  }
  const { what, most, others = [] } = telling;
  if (row === undefined) return `I found no ${what}.${elsewhere(others)}`;
  const isFull = rows.length === most;
  const head = `${first(what)}:`;
  const body = rows.length === 1 ? linesOf(names, row) : tableOf(names, rows);
  const more = note ?? (isFull ? `These are the first ${rows.length} rows. There may be more.` : '');
  return truncateLines([head, body, more].filter((part) => part !== '').join('\n'));
}

/** Explains what pocket found and which questions it can answer about the tables. */
export function explainTables(reason: string, tables: readonly FoundTable[]): string {
  const names = [...new Set(tables.map(({ name }) => truncate(name, MOST_OF_CELL)))];
  const isOne = names.length === 1;
  const found = `I found the ${isOne ? 'table' : 'tables'} ${names.join(', ')}.`;
  const can = `I can count ${isOne ? 'its' : 'their'} rows, list them, find the largest or smallest, and find a row by its name`;
  const example = names.map((name) => name.replaceAll('_', ' ')).find((name) => /^[a-z][a-z ]*$/i.test(name));
  const asked = example === undefined ? '' : `, for example "How many ${example} are there?"`;
  return `${reason === '' ? '' : `${reason} `}${found} ${can}${asked}. ${CANNOT}`;
}

/** Tells the tables that a search without result lists. Returns undefined if it lists none. */
export function tellTables(text: string): string | undefined {
  const lines = text
    .slice(0, MOST_TOLD)
    .split('\n')
    .filter((line) => /^Database ".* has /.test(line));
  return lines.length === 0
    ? undefined
    : `${lines.join('\n')}\n${CAN}, for example "List the" and the name of a table.`;
}

const CAN = 'I can count the rows of a table, list them, find the largest or smallest, and find a row by its name';
export const ONLY_READS = 'I only read databases and change nothing.';
const CANNOT = 'I cannot join tables, compute averages or sums, or group rows: that needs a language model.';

interface Result {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly note: string | undefined;
}

function resultIn(text: string): Result | undefined {
  const json = text.length <= MOST_READ ? readStrictJson(text.trim()) : undefined;
  if (json?.ok !== true || !isRecord(json.value)) return undefined;
  const { columns, rows, note } = json.value;
  if (!Array.isArray(columns) || !Array.isArray(rows)) return undefined;
  const names = columns.map((column) => (isRecord(column) ? String(column.name) : ''));
  return { names, rows: rows.filter(Array.isArray), note: typeof note === 'string' ? note : undefined };
}

const MOST_READ = 262_144;
const MOST_OF_CELL = 60;
const MOST_OF_VALUE = 400;
const MOST_TOLD = 4_000;

function countOf(number: string, what: string): string {
  if (number === '0') return `There are no ${what}.`;
  return number === '1' ? `There is 1 row: ${what}.` : `There are ${number} ${what}.`;
}

function elsewhere(others: readonly FoundTable[]): string {
  const names = others.map(({ name }) => truncate(name, MOST_OF_CELL));
  return names.length === 0 ? '' : ` I did not look into ${names.join(', ')}: ask again with the name of the table.`;
}

function linesOf(names: readonly string[], row: readonly unknown[]): string {
  return names.map((name, place) => `${name}: ${cellOf(row[place], MOST_OF_VALUE)}`).join('\n');
}

/** Writes a single column as a list, several as a Markdown table. */
function tableOf(names: readonly string[], rows: readonly (readonly unknown[])[]): string {
  if (names.length === 1) return rows.map((row) => `- ${cellOf(row[0], MOST_OF_VALUE)}`).join('\n');
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const body = rows.map((row) => line(names.map((_, place) => cellOf(row[place], MOST_OF_CELL))));
  return [line(names), line(names.map(() => '---')), ...body].join('\n');
}

function cellOf(value: unknown, most: number): string {
  if (value === null || value === undefined) return '–';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return truncate(text.replace(/\s+/g, ' '), most, '…');
}

function truncateLines(text: string): string {
  return truncate(text, MOST_TOLD, '…');
}

function first(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

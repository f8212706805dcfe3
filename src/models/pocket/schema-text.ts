import { readStrictJson } from '../../core/index.ts';

/** A table that `search_schemas` found. All texts come from a database and must not be trusted. */
export interface FoundTable {
  readonly database: string | undefined;
  /** The mark around names that need one. */
  readonly mark: '"' | '`';
  readonly hasBackslashEscapes: boolean;
  readonly name: string;
  /** The name as a statement writes it. */
  readonly sql: string;
  readonly comment: string;
  readonly columns: readonly FoundColumn[];
}

export interface FoundColumn {
  readonly name: string;
  /** The name as a statement writes it. */
  readonly sql: string;
  readonly kind: 'number' | 'date' | 'text' | 'other';
  /** True for a primary key or a reference. */
  readonly isKey: boolean;
}

/** Reads the outcome of `search_schemas`, best table first. Leaves out each line that it cannot read. Takes linear time. */
export function readSchemaText(text: string): readonly FoundTable[] {
  const tables: FoundTable[] = [];
  let database: Pick<FoundTable, 'database' | 'mark' | 'hasBackslashEscapes'> = NO_DATABASE;
  let comment = '';
  let columns: FoundColumn[] | undefined;
  for (const whole of text.slice(0, MOST_CHARACTERS).split('\n', MOST_LINES)) {
    const line = whole.slice(0, MOST_OF_LINE);
    if (columns !== undefined) {
      const column = line.startsWith(')') ? undefined : columnIn(line, database.mark);
      if (line.startsWith(')')) columns = undefined;
      else if (column !== undefined && columns.length < MOST_COLUMNS) columns.push(column);
      continue;
    }
    const [, name, engine = ''] = DATABASE.exec(line) ?? [];
    if (name !== undefined) database = databaseOf(name, engine);
    if (line.startsWith('--')) comment = line.replace(RELEVANCE, '').replace(ROWS, '');
    const [, created = ''] = CREATED.exec(line) ?? [];
    const table = created === '' ? undefined : nameAt(created, database.mark);
    if (table === undefined || table.length < created.length || tables.length >= MOST_TABLES) continue;
    columns = [];
    tables.push({ ...database, name: table.name, sql: table.sql, comment, columns });
    comment = '';
  }
  return tables.filter((table) => table.columns.length > 0);
}

const MOST_CHARACTERS = 65_536;
const MOST_LINES = 2_000;
const MOST_OF_LINE = 1_000;
const MOST_TABLES = 16;
const MOST_COLUMNS = 64;

/** The name is written as JSON. */
const DATABASE = /^Database ("(?:[^"\\]|\\.){1,200}") \(([^()]{1,40})\)/;
const RELEVANCE = /^-- (?:Relevance [\d.]{1,9}\d\.? ?)?/;
const ROWS = / ?About [\d,]{1,30} rows?\.$/;
const CREATED = /^CREATE (?:TABLE|VIEW) (.+) \($/;

const NO_DATABASE = { database: undefined, mark: '"', hasBackslashEscapes: false } as const;

function databaseOf(name: string, engine: string): Pick<FoundTable, 'database' | 'mark' | 'hasBackslashEscapes'> {
  const isMysql = /mysql|mariadb/i.test(engine);
  const written = readStrictJson(name);
  return {
    database: written.ok ? String(written.value) : undefined,
    mark: isMysql ? '`' : '"',
    hasBackslashEscapes: isMysql,
  };
}

/** Reads a line such as `  name TEXT NOT NULL, -- Full name`. Lines about keys and omitted columns are no columns. */
function columnIn(line: string, mark: '"' | '`'): FoundColumn | undefined {
  const said = line.trimStart();
  if (said.startsWith('--') || CONSTRAINT.test(said)) return undefined;
  const column = nameAt(said, mark);
  if (column === undefined) return undefined;
  const definition = said.slice(column.length).replace(/ --.*$/, '');
  const [type = ''] = definition.split(/\b(?:NOT NULL|PRIMARY|REFERENCES|UNIQUE|DEFAULT|CHECK)\b/i, 1);
  const isKey = KEY.test(definition) || KEY_NAME.test(column.name);
  return { name: column.name, sql: column.sql, kind: kindOf(type), isKey };
}

const CONSTRAINT = /^(?:PRIMARY KEY|FOREIGN KEY|UNIQUE|CONSTRAINT|CHECK)\b/;
const KEY = /\b(?:PRIMARY KEY|REFERENCES)\b/;
const KEY_NAME = /^id$|_id$|[a-z]Id$/;

function kindOf(type: string): FoundColumn['kind'] {
  if (/date|time/i.test(type)) return 'date';
  if (/interval|point/i.test(type)) return 'other';
  if (/int|dec|num|real|float|double|money|serial/i.test(type)) return 'number';
  return /char|text|clob|string|enum/i.test(type) ? 'text' : 'other';
}

/** Reads the name at the beginning of a text: words or quoted parts with dots between them. */
function nameAt(text: string, mark: '"' | '`'): { name: string; sql: string; length: number } | undefined {
  const parts = mark === '"' ? NAME : NAME_IN_BACKTICKS;
  const [written = ''] = parts.exec(text) ?? [];
  if (written === '' || written.length > MOST_OF_NAME) return undefined;
  const names = [...written.matchAll(/(["`])((?:(?!\1).|\1\1)+)\1|[^."`]+/g)];
  const name = names.map(([word, quote = '', quoted]) => quoted?.replaceAll(quote + quote, quote) ?? word).join('.');
  return { name, sql: written, length: written.length };
}

const MOST_OF_NAME = 200;
const NAME = /^(?:[A-Za-z_][\w$]*|"(?:[^"\0]|"")+")(?:\.(?:[A-Za-z_][\w$]*|"(?:[^"\0]|"")+")){0,2}(?=\s|,|$)/;
const NAME_IN_BACKTICKS =
  /^(?:[A-Za-z_][\w$]*|`(?:[^`\0]|``)+`)(?:\.(?:[A-Za-z_][\w$]*|`(?:[^`\0]|``)+`)){0,2}(?=\s|,|$)/;

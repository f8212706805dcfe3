import { DatabaseError, type DatabaseErrorKind } from '../database-error.ts';

/** An error of DuckDB, which writes its errors as JSON because we set `errors_as_json`. */
export interface DuckdbError {
  /** DuckDB's own kind, such as `Binder` or `Out of Memory`; empty if the driver threw something else. */
  readonly type: string;
  readonly message: string;
  readonly subtype?: string;
  /** What kind of entry is missing: `Table`, `Scalar Function` … */
  readonly entry?: string;
  readonly name?: string;
  /** Byte offset in the statement. */
  readonly position?: number;
}

/** Reads the error that the driver threw. The driver may write words before DuckDB's JSON. */
export function parseDuckdbError(error: unknown): DuckdbError {
  const told = error instanceof Error ? error.message : String(error);
  const start = told.indexOf('{"exception_type"');
  const fields = start < 0 ? undefined : jsonObject(told.slice(start));
  if (fields === undefined) return { type: '', message: told };
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const [subtype, entry, name, position] = [text('error_subtype'), text('type'), text('name'), text('position')];
  return {
    type: text('exception_type') ?? '',
    message: text('exception_message') ?? told,
    ...(subtype !== undefined && { subtype }),
    ...(entry !== undefined && { entry }),
    ...(name !== undefined && { name }),
    ...(position !== undefined && { position: Number(position) }),
  };
}

/** Returns the DatabaseError for an error of DuckDB. `sql` is the statement if the error's position refers to it. */
export function explainDuckdb(error: unknown, sql?: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const told = parseDuckdbError(error);
  for (const { type, pattern, kind, words, subject } of RULES) {
    if (type !== undefined && told.type !== type) continue;
    const match = pattern.exec(told.message);
    if (match === null) continue;
    const name = subject?.(match, told);
    const message = words?.(match) ?? `${told.type} Error: ${shortened(told.message)}${place(told, sql)}`;
    return new DatabaseError(kind, message, name);
  }
  const message = shortened(told.message);
  return new DatabaseError('other', told.type === '' ? message : `${told.type} Error: ${message}${place(told, sql)}`);
}

/** True if DuckDB refuses every further statement until the database is opened again. */
export function isFatal(error: unknown): boolean {
  const { type } = parseDuckdbError(error);
  return type === 'FATAL' || type === 'Fatal' || type === 'INTERNAL' || type === 'Internal';
}

interface Rule {
  /** DuckDB's kind; any if it is absent. */
  readonly type?: string;
  readonly pattern: RegExp;
  readonly kind: DatabaseErrorKind;
  /** Our words, where those of DuckDB would mislead: it names settings that nobody can change here. */
  readonly words?: (match: RegExpExecArray) => string;
  readonly subject?: (match: RegExpExecArray, told: DuckdbError) => string | undefined;
}

const first = (match: RegExpExecArray) => match[1];

const RULES: readonly Rule[] = [
  { type: 'Parser', pattern: /^/, kind: 'syntax' },
  {
    type: 'Catalog',
    pattern: /^(?:Table|View) with name "?(.+?)"? does not exist/,
    kind: 'unknown-table',
    subject: (match, { name }) => name ?? match[1],
  },
  { type: 'Binder', pattern: /^Referenced table "(.+)" not found/, kind: 'unknown-table', subject: first },
  {
    type: 'Binder',
    pattern: /^Table "(.+)" does not have a column (?:named|with name) "(.+)"/,
    kind: 'unknown-column',
    subject: (match) => `${match[1]}.${match[2]}`,
  },
  {
    type: 'Binder',
    pattern: /^Referenced (?:update )?column "?(.+?)"? not found/,
    kind: 'unknown-column',
    subject: (match, { name }) => name ?? match[1],
  },
  {
    type: 'Out of Memory',
    pattern: /^/,
    kind: 'too-large',
    words: () =>
      'The statement needs more memory than the limit allows. Ask for less: add a WHERE or a LIMIT, or select fewer columns.',
  },
  {
    pattern: /attached in read-only mode|launched in read-only mode/,
    kind: 'read-only',
    words: () => 'The database is read-only, and the statement would change it.',
  },
  {
    pattern:
      /^Can only (?:delete from|update|merge into) base table| is not an table|^can only create an index on a base/,
    kind: 'read-only',
    words: () => 'The statement would change a view or a data file, which is not possible.',
  },
  {
    type: 'Permission',
    pattern: /^Cannot access (?:file|directory) (".*") - /s,
    kind: 'read-only',
    words: (match) =>
      `The statement needs ${shortened(match[1] ?? '')}, and only the tables of this database are within reach. No other file can be read or written.`,
  },
  { type: 'Permission', pattern: /^/, kind: 'read-only' },
  {
    pattern: /Could not set lock on file/,
    kind: 'locked',
    words: () =>
      'The file of the database is locked: another program has it open. Close it there, or try again in a moment.',
  },
  { pattern: /not a valid DuckDB database file|checksum|[Cc]orrupt|Malformed/, kind: 'corrupt' },
  { type: 'Serialization', pattern: /^/, kind: 'corrupt' },
  { type: 'IO', pattern: /^/, kind: 'unreachable' },
];

/** Cuts a long message. The end of DuckDB's long ones advises to change settings. */
function shortened(text: string): string {
  const advice = text.search(ADVICE);
  const kept = (advice < 0 ? text : text.slice(0, advice)).trim();
  return kept.length > MOST_MESSAGE ? `${kept.slice(0, MOST_MESSAGE)}…` : kept;
}

/** Returns the words of the statement where the error is. */
function place({ position }: DuckdbError, sql: string | undefined): string {
  if (position === undefined || sql === undefined) return '';
  const near = Buffer.from(sql)
    .subarray(position, position + SHOWN_BYTES)
    .toString()
    .replaceAll('\uFFFD', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return near === '' ? '' : ` (at: ${near})`;
}

function jsonObject(text: string): ReadonlyMap<string, unknown> | undefined {
  try {
    return new Map(Object.entries(JSON.parse(text) as object));
  } catch {
    return undefined;
  }
}

const ADVICE = /\n\n?(?:Possible solutions|Possible fixes|See also|LINE \d)/;
const MOST_MESSAGE = 1_000;
const SHOWN_BYTES = 40;

import { constants, type DatabaseSync } from 'node:sqlite';

/**
 * Decides what SQLite may compile. For reading it is a list of what is allowed, so anything that SQLite learns later is refused.
 * SQLite asks for every part of a statement before it runs.
 */
export class Authorizer {
  readonly #isWritable: boolean;
  /** What the current statement was denied, in words; undefined if nothing was. */
  denied: string | undefined;

  constructor(isWritable: boolean) {
    this.#isWritable = isWritable;
  }

  reset(): void {
    this.denied = undefined;
  }

  watch(database: DatabaseSync): void {
    database.setAuthorizer((action, first, second) => this.#judge(action, first ?? '', second ?? ''));
  }

  /** Runs our own constant statements, which the rules would refuse. */
  without<Result>(database: DatabaseSync, work: () => Result): Result {
    database.setAuthorizer(null);
    try {
      return work();
    } finally {
      this.watch(database);
    }
  }

  #judge(action: number, first: string, second: string): number {
    if (this.#allows(action, first, second)) return constants.SQLITE_OK;
    this.denied ??= isSchemaTable(first)
      ? 'a change of the schema'
      : `${NAMES.get(action) ?? `action ${action}`}${first === '' ? '' : ` ${first}`}`;
    return constants.SQLITE_DENY;
  }

  #allows(action: number, first: string, second: string): boolean {
    switch (action) {
      case constants.SQLITE_SELECT:
      case constants.SQLITE_READ:
      case constants.SQLITE_RECURSIVE:
        return true;
      case constants.SQLITE_FUNCTION:
        return second.toLowerCase() !== 'load_extension';
      case constants.SQLITE_PRAGMA:
        return READING_PRAGMAS.has(first.toLowerCase());
      default:
        return this.#isWritable && WRITES.has(action);
    }
  }
}

/** A statement that changes the schema first asks to change this table. */
function isSchemaTable(name: string): boolean {
  return /^sqlite_(?:temp_)?(?:master|schema)$/i.test(name);
}

/** Pragmas that only describe the database. With an argument each still only reads. */
const READING_PRAGMAS: ReadonlySet<string> = new Set([
  'collation_list',
  'compile_options',
  'data_version', // a full-text table asks for it
  'database_list',
  'foreign_key_list',
  'function_list',
  'index_info',
  'index_list',
  'index_xinfo',
  'module_list',
  'pragma_list',
  'table_info',
  'table_list',
  'table_xinfo',
]);

/** What a writable source may do in addition. Each statement commits by itself, and no other file is opened. */
const WRITES: ReadonlySet<number> = new Set([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
  constants.SQLITE_CREATE_TABLE,
  constants.SQLITE_CREATE_INDEX,
  constants.SQLITE_CREATE_VIEW,
  constants.SQLITE_CREATE_TRIGGER,
  constants.SQLITE_DROP_TABLE,
  constants.SQLITE_DROP_INDEX,
  constants.SQLITE_DROP_VIEW,
  constants.SQLITE_DROP_TRIGGER,
  constants.SQLITE_ALTER_TABLE,
  constants.SQLITE_REINDEX,
  constants.SQLITE_ANALYZE,
]);

/** The names of SQLite's actions as a statement writes them, such as `CREATE TABLE`. */
const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(constants)
    .filter(
      ([name, code]) =>
        typeof code === 'number' &&
        /^SQLITE_(?:CREATE|DROP|ALTER|INSERT|UPDATE|DELETE|PRAGMA|ATTACH|DETACH|TRANSACTION|SAVEPOINT|REINDEX|ANALYZE|FUNCTION)(?:_|$)/.test(
          name,
        ),
    )
    .map(([name, code]) => [code as number, name.slice('SQLITE_'.length).replaceAll('_', ' ')]),
);

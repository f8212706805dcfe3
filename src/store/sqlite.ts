import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type Continuation, messageOf, type ToolAnnouncement } from '../core/index.ts';
import { type Body, readAnnouncement, readBody } from './body.ts';
import {
  type AnnouncementQuery,
  MOST_OF_ONE_PREFIX,
  SECRET_BYTES,
  type Store,
  type StoreBounds,
  type StoreQuery,
} from './contract.ts';
import { makeFile } from './sqlite-file.ts';
import { type Asked, askedOf, askedOfAnnouncements, type Row, rowOf, rowOfAnnouncement } from './sqlite-rows.ts';
import { prepareSchema, type Refusal, sqliteCode } from './sqlite-schema.ts';
import { prepareStatements, type Statements } from './sqlite-statements.ts';

export type Opened = { readonly ok: true; readonly store: Store } | ({ readonly ok: false } & Refusal);

/**
 * Opens a store in a file, which several processes may share; `clock` must therefore return the wall-clock time. Import this
 * module only where it is needed, because it loads SQLite.
 */
export function openSqliteStore(file: string, bounds: StoreBounds, clock: () => number = Date.now): Opened {
  let database: DatabaseSync | undefined;
  try {
    makeFile(file);
    database = new DatabaseSync(file, { timeout: OPEN_BUSY_MS });
    const refusal = prepareSchema(database, OPEN_BUSY_MS);
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    if (refusal === undefined) return { ok: true, store: new SqliteStore(database, bounds, clock) };
    database.close();
    return { ok: false, ...refusal };
  } catch (error) {
    database?.close();
    return { ok: false, ...refusalOf(error) };
  }
}

class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #bounds: StoreBounds;
  readonly #clock: () => number;
  readonly #statements: Statements;
  #saves = 0;
  #notes: Row[] = [];
  #noteBytes = 0;
  #writing: NodeJS.Timeout | undefined;
  #restsUntilMs = 0;

  constructor(database: DatabaseSync, bounds: StoreBounds, clock: () => number) {
    this.#database = database;
    this.#bounds = bounds;
    this.#clock = clock;
    this.#statements = prepareStatements(database);
  }

  async save(continuation: Continuation): Promise<boolean> {
    this.#checkOpen();
    this.#writeNotes();
    const row = rowOf(continuation, this.#bounds, this.#nowMs());
    return row !== undefined && this.#inTransaction(() => this.#save(row));
  }

  note(continuation: Continuation): void {
    if (this.#database.isOpen) this.#note(rowOf(continuation, this.#bounds, this.#nowMs()));
  }

  async find(query: StoreQuery): Promise<readonly Continuation[]> {
    return this.#find(askedOf(query), (body) => readBody(body, query.key));
  }

  announce(announcement: ToolAnnouncement): void {
    if (this.#database.isOpen) this.#note(rowOfAnnouncement(announcement, this.#bounds, this.#nowMs()));
  }

  async announcements(query: AnnouncementQuery): Promise<readonly ToolAnnouncement[]> {
    return this.#find(askedOfAnnouncements(query), (body) => readAnnouncement(body, query.key));
  }

  async secret(): Promise<Uint8Array> {
    this.#checkOpen();
    this.#statements.addSecret.run({ bytes: randomBytes(SECRET_BYTES) }); // only the first one is kept
    const bytes = this.#statements.secret.get()?.bytes;
    if (bytes instanceof Uint8Array) return bytes;
    throw new Error('The secret in the store is damaged.');
  }

  async close(): Promise<void> {
    if (!this.#database.isOpen) return;
    this.#writeNotes();
    this.#database.close();
  }

  #note(row: Row | undefined): void {
    if (row === undefined) return;
    this.#notes.push(row);
    this.#noteBytes += row.body.bytes;
    if (this.#hasManyNotes()) this.#writeNotes();
    else this.#writing ??= setTimeout(() => this.#writeNotes(), NOTE_MS);
  }

  #hasManyNotes(): boolean {
    return this.#notes.length >= MOST_NOTES || this.#noteBytes >= MOST_NOTE_BYTES;
  }

  #find<T>(asked: Asked, readRow: (body: string) => T | undefined): T[] {
    this.#checkOpen();
    this.#writeNotes();
    const rows = this.#statements.find.all({ ...asked, expiredMs: this.#expiredMs(), most: MOST_OF_ONE_PREFIX });
    const found: T[] = [];
    const stale: number[] = [];
    const staleMs = this.#nowMs() - this.#bounds.continuationMs / USES_IN_A_LIFE;
    for (const { id, usedMs, body } of rows) {
      const one = readRow(String(body));
      if (one === undefined) continue;
      found.push(one);
      if (Number(usedMs) <= staleMs) stale.push(Number(id));
    }
    if (stale.length > 0) this.#use(stale);
    return found;
  }

  #save(row: Row): boolean {
    if (this.#saves++ % SAVES_BETWEEN_SWEEPS === 0) this.#forgetExpired();
    if (row.replaced !== undefined) this.#statements.forgetNamed.run({ call: row.replaced });
    const hasRoom = this.#makeRoom(row.body);
    if (hasRoom) this.#keep(row);
    return hasRoom;
  }

  /**
   * Writes all notes in one transaction, because the transaction is most of the cost. Notes that cannot be written now are
   * lost.
   */
  #writeNotes(): void {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    if (this.#notes.length === 0 || !this.#database.isOpen || performance.now() < this.#restsUntilMs) {
      if (this.#hasManyNotes()) this.#takeNotes();
      return;
    }
    const notes = this.#takeNotes();
    try {
      this.#inTransaction(() => {
        for (const note of notes) this.#save(note);
      });
    } catch {
      // For example, the disk is full or the file is locked. The next `save` or `find` reports it. No notes are written for a
      // while, so that requests need not wait.
      this.#restsUntilMs = performance.now() + REST_MS;
    }
  }

  #takeNotes(): readonly Row[] {
    const notes = this.#notes;
    this.#notes = [];
    this.#noteBytes = 0;
    return notes;
  }

  #checkOpen(): void {
    if (!this.#database.isOpen) throw new Error('The store is closed.');
  }

  #inTransaction<T>(work: () => T): T {
    this.#statements.begin.run();
    try {
      const done = work();
      this.#statements.commit.run();
      return done;
    } catch (error) {
      if (this.#database.isTransaction) this.#statements.rollback.run(); // after some errors SQLite has already rolled back
      throw error;
    }
  }

  #forgetExpired(): void {
    this.#statements.forgetExpired.run({ expiredMs: this.#expiredMs(), most: MOST_EXPIRED_AT_ONCE });
  }

  /**
   * Removes the least recently used rows until a row of this size fits. Removes a few spare rows as well, because removing
   * several at once is cheaper. Returns false if so many small rows would have to be removed that it would take too long now.
   */
  #makeRoom({ bytes }: Body): boolean {
    if (this.#hasRoom(1, bytes)) return true;
    const spare = Math.floor(this.#bounds.continuations * SPARE_PART);
    for (let forgotten = 0; forgotten < MOST_FORGOTTEN_AT_ONCE; forgotten++) {
      this.#statements.forgetOldest.run();
      if (this.#hasRoom(1 + spare, bytes)) return true;
    }
    return this.#hasRoom(1, bytes);
  }

  #hasRoom(count: number, bytes: number): boolean {
    const totals = this.#statements.totals.get();
    const { continuations, storeBytes } = this.#bounds;
    return Number(totals?.count) + count <= continuations && Number(totals?.bytes) + bytes <= storeBytes;
  }

  #keep({ prefix, calls, usedMs, body }: Row): void {
    const added = this.#statements.add.run({ prefix, usedMs, bytes: body.bytes });
    const id = added.lastInsertRowid;
    this.#statements.addBody.run({ id, body: body.text });
    if (calls !== undefined) this.#statements.addCalls.run({ id, calls });
  }

  /**
   * Updates the time of the last use. Ignores errors, such as a full disk or a long lock, because the rows were found anyway.
   */
  #use(ids: readonly number[]): void {
    try {
      this.#statements.use.run({ nowMs: this.#nowMs(), ids: JSON.stringify(ids) });
    } catch {}
  }

  #nowMs(): number {
    return Math.floor(this.#clock());
  }

  #expiredMs(): number {
    return this.#nowMs() - this.#bounds.continuationMs;
  }
}

function refusalOf(error: unknown): Refusal {
  const reason = messageOf(error);
  const code = sqliteCode(error);
  const isDamaged = code === SQLITE_ERROR || code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
  return {
    reason,
    fix: isDamaged
      ? 'Move the file away so that a new one is created, or set "store" to another file.'
      : 'Make the file and its folder writable, or set "store" to another file.',
  };
}

const SQLITE_ERROR = 1; // for example, a table is missing
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

const REST_MS = 5_000;
const NOTE_MS = 50;
const MOST_NOTES = 256;
const MOST_NOTE_BYTES = 4 * 1024 * 1024; // notes are held in memory until they are written
const OPEN_BUSY_MS = 2_000; // several processes may create the file at the same time
const BUSY_MS = 100; // waiting blocks the whole gateway, and other processes write for less than a millisecond
const USES_IN_A_LIFE = 1_000; // with a lifetime of a week, a use is written at most every ten minutes
const SAVES_BETWEEN_SWEEPS = 64; // removing rows together is cheaper, because they share pages
const MOST_EXPIRED_AT_ONCE = 256; // more than are saved between two sweeps, so that a backlog shrinks; takes milliseconds
const SPARE_PART = 1 / 1_000;
const MOST_FORGOTTEN_AT_ONCE = 1_000; // takes about twenty milliseconds

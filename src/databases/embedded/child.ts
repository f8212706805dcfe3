/**
 * The program of a child process that runs an embedded engine. It answers one question at a time. The gateway ends a statement
 * by killing this process, because such an engine blocks its thread or cannot be interrupted reliably.
 */
import { Worker } from 'node:worker_threads';
import type { StatementResult } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import type { Answer, Engine, Opening, PlainError, PlainResult, Question, Watched } from './protocol.ts';

const opening = JSON.parse(process.argv[2] ?? '') as Opening;

const GRACE_MS = 2_000; // the gateway's own limit ends the process first, unless the gateway is gone

const watched: Watched = { isBusy: shared(), limitMs: shared(), memoryBytes: opening.memoryBytes };
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
new Worker(new URL(`./watchdog.${extension}`, import.meta.url), { workerData: watched }).unref();

let engine: Engine | undefined;

process.on('disconnect', () => process.exit());
process.on('message', (question: Question) => {
  void answer(question).then((answered) => {
    Atomics.store(watched.isBusy, 0, 0);
    tell(answered);
  });
});

async function answer(question: Question): Promise<Answer> {
  const ms = question.kind === 'run' ? question.statement.bounds.ms : question.ms;
  Atomics.store(watched.limitMs, 0, ms + GRACE_MS);
  Atomics.store(watched.isBusy, 0, 1);
  Atomics.notify(watched.isBusy, 0);
  try {
    engine ??= await open();
    switch (question.kind) {
      case 'run':
        return { kind: 'result', result: plainResult(await engine.run(question.statement)) };
      case 'schema': {
        const progress = (tables: number) => tell({ kind: 'progress', tables });
        return { kind: 'schema', schema: await engine.readSchema(question.mostTables, progress) };
      }
      case 'version':
        return { kind: 'version', version: await engine.readSchemaVersion() };
      default:
        return question satisfies never;
    }
  } catch (error) {
    return { kind: 'error', error: plainError(error) };
  }
}

/** Imports only the engine that is needed, because starting this process delays the first statement. */
async function open(): Promise<Engine> {
  switch (opening.dialect) {
    case 'sqlite':
      return (await import('./sqlite.ts')).openSqlite(opening);
    case 'duckdb':
      return (await import('./duckdb.ts')).openDuckdb(opening);
    default:
      return opening.dialect satisfies never;
  }
}

function plainResult({ rows, ...others }: StatementResult): PlainResult {
  return { ...others, json: { text: JSON.stringify(rows), count: rows.length } };
}

function plainError(error: unknown): PlainError {
  if (error instanceof DatabaseError) return { kind: error.kind, message: error.message, subject: error.subject };
  return engine?.explain(error) ?? { kind: 'other', message: String(error) };
}

function tell(answered: Answer): void {
  process.send?.(answered);
}

function shared(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

import { DIALECT_NAMES } from './address.ts';
import type { DatabaseError } from './database-error.ts';
import type { Databases } from './databases.ts';
import { nearestNames } from './schema-search/index.ts';
import { schemaSource } from './search.ts';
import type { Source } from './source.ts';

/**
 * Returns the error of a statement as a message that a small model can act on: where it failed, why, and what to do. For a
 * wrong table or column the message has the nearest right names with their types.
 */
export async function explainError(
  error: DatabaseError,
  sql: string,
  source: Source,
  databases: Databases,
): Promise<string> {
  const where = `The statement failed in the database "${source.name}" (${DIALECT_NAMES[source.dialect]}):`;
  const advice = await adviceOn(error, sql, source, databases);
  return [where, sentence(error.message), advice].filter((part) => part !== '').join(' ');
}

async function adviceOn(error: DatabaseError, sql: string, source: Source, databases: Databases): Promise<string> {
  switch (error.kind) {
    case 'unknown-table':
    case 'unknown-column':
      return nearest(error, sql, source, databases);
    case 'read-only':
      return source.isWritable
        ? 'The statement looks like a query, so it was run read-only.'
        : 'Only statements that read are possible here, such as SELECT. Do not try to change the data.';
    case 'not-one-statement':
      return 'Send each statement in a call of its own.';
    case 'syntax':
      return `Check the statement: it must be one statement in the SQL of ${DIALECT_NAMES[source.dialect]}.`;
    case 'timeout':
      return 'Ask for less: add WHERE or LIMIT, or join fewer tables.';
    case 'lost':
      return source.isWritable
        ? 'If it was a change, it may have taken effect: check before you repeat it.'
        : 'Try again.';
    case 'locked':
      return 'Try again in a moment.';
    case 'too-large':
    case 'no-driver':
    case 'unreachable':
    case 'refused':
    case 'unsafe-account':
    case 'corrupt':
    case 'cancelled':
    case 'closed':
    case 'other':
      return '';
    default:
      return error.kind satisfies never;
  }
}

/** Reads the tables if they are not known yet. Without them, the error alone must do. */
async function nearest(error: DatabaseError, sql: string, source: Source, databases: Databases): Promise<string> {
  await source.schema().catch(() => undefined);
  const [known] = schemaSource(source);
  if (known === undefined) return '';
  const index = databases.indexOf(databases.sources.flatMap(schemaSource));
  return nearestNames({ kind: error.kind, subject: error.subject, sql }, known, index) ?? '';
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

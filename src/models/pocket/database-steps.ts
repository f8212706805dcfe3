import type { Fields } from '../../core/index.ts';
import { type CallOutcome, tellOutcome } from './answers.ts';
import { explainTables, tellResult, tellTables } from './database-answer.ts';
import { asksForTables, readDatabaseQuestion } from './database-question.ts';
import { accepted, type DatabaseTools } from './database-tools.ts';
import { readSchemaText } from './schema-text.ts';
import { planFor } from './statement.ts';

export type DatabaseStep =
  | { readonly kind: 'call'; readonly name: string; readonly arguments: Fields }
  | { readonly kind: 'text'; readonly text: string }
  /** No table matches the question, so it is not about a database. */
  | { readonly kind: 'no-table' };

/**
 * Returns the next step of a question about a database: search its tables, run one statement, tell the result. Each tool is
 * called at most once, so the steps end. Returns undefined if the question or the outcomes are no such steps.
 */
export function databaseStep(
  question: string,
  outcomes: readonly CallOutcome[],
  { search, execute }: DatabaseTools,
): DatabaseStep | undefined {
  const asked = readDatabaseQuestion(question);
  if (asked === undefined) return undefined;
  const [searched, executed, ...others] = outcomes;
  if (searched === undefined) return call(search.name, accepted(search, { query: question.trim(), ...MOST }));
  if (searched.tool !== search.name || searched.isError || others.length > 0) return undefined;
  const tables = readSchemaText(searched.text);
  const plan = planFor(asked, question, tables);
  if (plan?.kind !== 'statement' && executed !== undefined) return undefined;
  if (plan === undefined) {
    const listed = asksForTables(question)
      ? tables.length > 0
        ? explainTables('', tables)
        : tellTables(searched.text)
      : undefined;
    return listed === undefined ? { kind: 'no-table' } : say(listed);
  }
  if (plan.kind === 'problem') return say(explainTables(plan.reason, plan.tables));
  const { sql, table, telling } = plan;
  if (executed === undefined) return call(execute.name, accepted(execute, { sql, source_id: table.database }));
  if (executed.tool !== execute.name) return undefined;
  return say((executed.isError ? undefined : tellResult(executed.text, telling)) ?? tellOutcome(executed));
}

/** The question names at most two tables, and a column may be any of its table. */
const MOST = { max_tables: 3, max_columns_per_table: 40 };

function call(name: string, args: Fields): DatabaseStep {
  return { kind: 'call', name, arguments: args };
}

function say(text: string): DatabaseStep {
  return { kind: 'text', text };
}

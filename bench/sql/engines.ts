import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseTools } from '../../src/builtins/index.ts';
import { defaultLimits, silentLog, type Tool } from '../../src/core/index.ts';
import { Databases } from '../../src/databases/index.ts';
import { ToolExecutor, ToolManager } from '../../src/tools/index.ts';
import { measure, type Pace, Series } from '../measure.ts';
import { digits, printNotes, printTable, printTitle } from '../print.ts';
import { type BareDriver, engines, type PreparedEngine } from './bare.ts';

const PACE: Pace = { rounds: 25, batchMs: 100, warmUpMs: 1_000 };
const CANCELLATIONS = 15;

/** Everything fits, so that both sides do the same work. */
const LIMITS = {
  ...defaultLimits,
  sqlMostRows: 20_000,
  sqlBytes: 64 * 1024 * 1024,
  outcomeBytes: 128 * 1024 * 1024,
};

/** Compares a call of `execute_sql` through the executor with the bare driver on the same statements. `only` names one engine. */
export async function compareEngines(only?: string): Promise<void> {
  printTitle('execute_sql and the bare driver');
  const rows: string[][] = [];
  const skipped: string[] = [];
  for (const prepare of engines) {
    if (only !== undefined && prepare.name !== only) continue;
    const engine = await prepare();
    if (typeof engine === 'string') {
      skipped.push(`Not measured: ${engine}.`);
      continue;
    }
    try {
      rows.push(...(await compare(engine)), await introspection(engine));
    } finally {
      await engine.close();
    }
  }
  printTable(['engine, statement', 'bare', 'bare + JSON', 'ours', 'added', 'allowed', ''], rows);
  printNotes(
    'Milliseconds: medians of 25 rounds. "Added" compares with the driver and JSON.stringify of its rows. "Ours" is the whole call: arguments, permit, slots, statement, outcome.',
    '"Cancelled" is the time from the abort until the database has ended the statement; the caller of the tool gets its answer at once. "Delay" is the 99th percentile of the delay of the event loop while a heavy statement runs.',
    ...skipped,
  );
}

async function compare(engine: PreparedEngine): Promise<string[][]> {
  const { name, url, bare, allowedMs } = engine;
  const databases = new Databases({ bench: { url } }, { limits: LIMITS, log: silentLog });
  const tools = new ToolManager();
  tools.add(databaseTools(databases) as Tool[]);
  const executor = new ToolExecutor(tools, { limits: LIMITS });
  const ask = async (sql: string, signal?: AbortSignal) => {
    const args = { sql, max_rows: 20_000 };
    const outcome = await executor.execute({ id: '1', name: 'execute_sql', arguments: args }, signal);
    if (outcome.status === 'error' && signal?.aborted !== true) throw new Error(JSON.stringify(outcome.failure));
  };
  try {
    const small = await pair(
      `${name}, one row`,
      () => bare.query(engine.small),
      () => ask(engine.small),
      allowedMs,
    );
    const many = await pair(
      `${name}, 10,000 rows`,
      () => bare.query(engine.many),
      () => ask(engine.many),
      allowedMs,
    );
    const source = databases.source(undefined);
    const run = (signal: AbortSignal) => source.run(engine.endless, [], 'read', signal).catch(() => undefined);
    const cancelled = await cancellations(name, bare, engine.endless, run);
    const delayed = await delay(name, () => ask(engine.endless, AbortSignal.timeout(2_000)));
    return [small, many, cancelled, delayed];
  } finally {
    await databases.close();
  }
}

/**
 * Compares with the driver alone, and with the driver whose rows are written as JSON: a model reads text, so every tool has to
 * write it. The target applies to the second.
 */
async function pair(name: string, query: () => unknown, ours: () => unknown, leastMs: number): Promise<string[]> {
  const subjects = [
    { name: 'bare', run: query },
    { name: 'json', run: async () => JSON.stringify(await query()) },
    { name: 'ours', run: ours },
  ] as const;
  const costs = await measure(subjects, PACE);
  const [bareMs, jsonMs, oursMs] = [costs.bare, costs.json, costs.ours].map(({ wall }) => wall.median / 1_000);
  const addedMs = costs.ours.wall.minus(costs.json.wall).median / 1_000;
  const allowedMs = Math.max(leastMs, (jsonMs ?? 0) * 0.1);
  const figures = [bareMs ?? 0, jsonMs ?? 0, oursMs ?? 0, addedMs, allowedMs].map(digits);
  return [name, ...figures, verdict(addedMs <= allowedMs)];
}

/** Cancels a running statement several times, on both sides. */
async function cancellations(
  name: string,
  bare: BareDriver,
  endless: string,
  ours: (signal: AbortSignal) => Promise<unknown>,
): Promise<string[]> {
  const oursMs: number[] = [];
  const bareMs: number[] = [];
  for (let round = 0; round < CANCELLATIONS; round++) {
    if (bare.cancel !== undefined) bareMs.push(await bare.cancel(endless));
    const canceller = new AbortController();
    const running = ours(canceller.signal);
    await sleep(100);
    const startedAt = performance.now();
    canceller.abort();
    await running;
    oursMs.push(performance.now() - startedAt);
  }
  const bareText = bareMs.length === 0 ? 'cannot' : digits(new Series(bareMs).median);
  return [`${name}, cancelled`, bareText, '', digits(new Series(oursMs).median), '', '', ''];
}

async function delay(name: string, heavy: () => Promise<unknown>): Promise<string[]> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  const running = heavy();
  await sleep(100);
  histogram.enable();
  await running;
  histogram.disable();
  const p99 = histogram.percentile(99) / 1e6;
  return [`${name}, delay`, '', '', digits(p99), '', '50.0', verdict(p99 < 50)];
}

/** Reads a schema of a thousand tables for the first time. */
async function introspection({ name, url, addTables }: PreparedEngine): Promise<string[]> {
  await addTables();
  const databases = new Databases({ bench: { url } }, { limits: LIMITS, log: silentLog });
  try {
    const startedAt = performance.now();
    await databases.source(undefined).schema();
    const tookMs = performance.now() - startedAt;
    return [`${name}, 1,000 tables`, '', '', digits(tookMs), '', '3000', verdict(tookMs < 3_000)];
  } finally {
    await databases.close();
  }
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}

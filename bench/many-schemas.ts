import { defaultLimits, type Tool } from '../src/core/index.ts';
import { ToolExecutor, ToolManager } from '../src/tools/index.ts';
import { type Memory, memoryHeld, timeOnce } from './measure.ts';
import { jsonSchema, plainTool, rightArguments } from './no-op-tool.ts';
import { digits, megabytes, printNotes, printTable, printTitle, whole } from './print.ts';

const SCHEMAS = 2_000;
const SINGLES = 101;
const LEFT_BYTES = 1024 * 1024; // half a kilobyte a schema: less than any of them takes

export interface Compiling {
  readonly firstEverMs: number;
  readonly firstMs: number;
  /** Still held when the executor that compiled them is gone. */
  readonly leftBytes: number;
  readonly isGivenBack: boolean;
}

/** Only once in a process is nothing compiled yet, so this comes before everything else. */
export function firstCallEver(): Promise<number> {
  return timeOnce(() => callAll([toolWithOwnSchema()], 1));
}

/** What compiling at the first call costs, and what of it stays. */
export async function compileMany(firstEverMs: number): Promise<Compiling> {
  const singles: number[] = [];
  for (let single = 0; single < SINGLES; single++) {
    const tools = [toolWithOwnSchema()];
    singles.push(await timeOnce(() => callAll(tools, 1)));
  }
  const firstMs = singles.toSorted((a, b) => a - b)[SINGLES >> 1] ?? Number.NaN;

  const bounded = await compileAndDrop(defaultLimits.compiledSchemas);
  const unbounded = await compileAndDrop(SCHEMAS);
  const leftBytes = Math.max(bounded.leftBytes, unbounded.leftBytes);

  printTitle('Schemas, compiled at their first call');
  const line = (name: string, compiled: Compiled): string[] => [
    name,
    `${digits(compiled.ms)} ms`,
    `${digits(compiled.ms / SCHEMAS)} ms`,
    megabytes(compiled.keptBytes),
    megabytes(compiled.leftBytes),
  ];
  printTable(
    ['calls', 'in all', 'each', 'heap kept', 'after the executor'],
    [
      line(`${whole(SCHEMAS)} schemas, ${whole(defaultLimits.compiledSchemas)} kept`, bounded),
      line(`${whole(SCHEMAS)} schemas, ${whole(SCHEMAS)} kept`, unbounded),
    ],
  );
  printNotes(
    `The very first call of the process took ${digits(firstEverMs)} ms, the making of the checker included. Afterwards the first call of a new schema takes ${digits(firstMs)} ms (median of ${SINGLES}); every later one only what the table of one call says.`,
    `“Heap kept” is what the executor holds; “after the executor” is what is still held when it and its tools are gone, and should be nothing.`,
  );
  return { firstEverMs, firstMs, leftBytes, isGivenBack: leftBytes < LEFT_BYTES };
}

interface Compiled {
  readonly ms: number;
  readonly keptBytes: number;
  readonly leftBytes: number;
}

async function compileAndDrop(bound: number): Promise<Compiled> {
  const before = await memoryHeld();
  const { ms, kept } = await compileOnce(bound);
  const after = await memoryHeld();
  return {
    ms,
    keptBytes: kept.heapBytes - before.heapBytes,
    leftBytes: after.heapBytes - before.heapBytes,
  };
}

/** A function of its own, so that nothing on the stack holds the executor when it returns. */
async function compileOnce(bound: number): Promise<{ ms: number; kept: Memory }> {
  const tools = Array.from({ length: SCHEMAS }, toolWithOwnSchema);
  let executor: ToolExecutor | undefined;
  const ms = await timeOnce(async () => {
    executor = await callAll(tools, bound);
  });
  const kept = await memoryHeld();
  const outcome = await executor?.execute({ id: 'call_1', name: 'nobody', arguments: {} }); // still alive here
  if (outcome?.status !== 'error') throw new Error('a tool called nobody');
  return { ms, kept };
}

async function callAll(tools: readonly Tool[], compiledSchemas: number): Promise<ToolExecutor> {
  const manager = new ToolManager();
  manager.add(tools);
  const executor = new ToolExecutor(manager, { limits: { compiledSchemas } });
  for (const { name } of tools) {
    const outcome = await executor.execute({ id: 'call_1', name, arguments: rightArguments.value });
    if (outcome.status === 'error') throw new Error(`${name} did not answer`);
  }
  return executor;
}

let made = 0;

/** The five fields, and a sixth that no other schema has. */
function toolWithOwnSchema(): Tool {
  const own = { [`note_${++made}`]: { type: 'string' } };
  return {
    ...plainTool({ ...jsonSchema, properties: { ...jsonSchema.properties, ...own } }),
    name: `tool_${made}`,
  };
}

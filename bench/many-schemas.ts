import { defaultLimits, type Tool } from '../src/core/index.ts';
import { ToolExecutor, ToolManager } from '../src/tools/index.ts';
import { type Memory, memoryHeld, timeOnce } from './measure.ts';
import { jsonSchema, plainTool, rightArguments } from './no-op-tool.ts';
import { digits, megabytes, printNotes, printTable, printTitle, whole } from './print.ts';

const SCHEMAS = 2_000;
const SINGLES = 101;
const LEFT_BYTES = 1024 * 1024; // half a kilobyte per schema, which is less than any compiled schema takes

export interface Compiling {
  readonly firstEverMs: number;
  readonly firstMs: number;
  /** Heap still held after the executor that compiled the schemas was dropped. */
  readonly leftBytes: number;
  readonly isGivenBack: boolean;
}

/** Measures the first call of the process in ms. Run it before everything else, while nothing is compiled yet. */
export function firstCallEver(): Promise<number> {
  return timeOnce(() => callAll([toolWithOwnSchema()], 1));
}

/** Measures the time and memory of compiling schemas at their first call, and the memory that is never released. */
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

  printTitle('Schemas compiled at their first call');
  const line = (name: string, compiled: Compiled): string[] => [
    name,
    `${digits(compiled.ms)} ms`,
    `${digits(compiled.ms / SCHEMAS)} ms`,
    megabytes(compiled.keptBytes),
    megabytes(compiled.leftBytes),
  ];
  printTable(
    ['schemas', 'total', 'each', 'heap held', 'heap left'],
    [
      line(`${whole(SCHEMAS)} compiled, ${whole(defaultLimits.compiledSchemas)} cached`, bounded),
      line(`${whole(SCHEMAS)} compiled, ${whole(SCHEMAS)} cached`, unbounded),
    ],
  );
  printNotes(
    `The first call of the process took ${digits(firstEverMs)} ms, including the creation of the validator. After that, the first call with a new schema takes ${digits(firstMs)} ms (median of ${SINGLES}). Later calls take as long as in the table for one call.`,
    `“heap held” is the memory that the executor holds. “heap left” is the memory still held after the executor and its tools were dropped; it should be zero.`,
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

/** A separate function, so that no variable on the stack refers to the executor after it returns. */
async function compileOnce(bound: number): Promise<{ ms: number; kept: Memory }> {
  const tools = Array.from({ length: SCHEMAS }, toolWithOwnSchema);
  let executor: ToolExecutor | undefined;
  const ms = await timeOnce(async () => {
    executor = await callAll(tools, bound);
  });
  const kept = await memoryHeld();
  const outcome = await executor?.execute({ id: 'call_1', name: 'nobody', arguments: {} }); // keeps the executor alive until here
  if (outcome?.status !== 'error') throw new Error('The unknown tool "nobody" was executed.');
  return { ms, kept };
}

async function callAll(tools: readonly Tool[], compiledSchemas: number): Promise<ToolExecutor> {
  const manager = new ToolManager();
  manager.add(tools);
  const executor = new ToolExecutor(manager, { limits: { compiledSchemas } });
  for (const { name } of tools) {
    const outcome = await executor.execute({ id: 'call_1', name, arguments: rightArguments.value });
    if (outcome.status === 'error') throw new Error(`The call of "${name}" failed.`);
  }
  return executor;
}

let made = 0;

/** Returns a tool whose schema has the five common properties and a sixth that no other schema has. */
function toolWithOwnSchema(): Tool {
  const own = { [`note_${++made}`]: { type: 'string' } };
  return {
    ...plainTool({ ...jsonSchema, properties: { ...jsonSchema.properties, ...own } }),
    name: `tool_${made}`,
  };
}

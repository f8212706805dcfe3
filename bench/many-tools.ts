import type { Tool } from '../src/core/index.ts';
import { ToolExecutor, ToolManager } from '../src/tools/index.ts';
import { type Cost, measure, type Pace } from './measure.ts';
import { jsonSchema, langChain, plainTool } from './no-op-tool.ts';
import { digits, middleHalf, printNotes, printTable, printTitle, range, whole } from './print.ts';

const TOOLS = 10_000;
const pace: Pace = { rounds: 15, batchMs: 30, warmUpMs: 300 };

/** Measures the worst cases of a lookup by name in one plain array: the last tool and an unknown name. Returns the slowest case. */
export async function findAmongMany(): Promise<Cost> {
  const plain = managerOf(plainObject);
  const mixed = managerOf((place) => ([plainObject, mcpLike, langChainMade][place % 3] ?? plainObject)(place));
  const executor = new ToolExecutor(plain);
  const last = fromWire(nameOf(TOOLS - 1));
  const absent = fromWire(nameOf(TOOLS));
  const strange = fromWire('z'.repeat(last.length));
  const guess = await nearestTo(executor, absent);

  const finding = await measure(
    [
      { name: 'find the last tool, plain objects', run: () => found(plain.find(last)) },
      { name: 'find an unknown name, plain objects', run: () => plain.find(absent) },
      { name: 'find the last tool, mixed shapes', run: () => found(mixed.find(last)) },
      { name: 'find an unknown name, mixed shapes', run: () => mixed.find(absent) },
    ],
    pace,
  );
  const unknown = await measure(
    [
      { name: 'execute an unknown name, similar to many', run: () => execute(executor, absent) },
      { name: 'execute an unknown name, similar to none', run: () => execute(executor, strange) },
    ],
    pace,
  );
  printTitle(`${whole(TOOLS)} tools in one plain array, µs`);
  printTable(
    ['row', 'median', 'middle half', 'min..max', 'cpu'],
    Object.entries({ ...finding, ...unknown }).map(([name, { wall, cpu }]) => [
      name,
      digits(wall.median),
      middleHalf(wall),
      range(wall),
      digits(cpu.median),
    ]),
  );
  printNotes(
    `The names have the same length and differ only at the end (${nameOf(0)}), and the name to find is a string decoded from bytes, as from a request: such strings are the slowest to compare. “mixed shapes”: plain objects, MCP-like tools with metadata, and LangChain tools. “execute an unknown name” includes the Outcome, which lists known names and the nearest one (“${guess}” for “${absent}”).`,
  );
  return Object.values(finding).reduce((a, b) => (a.wall.median > b.wall.median ? a : b));
}

function managerOf(make: (place: number) => Tool): ToolManager {
  const manager = new ToolManager();
  manager.add(Array.from({ length: TOOLS }, (_, place) => make(place)));
  return manager;
}

function nameOf(place: number): string {
  return `warehouse_inventory_lookup_${String(place).padStart(5, '0')}`;
}

function plainObject(place: number): Tool {
  return { ...plainTool(jsonSchema), name: nameOf(place) };
}

function mcpLike(place: number): Tool {
  return { ...plainObject(place), metadata: { server: 'warehouse', tool: `lookup_${place}` } };
}

function langChainMade(place: number): Tool {
  return Object.assign(langChain(), { name: nameOf(place) });
}

function fromWire(text: string): string {
  return Buffer.from(text).toString();
}

function found(tool: Tool | undefined): Tool {
  if (tool === undefined) throw new Error('The tool was not found.');
  return tool;
}

function execute(executor: ToolExecutor, name: string) {
  return executor.execute({ id: 'call_1', name, arguments: {} });
}

async function nearestTo(executor: ToolExecutor, name: string): Promise<string> {
  const outcome = await execute(executor, name);
  const failure = outcome.status === 'error' ? outcome.failure : undefined;
  if (failure?.kind !== 'unknown-tool' || failure.nearest === undefined)
    throw new Error('The outcome suggests no nearest name.');
  return failure.nearest;
}

import { type CountingLog, countingLog } from './counting-log.ts';
import { type Cost, difference, measure, type Pace, type Subject } from './measure.ts';
import {
  bareInvoke,
  jsonSchema,
  langChain,
  plainTool,
  rightArguments,
  throughExecuteTool,
  throughGenerateText,
  throughOurs,
  throughToolNode,
  type Way,
  wrongArguments,
  zodSchema,
} from './no-op-tool.ts';
import { digits, middleHalf, printNotes, printTable, printTitle, range } from './print.ts';

export type RowName =
  | 'bare invoke'
  | 'ours'
  | 'ours, measured again'
  | 'ours, zod'
  | 'ours, zod, JSON text'
  | 'ours, zod, JSON text ×10'
  | 'ours, caller’s signal'
  | 'ours, pino log'
  | 'LangChain bare invoke'
  | 'LangChain in ours'
  | 'LangChain in ours ×10'
  | 'LangChain in ToolNode'
  | 'LangChain in ToolNode ×10'
  | 'AI SDK step, no call'
  | 'AI SDK step, 1 call'
  | 'AI SDK step, 10 calls'
  | 'AI SDK executeTool';

export interface CallCosts {
  readonly of: Record<RowName, Cost>;
  /** Time that the AI SDK's tool execution adds to a step with a single call. */
  readonly aiSdkOne: Cost;
  /** The same per call in a step with ten concurrent calls. */
  readonly aiSdkOfTen: Cost;
}

const pace: Pace = { rounds: 31, batchMs: 25, warmUpMs: 600 };

/** Measures one no-op tool: invoked directly, through Toolpath's executor, and through other libraries. */
export async function compareOneCall(): Promise<CallCosts> {
  const log = countingLog();
  const rows = makeRows(log);
  const seen = new Map<RowName, string>();
  for (const row of rows) seen.set(row.name, await tryWrongArgument(row));
  const of = await measure(rows, pace);
  const aiSdkOne = difference(of['AI SDK step, 1 call'], of['AI SDK step, no call']);
  const aiSdkOfTen = difference(of['AI SDK step, 10 calls'], of['AI SDK step, no call'], 10);

  printTitle('One call of a no-op tool with a five-field schema, µs');
  const line = (name: string, cost: Cost, added: string, checked = ''): string[] => [
    name,
    digits(cost.wall.median),
    middleHalf(cost.wall),
    range(cost.wall),
    digits(cost.cpu.median),
    added,
    checked,
  ];
  printTable(
    ['row', 'median', 'middle half', 'min..max', 'cpu', 'added', 'wrong argument'],
    [
      ...rows.map(({ name, base }) => {
        const added = base === undefined ? '' : `+${digits(difference(of[name], of[base]).wall.median)}`;
        return line(name, of[name], added, seen.get(name));
      }),
      line('= AI SDK tool part, 1 call', aiSdkOne, '', seen.get('AI SDK step, 1 call')),
      line('= AI SDK tool part, each of 10', aiSdkOfTen, '', seen.get('AI SDK step, 10 calls')),
    ],
  );
  printNotes(
    `After ${pace.warmUpMs} ms of warm-up, each row runs ${pace.rounds} rounds of ${pace.batchMs} ms. The rounds of all rows are interleaved, in a different order each time; calls are awaited one after the other. Median, middle half and min..max are elapsed times over the rounds. “cpu” is the processor time of all threads; other programs on the machine disturb it less. “added” is the median of the differences, round by round, to the bare invoke of the same tool. “wrong argument” is what happens if one of the five fields has an invalid value. “ours” is Toolpath’s executor.`,
    controlNote(of),
    `The log wrote ${log.lines()} lines for ${log.executions()} executions, ${log.bytesPerLine()} bytes per line.`,
    '',
    'Each row includes:',
    ...rows.map(({ name, includes }) => `- ${name}: ${includes}`),
    '- = AI SDK tool part, 1 call: the step with one call minus the step without calls. It includes parsing the JSON text, zod, the execution, and adding the result to the step’s content and messages; it excludes the model and the prompt.',
    '- = AI SDK tool part, each of 10: the step with ten calls minus the step without calls, divided by ten, so that ten calls share the fixed cost of a step.',
  );
  return { of, aiSdkOne, aiSdkOfTen };
}

interface Row extends Subject<RowName> {
  readonly way: Way;
  readonly includes: string;
  /** Row of the bare invoke of the same tool. */
  readonly base?: RowName;
}

function makeRows(log: CountingLog): Row[] {
  const none = throughGenerateText(0);
  const one = throughGenerateText(1);
  const ten = throughGenerateText(10);
  const logged = throughOurs(plainTool(jsonSchema), { log: log.log });
  const plain = { base: 'bare invoke' } as const;
  const real = { base: 'LangChain bare invoke' } as const;
  return [
    row(
      'bare invoke',
      bareInvoke(plainTool(jsonSchema)),
      'await tool.invoke(args) of a plain object, and nothing else.',
    ),
    row(
      'ours',
      throughOurs(plainTool(jsonSchema)),
      'lookup, bounds, JSON Schema validation (ajv), permit, concurrency slots, timeout with a real AbortSignal, invoke, conversion into an Outcome, timing. No log.',
      plain,
    ),
    row(
      'ours, measured again',
      throughOurs(plainTool(jsonSchema)),
      'a second executor with the same options, as the control.',
      plain,
    ),
    row('ours, zod', throughOurs(plainTool(zodSchema)), 'the same with zod 4 as the validator.', plain),
    row(
      'ours, zod, JSON text',
      throughOurs(plainTool(zodSchema), { asText: true }),
      'the arguments are JSON text, as a model writes them and as the AI SDK receives them: parse, zod, execute.',
      plain,
    ),
    row(
      'ours, zod, JSON text ×10',
      throughOurs(plainTool(zodSchema), { asText: true, calls: 10 }),
      'ten such calls concurrently; the time is divided by ten.',
      { ...plain, callsPerRun: 10 },
    ),
    row(
      'ours, caller’s signal',
      throughOurs(plainTool(jsonSchema), { signal: new AbortController().signal }),
      'like “ours”, and listens to an AbortSignal that all calls share.',
      plain,
    ),
    row(
      'ours, pino log',
      (args) => {
        log.countExecution();
        return logged(args);
      },
      'like “ours”, and src/log writes every execution, redacted, as a JSON line to a stream that discards it.',
      plain,
    ),
    row(
      'LangChain bare invoke',
      bareInvoke(langChain()),
      'await tool.invoke(args) of a real tool() with the zod schema, including its validation, callback manager and run config; tracing is off.',
    ),
    row(
      'LangChain in ours',
      throughOurs(langChain()),
      'the same LangChain tool, unchanged, in Toolpath’s executor: Toolpath’s JSON Schema validation, then the tool’s own zod; the tool returns a ToolMessage.',
      real,
    ),
    row(
      'LangChain in ours ×10',
      throughOurs(langChain(), { calls: 10 }),
      'ten such calls concurrently; the time is divided by ten.',
      {
        ...real,
        callsPerRun: 10,
      },
    ),
    row(
      'LangChain in ToolNode',
      throughToolNode(),
      'node.invoke({ messages }) of @langchain/langgraph; node and AIMessage are created in advance. Only the tool itself validates; there are no timeouts and no limits.',
      real,
    ),
    row(
      'LangChain in ToolNode ×10',
      throughToolNode(10),
      'ten calls in one message, which ToolNode runs concurrently; the time is divided by ten, so that ten calls share the fixed cost of a message.',
      { ...real, callsPerRun: 10 },
    ),
    row(
      'AI SDK step, no call',
      none.way,
      'generateText with a MockLanguageModelV4 that is offered the tool and answers with one word. This time is subtracted from the next two rows.',
      { tidy: none.tidy },
    ),
    row(
      'AI SDK step, 1 call',
      one.way,
      'the same with a model that makes one call; the SDK parses JSON text and validates with zod. By default it has no timeout.',
      { tidy: one.tidy },
    ),
    row('AI SDK step, 10 calls', ten.way, 'the same with a model that makes ten calls; µs for the complete step.', {
      tidy: ten.tidy,
    }),
    row(
      'AI SDK executeTool',
      throughExecuteTool(),
      'executeTool of @ai-sdk/provider-utils, the innermost part: an async generator around tool.execute. It does no lookup, validation or timing, so it is not comparable with an executor.',
    ),
  ];
}

function row(
  name: RowName,
  way: Way,
  includes: string,
  more: Pick<Partial<Row>, 'base' | 'callsPerRun' | 'tidy'> = {},
): Row {
  return { name, way, includes, run: () => way(rightArguments), ...more };
}

/** Runs the row once with valid and once with invalid arguments. Returns how it handled the invalid ones. */
async function tryWrongArgument({ name, way }: Row): Promise<string> {
  if (!(await way(rightArguments))) throw new Error(`"${name}": the tool did not run.`);
  if (name === 'AI SDK step, no call') return '';
  const ran = await way(wrongArguments).catch(() => false);
  return ran ? 'not checked' : 'rejected';
}

function controlNote(of: CallCosts['of']): string {
  const { ours, 'ours, measured again': again } = of;
  const apart = (a: number, b: number): string => `${digits(Math.abs(100 * (a / b - 1)))} %`;
  return `Control: two measurements of the same executor differ by ${apart(again.wall.median, ours.wall.median)} in elapsed time and by ${apart(again.cpu.median, ours.cpu.median)} in processor time. A smaller difference between two rows is noise.`;
}

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
  /** What the AI SDK's tool execution adds to a step: a single call, and each of ten at once. */
  readonly aiSdkOne: Cost;
  readonly aiSdkOfTen: Cost;
}

const pace: Pace = { rounds: 31, batchMs: 25, warmUpMs: 600 };

/** The same no-op tool, bare, through our executor, and through the peers. */
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
    `${pace.rounds} rounds of ${pace.batchMs} ms for each row, interleaved, each round in another order, after ${pace.warmUpMs} ms of warm-up each; calls one after the other, awaited. Median, middle half and min..max are over the rounds, by the clock; “cpu” is the processor time of all threads, which a busy neighbour disturbs less. “Added” is the median of the differences, round by round, to the bare invoke of the same tool. “Wrong argument” is what was seen when one of the five fields had a wrong value.`,
    controlNote(of),
    `The log wrote ${log.lines()} lines for ${log.executions()} executions, ${log.bytesPerLine()} bytes a line.`,
    '',
    'What each row includes:',
    ...rows.map(({ name, includes }) => `- ${name}: ${includes}`),
    '- = AI SDK tool part, 1 call: the step with one call minus the step without. Parsing the JSON text, zod, executing, and the result’s way into the step’s content and messages; not the model, not the prompt.',
    '- = AI SDK tool part, each of 10: ten calls minus none, a tenth of it: what a step pays once is shared by ten.',
  );
  return { of, aiSdkOne, aiSdkOfTen };
}

interface Row extends Subject<RowName> {
  readonly way: Way;
  readonly includes: string;
  /** The same tool without anything around it. */
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
    row('bare invoke', bareInvoke(plainTool(jsonSchema)), 'await tool.invoke(args) of a plain object, nothing else.'),
    row(
      'ours',
      throughOurs(plainTool(jsonSchema)),
      'find, bounds, JSON Schema check (ajv), permit, places, timeout with a real AbortSignal, invoke, settling into an Outcome, clock. No log.',
      plain,
    ),
    row(
      'ours, measured again',
      throughOurs(plainTool(jsonSchema)),
      'another executor of the same make: the control.',
      plain,
    ),
    row('ours, zod', throughOurs(plainTool(zodSchema)), 'the same with zod 4 as the check.', plain),
    row(
      'ours, zod, JSON text',
      throughOurs(plainTool(zodSchema), { asText: true }),
      'the arguments come as the text a model writes, as in the AI SDK: parse, zod, execute.',
      plain,
    ),
    row(
      'ours, zod, JSON text ×10',
      throughOurs(plainTool(zodSchema), { asText: true, calls: 10 }),
      'ten of them at once, a tenth of it.',
      { ...plain, callsPerRun: 10 },
    ),
    row(
      'ours, caller’s signal',
      throughOurs(plainTool(jsonSchema), { signal: new AbortController().signal }),
      'and listens to an AbortSignal that lives through all calls.',
      plain,
    ),
    row(
      'ours, pino log',
      (args) => {
        log.countExecution();
        return logged(args);
      },
      'and src/log writes every execution, redacted, as a JSON line to a stream that drops it.',
      plain,
    ),
    row(
      'LangChain bare invoke',
      bareInvoke(langChain()),
      'await tool.invoke(args) of a real tool() with the zod schema, which it validates; its callback manager and run config; tracing off.',
    ),
    row(
      'LangChain in ours',
      throughOurs(langChain()),
      'that tool in our executor, untouched: our JSON Schema check, then the tool’s own zod, and the tool answers with a ToolMessage.',
      real,
    ),
    row('LangChain in ours ×10', throughOurs(langChain(), { calls: 10 }), 'ten of them at once, a tenth of it.', {
      ...real,
      callsPerRun: 10,
    }),
    row(
      'LangChain in ToolNode',
      throughToolNode(),
      'node.invoke({ messages }) of @langchain/langgraph; node and AIMessage made beforehand. The check is the tool’s own; no timeout, no limits.',
      real,
    ),
    row(
      'LangChain in ToolNode ×10',
      throughToolNode(10),
      'ten calls in one message, which it runs at once, a tenth of it: what a message pays once is shared by ten.',
      { ...real, callsPerRun: 10 },
    ),
    row(
      'AI SDK step, no call',
      none.way,
      'generateText with MockLanguageModelV4 answering a word, the tool offered: the base to take off.',
      { tidy: none.tidy },
    ),
    row(
      'AI SDK step, 1 call',
      one.way,
      'the same, the model asking for one call; JSON text and zod, as the SDK does. No timeout unless asked for.',
      { tidy: one.tidy },
    ),
    row('AI SDK step, 10 calls', ten.way, 'the same, the model asking for ten calls; µs for the whole step.', {
      tidy: ten.tidy,
    }),
    row(
      'AI SDK executeTool',
      throughExecuteTool(),
      'executeTool of @ai-sdk/provider-utils, the innermost part, an async generator around tool.execute. It validates nothing, finds nothing, times nothing: no peer of an executor.',
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

/** Runs the row once with right arguments and once with wrong ones, and tells what came of it. */
async function tryWrongArgument({ name, way }: Row): Promise<string> {
  if (!(await way(rightArguments))) throw new Error(`${name}: the tool did not answer`);
  if (name === 'AI SDK step, no call') return '';
  const ran = await way(wrongArguments).catch(() => false);
  return ran ? 'not checked' : 'refused';
}

function controlNote(of: CallCosts['of']): string {
  const { ours, 'ours, measured again': again } = of;
  const apart = (a: number, b: number): string => `${digits(Math.abs(100 * (a / b - 1)))} %`;
  return `Control: the same executor measured twice differs by ${apart(again.wall.median, ours.wall.median)} by the clock and ${apart(again.cpu.median, ours.cpu.median)} in processor time. A smaller difference between two rows means nothing.`;
}

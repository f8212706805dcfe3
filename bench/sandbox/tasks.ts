import { defaultLimits, type ModelRequest } from '../../src/core/index.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { ScriptedBackend, type ScriptedStep } from '../../test/scripted-backend.ts';
import { testTurns, user } from '../../test/turns.ts';
import { printNotes, printTable, printTitle, whole } from '../print.ts';
import { shopTools } from './shop.ts';

/** Compares native calls with programs for the same tasks. A script plays the model, and asks for exactly what the task needs. */
export async function compareTasks(): Promise<void> {
  printTitle('Native calls and programs: model calls and tokens of the same task');
  const sandbox = openSandbox({ limits: defaultLimits, python: { engines: ['monty'], cache: '.toolpath' } });
  const rows: string[][] = [];
  for (const task of TASKS) {
    const native = await play(task.native, sandbox, 'native');
    const code = await play([programStep(task.program), { text: task.answer }], sandbox, 'code');
    rows.push([
      task.name,
      `${native.requests} / ${code.requests}`,
      `${whole(native.prompt)} / ${whole(code.prompt)}`,
      `${whole(native.answer)} / ${whole(code.answer)}`,
      `${Math.round((100 * (code.prompt + code.answer)) / (native.prompt + native.answer))} %`,
    ]);
  }
  await sandbox.close();
  printTable(
    ['task (native / program)', 'model calls', 'prompt tokens', 'answer tokens', 'tokens of the program'],
    rows,
  );
  printNotes(
    'Tokens are estimated as four characters each, over complete requests: prompts are sent again for every model call, although a provider may cache them.',
    'Code mode loses where one call is the whole task: its instructions are longer than the declaration of the tools.',
  );
}

/** One task: the steps of a model with native calls, and the program of the same model. */
interface Task {
  readonly name: string;
  readonly native: readonly ScriptedStep[];
  readonly program: string;
  readonly answer: string;
}

let ids = 0;
const call = (name: string, args: object) => ({ id: `call${ids++}`, name, arguments: JSON.stringify(args) });
const calls = (...made: readonly ReturnType<typeof call>[]): ScriptedStep => ({ calls: made });
const programStep = (program: string): ScriptedStep => ({ text: `\`\`\`python\n${program}\n\`\`\`` });

const TASKS: readonly Task[] = [
  {
    name: 'five steps, each needs the one before',
    native: [
      calls(call('list_orders', { customer: 'Anna' })),
      calls(call('get_order', { id: 'A1' })),
      calls(call('get_order', { id: 'A2' })),
      calls(call('get_order', { id: 'A3' })),
      calls(call('get_stock', { product: 'coffee' })),
      { text: 'Anna ordered coffee for 14.50 euros; 45 pieces are in stock.' },
    ],
    program:
      'best = max([get_order(id=i) for i in list_orders(customer="Anna")], key=lambda o: o["total"])\nprint(best, get_stock(product=best["product"]))',
    answer: 'Anna ordered coffee for 14.50 euros; 45 pieces are in stock.',
  },
  {
    name: 'five independent calls at once',
    native: [
      calls(...['Oslo', 'Rome', 'Cairo', 'Paris', 'Lima'].map((city) => call('get_temperature', { city }))),
      { text: 'Cairo is the warmest, with 29 degrees.' },
    ],
    program:
      'cities = ["Oslo", "Rome", "Cairo", "Paris", "Lima"]\ntemperatures = await asyncio.gather(*[get_temperature(city=c) for c in cities])\nprint(max(zip(temperatures, cities)))',
    answer: 'Cairo is the warmest, with 29 degrees.',
  },
  {
    name: 'five steps with large results',
    native: [
      ...['tea', 'coffee', 'sugar', 'honey'].map((product) => calls(call('get_report', { product }))),
      calls(call('get_price', { product: 'honey' })),
      { text: 'Honey has the most complaints, and costs 6.80 euros.' },
    ],
    program:
      'reports = {p: get_report(product=p) for p in ["tea", "coffee", "sugar", "honey"]}\nworst = max(reports, key=lambda p: sum(r["complaints"] for r in reports[p]))\nprint(worst, get_price(product=worst))',
    answer: 'Honey has the most complaints, and costs 6.80 euros.',
  },
  {
    name: 'one call is the whole task (code mode loses)',
    native: [calls(call('get_price', { product: 'tea' })), { text: 'Tea costs 4.50 euros.' }],
    program: 'print(get_price(product="tea"))',
    answer: 'Tea costs 4.50 euros.',
  },
];

/** A tool whose result is far larger than what the task needs of it. */
const report = {
  name: 'get_report',
  description: 'Returns the sales of a product for each day of a year',
  schema: {
    type: 'object',
    properties: { product: { type: 'string', description: 'Name of the product' } },
    required: ['product'],
  },
  invoke: ({ product }: { product: string }) =>
    Array.from({ length: 365 }, (_, day) => ({ day, sold: (day * 7) % 13, complaints: product === 'honey' ? 2 : 1 })),
};

async function play(steps: readonly ScriptedStep[], sandbox: Sandbox, way: 'native' | 'code') {
  const rest = [...steps];
  const backend = new ScriptedBackend(() => rest.shift() ?? { text: 'too many steps' });
  const code = { enabled: ['code'], primary: 'code' };
  const { ask } = testTurns(backend, [...shopTools({ count: 0 }), report], {
    ...(way === 'code' ? { sandbox, formats: code } : { tree: { builtins: [] } }),
  });
  const { answer } = await ask({ messages: [user('The task.')] });
  if (rest.length > 0 || answer.finish.reason !== 'stop') throw new Error(`The ${way} run did not end as its script.`);
  const prompt = backend.requests.reduce((sum, request) => sum + tokensOf(request), 0);
  return { requests: backend.requests.length, prompt, answer: steps.reduce((sum, step) => sum + tokens(step), 0) };
}

function tokensOf({ messages, tools }: ModelRequest): number {
  const declared = tools.map(({ wireName, description, parameters }) => ({ wireName, description, parameters }));
  return tokens(messages) + (declared.length === 0 ? 0 : tokens(declared));
}

function tokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / LETTERS_PER_TOKEN);
}

const LETTERS_PER_TOKEN = 4;

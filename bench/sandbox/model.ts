import { createToolpath, type Toolpath } from '../../src/index.ts';
import { printNotes, printTable, printTitle } from '../print.ts';
import { shopTools, TASKS } from './shop.ts';

/** Lets a real model solve the tasks with native calls and with programs. `url` is the address of an OpenAI server. */
export async function measureModel(url: string, only: string | undefined): Promise<void> {
  printTitle(`${TASKS.length} tasks of several steps for a real model`);
  const rows: string[][] = [];
  for (const way of WAYS) {
    if (only !== undefined && only !== way.name) continue;
    const row = await run(url, way);
    rows.push(row);
    console.log(row.join('  ')); // a run takes long, and the next may be interrupted
  }
  printTable(['calls as', 'right', 'found', 'of', 'tool calls', 'model calls', 'prompt tokens', 'answer tokens'], rows);
  printNotes(
    'An answer is right if its text contains the expected value.',
    'It is found if an outcome contains this value, even if the text of the answer does not.',
  );
}

interface Way {
  readonly name: string;
  readonly builtins: readonly 'python_execution'[];
  readonly formats: { readonly enabled: readonly string[]; readonly primary: string };
}

const WAYS: readonly Way[] = [
  { name: 'native', builtins: [], formats: { enabled: ['native', 'family'], primary: 'native' } },
  { name: 'code', builtins: ['python_execution'], formats: { enabled: ['code'], primary: 'code' } },
  {
    name: 'tool',
    builtins: ['python_execution'],
    formats: { enabled: ['native', 'family', 'code'], primary: 'native' },
  },
];

async function run(url: string, { name, builtins, formats }: Way): Promise<string[]> {
  const calls = { count: 0 };
  const toolpath = createToolpath({
    backends: { real: { kind: 'openai', baseUrl: url } },
    model: 'real/qwen2.5-coder-1.5b-instruct',
    builtins: [...builtins],
    formats: { enabled: [...formats.enabled], primary: formats.primary },
    limits: { steps: 8 },
  });
  toolpath.tools.add(shopTools(calls));
  const counts = { right: 0, found: 0, steps: 0, prompt: 0, completion: 0 };
  for (const { ask, expected } of TASKS) {
    const { text, outcomes, usage } = await answerTo(toolpath, ask);
    const isRight = contains(text, expected);
    const isFound = isRight || contains(outcomes, expected);
    counts.right += Number(isRight);
    counts.found += Number(isFound);
    counts.steps += usage.steps;
    counts.prompt += usage.prompt;
    counts.completion += usage.completion;
    const verdict = isRight ? 'right' : isFound ? 'FOUND' : 'WRONG';
    console.log(`${verdict}  ${name}: ${ask} (${expected}) → ${text.replace(/\s+/g, ' ').slice(0, 160)}`);
  }
  await toolpath.close();
  const { right, found, steps, prompt, completion } = counts;
  return [name, ...[right, found, TASKS.length, calls.count, steps, prompt, completion].map(String)];
}

async function answerTo(toolpath: Toolpath, question: string) {
  const messages = [{ role: 'user' as const, content: question }];
  const asking = toolpath.ask({ messages, temperature: 0, seed: 1, max_tokens: 400 });
  let outcomes = '';
  const usage = { steps: 0, prompt: 0, completion: 0 };
  try {
    for await (const event of asking) {
      if (event.type === 'outcome') outcomes += `${JSON.stringify(event.outcome.content)}\n`;
      if (event.type !== 'finish' || event.usage === undefined) continue;
      const { steps = 1, promptTokens, completionTokens } = event.usage.turn ?? { steps: 1, ...event.usage };
      Object.assign(usage, { steps, prompt: promptTokens, completion: completionTokens });
    }
    return { text: (await asking.message).content ?? '', outcomes, usage };
  } catch (error) {
    return { text: `failed: ${String(error)}`, outcomes, usage };
  }
}

/** True if the text has the value as a separate word: `36` is not in `360`. A number may have zeros behind it. */
function contains(text: string, expected: string | number): boolean {
  const plain = text.replace(/(\d),(?=\d{3}\b)/g, '$1');
  const wanted = typeof expected === 'number' ? [expected, Math.round(expected * 10) / 10] : [expected];
  return wanted.some((each) => {
    const escaped = String(each).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(?<![\\w.])${escaped}0*(?![\\w]|\\.\\d)`, 'i').test(plain);
  });
}

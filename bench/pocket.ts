import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Event, VisibleTool } from '../src/core/index.ts';
import { createPocketBackend } from '../src/models/index.ts';
import { createLexicalIndex, type SearchIndex } from '../src/search/index.ts';
import { Series, timeOnce } from './measure.ts';
import { type Corpus, readCorpus } from './pocket/corpus.ts';
import { madeUpQuestions, madeUpTools } from './pocket/made-up.ts';
import { plainBm25 } from './pocket/plain-bm25.ts';
import { digits, loadAverage, printMachine, printNotes, printTable, printTitle, whole } from './print.ts';

/** `npm run bench:pocket -- --gate DIR` measures how long pocket takes to answer and how often it chooses the right tool. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { gate: { type: 'string', multiple: true, default: [] } } });
  printMachine();
  await measureAnswers();
  await measureSearch();
  if (values.gate.length === 0) {
    printNotes(
      'To measure the accuracy of the choice, run npm run bench:pocket -- --gate DIR, where DIR contains tools.jsonl and queries.jsonl. You can repeat --gate.',
    );
    return;
  }
  await measureChoice(values.gate.map((folder) => readCorpus(folder)));
}

const pocket = createPocketBackend({ name: 'pocket' });

/** Measures the first answer of the process before all others, because later answers run compiled code. */
async function measureAnswers(): Promise<void> {
  const [question = ''] = madeUpQuestions;
  const firstEver = [await spend(() => answer(TOOLS, question))];
  const cold: Spent[] = [];
  const warm: Spent[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [place, each] of madeUpQuestions.entries()) {
      warm.push(await spend(() => answer(TOOLS, each)));
      if (place % COLD_EACH !== 0) continue;
      const fresh = [...TOOLS]; // a new array, so that pocket indexes the tools again
      cold.push(await spend(() => answer(fresh, each)));
      await sleep(1); // so that garbage of this answer is not collected during the next measurement
    }
  }
  printTitle(`A complete answer with ${whole(TOOLS.length)} tools, ms`);
  printTable(
    ['question', 'p50', 'p99', 'cpu p50', 'cpu p99'],
    [
      ['the first question of the process', ...quantiles(firstEver)],
      ['the first question with these tools', ...quantiles(cold)],
      ['a later question', ...quantiles(warm)],
    ],
  );
  printNotes('Target: under 5 ms, including the first question with a list of tools.');
}

/** Milliseconds: elapsed time, and processor time of all threads of this process, which other programs do not lengthen. */
interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

async function spend(work: () => unknown): Promise<Spent> {
  const before = process.cpuUsage();
  const wall = await timeOnce(work);
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1_000 };
}

function quantiles(spent: readonly Spent[]): readonly string[] {
  const wall = new Series(spent.map((each) => each.wall));
  const cpu = new Series(spent.map((each) => each.cpu));
  return [digits(wall.median), digits(wall.at(0.99)), digits(cpu.median), digits(cpu.at(0.99))];
}

const TOOLS = madeUpTools(500);
const ROUNDS = 10;
const COLD_EACH = 5;

async function measureSearch(): Promise<void> {
  const rows: string[][] = [];
  for (const count of [500, 20_000]) {
    const tools = madeUpTools(count);
    const index = createLexicalIndex(tools);
    const builds: Spent[] = [];
    const searches: Spent[] = [];
    for (let round = 0; round < BUILDS; round++) builds.push(await spend(() => createLexicalIndex(tools)));
    for (const question of madeUpQuestions) searches.push(await spend(() => index.search(question, 10)));
    rows.push([`${whole(count)} tools: build`, ...quantiles(builds)], ['… search', ...quantiles(searches)]);
  }
  printTitle('The lexical index, ms');
  printTable(['', 'p50', 'p99', 'cpu p50', 'cpu p99'], rows);
}

const BUILDS = 15;

async function measureChoice(corpora: readonly Corpus[]): Promise<void> {
  const rows: string[][] = [];
  for (const corpus of corpora) {
    const plain = plainBm25(corpus.tools);
    const lexical = createLexicalIndex(corpus.tools);
    const { name, tools, questions } = corpus;
    const chosen = await share(corpus, (text) => choose(tools, text));
    rows.push([
      name,
      whole(tools.length),
      whole(questions.length),
      percent(await share(corpus, async (text) => best(plain, tools, text))),
      percent(await share(corpus, async (text) => best(lexical, tools, text))),
      percent(chosen),
    ]);
  }
  printTitle('Questions for which the right tool is ranked first, %');
  printTable(['corpus', 'tools', 'questions', 'plain BM25', 'search/', 'pocket'], rows);
  printNotes(
    'Plain BM25: k1 1.2, b 0.75, lower-case words split at white space, from name and description. pocket: the tool of its first call if a call is required. Tools with the same name count as one.',
  );
}

async function share(
  { tools, questions }: Corpus,
  choice: (text: string) => Promise<string | undefined>,
): Promise<number> {
  let right = 0;
  for (const question of questions) {
    const chosen = await choice(question.text);
    if ([...question.right].some((place) => chosen !== undefined && chosen === tools[place]?.name)) right++;
  }
  return right / questions.length;
}

function best(index: SearchIndex, tools: readonly VisibleTool[], text: string): string | undefined {
  return tools[index.search(text, 1)[0]?.place ?? -1]?.name;
}

async function choose(tools: readonly VisibleTool[], text: string): Promise<string | undefined> {
  const call = (await answer(tools, text, 'required')).find((event) => event.type === 'call');
  return call?.call.name;
}

async function answer(
  tools: readonly VisibleTool[],
  text: string,
  kind: 'auto' | 'required' = 'auto',
): Promise<readonly Event[]> {
  const messages = [{ role: 'user', content: [{ type: 'text', text }] }] as const;
  const request = { model: 'pocket', messages, tools, choice: { kind }, isStreamed: true, sampling: {} } as const;
  const events: Event[] = [];
  for await (const batch of pocket.stream(request, new AbortController().signal)) events.push(...batch);
  return events;
}

function percent(part: number): string {
  return (100 * part).toFixed(1);
}

await main();
console.log(`\nLoad average after the run: ${loadAverage()}.`);

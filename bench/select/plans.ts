import { setTimeout as sleep } from 'node:timers/promises';
import type { Event, Message, Tool } from '../../src/core/index.ts';
import { ToolIndex } from '../../src/search/index.ts';
import { budgetFor, defaultPerSize, NOTHING_DISCOVERED } from '../../src/select/index.ts';
import { ToolCapabilityResolver } from '../../src/select/resolver.ts';
import { Series, shuffler } from '../measure.ts';
import { madeUpQuestions } from '../pocket/made-up.ts';
import { digits, printNotes, printTable, printTitle, whole } from '../print.ts';
import { capabilities, gatewayWith, serversTools, user } from './gateway.ts';

const TOOLS = 20_000;
const ROUNDS = 400;

/** Measures the ms from a request to its first step with 20,000 tools. Returns one series per kind of request. */
export async function measurePlans(): Promise<ReadonlyMap<string, Series>> {
  const tools = serversTools(TOOLS);
  await measureCold(tools);
  const many = timedGateway(tools, 5);
  const none = timedGateway([], 5);
  const kinds = [
    { name: 'the first message', gateway: many, ask: (round: number) => ({ turns: 1, question: questionOf(round) }) },
    { name: 'the second message', gateway: many, ask: (round: number) => ({ turns: 2, question: questionOf(round) }) },
    {
      name: 'the thirtieth message',
      gateway: many,
      ask: (round: number) => ({ turns: 30, question: questionOf(round) }),
    },
    {
      name: 'a message of 4,000 characters',
      gateway: many,
      ask: (round: number) => ({ turns: 1, question: long(round) }),
    },
    { name: 'small talk', gateway: many, ask: (round: number) => ({ turns: 2, question: `thanks, number ${round}` }) },
    {
      name: 'no tools, for comparison',
      gateway: none,
      ask: (round: number) => ({ turns: 2, question: questionOf(round) }),
    },
  ].map((kind) => ({ ...kind, spent: [] as number[] }));
  const order = shuffler();
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const { gateway, ask, spent } of order(kinds)) {
      const { turns, question } = ask(round + WARM_UP);
      const spentMs = await gateway.spend(turns, question, round);
      if (round >= 0) spent.push(spentMs);
    }
    if (round % 20 === 0) await sleep(1); // leaves time for a garbage collection
  }
  const series = new Map(kinds.map(({ name, spent }) => [name, new Series(spent)]));
  printTitle(`From a request to its first step with ${whole(TOOLS)} tools, ms`);
  printTable(
    ['request', 'median', 'p99', 'worst'],
    [...series].map(([name, each]) => [name, digits(each.median), digits(each.at(0.99)), digits(each.at(1))]),
  );
  printNotes(
    `The time includes everything: preparing the history, looking up earlier announcements, the decision tree with ${whole(TOOLS)} decisions, the search, and storing the new announcement in memory. ${ROUNDS} rounds, with the kinds of request in a different order each time.`,
  );
  return series;
}

const WARM_UP = 40;

/** Measures the work that is done once per list of tools. */
async function measureCold(tools: readonly Tool[]): Promise<void> {
  const spent = {
    list: [] as number[],
    candidates: [] as number[],
    decisions: [] as number[],
    index: [] as number[],
    again: [] as number[],
  };
  for (let round = 0; round < COLD_ROUNDS; round++) {
    const built = gatewayWith({ tools, play: () => DONE, most: 5 });
    const resolver = new ToolCapabilityResolver(capabilities);
    const listings = timed(spent.list, () => built.listings());
    const candidates = timed(spent.candidates, () => resolver.candidates(listings, false));
    const wish = {
      requested: { kind: 'absent' as const },
      mixed: false,
      absent: 'gateway' as const,
      isFollowUp: false,
    };
    const budget = budgetFor({ model: 'mock', perSize: defaultPerSize });
    timed(spent.decisions, () => {
      return resolver.resolve({ ...wish, candidates, budget, discovered: NOTHING_DISCOVERED });
    });
    timed(spent.index, () => ToolIndex.of(candidates.searchable).rank('create an invoice', 5));
    const [first, ...others] = candidates.searchable;
    const changed = first === undefined ? others : [...others, { ...first, description: 'Changed.' }];
    timed(spent.again, () => ToolIndex.of(changed).rank('create an invoice', 5));
    await sleep(5);
  }
  printTitle(`Work that is done once for a list of ${whole(TOOLS)} tools, ms`);
  printTable(
    ['', 'first', 'median'],
    [
      ['listing the tools, with checked schemas', ...firstAndMedian(spent.list)],
      ['candidates, sorted by the decision tree', ...firstAndMedian(spent.candidates)],
      ['the first decisions', ...firstAndMedian(spent.decisions)],
      ['the search index, with its first search', ...firstAndMedian(spent.index)],
      ['the search index again, after one tool changed', ...firstAndMedian(spent.again)],
    ],
  );
}

const COLD_ROUNDS = 5;

function firstAndMedian(spent: readonly number[]): readonly string[] {
  return [digits(spent[0] ?? Number.NaN), digits(new Series(spent).median)];
}

function timed<T>(spent: number[], work: () => T): T {
  const startedAt = performance.now();
  const made = work();
  spent.push(performance.now() - startedAt);
  return made;
}

const DONE: readonly Event[] = [
  { type: 'text', text: 'Done.' },
  { type: 'finish', reason: 'stop' },
];

/** Returns a gateway that measures the time until its model is called. */
function timedGateway(tools: readonly Tool[], most: number) {
  let askedAt = 0;
  const play = (): readonly Event[] => {
    askedAt = performance.now();
    return DONE;
  };
  const { ask } = gatewayWith({ tools, play, most });
  const histories = new Map<string, readonly Message[]>();
  /** Returns a history whose turns were all run once, so that their announcements are stored. */
  const historyOf = async (key: string, turns: number): Promise<readonly Message[]> => {
    const known = histories.get(key);
    if (known !== undefined) return known;
    const messages: Message[] = [];
    for (let turn = 1; turn < turns; turn++) {
      messages.push(user(questionOf(turn * 7)));
      await ask(messages, key);
      messages.push({ role: 'assistant', content: [{ type: 'text', text: 'Done.' }], calls: [] });
    }
    histories.set(key, messages);
    return messages;
  };
  return {
    async spend(turns: number, question: string, round: number): Promise<number> {
      const key = `${turns} turns`;
      const history = await historyOf(key, turns);
      const messages = [...history, user(`${question} (${round})`)]; // a message that was not sent before
      const startedAt = performance.now();
      await ask(messages, key);
      return askedAt - startedAt;
    },
  };
}

function questionOf(round: number): string {
  return madeUpQuestions[round % madeUpQuestions.length] ?? '';
}

function long(round: number): string {
  return Array.from({ length: 50 }, (_, place) => questionOf(round + place))
    .join('. ')
    .slice(0, 4_000);
}

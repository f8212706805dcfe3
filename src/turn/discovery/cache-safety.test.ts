import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Branch, type Entry, moveOn, moves, visible } from '../../../test/branches.ts';
import { type Change, ChangingTools, sayings, wireNames } from '../../../test/changing-tools.ts';
import { proves } from '../../../test/requirements.ts';
import { ScriptedBackend, type ScriptedStep } from '../../../test/scripted-backend.ts';
import { folderWith } from '../../../test/toolpath.ts';
import { mixed, type TestTurns, testTurns } from '../../../test/turns.ts';
import {
  type Demands,
  defaultLimits,
  type ModelRequest,
  silentLog,
  type ToolChoice,
  textOf,
} from '../../core/index.ts';
import { writeCalls } from '../../formats/index.ts';
import { createMemoryStore, openStore, type Store } from '../../store/index.ts';
import { writeMessages, writeTools } from '../../wires/index.ts';

/**
 * Law 6 over random conversations: each request to a model begins with the request before it in the same branch, even
 * if tools are found, changed or removed, conversations are branched or retried, or the gateway restarts. The law
 * cannot hold, and is not tested,
 * - if the client changes its earlier messages, its own tools or its context, or chooses an undeclared tool by name;
 * - for the instruction at the end of a step to a text model ("answer in plain prose"), which applies to that step only;
 * - if tools are dropped because of the context window;
 * - if the store has lost an announcement;
 * - if two answers to one question are identical, because it is unknown which of them the client continues from.
 */

const action = fc.record({
  kind: fc.constantFrom('direct', 'dispatch', 'heard', 'heard', 'search', 'search', 'unknown', 'client', 'fail'),
  what: fc.nat(wireNames.length - 1),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const operation = fc.record({
  op: fc.constantFrom(
    ...[...moves, ...moves, ...(['user', 'user', 'again', 'restart'] as const)],
    ...(['reword', 'remove', 'return', 'return', 'leave'] as const),
  ),
  which: fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
  what: fc.nat(wireNames.length - 1),
  choice: fc.constantFrom('auto', 'auto', 'auto', 'none', 'required', 'named'),
  steps: fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const circumstances = fc.record({
  /** In a text format, the instructions are in the system message and the outcomes in user messages. */
  format: fc.constantFrom('native', 'native', 'hermes', 'pythonic', 'mistral_v7'),
  /** True if the gateway knows that some servers' tools are missing. */
  areMissed: fc.boolean(),
  isMixed: fc.boolean(),
  areFew: fc.boolean(),
  most: fc.integer({ min: 1, max: 4 }),
  always: fc.subarray(['files__file_size', 'travel__show_map']),
  demands: fc.constantFrom<Demands>(
    {},
    { alternatingRoles: true, systemFirst: true, answerAfterOutcomes: true, content: true, callIds: /^[a-z0-9]{9}$/ },
  ),
});
type Circumstances = typeof circumstances extends fc.Arbitrary<infer T> ? T : never;

/** The first request that was sent for a transcript, and the tools and the choice under which it was sent. */
interface First {
  readonly sent: string | undefined;
  readonly hasFailed: boolean;
  readonly under: string;
}

class World {
  readonly #circumstances: Circumstances;
  readonly #backend: ScriptedBackend;
  readonly #tools: ChangingTools;
  #turns: TestTurns;
  #numbers = 0;
  readonly branches: Branch[] = [
    { key: 'a', entries: [] },
    { key: 'b', entries: [] },
  ];

  /**
   * State of the running turn: the model's actions, the requests it got, and the tools that ran although no prompt
   * described them.
   */
  #steps: Operation['steps'] = [];
  #sent: ModelRequest[] = [];
  #unread: string[] = [];
  /** Id of the transcript up to the message that is being answered. */
  #present = '';

  /** The first request for each transcript, and whether any attempt at it failed. */
  readonly #firsts = new Map<string, First>();
  /** Number of tool changes so far. */
  #changes = 0;
  /** Search results for each message, those of the latest search first. */
  readonly #searched = new Map<string, readonly string[]>();
  /** Tools that prompts described while each message was answered, including in interrupted attempts. */
  readonly #read = new Map<string, Set<string>>();
  /** All tools that any model was ever shown. A model may guess their names. */
  readonly #heard = new Set<string>();
  /** Tools that were declared because a request chose them by name. */
  readonly #named = new Set<string>();

  constructor(given: Circumstances, store: Store) {
    this.#circumstances = given;
    this.#backend = new ScriptedBackend((request) => this.#play(request), given.demands);
    const ran = (name: string) => void (this.#readNow().has(name) || this.#unread.push(name));
    this.#tools = new ChangingTools({ ...given, ran });
    this.#turns = this.#start(store);
  }

  restart(store: Store): void {
    this.#changes++; // a restart changes the order of the tools, which decides between equal ranks
    this.#turns = this.#start(store);
  }

  #start(store: Store): TestTurns {
    const { format, areMissed, most } = this.#circumstances;
    const tools = this.#tools;
    const tree = {
      perSize: { small: most, medium: most, large: most },
      get hasMore() {
        return areMissed && tools.areMissing;
      },
    };
    const formats = this.#isText ? { formats: { enabled: [format], primary: format } } : {};
    const own = { name: 'clock', invoke: () => 'noon' };
    return testTurns(this.#backend, [own, ...tools.all()], { store, prompt: 'You are Toolpath.', tree, ...formats });
  }

  get #isText(): boolean {
    return this.#circumstances.format !== 'native';
  }

  change(change: Change, what: number): void {
    this.#changes++;
    this.#tools.change(change, wireNames[what] ?? '', this.#turns.manager);
  }

  newId(): string {
    return `n${++this.#numbers}`;
  }

  /** Sends the client's request, checks what the model got, and adds the answer to the branch. */
  async ask(branch: Branch, { steps, choice, what }: Operation): Promise<void> {
    const { isMixed } = this.#circumstances;
    const { key, entries } = branch;
    const messages = visible(entries);
    const id = JSON.stringify([key, messages]);
    const same = this.#firsts.get(id);
    const before = entries.findLast((entry) => entry.kind === 'said')?.sent;
    const isNew = this.#search(branch);
    // Every callable tool is in the prompt. Only a resumed turn can run calls before a prompt is sent.
    if (same?.hasFailed !== true) this.#read.delete(this.#present);
    this.#steps = [...steps];
    this.#sent = [];
    this.#unread = [];
    const chosen: ToolChoice = this.#isText
      ? { kind: 'auto' }
      : this.#choose(choice, what, entries, before ?? same?.sent);
    const under = JSON.stringify([this.#changes, chosen.kind === 'named' ? chosen.name : '']);
    const { answer, events } = await this.#turns.ask({
      key,
      messages,
      choice: chosen,
      tools: isMixed ? bothKinds : { kind: 'absent' },
    });
    const renderings = this.#sent.map((request) => this.#render(request));
    const [first = '', ...others] = renderings;

    if (before !== undefined) expectBeginning(first, before);
    for (const [place, sent] of others.entries()) expectBeginning(sent, renderings[place] ?? '');
    const isSame = same?.under === under;
    if (same?.hasFailed === true) {
      if (isSame && same.sent !== undefined) expectBeginning(first, same.sent);
    } else if (isSame) expect(first).toBe(same.sent);
    else this.#expectFinds(branch, isNew);
    expect(this.#unread).toEqual([]);

    const outcomes = events.flatMap((event) =>
      event.type === 'outcome' ? namesIn(textOf(event.outcome.content)) : [],
    );
    for (const name of outcomes) this.#hear(name);
    const hasFailed = answer.finish.failure !== undefined;
    // A resumed turn continues after its earlier steps, so its request is not the first one for this transcript.
    const sent = isSame ? same.sent : same?.hasFailed === true ? undefined : first;
    this.#firsts.set(id, { sent, under, hasFailed: hasFailed || same?.hasFailed === true });
    if (hasFailed) return; // the client may retry
    const calls = answer.calls.map((call) => ({ id: call.id, name: call.name, arguments: call.arguments }));
    branch.entries = [...entries, { kind: 'said', text: answer.text, calls, sent: renderings.at(-1) }];
  }

  /**
   * Checks that every shown tool was found by this key's searches or is an always tool, that the limit holds, and that the
   * best match is shown.
   */
  #expectFinds({ key, entries }: Branch, isNew: boolean): void {
    const [request] = this.#sent;
    const last = entries.at(-1);
    if (request === undefined) return;
    const { most, always } = this.#circumstances;
    const searched = (count: number) => this.#searched.get(idOf(key, entries.slice(0, count))) ?? [];
    const declared = [...told(request, this.#isText ? ['system'] : [])].filter((name) => wireNames.includes(name));
    const unnamed = declared.filter((name) => !this.#named.has(name));
    expect(unnamed.length).toBeLessThanOrEqual(most);
    const wanted = new Set([...always, ...entries.flatMap((_, place) => searched(place + 1))]);
    expect(unnamed.filter((name) => !wanted.has(name))).toEqual([]);

    if (last?.kind !== 'user') return;
    const said = textOf(request.messages.at(-1)?.content ?? []);
    const finds = namesIn(said.slice(said.lastIndexOf(last.text))); // for a text model, outcomes may precede the message
    expect(finds.length).toBeLessThanOrEqual(most);
    expect(finds.filter((name) => !searched(entries.length).includes(name))).toEqual([]);
    const [best] = searched(entries.length);
    // A native conversation that started without searchable tools has no dispatcher to call found tools with.
    const mayCall = this.#isText || request.tools.some(({ wireName }) => wireName === 'call_tool');
    if (best !== undefined && isNew && mayCall && always.length < most) expect([...told(request)]).toContain(best);
  }

  /**
   * Records the search results for the current message. Returns true if there are some and the message is to be
   * answered now.
   */
  #search({ key, entries }: Branch): boolean {
    const place = entries.findLastIndex(({ kind }) => kind === 'user');
    const entry = entries[place];
    this.#present = idOf(key, entries.slice(0, place + 1));
    const before = this.#searched.get(this.#present);
    const isNew = place === entries.length - 1;
    if (entry?.kind !== 'user' || (before !== undefined && !isNew)) return false;
    const finds = this.#tools.search(entry.text, this.#turns.manager);
    this.#searched.set(this.#present, [...new Set([...finds, ...(before ?? [])])]);
    return isNew && finds.length > 0;
  }

  /** Returns the tool choice. A named choice is any tool at the start of a conversation, and a declared one later. */
  #choose(kind: Operation['choice'], what: number, entries: readonly Entry[], before: string | undefined): ToolChoice {
    if (kind !== 'named') return { kind };
    const isStart = before === undefined && entries.length === 1;
    const isDeclared = (name: string) => before?.includes(`"function":{"name":"${name}","description"`) === true;
    const names = wireNames.filter((name) => this.#tools.has(name) && (isStart || isDeclared(name)));
    const name = names[what % Math.max(1, names.length)];
    if (name === undefined) return { kind: 'auto' };
    this.#named.add(name);
    return { kind, name };
  }

  /**
   * Renders a request: as lines of the chat protocol, or for a text model as text with merged neighbours of the same
   * role.
   */
  #render({ tools, messages }: ModelRequest): string {
    if (!this.#isText) {
      return [...writeTools(tools), ...writeMessages(messages)].map((line) => `${JSON.stringify(line)}\n`).join('');
    }
    expect(tools).toEqual([]);
    const text = messages.reduce((before, { role, content }, place) => {
      const head = messages[place - 1]?.role === role ? '\n' : `\n<${role}>\n`;
      return `${before}${head}${content.map((part) => textOf([part])).join('\n')}`;
    }, '');
    return text.replace(ONE_STEP_ONLY, '');
  }

  #play(request: ModelRequest): ScriptedStep {
    this.#sent.push(request);
    for (const name of told(request)) this.#hear(name);
    const actions = this.#steps.shift() ?? [];
    if (actions.length === 0 || request.choice.kind === 'none') return { text: `Words ${this.newId()}.` };
    if (actions.some(({ kind }) => kind === 'fail')) {
      return { failure: { kind: 'upstream-unreachable', backend: 'up', reason: 'gone' } };
    }
    const calls = actions.map((each) => this.#call(each));
    if (!this.#isText) return { calls };
    const written = calls.map((call) => ({ ...call, arguments: JSON.parse(call.arguments) }));
    return { text: writeCalls(this.#circumstances.format, written) };
  }

  #call({ kind, what }: Action) {
    const id = this.newId();
    const args = { what: id };
    const write = (called: string, given: unknown) => ({ id, name: called, arguments: JSON.stringify(given) });
    const name = wireNames[what] ?? '';
    switch (kind) {
      case 'direct':
        return write(name, args);
      case 'dispatch':
        return write('call_tool', { name, arguments: args });
      case 'heard':
        return write('call_tool', { name: [...this.#heard][what % this.#heard.size] ?? name, arguments: args });
      case 'search':
        return write('tool_search', { query: `${sayings[what % sayings.length]} ${id}`, most: 9 });
      case 'client':
        return what % 2 === 0 ? write('bash', args) : write('call_tool', { name: 'edit', arguments: args });
      default:
        return write(`nothing_${id}`, args);
    }
  }

  #readNow(): Set<string> {
    const read = this.#read.get(this.#present) ?? new Set();
    this.#read.set(this.#present, read);
    return read;
  }

  #hear(name: string): void {
    this.#readNow().add(name);
    if (wireNames.includes(name)) this.#heard.add(name);
  }
}

const bothKinds = mixed('bash', 'edit');

/** The instruction to a text model that repeats itself. It applies to one step only. */
const ONE_STEP_ONLY = /\s*Do not call a tool now: answer in plain prose\.$/;

function idOf(key: string, entries: readonly Entry[]): string {
  return JSON.stringify([key, visible(entries)]);
}

/** Returns the tools that a request declares, and those that its messages of these roles describe. */
function told({ tools, messages }: ModelRequest, roles = ['system', 'user', 'tool']): ReadonlySet<string> {
  const texts = messages.flatMap(({ role, content }) => (roles.includes(role) ? namesIn(textOf(content)) : []));
  return new Set([...tools.map(({ wireName }) => wireName), ...texts]);
}

/** Returns the names of the tools that a text describes, as JSON or as Python signatures. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/"name": ?"(\w+)", ?"description"|^(\w+)\([^()\n]*\): /gm)].map(
    ([, name, other]) => name ?? other ?? '',
  );
}

function expectBeginning(later: string, earlier: string): void {
  expect(later.slice(0, earlier.length)).toBe(earlier);
}

async function play(world: World, given: Operation, reopen: () => Promise<Store>): Promise<void> {
  const { op, which, what } = given;
  switch (op) {
    case 'restart':
      return world.restart(await reopen());
    case 'reword':
    case 'remove':
    case 'return':
    case 'leave':
      return world.change(op, what);
    default: {
      const text = sayings[what % sayings.length] ?? '';
      const branch = moveOn(world.branches, { move: op, which, text, stranger: world.newId() });
      return branch === undefined ? undefined : world.ask(branch, given);
    }
  }
}

const operations = fc.array(operation, { minLength: 2, maxLength: 16, size: 'max' });

proves(
  'L6',
  'In any conversation each request begins with the previous request, byte for byte',
  async () => {
    await fc.assert(
      fc.asyncProperty(circumstances, operations, async (given, each) => {
        const store = createMemoryStore(defaultLimits);
        const world = new World(given, store);
        for (const one of each) await play(world, one, async () => store);
      }),
      { numRuns: 1_000 },
    );
  },
  120_000,
);

proves(
  'L6',
  'With a SQLite store that is reopened after restarts, each request begins with the previous request, byte for byte',
  async () => {
    const folder = folderWith({});
    await fc.assert(
      fc.asyncProperty(circumstances, operations, async (given, each) => {
        const open = () => openStore(`sqlite:${name}.db`, defaultLimits, silentLog, folder);
        const name = randomUUID();
        let store = await open();
        const world = new World(given, store);
        for (const one of each) {
          await play(world, one, async () => {
            await store.close();
            store = await open();
            return store;
          });
        }
        await store.close();
      }),
      { numRuns: 40 },
    );
  },
  120_000,
);

import fc from 'fast-check';
import { expect } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { ScriptedBackend, type ScriptedStep } from '../../../test/scripted-backend.ts';
import {
  type Ask,
  type AssistantMessage,
  defaultLimits,
  type Message,
  Observer,
  silentLog,
  textOf,
  wordsOf,
} from '../../core/index.ts';
import { createMemoryStore } from '../../store/index.ts';
import { Listings, ToolExecutor, ToolManager } from '../../tools/index.ts';
import { Answer } from '../answer.ts';
import { createTurns, type Turns } from '../turn.ts';
import { joinTexts } from './joined.ts';

/**
 * Plays random conversations of two keys with a model that acts at random, and records what really happened in each of
 * them. Every history that the backend receives must be valid and must match what happened.
 */

/** One assistant answer in a client's history, and the steps that produced it. */
interface Said {
  readonly kind: 'said';
  /** The text in the client's history: as the client received it, or as the client changed it. */
  text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  /** The client's outcomes, by its own call ids. */
  readonly results: Map<string, string>;
  /** The steps that the model really made. */
  readonly steps: readonly TrueStep[];
  isChanged: boolean;
}

interface TrueStep {
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
    readonly clientId?: string;
  }[];
}

type Entry = { readonly kind: 'user'; readonly text: string } | Said;

interface Conversation {
  readonly key: string;
  entries: Entry[];
}

const operation = fc.record({
  op: fc.constantFrom(
    'user',
    'user',
    'answer',
    'answer',
    'answer',
    'partial',
    'retry',
    'regenerate',
    'branch',
    'fork',
    'fork',
    'change',
    'change',
    'drop',
    'steal',
    'new',
    'restart',
  ),
  which: fc.nat(5),
  what: fc.nat(1),
  steps: fc.array(fc.record({ text: fc.nat(3), ours: fc.nat(2), theirs: fc.nat(2) }), { maxLength: 3 }),
});

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

class World {
  readonly outcomes = new Map<string, string>();
  readonly conversations: Conversation[] = [
    { key: 'a', entries: [] },
    { key: 'b', entries: [] },
  ];
  #script: ScriptedStep[] = [];
  #ids = 0;
  #runs = 0;
  /** Ids of the gateway calls that the model made, and how often each of them ran. */
  readonly made = new Set<string>();
  readonly ran = new Map<string, number>();
  readonly backend = new ScriptedBackend((request) => {
    this.shown.push(request.messages);
    const step = this.#script.shift();
    if (step === undefined) throw new Error('The model was asked once too often.');
    return step;
  });
  shown: (readonly Message[])[] = [];
  readonly #store = createMemoryStore(defaultLimits);
  readonly #start: () => Turns;
  #turns: Turns;

  constructor() {
    const tools = new ToolManager();
    tools.add(
      ['ours0', 'ours1'].map((name) => ({
        name,
        description: 'd',
        schema: { type: 'object' },
        invoke: ({ id }: { id: string }) => {
          this.ran.set(id, (this.ran.get(id) ?? 0) + 1);
          const outcome = `outcome ${++this.#runs}`;
          this.outcomes.set(id, outcome);
          return outcome;
        },
      })),
    );
    const listings = new Listings(tools, silentLog);
    this.#start = () =>
      createTurns(
        {
          backends: this.backend.asBackends(),
          executor: new ToolExecutor(tools),
          store: this.#store,
          limits: defaultLimits,
          log: silentLog,
          observer: new Observer(),
        },
        { isMixed: () => true },
        { listings: () => listings.all() },
      );
    this.#turns = this.#start();
  }

  /** Sends a request with the client's history, checks it, and adds the answer to the history. */
  async ask(conversation: Conversation, planned: Operation['steps']): Promise<void> {
    const steps = this.#write(planned);
    this.#script = steps.map(({ text, calls }) => ({ text, calls }));
    this.shown = [];
    const messages = visible(conversation.entries);
    const ask: Ask = {
      key: conversation.key,
      model: 'up/mock',
      messages,
      tools: {
        kind: 'listed',
        mixed: false,
        tools: ['theirs0', 'theirs1'].map((name) => ({ name, description: name, schema: { type: 'object' } })),
      },
      choice: { kind: 'auto' },
      context: [],
      isStreamed: true,
      sampling: {},
    };
    const started = await this.#turns.start(ask, new AbortController());
    if (!started.ok) throw new Error(started.failure.kind);
    const answer = new Answer();
    for await (const batch of started.turn.events) answer.add(batch);
    expect(answer.finish.failure).toBeUndefined();
    const happened = this.shown.length;
    const [first = []] = this.shown;
    expect(histories(conversation, this).map((history) => history.map(essence))).toContainEqual(first.map(essence));
    for (const shown of this.shown) expect(problemsOf(shown)).toEqual([]);

    const ids = answer.calls.map(({ id }) => id);
    const really = steps.slice(0, happened).map(
      (step): TrueStep => ({
        text: step.text,
        calls: step.calls.map((call) =>
          call.name.startsWith('theirs') ? { ...call, clientId: ids.shift() ?? '' } : call,
        ),
      }),
    );
    expect(answer.text).toBe(joinTexts(really.map(({ text }) => text)));
    conversation.entries.push({
      kind: 'said',
      text: answer.text,
      calls: answer.calls.map(({ id, name, arguments: args }) => ({ id, name, arguments: String(args) })),
      results: new Map(),
      steps: really,
      isChanged: false,
    });
  }

  /**
   * Returns the steps that the model will make: the plan up to the first step with a client call, or with a final text
   * at its end.
   */
  #write(planned: Operation['steps']): { text: string; calls: { id: string; name: string; arguments: string }[] }[] {
    const steps = planned.map(({ text, ours, theirs }) => ({
      text: text === 0 ? '' : `words ${++this.#ids}`,
      calls: [
        ...Array.from({ length: ours }, (_, place) => this.#call(`ours${place}`)),
        ...Array.from({ length: theirs }, (_, place) => this.#call(`theirs${place}`)),
      ],
    }));
    const last = steps.findIndex(
      ({ calls }) => calls.length === 0 || calls.some(({ name }) => name.startsWith('theirs')),
    );
    const done = last === -1 ? steps : steps.slice(0, last + 1);
    const final = done.at(-1);
    if (final === undefined || (final.calls.length > 0 && last === -1))
      done.push({ text: `The end ${++this.#ids}.`, calls: [] });
    else if (final.calls.length === 0 && final.text === '')
      done[done.length - 1] = { text: `Well ${++this.#ids}.`, calls: [] };
    for (const { calls } of done) for (const { name, id } of calls) if (name.startsWith('ours')) this.made.add(id);
    return done;
  }

  #call(name: string) {
    const id = `up_${++this.#ids}`;
    return { id, name, arguments: JSON.stringify({ id }) };
  }

  /** Restarts the gateway: it loses what it had in memory, but not what it stored. */
  restart(): void {
    this.#turns = this.#start();
  }

  newId(): number {
    return ++this.#ids;
  }
}

function visible(entries: readonly Entry[]): Message[] {
  return entries.flatMap((entry): Message[] => {
    if (entry.kind === 'user') return [{ role: 'user', content: [{ type: 'text', text: entry.text }] }];
    const content = entry.text === '' ? [] : [{ type: 'text' as const, text: entry.text }];
    const results = entry.calls.flatMap(({ id }): Message[] => {
      const text = entry.results.get(id);
      return text === undefined ? [] : [{ role: 'tool', callId: id, content: [{ type: 'text', text }] }];
    });
    return [{ role: 'assistant', content, calls: entry.calls }, ...results];
  });
}

/**
 * Returns the histories that are correct for a conversation. There is exactly one, unless the client changed a text
 * without calls: then that text may also appear without hidden steps, because it is unknown which branch it came from.
 */
function histories({ entries }: Conversation, world: World): Message[][] {
  return entries.reduce<Message[][]>(
    (told, entry) => {
      const tellings = entry.kind === 'user' ? [visible([entry])] : [trueTelling(entry, world)];
      if (entry.kind === 'said' && entry.isChanged && entry.calls.length === 0) tellings.push(visible([entry]));
      return told.flatMap((before) => tellings.map((telling) => [...before, ...telling]));
    },
    [[]],
  );
}

function trueTelling(entry: Said, world: World): Message[] {
  return entry.steps.flatMap((step, place): Message[] => {
    const isLast = place === entry.steps.length - 1;
    const text = entry.isChanged ? (isLast ? entry.text : '') : step.text;
    const assistant: AssistantMessage = {
      role: 'assistant',
      content: text === '' ? [] : [{ type: 'text', text }],
      calls: step.calls.map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
    };
    if (text === '' && step.calls.length === 0) return [];
    return [
      assistant,
      ...step.calls.map(({ id, clientId }): Message => {
        const told = clientId === undefined ? world.outcomes.get(id) : entry.results.get(clientId);
        return { role: 'tool', callId: id, content: [{ type: 'text', text: told ?? 'not provided by the client' }] };
      }),
    ];
  });
}

function essence(message: Message) {
  const calls = message.role === 'assistant' ? message.calls : undefined;
  const callId = message.role === 'tool' ? message.callId : undefined;
  return {
    role: message.role,
    text: message.role === 'tool' ? textOf(message.content) : wordsOf(message.content),
    calls,
    callId,
  };
}

/** Returns the defects of a history that every provider rejects. */
function problemsOf(messages: readonly Message[]): string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.shift() !== message.callId) problems.push(`outcome ${message.callId} is in the wrong position`);
      continue;
    }
    if (open.length > 0) problems.push(`${open.join()} unanswered`);
    open = [];
    if (message.role !== 'assistant') continue;
    if (message.calls.length === 0 && wordsOf(message.content) === '') problems.push('empty assistant');
    for (const { id } of message.calls) {
      if (used.has(id)) problems.push(`${id} twice`);
      used.add(id);
    }
    open = message.calls.map(({ id }) => id);
  }
  return open.length > 0 ? [...problems, `${open.join()} unanswered at the end`] : problems;
}

async function play(world: World, { op, which, what, steps }: Operation): Promise<void> {
  const conversation = world.conversations[which % world.conversations.length];
  if (conversation === undefined) return;
  const { entries } = conversation;
  const last = entries.at(-1);
  const open = last?.kind === 'said' ? last.calls.filter(({ id }) => !last.results.has(id)) : [];
  switch (op) {
    case 'user':
      if (last?.kind !== 'user') entries.push({ kind: 'user', text: `question ${what}` });
      return world.ask(conversation, steps);
    case 'answer':
    case 'partial':
      if (last?.kind !== 'said' || open.length === 0) return;
      for (const { id } of op === 'partial' ? open.slice(1) : open) last.results.set(id, `result ${world.newId()}`);
      return world.ask(conversation, steps);
    case 'retry': // the client drops the first answer and sends the same request again
      if (last?.kind !== 'said') return;
      entries.pop();
      return world.ask(conversation, steps);
    case 'regenerate': {
      const place = entries.findIndex(({ kind }) => kind === 'user');
      if (place === -1) return;
      conversation.entries = entries.slice(0, place + 1);
      return world.ask(conversation, steps);
    }
    case 'fork': {
      // both branches of one question continue
      if (last?.kind !== 'said' || world.conversations.length >= 6) return;
      const other: Conversation = { key: conversation.key, entries: entries.slice(0, -1).map(copy) };
      world.conversations.push(other);
      return world.ask(other, steps);
    }
    case 'branch':
      if (world.conversations.length < 6)
        world.conversations.push({ key: conversation.key, entries: entries.map(copy) });
      return;
    case 'change':
      if (last?.kind !== 'said' || entries.filter((entry) => entry.kind === 'said' && entry.isChanged).length > 3)
        return;
      last.text = `changed ${world.newId()}`;
      last.isChanged = true;
      return;
    case 'drop': // the client drops the beginning; the remaining turns can be found only by their calls
      if (entries.length < 3 || entries.slice(2).some((entry) => entry.kind === 'said' && entry.calls.length === 0))
        return;
      conversation.entries = entries.slice(2);
      return;
    case 'restart':
      return world.restart();
    case 'steal':
      return steal(world, conversation, steps);
    case 'new':
      if (world.conversations.length < 6) world.conversations.push({ key: what % 2 === 0 ? 'a' : 'b', entries: [] });
      return;
    default:
      return op satisfies never;
  }
}

/** Sends this conversation with another key, which must not get any of the hidden steps. */
async function steal(world: World, { entries }: Conversation, steps: Operation['steps']): Promise<void> {
  const stolen = entries.map((entry): Entry => {
    if (entry.kind === 'user') return entry;
    const seen = { text: entry.text, calls: entry.calls.map((call) => ({ ...call, clientId: call.id })) };
    return { ...copy(entry), steps: [seen], isChanged: false } as Said;
  });
  if (stolen.length === 0) return;
  // Use a new key each time: a key that is used again has turns of its own, which could match a changed text.
  await world.ask({ key: `thief ${world.newId()}`, entries: stolen }, steps);
}

function copy(entry: Entry): Entry {
  return entry.kind === 'user' ? entry : { ...entry, results: new Map(entry.results) };
}

proves(
  'L2',
  'In any conversation the backend receives a valid and correct history, and no call runs twice',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 30, size: 'max' }), async (operations) => {
        const world = new World();
        for (const each of operations) await play(world, each);
        for (const [id, times] of world.ran) expect([id, times]).toEqual([id, 1]);
        for (const id of world.ran.keys()) expect(world.made.has(id)).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  },
  120_000,
);

import { hash } from 'node:crypto';
import { type SearchFinds, toolSearch, writeFinds } from '../builtins/index.ts';
import type { Disclosure, Plan, ToldTool, Tool } from '../core/index.ts';
import { ToolIndex } from '../search/index.ts';
import {
  type Candidates,
  type Discovered,
  type GatewayTool,
  type RankedTool,
  type ResolveInput,
  shownTool,
  type ToolCapabilityResolver,
  toldOf,
  toldOfGateway,
} from '../select/index.ts';
import type { Item } from './arrangement.ts';
import { type Conversation, namesReadIn, type Said } from './conversation.ts';
import type { Ground } from './ground.ts';
import type { Finds } from './prompt.ts';

/** What a plan depends on beside what the conversation has discovered. */
export type Circumstances = Omit<ResolveInput, 'discovered'>;

export interface DiscoveryOptions {
  readonly resolver: ToolCapabilityResolver;
  readonly circumstances: Circumstances;
  readonly conversation: Conversation;
  /** What was told at its messages before, to any model. */
  readonly disclosures: readonly Disclosure[];
  /** Who is told now. */
  readonly model: string;
  /** It keeps nothing of a prompt from one request to the next. */
  readonly isForgetful: boolean;
  readonly ground: Pick<Ground, 'store' | 'log'>;
  /** Nothing is kept: somebody only wants to know. */
  readonly isDry?: boolean;
}

/** A tool that a model called without having read of it. */
export interface Unread {
  readonly tool: string;
  /** What it may read now. */
  readonly told: ToldTool | undefined;
}

/**
 * What one model knows of the gateway's tools in one conversation. What was declared at its start stays as it was, letter for
 * letter; what is found for a later message is told behind that message, and what the model searches for in the search's outcome.
 * All of it is called through the dispatcher, and stays for the conversation.
 */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #candidates: Candidates;
  /** What was told before the present message: the declaration first. */
  readonly #records: readonly Disclosure[];
  /** What was told since the declaration, and may be called. */
  readonly #told: ToldTool[];
  readonly #hits: readonly RankedTool[];
  /** What is told at the present message. */
  readonly #present: Disclosure | undefined;
  #plan: Plan;
  #described = 0;
  /** What is told behind which of the user's messages, in their order. */
  readonly finds: readonly Finds[];
  /** The model's own search in this conversation. */
  readonly tool: Tool = toolSearch((query, most) => this.search(query, most));

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    const { resolver, circumstances, conversation, disclosures, model } = options;
    this.#candidates = resolver.candidates(circumstances);
    const own = Map.groupBy(
      disclosures.filter((each) => each.model === model),
      ({ prefix }) => prefix,
    );
    const last = conversation.messages.at(-1);
    const before = conversation.messages.filter((message) => !conversation.isNew || message !== last);
    this.#records = sinceStart(before.flatMap((message) => recordAt(message, own) ?? []));
    const [declaration, ...later] = this.#records;
    const isStart = declaration === undefined;
    // The message that is to be answered is searched for each time it is asked: there may be other tools by now.
    const isAsked = last !== undefined && (conversation.isNew || isStart);
    const hits = isAsked && this.#maySearch(declaration) ? this.#searchFor(last.words) : [];
    this.#hits = isStart ? [...hits, ...this.#foundByOthers(hits)] : hits;
    this.#told = [...later.flatMap(({ tools }) => tools), ...this.#readIn(conversation.items)];
    this.#plan = this.#resolve();
    this.#present = isAsked ? this.#disclose(last, isStart) : last === undefined ? undefined : recordAt(last, own);
    this.finds = this.#behind();
  }

  /** Stands for what is told at the present message; undefined where nobody has to know. */
  get variant(): string | undefined {
    return this.#isKept ? this.#present?.variant : undefined;
  }

  get plan(): Plan {
    return this.#plan;
  }

  /** The model searches. What it finds stays. Where it knows the nearest already, it gets those that come next. */
  search(query: string, most: number): SearchFinds {
    const room = Math.min(most, this.#options.circumstances.budget.most);
    const near = this.#rank(query).flatMap(({ tool, isFar }) => (isFar === true ? [] : [tool]));
    const isNews = (tool: GatewayTool) => !this.#isTold(tool);
    const nearest = near.slice(0, room);
    const fresh = nearest.some(isNews) ? nearest.filter(isNews) : near.filter(isNews).slice(0, room);
    const known = nearest.filter((tool) => this.#isTold(tool)).map(({ wireName }) => wireName);
    return { fresh: this.#materialise(fresh), known };
  }

  /** A tool that the model knows by name, and of which it was told nothing yet. A few are described: guessing is no search. */
  describe(name: string): Unread | undefined {
    const tool = this.#candidates.allowed(name) ?? this.#candidates.find(name);
    const isThere = tool?.server !== undefined && this.#candidates.allowed(tool.name) === tool;
    if (!isThere || this.#options.circumstances.budget.most === 0) return undefined;
    const [told] = this.#described++ < MOST_DESCRIBED ? this.#materialise([tool]) : [];
    return { tool: tool.name, told };
  }

  /** What a turn had done before it was cut off: what was read then may be called. */
  readAgain(exchanges: readonly Item[]): void {
    const read = this.#readIn(exchanges).flatMap(({ tool }) => this.#candidates.allowed(tool) ?? []);
    if (read.length > 0) this.#materialise(read);
  }

  #materialise(tools: readonly GatewayTool[]): readonly ToldTool[] {
    const fresh = tools.filter((tool) => !this.#isTold(tool));
    if (fresh.length > 0) {
      this.#told.push(...fresh.map(asTold));
      this.#plan = this.#resolve();
    }
    return tools.map(asTold);
  }

  #isTold({ wireName }: GatewayTool): boolean {
    return [...this.#plan.visible, ...this.#plan.callable].some(({ name }) => name === wireName);
  }

  #resolve(): Plan {
    const { resolver, circumstances, isForgetful } = this.#options;
    const [declaration] = this.#records;
    const discovered: Discovered = { declared: declaration?.tools, told: this.#told, hits: this.#hits, isForgetful };
    return resolver.resolve({ ...circumstances, discovered });
  }

  /** By searches of this conversation, whichever model's. */
  #readIn(items: readonly Item[]): readonly ToldTool[] {
    return [...namesReadIn(items)].flatMap((name) => {
      const tool = this.#candidates.find(name);
      return tool?.server !== undefined && this.#candidates.allowed(tool.name) === tool ? [asTold(tool)] : [];
    });
  }

  /** What another model was told in this conversation: for this one it is not new either, as far as there is room. */
  #foundByOthers(hits: readonly RankedTool[]): readonly RankedTool[] {
    const known = new Set(hits.map(({ tool }) => tool.name));
    const others = this.#options.disclosures.filter(({ model }) => model !== this.#options.model);
    const names = new Set(others.flatMap(({ tools }) => tools.map(({ tool }) => tool)));
    return [...names].flatMap((name) => {
      const tool = this.#candidates.allowed(name);
      return tool?.server === undefined || known.has(name) ? [] : [{ tool, score: 0 }];
    });
  }

  /** Later finds are of no use where nothing can call them; who keeps nothing of a prompt has them declared. */
  #maySearch(declaration: Disclosure | undefined): boolean {
    if (!this.#candidates.hasSearch) return false;
    const { dispatcher } = this.#candidates;
    const isDeclared = declaration?.tools.some(({ name }) => name === dispatcher) !== false;
    return this.#options.isForgetful || isDeclared;
  }

  /** Never fails the request. */
  #searchFor(words: string): readonly RankedTool[] {
    try {
      return this.#rank(question(words));
    } catch (error) {
      const text = 'the search for tools failed: the turn goes on without what it would have found';
      this.#options.ground.log.warn({ err: error }, text);
      return [];
    }
  }

  /** The nearest first; also what is known already, which takes its place among them. */
  #rank(query: string): readonly RankedTool[] {
    const { searchable } = this.#candidates;
    const most = Math.max(MOST_RANKED, this.#options.circumstances.budget.most);
    const hits = ToolIndex.of(searchable).search(query, most);
    const least = LEAST_SHARE * (hits[0]?.score ?? 0);
    return hits.flatMap(({ place, score }) => {
      const tool = searchable[place];
      if (tool === undefined) return [];
      return [score < least ? { tool, score, isFar: true } : { tool, score }];
    });
  }

  #disclose({ prefix }: Said, isStart: boolean): Disclosure {
    const { model, conversation, ground, isDry = false } = this.#options;
    const tools = toldOfGateway(isStart ? this.#plan.visible : this.#plan.finds);
    const variant = hash('sha256', JSON.stringify(tools), 'base64url').slice(0, VARIANT_LETTERS);
    const kind = isStart ? 'declaration' : 'finds';
    const disclosure: Disclosure = { key: conversation.key, kind, model, prefix, variant, tools };
    if (!isDry && this.#isKept) ground.store.disclose(disclosure);
    return disclosure;
  }

  /** What was begun to be kept is kept to the end, also if there is nothing to find any more. */
  get #isKept(): boolean {
    return this.#candidates.isWorthKeeping || this.#records.length > 0;
  }

  #behind(): readonly Finds[] {
    const { conversation, isForgetful } = this.#options;
    if (isForgetful) return [];
    const told = [...this.#records, ...(this.#present === undefined ? [] : [this.#present])];
    const batches = told.filter(({ kind, tools }) => kind === 'finds' && tools.length > 0);
    const byPrefix = new Map(batches.map(({ prefix, tools }) => [prefix, tools]));
    return conversation.messages.flatMap(({ item, prefix }) => {
      const tools = byPrefix.get(prefix);
      return tools === undefined ? [] : [{ item, text: writeFinds(tools), tools: tools.map(({ tool }) => tool) }];
    });
  }
}

function asTold(tool: GatewayTool): ToldTool {
  return toldOf(shownTool(tool), tool.name);
}

/** Of several that were told at a message the one that its answer goes on from, else the newest. */
function recordAt({ prefix, told }: Said, own: ReadonlyMap<string, readonly Disclosure[]>): Disclosure | undefined {
  const here = own.get(prefix) ?? [];
  return here.find(({ variant }) => variant === told) ?? here.at(-1);
}

/**
 * From the declaration on; none without one. A conversation that came with a history began in the middle of it: when its earlier
 * messages are asked for again, in another branch, they get a declaration of their own, and for this one the last of them counts.
 */
function sinceStart(records: readonly Disclosure[]): readonly Disclosure[] {
  const place = records.findLastIndex(({ kind }) => kind === 'declaration');
  return place === -1 ? [] : records.slice(place);
}

const VARIANT_LETTERS = 12;

/** So many are ranked, so that an explanation can tell who was nearly found. */
const MOST_RANKED = 50;
const MOST_DESCRIBED = 10;

/**
 * What is much farther from the message than the nearest is told to nobody who did not ask for it. On public sets of tools and
 * questions this leaves out a quarter of the finds and, of the right ones, 1 to 2 in 100.
 */
const LEAST_SHARE = 0.4;

/** Of a long message what stands at its ends: that is where people ask. */
function question(words: string): string {
  if (words.length <= 2 * MOST_LETTERS) return words;
  return `${words.slice(0, MOST_LETTERS)} ${words.slice(-MOST_LETTERS)}`;
}

const MOST_LETTERS = 2_000;

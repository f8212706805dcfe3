import { hash } from 'node:crypto';
import { toolSearch, writeFinds } from '../builtins/index.ts';
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

/**
 * What one model knows of the gateway's tools in one conversation. What was declared at its start stays as it was, letter for
 * letter; what is found for a later message is told behind that message, and what the model searches for in the search's outcome.
 * All of it is called through the dispatcher, and stays for the conversation.
 */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #candidates: Candidates;
  readonly #records: readonly Disclosure[];
  readonly #told: ToldTool[];
  readonly #hits: readonly RankedTool[];
  /** What is kept of the present message. */
  #present: Disclosure | undefined;
  #plan: Plan;
  /** What stands behind which of the user's messages. */
  readonly behind: ReadonlyMap<Item, string>;
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
    this.#records = this.#sinceStart(before.flatMap((message) => recordAt(message, own) ?? []));
    const [declaration, ...later] = this.#records;
    this.#present = last === undefined ? undefined : recordAt(last, own);
    const isStart = declaration === undefined;
    // The message that is to be answered is searched for each time it is asked: there may be other tools by now.
    const isAsked = last !== undefined && (conversation.isNew || isStart);
    const hits = isAsked && this.#maySearch(declaration) ? this.#search(last.words) : [];
    this.#hits = isStart ? [...hits, ...this.#foundByOthers(hits)] : hits;
    this.#told = [
      ...later.flatMap(({ tools }) => tools),
      ...this.#foundBefore(hits.filter(({ isFar }) => isFar !== true).slice(0, circumstances.budget.most)),
    ];
    this.#plan = this.#resolve();
    if (isAsked) this.#disclose(last, isStart ? this.#plan.visible : this.#plan.finds);
    this.behind = this.#behind(isAsked && !isStart ? last : undefined);
  }

  /** Stands for what is told at the present message; undefined where nobody has to know. */
  get variant(): string | undefined {
    return this.#candidates.isWorthKeeping ? this.#present?.variant : undefined;
  }

  get plan(): Plan {
    return this.#plan;
  }

  /** The model searches. What it finds stays. */
  search(query: string, most: number): readonly ToldTool[] {
    const { budget } = this.#options.circumstances;
    const hits = this.#index().search(query, Math.max(1, Math.min(most, budget.most)));
    return this.#materialise(hits.flatMap(({ place }) => this.#candidates.searchable[place] ?? []));
  }

  /** A tool that the model knows by name, and of which it was told nothing yet. */
  describe(name: string): ToldTool | undefined {
    const tool = this.#candidates.find(name) ?? this.#candidates.allowed(name);
    const isThere = tool !== undefined && this.#candidates.allowed(tool.name) === tool && tool.server !== undefined;
    return isThere ? this.#materialise([tool])[0] : undefined;
  }

  /** A tool that was told once, and may not be used any more: the gateway was started anew with another filter. */
  isRefused(name: string): boolean {
    const tool = this.#candidates.find(name);
    return tool !== undefined && this.#candidates.allowed(tool.name) === undefined;
  }

  #materialise(tools: readonly GatewayTool[]): readonly ToldTool[] {
    const found = tools.map((tool) => toldOf(shownTool(tool), tool.name));
    const known = new Set([...this.#plan.visible, ...this.#plan.callable].map(({ name }) => name));
    const fresh = found.filter(({ name }) => !known.has(name));
    if (fresh.length === 0) return found;
    this.#told.push(...fresh);
    this.#plan = this.#resolve();
    if (this.#present !== undefined) {
      this.#keep({ ...this.#present, found: [...this.#present.found, ...fresh.map(({ tool }) => tool)] });
    }
    return found;
  }

  /**
   * A conversation that came with a history began in the middle of it. When its earlier messages are asked for again, in another
   * branch, they get a declaration of their own: for this one the last of them counts.
   */
  #sinceStart(records: readonly Disclosure[]): readonly Disclosure[] {
    const place = records.findLastIndex((record) => this.#hasDispatcher(record));
    return place === -1 ? records : records.slice(place);
  }

  #hasDispatcher({ tools }: Disclosure): boolean {
    const { dispatcher } = this.#candidates;
    return tools.some(({ name }) => name === dispatcher);
  }

  #resolve(): Plan {
    const { resolver, circumstances, isForgetful } = this.#options;
    const [declaration] = this.#records;
    const discovered: Discovered = { declared: declaration?.tools, told: this.#told, hits: this.#hits, isForgetful };
    return resolver.resolve({ ...circumstances, discovered });
  }

  /**
   * By searches of earlier turns, whichever model's: those that stand in this history. Another answer to the same message may
   * have found more, of which this one has read nothing; only a turn that was cut off goes on behind its own finds. What the
   * present search finds is told by that.
   */
  #foundBefore(hits: readonly RankedTool[]): readonly ToldTool[] {
    const { conversation, disclosures } = this.#options;
    const present = conversation.messages.at(-1)?.prefix;
    const found = disclosures.flatMap((each) =>
      each.found.map((name) => ({ name, isPresent: each.prefix === present })),
    );
    if (found.length === 0) return [];
    const read = namesReadIn(conversation);
    const isHit = new Set(hits.map(({ tool }) => tool));
    const tools = found.flatMap(({ name, isPresent }) => {
      const tool = this.#candidates.allowed(name);
      return tool !== undefined && (read.has(tool.wireName) || (isPresent && !isHit.has(tool))) ? [tool] : [];
    });
    return [...new Set(tools)].map((tool) => toldOf(shownTool(tool), tool.name));
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
    return this.#options.isForgetful || declaration === undefined || this.#hasDispatcher(declaration);
  }

  /** Never fails the request. */
  #search(words: string): readonly RankedTool[] {
    const { log } = this.#options.ground;
    const { searchable } = this.#candidates;
    try {
      const known = new Set(this.#records.flatMap(({ tools }) => tools.map(({ tool }) => tool)));
      const hits = this.#index().search(question(words), MOST_RANKED + Math.min(known.size, MOST_RANKED));
      const least = LEAST_SHARE * (hits[0]?.score ?? 0);
      return hits.flatMap(({ place, score }) => {
        const tool = searchable[place];
        if (tool === undefined || known.has(tool.name)) return [];
        return [score < least ? { tool, score, isFar: true } : { tool, score }];
      });
    } catch (error) {
      log.warn({ err: error }, 'the search for tools failed: the turn goes on without what it would have found');
      return [];
    }
  }

  #index(): ToolIndex {
    return ToolIndex.of(this.#candidates.searchable);
  }

  #disclose({ prefix }: Said, visible: Plan['visible']): void {
    const { model, conversation, disclosures } = this.#options;
    const tools = toldOfGateway(visible);
    const variant = hash('sha256', JSON.stringify(tools), 'base64url').slice(0, VARIANT_LETTERS);
    const same = disclosures.find((each) => each.model === model && each.prefix === prefix && each.variant === variant);
    this.#keep(same ?? { key: conversation.key, model, prefix, variant, tools, found: [] });
  }

  #keep(disclosure: Disclosure): void {
    const { ground, isDry = false } = this.#options;
    this.#present = disclosure;
    if (!isDry && this.#candidates.isWorthKeeping) ground.store.disclose(disclosure);
  }

  #behind(present: Said | undefined): ReadonlyMap<Item, string> {
    const { conversation, isForgetful } = this.#options;
    if (isForgetful) return NOTHING;
    const [, ...later] = this.#records;
    const texts = new Map(
      later.filter(({ tools }) => tools.length > 0).map(({ prefix, tools }) => [prefix, writeFinds(tools)]),
    );
    if (present !== undefined && this.#plan.finds.length > 0) {
      texts.set(present.prefix, writeFinds(toldOfGateway(this.#plan.finds)));
    }
    return new Map(
      conversation.messages.flatMap(({ item, prefix }) => {
        const text = texts.get(prefix);
        return text === undefined ? [] : [[item, text] as const];
      }),
    );
  }
}

const VARIANT_LETTERS = 12;

/** Of several that were told at a message the one that its answer goes on from, else the newest. */
function recordAt({ prefix, told }: Said, own: ReadonlyMap<string, readonly Disclosure[]>): Disclosure | undefined {
  const here = own.get(prefix) ?? [];
  return here.find(({ variant }) => variant === told) ?? here.at(-1);
}

const NOTHING: ReadonlyMap<Item, string> = new Map();

/** So many are ranked: more than any budget, so that an explanation can tell who was nearly found. */
const MOST_RANKED = 50;

/**
 * What is much farther from the message than the nearest is told to nobody who did not ask for it, even if the nearest is known
 * already. On public sets of tools and questions this leaves out a quarter of the finds and, of the right ones, 1 to 2 in 100.
 */
const LEAST_SHARE = 0.4;

/** Of a long message what stands at its ends: that is where people ask. */
function question(words: string): string {
  if (words.length <= 2 * MOST_LETTERS) return words;
  return `${words.slice(0, MOST_LETTERS)} ${words.slice(-MOST_LETTERS)}`;
}

const MOST_LETTERS = 2_000;

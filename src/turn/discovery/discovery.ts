import { hash } from 'node:crypto';
import { cutQuery, type FindsStyle, findsStyle, fitting, toolSearch, writeFinds } from '../../builtins/index.ts';
import {
  type AnnouncedTool,
  type GatewayTool,
  type Limits,
  type Plan,
  type ToolAnnouncement,
  ToolFailure,
} from '../../core/index.ts';
import {
  announcedTool,
  announcedTools,
  type Discovered,
  type FormatChoice,
  type FoundBy,
  findExact,
  formed,
  isDispatcher,
  type RankedTool,
  shed,
  shownTool,
  type ToolCapabilityResolver,
} from '../../select/index.ts';
import { type Conversation, foundOnlyByPrograms, type Question, readIn } from '../history/conversation.ts';
import type { AppendedFinds } from '../prompt/prompt.ts';
import { type AnnouncedBefore, announcedBefore } from './announced-before.ts';
import { Finder, type FinderOptions } from './finder.ts';
import type { OpenSearch, Searcher, TurnTools, Unread } from './turn-tools.ts';

export interface DiscoveryOptions extends FinderOptions {
  readonly resolver: ToolCapabilityResolver;
  /** The format in which tools are shown to the model. */
  readonly choice: FormatChoice;
  readonly conversation: Conversation;
  /** Earlier announcements at the conversation's messages, to any model. */
  readonly announcements: readonly ToolAnnouncement[];
  /** Id of the model that answers now. */
  readonly model: string;
  /** True if the backend does not cache prompts between requests, so that the declared tools may change. */
  readonly hasNoPromptCache: boolean;
  readonly limits: Pick<Limits, 'outcomeBytes'>;
}

/**
 * Tracks which gateway tools one model has seen in one conversation, and derives the turn's plan from that. Tools that
 * were declared at the start stay declared, byte for byte. Tools found for a later message are described at the end of
 * that message, and the results of the model's own searches in the search's outcome. The model may call all of them for
 * the rest of the conversation.
 */
export class Discovery implements TurnTools {
  readonly #options: DiscoveryOptions;
  readonly #before: AnnouncedBefore;
  readonly #finder: Finder;
  /** Tools that were described after the declaration and may be called. */
  readonly #told: AnnouncedTool[];
  /** How the model found tools in this turn, by tool name. */
  readonly #foundBy = new Map<string, FoundBy>();
  /** Names of tools that were dropped because of the context window, and of those that the model has read about since. */
  readonly #omitted = new Set<string>();
  readonly #readSince = new Set<string>();
  /** Names of tools that programs have found, and that the model has not read about. */
  readonly #onlyInPrograms: Set<string>;
  readonly #hits: readonly RankedTool[];
  /** The announcement at the current user message; undefined if it need not be stored. */
  readonly #present: ToolAnnouncement | undefined;
  /** The texts about found tools that are appended to user messages, in message order. */
  #appended: readonly AppendedFinds[];
  #plan: Plan;
  #described = 0;
  #roomBytes = Number.POSITIVE_INFINITY;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    const { conversation, announcements, model } = options;
    this.#finder = new Finder(options);
    const last = conversation.questions.at(-1);
    this.#before = announcedBefore(conversation, announcements, model);
    const [declaration, ...later] = this.#before.records;
    // Search for the message to answer every time it is asked, because the tools may have changed.
    const asked = conversation.endsInQuestion || declaration === undefined ? last : undefined;
    const hits = asked !== undefined && this.#maySearch(declaration) ? this.#finder.findFor(asked.words) : [];
    this.#hits = declaration === undefined ? [...hits, ...this.#foundByOthers(hits)] : hits;
    this.#told = [...later.flatMap(({ tools }) => tools), ...this.#serverTools(readIn(conversation.items)).map(asTold)];
    this.#onlyInPrograms = new Set(foundOnlyByPrograms(conversation.items));
    this.#plan = this.#resolve();
    const told = asked !== undefined && this.#mayBeKept ? this.#announced(asked) : undefined;
    this.#present = asked === undefined ? this.#before.present : told;
    this.#appended = this.#appendedFinds();
  }

  get appended(): readonly AppendedFinds[] {
    return this.#appended;
  }

  get plan(): Plan {
    return this.#plan;
  }

  /** Id of the announcement at the current message; undefined if it need not be stored. */
  get announcementId(): string | undefined {
    return this.#isKept ? this.#present?.announcementId : undefined;
  }

  /** The announcement at the current message, if it is new and must be stored. */
  get toKeep(): ToolAnnouncement | undefined {
    return this.#isKept && this.#present !== this.#before.present ? this.#present : undefined;
  }

  get searchable(): readonly GatewayTool[] {
    const { searchable, hasSearch } = this.#options.circumstances.candidates;
    return hasSearch ? searchable : NOTHING_SEARCHABLE;
  }

  /** Creates a search. The found tools stay callable for the rest of the conversation. */
  openSearch(by: Searcher): OpenSearch {
    const read: string[] = [];
    const found: string[] = [];
    const tool = toolSearch(
      (query, most, style) => {
        const matches = this.#search(query, most, by);
        const fresh = by === 'model' ? fitting(matches.fresh.map(asTold), style.bytes) : matches.fresh.map(asTold);
        this.#materialise(matches.fresh.slice(0, fresh.length), { by: 'search', query: cutQuery(query) });
        for (const { name } of fresh) {
          if (by === 'program') this.#onlyInPrograms.add(name);
          else this.#onlyInPrograms.delete(name);
        }
        if (by === 'model') this.#takeRoom(writeFinds(fresh, style));
        read.push(...fresh.map(({ name }) => name));
        found.push(...matches.all.map(({ name }) => name));
        return { fresh, known: matches.known };
      },
      () => this.#styleOfOutcome,
    );
    return { tool, read, found };
  }

  /**
   * Describes an existing tool that the model called without having read about it; undefined if there is no such tool.
   * Only a few tools per turn are described, so that guessing names does not replace searching.
   */
  describe(name: string): Unread | undefined {
    const { candidates } = this.#options.circumstances;
    const tool = candidates.hasSearch && this.#plan.format !== 'none' ? candidates.allowedByEither(name) : undefined;
    if (tool?.server === undefined || this.#finder.isTaken(tool.wireName)) return undefined;
    if (this.#described++ >= MOST_DESCRIBED) return { kind: 'enough' };
    const text = writeFinds(this.#materialise([tool], { by: 'guess' }), this.#styleOfOutcome);
    this.#takeRoom(text);
    return { kind: 'described', wireName: tool.wireName, text, read: [tool.name] };
  }

  /** Subtracts a text from the remaining room, which all outcomes of a step share. */
  #takeRoom(text: string): void {
    this.#roomBytes -= Buffer.byteLength(text);
  }

  /** Limits later search results to a part of the `tokens` that are left in the context window. */
  leaveRoom(tokens: number): void {
    this.#roomBytes = Math.max(0, tokens) * BYTES_OF_ROOM;
  }

  /** Makes tools callable that the model read about before its turn was interrupted. */
  readAgain(names: ReadonlySet<string>): void {
    this.#materialise(this.#serverTools(names), undefined);
  }

  /**
   * Drops tools, by their gateway names, and appended texts that do not fit the context window. The model has not read
   * about them.
   */
  omit(names: ReadonlySet<string>, appended: ReadonlySet<AppendedFinds>): void {
    for (const name of names) this.#omitted.add(name);
    this.#appended = this.#appended.filter((each) => !appended.has(each));
    this.#plan = this.#resolve();
  }

  /** Searches for tools. If a model knows all of the best matches already, `fresh` has the next best ones. */
  #search(query: string, most: number, by: Searcher): Matches {
    const room = Math.min(most, this.#most);
    if (room === 0) throw new ToolFailure({ kind: 'reported', message: NOTHING_TOLD });
    const near = this.#finder.rank(query).flatMap(({ tool, isFar }) => (isFar ? [] : [tool]));
    const isNew = (tool: GatewayTool) => !this.#isTold(tool) || (by === 'model' && this.#onlyInPrograms.has(tool.name));
    const nearest = near.slice(0, room);
    const isEnough = by === 'program' || nearest.some(isNew);
    const fresh = isEnough ? nearest.filter(isNew) : near.filter(isNew).slice(0, room);
    const known = nearest.filter((tool) => !isNew(tool)).map(({ wireName }) => wireName);
    return { all: nearest, fresh, known };
  }

  /**
   * Makes tools callable and returns them as announced. `foundBy` states how the model found them, if it did so in this
   * turn.
   */
  #materialise(tools: readonly GatewayTool[], foundBy: FoundBy | undefined): readonly AnnouncedTool[] {
    const fresh = tools.filter((tool) => !this.#isTold(tool));
    for (const tool of fresh) {
      if (foundBy !== undefined) this.#foundBy.set(tool.name, foundBy);
      if (this.#omitted.has(tool.name)) this.#readSince.add(tool.name);
    }
    const unknown = fresh.filter(({ wireName }) => findExact(this.#plan, wireName) === undefined);
    this.#told.push(...unknown.map(asTold));
    if (fresh.length > 0) this.#plan = this.#resolve();
    return tools.map(asTold);
  }

  /** True if the model has read about the tool and the description is still in the prompt. */
  #isTold({ name, wireName }: GatewayTool): boolean {
    const isUnsaid = this.#omitted.has(name) && !this.#readSince.has(name);
    return !isUnsaid && findExact(this.#plan, wireName) !== undefined;
  }

  #resolve(): Plan {
    const { resolver, circumstances, hasNoPromptCache, choice } = this.#options;
    const [declaration] = this.#before.records;
    const [told, hits, foundBy] = [this.#told, this.#hits, this.#foundBy];
    const isClosed = declaration !== undefined && !this.#canCallFinds(declaration);
    const discovered: Discovered = { declared: declaration?.tools, told, hits, foundBy, isClosed, hasNoPromptCache };
    const plan = formed(resolver.resolve({ ...circumstances, discovered }), choice);
    return this.#omitted.size === 0 ? plan : shed(plan, this.#omitted, this.#readSince);
  }

  get #most(): number {
    return this.#options.circumstances.budget?.most ?? 0;
  }

  /**
   * The style of search results in an outcome. Their size is limited by the outcome limit and by the room in the
   * context window.
   */
  get #styleOfOutcome(): FindsStyle {
    const { outcomeBytes } = this.#options.limits;
    const bytes = Math.min(findsStyle.bytes, outcomeBytes - FRAME_BYTES, this.#roomBytes);
    return { ...this.#style, bytes: Math.max(0, bytes) };
  }

  /**
   * In a text format the model can write any name. With native calls it can call only declared tools, so it needs the
   * dispatcher.
   */
  get #style(): FindsStyle {
    const { visible, format } = this.#plan;
    const isDispatched = format === 'native' && visible.some(isDispatcher);
    return { ...findsStyle, way: isDispatched ? 'dispatcher' : 'name' };
  }

  /** Returns the MCP tools with these names that the filters allow. */
  #serverTools(names: ReadonlySet<string>): readonly GatewayTool[] {
    const { candidates } = this.#options.circumstances;
    return [...names].flatMap((name) => {
      const tool = candidates.allowedByName(name);
      return tool?.server === undefined ? [] : [tool];
    });
  }

  /** Returns the tools that other models were shown in this conversation, as additional search results for this model. */
  #foundByOthers(hits: readonly RankedTool[]): readonly RankedTool[] {
    const { announcements, model, circumstances } = this.#options;
    const known = new Set(hits.map(({ tool }) => tool.name));
    const others = announcements.filter((each) => each.model !== model);
    const names = new Set(others.flatMap(({ tools }) => tools.map(({ name }) => name)));
    return [...names].flatMap((name) => {
      const tool = circumstances.candidates.allowedByName(name);
      if (tool?.server === undefined || known.has(name) || this.#finder.isTaken(tool.wireName)) return [];
      return [{ tool, score: 0, isFar: false }];
    });
  }

  /** True if searching makes sense: tools found after the declaration are useless if the model cannot call them. */
  #maySearch(declaration: ToolAnnouncement | undefined): boolean {
    const { candidates } = this.#options.circumstances;
    return candidates.hasSearch && (declaration === undefined || this.#canCallFinds(declaration));
  }

  /**
   * True if the model can call tools that were found after the declaration. In a text format it can write any name, and
   * without a prompt cache found tools are simply declared. Otherwise the dispatcher must be declared.
   */
  #canCallFinds(declaration: ToolAnnouncement): boolean {
    const { circumstances, hasNoPromptCache, choice } = this.#options;
    const { dispatcher } = circumstances.candidates;
    if (hasNoPromptCache || choice.format !== 'native') return true;
    return !this.#finder.isTaken(dispatcher) && declaration.tools.some(({ wireName }) => wireName === dispatcher);
  }

  #announced({ prefix }: Question): ToolAnnouncement {
    const { model, conversation } = this.#options;
    const isStart = this.#before.records.length === 0;
    const tools = announcedTools(isStart ? this.#plan.visible : this.#plan.finds);
    const announcementId = hash('sha256', JSON.stringify(tools), 'base64url').slice(0, ID_LETTERS);
    return { key: conversation.key, kind: isStart ? 'declaration' : 'finds', model, prefix, announcementId, tools };
  }

  /**
   * True if the announcement must be stored. With MCP servers, whose tools come and go, the declared tools must be
   * known to later requests. A conversation that started without gateway tools is not stored; it declares them as soon
   * as there are some.
   */
  get #isKept(): boolean {
    return this.#mayBeKept && (this.#before.records.length > 0 || (this.#present?.tools.length ?? 0) > 0);
  }

  get #mayBeKept(): boolean {
    return this.#before.records.length > 0 || this.#options.circumstances.candidates.isWorthKeeping;
  }

  #appendedFinds(): readonly AppendedFinds[] {
    const { conversation, hasNoPromptCache } = this.#options;
    if (hasNoPromptCache || this.#plan.format === 'none') return [];
    const told = [...this.#before.records, ...(this.#present === undefined ? [] : [this.#present])];
    const batches = told.filter(({ kind, tools }) => kind === 'finds' && tools.length > 0);
    const byPrefix = new Map(batches.map(({ prefix, tools }) => [prefix, tools]));
    return conversation.questions.flatMap(({ item, prefix }) => {
      const tools = byPrefix.get(prefix);
      if (tools === undefined) return [];
      return [{ item, text: writeFinds(tools, this.#style), tools: tools.map(({ name }) => name) }];
    });
  }
}

/** The tools that match a search. */
interface Matches {
  /** The best matches, best first. */
  readonly all: readonly GatewayTool[];
  /** Those to describe to the caller. */
  readonly fresh: readonly GatewayTool[];
  /** Wire names of the best matches that the caller knows. */
  readonly known: readonly string[];
}

function asTold(tool: GatewayTool): AnnouncedTool {
  return announcedTool(shownTool(tool));
}

const NOTHING_SEARCHABLE: readonly GatewayTool[] = [];
const ID_LETTERS = 12;

const MOST_DESCRIBED = 10;

/** Bytes of search results per remaining token: half of the room, at three characters a token. */
const BYTES_OF_ROOM = 1.5;

/** Bytes reserved for the text around the search results in an outcome. */
const FRAME_BYTES = 600;

const NOTHING_TOLD =
  'This gateway offers no further tools. Continue with the tools that you have, or answer without one.';

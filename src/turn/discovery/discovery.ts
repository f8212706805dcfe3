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
import { type Conversation, type Question, readIn } from '../history/conversation.ts';
import type { AppendedFinds } from '../prompt/prompt.ts';
import { type AnnouncedBefore, announcedBefore } from './announced-before.ts';
import { Finder, type FinderOptions } from './finder.ts';
import type { ModelSearch, TurnTools, Unread } from './turn-tools.ts';

export interface DiscoveryOptions extends FinderOptions {
  readonly resolver: ToolCapabilityResolver;
  /** The format in which the model is told of tools. */
  readonly choice: FormatChoice;
  readonly conversation: Conversation;
  /** What was told at its messages before, to any model. */
  readonly announcements: readonly ToolAnnouncement[];
  /** Who is told now. */
  readonly model: string;
  /** It keeps nothing of a prompt from one request to the next. */
  readonly isForgetful: boolean;
  readonly limits: Pick<Limits, 'outcomeBytes'>;
}

/**
 * What one model knows of the gateway's tools in one conversation, and so the plan of its turn. What was declared at its start stays
 * as it was, letter for letter; what is found for a later message is told behind that message, and what the model searches for in the
 * search's outcome. All of that may be called from then on, and stays for the conversation.
 */
export class Discovery implements TurnTools {
  readonly #options: DiscoveryOptions;
  readonly #before: AnnouncedBefore;
  readonly #finder: Finder;
  /** What was told since the declaration, and may be called. */
  readonly #told: AnnouncedTool[];
  /** What of it the model came upon in this turn. */
  readonly #foundBy = new Map<string, FoundBy>();
  /** What the window had no room for, and what of that was read since. */
  readonly #omitted = new Set<string>();
  readonly #readSince = new Set<string>();
  readonly #hits: readonly RankedTool[];
  /** What is told at the present message, where it is answered now and must be remembered. */
  readonly #present: ToolAnnouncement | undefined;
  /** What is told behind which of the user's messages, in their order. */
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
    // The message that is to be answered is searched for each time it is asked: there may be other tools by now.
    const asked = conversation.endsInQuestion || declaration === undefined ? last : undefined;
    const hits = asked !== undefined && this.#maySearch(declaration) ? this.#finder.findFor(asked.words) : [];
    this.#hits = declaration === undefined ? [...hits, ...this.#foundByOthers(hits)] : hits;
    this.#told = [...later.flatMap(({ tools }) => tools), ...this.#serverTools(readIn(conversation.items)).map(asTold)];
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

  /** Stands for what is told at the present message; undefined where nobody has to know. */
  get announcementId(): string | undefined {
    return this.#isKept ? this.#present?.announcementId : undefined;
  }

  /** What is told at the present message, and must be remembered once it was sent. */
  get toKeep(): ToolAnnouncement | undefined {
    return this.#isKept && this.#present !== this.#before.present ? this.#present : undefined;
  }

  /** A search by the model. What it finds stays. */
  openSearch(): ModelSearch {
    const read: string[] = [];
    const tool = toolSearch(
      (query, most, style) => {
        const { fresh, known } = this.#search(query, most);
        const told = fitting(fresh.map(asTold), style.bytes);
        this.#materialise(fresh.slice(0, told.length), { by: 'search', query: cutQuery(query) });
        this.#takeRoom(writeFinds(told, style));
        read.push(...told.map(({ name }) => name));
        return { fresh: told, known };
      },
      () => this.#styleOfOutcome,
    );
    return { tool, read };
  }

  /** A tool that the model knows by name, and of which it was told nothing yet. A few are described: guessing is no search. */
  describe(name: string): Unread | undefined {
    const { candidates } = this.#options.circumstances;
    const tool = candidates.hasSearch && this.#plan.format !== 'none' ? candidates.allowedByEither(name) : undefined;
    if (tool?.server === undefined || this.#finder.isTaken(tool.wireName)) return undefined;
    if (this.#described++ >= MOST_DESCRIBED) return { kind: 'enough' };
    const text = writeFinds(this.#materialise([tool], { by: 'guess' }), this.#styleOfOutcome);
    this.#takeRoom(text);
    return { kind: 'described', wireName: tool.wireName, text, read: [tool.name] };
  }

  /** Several outcomes of one step share what is left. */
  #takeRoom(text: string): void {
    this.#roomBytes -= Buffer.byteLength(text);
  }

  /** So many tokens are left in the model's window: what its searches tell must not fill it. */
  leaveRoom(tokens: number): void {
    this.#roomBytes = Math.max(0, tokens) * BYTES_OF_ROOM;
  }

  /** What a turn had done before it was cut off: what was read then may be called. */
  readAgain(names: ReadonlySet<string>): void {
    this.#materialise(this.#serverTools(names), undefined);
  }

  /** The model's window has no room for these, by the names they have here: it has not read of them. */
  omit(names: ReadonlySet<string>, appended: ReadonlySet<AppendedFinds>): void {
    for (const name of names) this.#omitted.add(name);
    this.#appended = this.#appended.filter((each) => !appended.has(each));
    this.#plan = this.#resolve();
  }

  /** Where the model knows the nearest already, it gets those that come next. */
  #search(query: string, most: number): { readonly fresh: readonly GatewayTool[]; readonly known: readonly string[] } {
    const room = Math.min(most, this.#most);
    if (room === 0) throw new ToolFailure({ kind: 'reported', message: NOTHING_TOLD });
    const near = this.#finder.rank(query).flatMap(({ tool, isFar }) => (isFar ? [] : [tool]));
    const isNew = (tool: GatewayTool) => !this.#isTold(tool);
    const nearest = near.slice(0, room);
    const fresh = nearest.some(isNew) ? nearest.filter(isNew) : near.filter(isNew).slice(0, room);
    const known = nearest.filter((tool) => this.#isTold(tool)).map(({ wireName }) => wireName);
    return { fresh, known };
  }

  /** `foundBy`: how the model came upon them, if it did so in this turn. */
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

  /** The model has read of it, and reads it still. */
  #isTold({ name, wireName }: GatewayTool): boolean {
    const isUnsaid = this.#omitted.has(name) && !this.#readSince.has(name);
    return !isUnsaid && findExact(this.#plan, wireName) !== undefined;
  }

  #resolve(): Plan {
    const { resolver, circumstances, isForgetful, choice } = this.#options;
    const [declaration] = this.#before.records;
    const [told, hits, foundBy] = [this.#told, this.#hits, this.#foundBy];
    const isClosed = declaration !== undefined && !this.#canCallFinds(declaration);
    const discovered: Discovered = { declared: declaration?.tools, told, hits, foundBy, isClosed, isForgetful };
    const plan = formed(resolver.resolve({ ...circumstances, discovered }), choice);
    return this.#omitted.size === 0 ? plan : shed(plan, this.#omitted, this.#readSince);
  }

  get #most(): number {
    return this.#options.circumstances.budget?.most ?? 0;
  }

  /** An outcome is bounded, and so is the window that it has to fit. */
  get #styleOfOutcome(): FindsStyle {
    const { outcomeBytes } = this.#options.limits;
    const bytes = Math.min(findsStyle.bytes, outcomeBytes - FRAME_BYTES, this.#roomBytes);
    return { ...this.#style, bytes: Math.max(0, bytes) };
  }

  /** In text every name can be written; natively only what is declared can be called, and the dispatcher is that. */
  get #style(): FindsStyle {
    const { visible, format } = this.#plan;
    const isDispatched = format === 'native' && visible.some(isDispatcher);
    return { ...findsStyle, way: isDispatched ? 'dispatcher' : 'name' };
  }

  /** Those of these names that may be called. */
  #serverTools(names: ReadonlySet<string>): readonly GatewayTool[] {
    const { candidates } = this.#options.circumstances;
    return [...names].flatMap((name) => {
      const tool = candidates.allowedByName(name);
      return tool?.server === undefined ? [] : [tool];
    });
  }

  /** What another model was told in this conversation: for this one it is not new either, as far as there is room. */
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

  /** Later finds are of no use where nothing can call them. */
  #maySearch(declaration: ToolAnnouncement | undefined): boolean {
    const { candidates } = this.#options.circumstances;
    return candidates.hasSearch && (declaration === undefined || this.#canCallFinds(declaration));
  }

  /** In text every name can be written; who keeps nothing of a prompt has finds declared; others need the dispatcher. */
  #canCallFinds(declaration: ToolAnnouncement): boolean {
    const { circumstances, isForgetful, choice } = this.#options;
    const { dispatcher } = circumstances.candidates;
    if (isForgetful || choice.format !== 'native') return true;
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
   * What is declared once stays, so it must be known, where there are servers whose tools come and go. A conversation that began
   * without any of the gateway's tools declares them when there are some.
   */
  get #isKept(): boolean {
    return this.#mayBeKept && (this.#before.records.length > 0 || (this.#present?.tools.length ?? 0) > 0);
  }

  get #mayBeKept(): boolean {
    return this.#before.records.length > 0 || this.#options.circumstances.candidates.isWorthKeeping;
  }

  #appendedFinds(): readonly AppendedFinds[] {
    const { conversation, isForgetful } = this.#options;
    if (isForgetful || this.#plan.format === 'none') return [];
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

function asTold(tool: GatewayTool): AnnouncedTool {
  return announcedTool(shownTool(tool));
}

const ID_LETTERS = 12;

const MOST_DESCRIBED = 10;

/** Half of what is left, where a token has three letters. */
const BYTES_OF_ROOM = 1.5;

/** What stands around finds in an outcome. */
const FRAME_BYTES = 600;

const NOTHING_TOLD =
  'This gateway tells you of no further tools. Go on with those that you have, or answer without one.';

import type { GatewayTool, Log } from '../../core/index.ts';
import type { ToolSearch } from '../../search/index.ts';
import { namesOfClient, type RankedTool, type ResolveInput } from '../../select/index.ts';

/** What a plan depends on beside what the conversation has discovered. */
export type Circumstances = Omit<ResolveInput, 'discovered'>;

export interface FinderOptions {
  readonly circumstances: Circumstances;
  readonly searchOver: (tools: readonly GatewayTool[]) => ToolSearch;
  readonly log: Log;
}

/** Finds the servers' tools that are near to words, among those that the request lets a model be told of. */
export class Finder {
  readonly #options: FinderOptions;
  /** The names of the client's tools. */
  readonly #taken: ReadonlySet<string>;

  constructor(options: FinderOptions) {
    this.#options = options;
    this.#taken = namesOfClient(options.circumstances.requested);
  }

  /** For a message of the user's. Never fails the request. */
  findFor(words: string): readonly RankedTool[] {
    try {
      return this.rank(words);
    } catch (error) {
      const text = 'the search for tools failed: the turn goes on without what it would have found';
      this.#options.log.warn({ err: error }, text);
      return [];
    }
  }

  /** The nearest first; also what is known already, which takes its place among them. */
  rank(words: string): readonly RankedTool[] {
    const { circumstances, searchOver } = this.#options;
    const { searchable } = circumstances.candidates;
    const isTaken = this.#taken.size === 0 ? undefined : (place: number) => this.#isTakenAt(place);
    const hits = searchOver(searchable).rank(words, Math.max(MOST_RANKED, circumstances.budget?.most ?? 0), isTaken);
    return hits.flatMap(({ place, score, isFar }) => {
      const tool = searchable[place];
      return tool === undefined ? [] : [{ tool, score, isFar }];
    });
  }

  /** A client's tool has this name: a gateway's could not be called by it. */
  isTaken(wireName: string): boolean {
    return this.#taken.has(wireName);
  }

  #isTakenAt(place: number): boolean {
    const tool = this.#options.circumstances.candidates.searchable[place];
    return tool !== undefined && this.isTaken(tool.wireName);
  }
}

/** So many are ranked, so that an explanation can tell who was nearly found. */
const MOST_RANKED = 50;

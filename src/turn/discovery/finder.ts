import type { GatewayTool, Log } from '../../core/index.ts';
import type { ToolSearch } from '../../search/index.ts';
import { namesOfClient, type RankedTool, type ResolveInput } from '../../select/index.ts';

/** Everything that a plan depends on, except for the tools discovered in the conversation. */
export type Circumstances = Omit<ResolveInput, 'discovered'>;

export interface FinderOptions {
  readonly circumstances: Circumstances;
  readonly searchOver: (tools: readonly GatewayTool[]) => ToolSearch;
  readonly log: Log;
}

/** Searches the MCP tools that the request allows. */
export class Finder {
  readonly #options: FinderOptions;
  /** The names of the client's tools. */
  readonly #taken: ReadonlySet<string>;

  constructor(options: FinderOptions) {
    this.#options = options;
    this.#taken = namesOfClient(options.circumstances.requested);
  }

  /** Finds tools for a user message. Never throws: if the search fails, logs a warning and returns nothing. */
  findFor(words: string): readonly RankedTool[] {
    try {
      return this.rank(words);
    } catch (error) {
      const text = 'The tool search failed; the turn continues without found tools.';
      this.#options.log.warn({ err: error }, text);
      return [];
    }
  }

  /** Returns the matching tools, best first. Includes tools that the model knows already. */
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

  /** True if a client tool has this name, so that a gateway tool cannot be called by it. */
  isTaken(wireName: string): boolean {
    return this.#taken.has(wireName);
  }

  #isTakenAt(place: number): boolean {
    const tool = this.#options.circumstances.candidates.searchable[place];
    return tool !== undefined && this.isTaken(tool.wireName);
  }
}

/** Number of tools to rank at least, so that explanations can list tools that were nearly found. */
const MOST_RANKED = 50;

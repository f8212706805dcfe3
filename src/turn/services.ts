import type { Decision, Limits, Log, Observer } from '../core/index.ts';
import type { Backends } from '../models/index.ts';
import type { Searchable, ToolSearch } from '../search/index.ts';
import type { FormatChoice, FormatChoices, FormatSettings, ToolCapabilityResolver } from '../select/index.ts';
import type { Store } from '../store/index.ts';
import type { Listing, ToolExecutor } from '../tools/index.ts';
import type { Interrupted } from './history/interrupted.ts';
import type { Gauges } from './prompt/gauges.ts';
import type { TurnRecords } from './records.ts';

/** What turns are run with. */
export interface TurnServices {
  readonly backends: Backends;
  readonly executor: ToolExecutor;
  readonly store: Store;
  readonly limits: Limits;
  readonly log: Log;
  readonly observer: Observer;
}

/** What the settings decide about turns. */
export interface TurnPolicy {
  /** Whether a client of this key, or of one of these models, gets the gateway's tools beside its own. */
  isMixed(key: string, models: readonly string[]): boolean;
  /** What a request without `tools` means for these models. */
  absentMeans(models: readonly string[]): 'gateway' | 'none';
  /** Decides which of the gateway's tools a model is told of. Without it, every model is told of all of them. */
  readonly resolver?: ToolCapabilityResolver | undefined;
  /** How many tools of MCP servers a model is told of at once. */
  readonly budgets?: Budgets | undefined;
  /** The gateway's own system prompt. It stands before the client's instructions. */
  readonly prompt?: string | undefined;
  /** In which formats models may be told of tools, and may answer. */
  readonly formats: FormatSettings;
  /** Tell the client, among the reasoning, which tools are running. */
  readonly tellsProgress: boolean;
  /** Leave gateway tools out of a prompt that would not fit the model's window. Otherwise such a prompt is a failure. */
  readonly shedsTools: boolean;
}

/** How many tools of MCP servers a model is told of at once: by its size, or as the settings say of one of its names. */
export interface Budgets {
  readonly perSize: { readonly small: number; readonly medium: number; readonly large: number };
  of(models: readonly string[]): { readonly most: number; readonly of: string } | undefined;
}

/** The gateway's own tools. */
export interface ToolCatalogue {
  /** The same array as long as nothing changed. */
  listings(): readonly Listing[];
  /** Waits a while for tools of servers that are still connecting; undefined when there are none. */
  awaitTools?(signal: AbortSignal): Promise<void> | undefined;
  /** Tools that cannot be used now, each with the reason. */
  absentTools?(): readonly Decision[];
  /** Whether there are servers whose tools are not known yet. */
  hasMoreTools?(): boolean;
  /** The search over these tools. The default searches by words. */
  readonly searchOver?: ((tools: readonly Searchable[]) => ToolSearch) | undefined;
}

/** Everything a turn can reach: what it was given, and what turns share. */
export interface TurnContext extends TurnServices {
  readonly policy: TurnPolicy;
  readonly catalogue: ToolCatalogue;
  readonly records: TurnRecords;
  readonly interrupted: Interrupted;
  readonly gauges: Gauges;
  readonly formatChoices: FormatChoices;
  /** How many turns are running. */
  readonly running: { turns: number };
  readonly logged: LoggedOnce;
}

/** What the log was told already: each is said once. */
export interface LoggedOnce {
  /** By model. */
  readonly choices: Map<string, FormatChoice>;
  readonly toolless: Set<string>;
  readonly clashes: Set<string>;
}

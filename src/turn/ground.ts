import type { Decision, Limits, Log } from '../core/index.ts';
import type { Backends } from '../models/index.ts';
import type { Searchable, ToolSearch } from '../search/index.ts';
import type { FormatChoice, FormatChoices, FormatSettings, ToolCapabilityResolver } from '../select/index.ts';
import type { Store } from '../store/index.ts';
import type { Listing, ToolExecutor } from '../tools/index.ts';
import type { Interrupted } from './history/interrupted.ts';
import type { Gauges } from './prompt/gauges.ts';
import type { TurnRecords } from './records.ts';

/** What every turn stands on. */
export interface Ground {
  readonly backends: Backends;
  readonly executor: ToolExecutor;
  readonly store: Store;
  readonly limits: Limits;
  readonly log: Log;
  /** The gateway's own tools, as they are shown. The same array as long as nothing changed. */
  listings(): readonly Listing[];
  /** Waits a while for tools that are still on their way; undefined when none are. */
  readonly awaitTools?: ((signal: AbortSignal) => Promise<void> | undefined) | undefined;
  /** Whether a client of this key, or of one of these models, gets the gateway's tools beside its own. */
  isMixed(key: string, models: readonly string[]): boolean;
  /** What a request without `tools` means for these models. */
  absentMeans(models: readonly string[]): 'gateway' | 'none';
  /** Decides which of the gateway's tools a model is told of; without it, it is told of all. */
  readonly resolver?: ToolCapabilityResolver | undefined;
  /** Tools that would be there if their servers were: each with why it is not. */
  readonly absentTools?: (() => readonly Decision[]) | undefined;
  /** Whether there are servers whose tools are not known yet. */
  readonly hasMoreTools?: (() => boolean) | undefined;
  /** How many of the servers' tools models are told of at once: by their size, and for these models. */
  readonly budgets?: Budgets | undefined;
  /** What finds tools among these; unless told otherwise, by their words. */
  readonly searchOver?: ((tools: readonly Searchable[]) => ToolSearch) | undefined;
  /** Stands before the client's own instructions. */
  readonly prompt?: string | undefined;
  /** In which ways models may be told of tools, and may answer. */
  readonly formats: FormatSettings;
  /** Tell, among the reasoning, which tools are running. */
  readonly tellsProgress: boolean;
  /** Leave gateway tools out where a prompt would not fit the model's window; otherwise that is a failure. */
  readonly shedsTools: boolean;
}

/** What the settings say of how many tools are told. */
export interface Budgets {
  readonly perSize: { readonly small: number; readonly medium: number; readonly large: number };
  of(models: readonly string[]): { readonly most: number; readonly of: string } | undefined;
}

/** And what turns know of each other. */
export interface TurnGround extends Ground {
  readonly records: TurnRecords;
  readonly interrupted: Interrupted;
  readonly gauges: Gauges;
  readonly choices: FormatChoices;
  /** The choice that the log was told of, by model. */
  readonly loggedChoices: Map<string, FormatChoice>;
  /** Models that the log was told of: they can be given no tools. */
  readonly loggedToolless: Set<string>;
}

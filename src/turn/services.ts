import type { Decision, Limits, Log, Observer } from '../core/index.ts';
import type { Backends } from '../models/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Searchable, ToolSearch } from '../search/index.ts';
import type {
  FormatChoice,
  FormatChoices,
  FormatSettings,
  PythonOffer,
  ToolCapabilityResolver,
} from '../select/index.ts';
import type { Store } from '../store/index.ts';
import type { Listing, ToolExecutor } from '../tools/index.ts';
import type { Interrupted } from './history/interrupted.ts';
import type { RefusedMedia } from './prompt/refused-media.ts';
import type { TokenCalibrations } from './prompt/token-calibrations.ts';
import type { TurnRecords } from './records.ts';

/** The services that turns use. */
export interface TurnServices {
  readonly backends: Backends;
  readonly executor: ToolExecutor;
  readonly store: Store;
  readonly limits: Limits;
  readonly log: Log;
  readonly observer: Observer;
  /** Runs Python programs. Unset if they cannot be run. */
  readonly sandbox?: Sandbox | undefined;
}

/** The settings that affect turns. */
export interface TurnPolicy {
  /** True if a client with this key, or using one of these models, gets the gateway's tools in addition to its own. */
  isMixed(key: string, models: readonly string[]): boolean;
  /** Returns how to treat a request without `tools` to one of these models: give it the gateway's tools, or none. */
  absentMeans(models: readonly string[]): 'gateway' | 'none';
  /** Decides which gateway tools a model sees. If unset, every model sees all of them. */
  readonly resolver?: ToolCapabilityResolver | undefined;
  /** Limits on the number of MCP tools that a model sees. If unset, the defaults apply. */
  readonly budgets?: Budgets | undefined;
  /** The gateway's own system prompt. It is placed before the client's instructions. */
  readonly prompt?: string | undefined;
  /** The formats in which tools may be described to models and in which tool calls are read. */
  readonly formats: FormatSettings;
  readonly python?: PythonOffer | undefined;
  /** If true, the reasoning that the client receives names the tools that are running. */
  readonly tellsProgress: boolean;
  /** If true, gateway tools are dropped from a prompt that exceeds the context window. Otherwise such a prompt fails. */
  readonly shedsTools: boolean;
}

/** The maximum number of MCP tools that a model sees, by model size or by model name. */
export interface Budgets {
  readonly perSize: { readonly small: number; readonly medium: number; readonly large: number };
  of(models: readonly string[]): { readonly most: number; readonly of: string } | undefined;
}

/** The gateway's own tools. */
export interface ToolCatalogue {
  /** Returns the same array until a tool changes. */
  listings(): readonly Listing[];
  /** Waits for a limited time for the tools of servers that are still connecting. Returns undefined if there are none. */
  awaitTools?(signal: AbortSignal): Promise<void> | undefined;
  /** Returns a decision, with the reason, for each tool that is currently unavailable. */
  absentTools?(): readonly Decision[];
  /** True if there are servers whose tools are not known yet. */
  hasMoreTools?(): boolean;
  /** Creates the search over these tools. The default is a lexical search. */
  readonly searchOver?: ((tools: readonly Searchable[]) => ToolSearch) | undefined;
}

/** Everything that a turn can use: the services, and the state that all turns share. */
export interface TurnContext extends TurnServices {
  readonly policy: TurnPolicy;
  readonly catalogue: ToolCatalogue;
  readonly records: TurnRecords;
  readonly interrupted: Interrupted;
  readonly calibrations: TokenCalibrations;
  readonly refusedMedia: RefusedMedia;
  readonly formatChoices: FormatChoices;
  /** Number of running turns. */
  readonly running: { turns: number };
  readonly logged: LoggedOnce;
}

/** Decisions that were logged already; each is logged only once. */
export interface LoggedOnce {
  /** The last logged choice of each model. */
  readonly choices: Map<string, FormatChoice>;
  readonly toolless: Set<string>;
  readonly clashes: Set<string>;
  /** Models of which it is not known whether they accept media. */
  readonly medialess: Set<string>;
}

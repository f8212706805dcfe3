import type { AllowedTools, Ask } from '../core/index.ts';
import type { TurnTools } from './discovery/turn-tools.ts';
import type { TurnContext } from './services.ts';
import type { UnknownToolFailures } from './unknown-tool-failures.ts';

/** The turn that the calls belong to. */
export interface Caller {
  readonly id: string;
  readonly ask: Pick<Ask, 'key' | 'parallel'>;
  readonly tools: TurnTools;
  readonly allowed: AllowedTools | undefined;
  readonly signal: AbortSignal;
  /** Id of the call whose program makes these calls; undefined for calls of the model. */
  readonly program?: string;
  readonly plannedAt: number;
  /** Counts the calls of unknown tools in the program. */
  readonly strangers?: UnknownToolFailures;
  readonly context: Pick<TurnContext, 'executor' | 'sandbox' | 'store' | 'limits'>;
}

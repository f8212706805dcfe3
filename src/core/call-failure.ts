import { truncate } from './truncate.ts';
/** Everything that can go wrong with one call of a tool. Each kind names the tool. */
export type CallFailure =
  | {
      readonly kind: 'unknown-tool';
      readonly tool: string;
      readonly nearest?: string;
      readonly known: readonly string[];
      readonly knownCount: number;
      /** What finds more of them, by its name. */
      readonly search?: string;
    }
  | {
      readonly kind: 'bad-arguments';
      readonly tool: string;
      readonly problems: readonly Problem[];
      readonly expected: string;
    }
  | { readonly kind: 'bad-schema'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'denied'; readonly tool: string; readonly reason: string; readonly rule: string }
  /** In doubt, the call had been sent, and no answer came: it may have been carried out. */
  | { readonly kind: 'unavailable'; readonly tool: string; readonly reason: string; readonly isInDoubt?: true }
  /** It was there once, and does not come back by itself. */
  | { readonly kind: 'gone'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'timeout'; readonly tool: string; readonly limitMs: number }
  | { readonly kind: 'overloaded'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'cancelled'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'nested-too-deep'; readonly tool: string; readonly limit: number }
  /** The tool threw. */
  | { readonly kind: 'tool-error'; readonly tool: string; readonly message: string }
  /** The tool answered, and its answer says that it failed: its own words, unchanged. */
  | { readonly kind: 'reported'; readonly tool: string; readonly message: string };

/** One thing that is wrong with a call's arguments. */
export interface Problem {
  /** `passengers`, `trip.legs[0].from`; empty for the arguments as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Why a tool is not here. */
export interface Missing {
  readonly reason: string;
  /** Somebody would have to do something about it: it does not come back by itself. */
  readonly isGone?: boolean;
}

export function isRetryableCall(failure: CallFailure): boolean {
  switch (failure.kind) {
    case 'unavailable':
      return failure.isInDoubt !== true;
    case 'timeout':
    case 'overloaded':
      return true;
    case 'unknown-tool':
    case 'gone':
    case 'bad-arguments':
    case 'bad-schema':
    case 'denied':
    case 'cancelled':
    case 'nested-too-deep':
    case 'tool-error':
    case 'reported':
      return false;
    default:
      return failure satisfies never;
  }
}

export function tellCall(failure: CallFailure): string {
  switch (failure.kind) {
    case 'unknown-tool':
      return tellUnknown(failure);
    case 'bad-arguments': {
      const problems = failure.problems.map(
        (problem) => `- ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`,
      );
      return `Invalid arguments for ${failure.tool}:\n${problems.join('\n')}\nExpected: ${failure.expected}`;
    }
    case 'bad-schema':
      return `${failure.tool} cannot be called: its parameter schema is not usable (${failure.reason}). Use another tool.`;
    case 'denied':
      return `${failure.tool} was not allowed: ${failure.reason}`;
    case 'unavailable':
      if (failure.isInDoubt)
        return `No answer: ${failure.tool} may have been carried out or not (${failure.reason}). Check before you repeat it.`;
      return `Service unavailable: ${failure.tool} could not be reached (${failure.reason}). Try again later, or answer without it.`;
    case 'gone':
      return `${failure.tool} cannot be called: ${failure.reason}. Use another tool, or answer without it.`;
    case 'timeout':
      return `${failure.tool} timed out: no answer within ${seconds(failure.limitMs)}, so it was cancelled. Try again later, or ask for less at once.`;
    case 'overloaded':
      return `${failure.tool} was not started: ${failure.reason}. Try again later.`;
    case 'cancelled':
      return `${failure.tool} was cancelled: ${failure.reason}`;
    case 'nested-too-deep':
      return `${failure.tool} was not started: tools were calling tools more than ${failure.limit} levels deep.`;
    case 'tool-error':
      return `Error executing ${failure.tool}: ${failure.message}`;
    case 'reported':
      return failure.message;
    default:
      return failure satisfies never;
  }
}

function tellUnknown(failure: Extract<CallFailure, { kind: 'unknown-tool' }>): string {
  if (failure.knownCount === 0)
    return `Unknown tool "${truncate(failure.tool, 100)}". There are no tools here: answer without one.`;
  const guess = failure.nearest === undefined ? '' : ` Did you mean "${failure.nearest}"?`;
  const name = truncate(failure.tool, 100, '…');
  const left = failure.knownCount - failure.known.length;
  const rest = left > 0 ? `, and ${left} more` : '';
  const more = failure.search === undefined ? '' : ` To find others, call ${failure.search}.`;
  return `Unknown tool "${name}".${guess} Known tools: ${failure.known.join(', ')}${rest}.${more}`;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

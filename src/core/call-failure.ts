import { truncate } from './truncate.ts';

/** Everything that can go wrong with one tool call. Each kind names the tool. */
export type CallFailure =
  | {
      readonly kind: 'unknown-tool';
      readonly tool: string;
      readonly nearest?: string;
      readonly known: readonly string[];
      readonly knownCount: number;
      /** Name of the tool that finds more tools, if the model has it. */
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
  /** `isInDoubt`: the call was sent, but no answer came, so it may have been carried out. */
  | { readonly kind: 'unavailable'; readonly tool: string; readonly reason: string; readonly isInDoubt?: true }
  /** The tool existed once and does not come back by itself. */
  | { readonly kind: 'gone'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'timeout'; readonly tool: string; readonly limitMs: number }
  | { readonly kind: 'overloaded'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'cancelled'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'nested-too-deep'; readonly tool: string; readonly limit: number }
  /** The result is larger or deeper than an MCP client may receive. `reason` names the bound. */
  | { readonly kind: 'too-large'; readonly tool: string; readonly reason: string }
  /** The tool threw. */
  | { readonly kind: 'tool-error'; readonly tool: string; readonly message: string }
  /** The tool answered that it failed. `message` is the tool's own text, unchanged. */
  | { readonly kind: 'reported'; readonly tool: string; readonly message: string };

/** One error in a call's arguments. */
export interface Problem {
  /** Path of the value, such as `passengers` or `trip.legs[0].from`. Empty for the arguments as a whole. */
  readonly path: string;
  readonly message: string;
}

/** The reason why a tool is not available. */
export interface Missing {
  readonly reason: string;
  /** True if the tool does not come back unless a person fixes something. */
  readonly isGone?: boolean;
}

/** True if the tool may have been started before the call failed. */
export function mayHaveStarted(failure: CallFailure): boolean {
  switch (failure.kind) {
    case 'timeout':
    case 'cancelled':
    case 'too-large':
    case 'tool-error':
    case 'reported':
      return true;
    case 'unavailable':
      return failure.isInDoubt === true;
    case 'unknown-tool':
    case 'bad-arguments':
    case 'bad-schema':
    case 'denied':
    case 'gone':
    case 'overloaded':
    case 'nested-too-deep':
      return false;
    default:
      return failure satisfies never;
  }
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
    case 'too-large':
    case 'tool-error':
    case 'reported':
      return false;
    default:
      return failure satisfies never;
  }
}

export function callFailureMessage(failure: CallFailure): string {
  switch (failure.kind) {
    case 'unknown-tool':
      return tellUnknown(failure);
    case 'bad-arguments': {
      const problems = failure.problems.map(
        (problem) => `- ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`,
      );
      return `Invalid arguments for "${failure.tool}":\n${problems.join('\n')}\nExpected: ${failure.expected}`;
    }
    case 'bad-schema':
      return `The tool "${failure.tool}" cannot be called: its parameter schema is not usable (${failure.reason}). Use another tool.`;
    case 'denied':
      return `The call to "${failure.tool}" was not allowed: ${failure.reason}`;
    case 'unavailable':
      if (failure.isInDoubt)
        return `The call to "${failure.tool}" was sent, but no answer came (${failure.reason}). It may have taken effect: check before you repeat it.`;
      return `Service unavailable: the tool "${failure.tool}" cannot be reached (${failure.reason}). Try again later, or answer without it.`;
    case 'gone':
      return `The tool "${failure.tool}" cannot be called: ${failure.reason}. Use another tool, or answer without it.`;
    case 'timeout':
      return `The tool "${failure.tool}" timed out: it did not answer within ${seconds(failure.limitMs)} and was cancelled. Try again later, or ask for less in one call.`;
    case 'overloaded':
      return `The tool "${failure.tool}" was not started: ${failure.reason}. Try again later.`;
    case 'cancelled':
      return `The call to "${failure.tool}" was cancelled: ${failure.reason}`;
    case 'nested-too-deep':
      return `The tool "${failure.tool}" was not started: tools called other tools more than ${failure.limit} levels deep. Answer without it.`;
    case 'too-large':
      return `The result of the tool "${failure.tool}" ${failure.reason}, so it was not passed on. Ask for less in one call.`;
    case 'tool-error':
      return `Error executing "${failure.tool}": ${failure.message}`;
    case 'reported':
      return failure.message;
    default:
      return failure satisfies never;
  }
}

function tellUnknown(failure: Extract<CallFailure, { kind: 'unknown-tool' }>): string {
  if (failure.knownCount === 0)
    return `Unknown tool "${truncate(failure.tool, 100)}". No tools are available: answer without one.`;
  const name = truncate(failure.tool, 100, '…');
  if (failure.known.length === 0) return `Unknown tool "${name}". Call only tools that you were shown.`;
  const guess = failure.nearest === undefined ? '' : ` Did you mean "${failure.nearest}"?`;
  const left = failure.knownCount - failure.known.length;
  const rest = left > 0 ? `, and ${left} more` : '';
  const more = failure.search === undefined ? '' : ` To find more tools, call ${failure.search}.`;
  return `Unknown tool "${name}".${guess} Known tools: ${failure.known.join(', ')}${rest}.${more}`;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

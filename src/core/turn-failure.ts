/** Everything that can go wrong with a turn except its tool calls: the request, the backend, the loop. */
export type TurnFailure =
  /** The request is invalid. `param` is the field at fault. */
  | { readonly kind: 'bad-request'; readonly param: string; readonly message: string }
  | { readonly kind: 'unknown-model'; readonly model: string; readonly known: readonly string[] }
  /** The prompt does not fit the model's context window, and nothing more may be dropped. */
  | {
      readonly kind: 'prompt-too-long';
      readonly model: string;
      /** Estimated size of the prompt, tools included. */
      readonly promptTokens: number;
      /** The part of `promptTokens` that the client's and the gateway's tools take. */
      readonly toolTokens: number;
      /** A window that surely holds the prompt and an answer: the estimate with a margin. */
      readonly neededTokens: number;
      readonly contextTokens: number;
    }
  | { readonly kind: 'upstream-unreachable'; readonly backend: string; readonly reason: string }
  /** The backend refused the gateway's own key. This is never the client's fault. */
  | {
      readonly kind: 'upstream-credentials';
      readonly backend: string;
      readonly status: number;
      /** Set if no key is configured. */
      readonly isKeyless?: true;
    }
  /** The backend refused the request because the request is at fault. */
  | {
      readonly kind: 'upstream-rejected';
      readonly backend: string;
      readonly status: number;
      readonly message: string;
      readonly code?: string;
      readonly param?: string;
      /** As in `upstream-failed`. */
      readonly toolless?: string;
    }
  | {
      readonly kind: 'upstream-busy';
      readonly backend: string;
      readonly message: string;
      readonly retryAfterMs?: number;
    }
  | {
      readonly kind: 'upstream-failed';
      readonly backend: string;
      readonly status: number;
      readonly message: string;
      /** Name in the settings of a model that seems to have no native tool calls on this server. */
      readonly toolless?: string;
    }
  | { readonly kind: 'upstream-silent'; readonly backend: string; readonly stage: Stage; readonly limitMs: number }
  /** The backend's answer could not be read, or ended too early. */
  | { readonly kind: 'upstream-broken'; readonly backend: string; readonly reason: string }
  | { readonly kind: 'empty-answer'; readonly model: string }
  | { readonly kind: 'stuck'; readonly model: string; readonly reason: string }
  | { readonly kind: 'turn-timeout'; readonly limitMs: number }
  | { readonly kind: 'turn-cancelled'; readonly reason: string }
  | { readonly kind: 'too-many-turns'; readonly limit: number }
  /** A bug in the gateway. The log has the details. */
  | { readonly kind: 'bug' };

/** The phase that timed out: connecting, waiting for the first byte of the answer, or waiting for the next chunk. */
export type Stage = 'connect' | 'first-byte' | 'between-chunks';

export function isRetryableTurn(failure: TurnFailure): boolean {
  switch (failure.kind) {
    case 'upstream-unreachable':
    case 'upstream-busy':
    case 'upstream-failed':
    case 'upstream-silent':
    case 'upstream-broken':
    case 'empty-answer':
    case 'too-many-turns':
      return true;
    case 'bad-request':
    case 'unknown-model':
    case 'prompt-too-long':
    case 'upstream-credentials':
    case 'upstream-rejected':
    case 'stuck':
    case 'turn-timeout':
    case 'turn-cancelled':
    case 'bug':
      return false;
    default:
      return failure satisfies never;
  }
}

export function turnFailureMessage(failure: TurnFailure): string {
  switch (failure.kind) {
    case 'bad-request':
      return failure.message;
    case 'unknown-model':
      return `Unknown model ${JSON.stringify(failure.model)}. ${known(failure.model, failure.known)}`;
    case 'prompt-too-long':
      return `The prompt takes about ${failure.promptTokens} tokens (${failure.toolTokens} of them for tools). With an answer and a margin for the estimate it needs a context window of ${failure.neededTokens} tokens, but the window of "${failure.model}" has ${failure.contextTokens}. Shorten the conversation, list fewer tools, or give the model a larger window if its server allows that ("models": { ${JSON.stringify(failure.model)}: { "contextTokens": ${failure.neededTokens} } }).`;
    case 'upstream-unreachable':
      return `The backend "${failure.backend}" cannot be reached (${failure.reason}). Check that it is running and that its "baseUrl" is right.`;
    case 'upstream-credentials':
      return tellCredentials(failure);
    case 'upstream-rejected':
      return `The backend "${failure.backend}" refused the request: ${failure.message}${tellToolless(failure)}`;
    case 'upstream-busy':
      return `The backend "${failure.backend}" is busy; try again later. Its message: ${failure.message}`;
    case 'upstream-failed':
      return `The backend "${failure.backend}" failed (status ${failure.status}): ${failure.message}${tellToolless(failure)}`;
    case 'upstream-silent':
      return `The backend "${failure.backend}" sent nothing for ${failure.limitMs} ms: ${silence[failure.stage]}`;
    case 'upstream-broken':
      return `The backend "${failure.backend}" sent an unusable answer: ${failure.reason}. Try again; if it happens again, see the log of that server.`;
    case 'empty-answer':
      return `The model "${failure.model}" answered twice with neither text nor a tool call. Try again, or use another model.`;
    case 'stuck':
      return `The model "${failure.model}" was stopped: ${failure.reason}`;
    case 'turn-timeout':
      return `The turn was stopped because it took longer than ${failure.limitMs} ms. To allow more time, raise "limits.turnMs".`;
    case 'turn-cancelled':
      return `The turn was cancelled: ${failure.reason}`;
    case 'bug':
      return 'The gateway failed to handle this request because of an internal error. See its log for the cause.';
    case 'too-many-turns':
      return `The gateway is busy: ${failure.limit} turns are already running. Try again shortly, or raise "limits.turnsAtOnce".`;
    default:
      return failure satisfies never;
  }
}

/** Names the setting that fixes the failure: with it, tools are shown to the model as text. */
function tellToolless({ toolless }: { readonly toolless?: string }): string {
  if (toolless === undefined) return '';
  return ` (If this model has no native tool calls on this server, set models.${JSON.stringify(toolless)}.nativeTools to false.)`;
}

/** Explains a refused or missing backend key. The client's own key is never the cause: it is not sent to any backend. */
function tellCredentials({
  backend,
  status,
  isKeyless,
}: Extract<TurnFailure, { kind: 'upstream-credentials' }>): string {
  if (isKeyless === true)
    return `The backend "${backend}" requires a key (status ${status}), but none is configured. Set its "apiKey".`;
  if (status === 402)
    return `The backend "${backend}" requires payment (status 402). Add credit to the account of its "apiKey".`;
  return `The backend "${backend}" refused its configured key (status ${status}). Check its "apiKey" in the settings. The key in the client's request is not the cause.`;
}

const silence: Readonly<Record<Stage, string>> = {
  connect: 'it did not accept the connection. To allow more time, raise "limits.connectMs".',
  'first-byte': 'it did not begin its answer. To allow more time, raise "limits.firstByteMs".',
  'between-chunks': 'it stopped in the middle of its answer. To allow more time, raise "limits.silenceMs".',
};

function known(model: string, models: readonly string[]): string {
  const slash = model.indexOf('/');
  if (models.length === 0 && slash > 0)
    return `No backend has the name ${JSON.stringify(model.slice(0, slash))}: see "backends" in the settings.`;
  if (models.length === 0) return 'Name the model as "backend/name".';
  const left = models.length - MOST_NAMES;
  return `Known models: ${models.slice(0, MOST_NAMES).join(', ')}${left > 0 ? `, and ${left} more` : ''}.`;
}

const MOST_NAMES = 40;

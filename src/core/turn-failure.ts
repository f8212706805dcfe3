/** Everything that can go wrong with a turn, beside its tools: the request, the backend, the loop. */
export type TurnFailure =
  /** The request cannot be served as it stands. `param` is the member at fault. */
  | { readonly kind: 'bad-request'; readonly param: string; readonly message: string }
  | { readonly kind: 'unknown-model'; readonly model: string; readonly known: readonly string[] }
  /** What would be sent does not fit the model's window, and nothing more may be left out. */
  | {
      readonly kind: 'prompt-too-long';
      readonly model: string;
      /** An estimate. */
      readonly promptTokens: number;
      /** How many of them the client's own tools and the gateway's take. */
      readonly toolTokens: number;
      readonly contextTokens: number;
    }
  | { readonly kind: 'upstream-unreachable'; readonly backend: string; readonly reason: string }
  /** The gateway's own key was refused: never the client's fault. */
  | {
      readonly kind: 'upstream-credentials';
      readonly backend: string;
      readonly status: number;
      /** None is configured. */
      readonly isKeyless?: true;
    }
  /** The backend understood, and refuses: the request is at fault. */
  | {
      readonly kind: 'upstream-rejected';
      readonly backend: string;
      readonly status: number;
      readonly message: string;
      readonly code?: string;
      readonly param?: string;
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
      /** The model that its server seems to give no native tools, as the settings name it. */
      readonly toolless?: string;
    }
  | { readonly kind: 'upstream-silent'; readonly backend: string; readonly stage: Stage; readonly limitMs: number }
  /** An answer that cannot be understood, or that broke off. */
  | { readonly kind: 'upstream-broken'; readonly backend: string; readonly reason: string }
  | { readonly kind: 'empty-answer'; readonly model: string }
  | { readonly kind: 'stuck'; readonly model: string; readonly reason: string }
  | { readonly kind: 'turn-timeout'; readonly limitMs: number }
  | { readonly kind: 'turn-cancelled'; readonly reason: string }
  | { readonly kind: 'too-many-turns'; readonly limit: number }
  /** The gateway's own fault; the log says more. */
  | { readonly kind: 'bug' };

/** What the backend was silent about: taking the connection, the first byte of its answer, the next one. */
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

export function tellTurn(failure: TurnFailure): string {
  switch (failure.kind) {
    case 'bad-request':
      return failure.message;
    case 'unknown-model':
      return `There is no model ${JSON.stringify(failure.model)}. ${known(failure.model, failure.known)}`;
    case 'prompt-too-long':
      return `The prompt takes about ${failure.promptTokens} tokens (${failure.toolTokens} of them for tools), and the window of ${failure.model} has ${failure.contextTokens}, an answer included. Shorten the conversation, list fewer tools, or give the model a larger window ("models": { ${JSON.stringify(failure.model)}: { "contextTokens": … } }, where its server can).`;
    case 'upstream-unreachable':
      return `The backend "${failure.backend}" cannot be reached (${failure.reason}). Is it running, and is its baseUrl right?`;
    case 'upstream-credentials':
      return tellCredentials(failure);
    case 'upstream-rejected':
      return `The backend "${failure.backend}" refused the request: ${failure.message}${tellToolless(failure)}`;
    case 'upstream-busy':
      return `The backend "${failure.backend}" takes no more requests for now: ${failure.message}`;
    case 'upstream-failed':
      return `The backend "${failure.backend}" failed (status ${failure.status}): ${failure.message}${tellToolless(failure)}`;
    case 'upstream-silent':
      return `The backend "${failure.backend}" ${silence[failure.stage]} within ${failure.limitMs} ms.`;
    case 'upstream-broken':
      return `The answer of the backend "${failure.backend}" cannot be used: ${failure.reason}`;
    case 'empty-answer':
      return `The model ${failure.model} answered twice with neither text nor a tool call.`;
    case 'stuck':
      return `The model ${failure.model} was stopped: ${failure.reason}`;
    case 'turn-timeout':
      return `The turn took longer than ${failure.limitMs} ms and was stopped.`;
    case 'turn-cancelled':
      return `The turn was cancelled: ${failure.reason}`;
    case 'bug':
      return 'The gateway failed to handle this request. Its log says why.';
    case 'too-many-turns':
      return `The gateway is busy: ${failure.limit} turns are running already. Try again shortly.`;
    default:
      return failure satisfies never;
  }
}

/** The one setting that mends it: the model is told of its tools in text then. */
function tellToolless({ toolless }: { readonly toolless?: string }): string {
  if (toolless === undefined) return '';
  return ` (If this model does no native tool calls there, set models.${JSON.stringify(toolless)}.nativeTools to false.)`;
}

/** Never the client's own key: what it sends reaches no backend. */
function tellCredentials({
  backend,
  status,
  isKeyless,
}: Extract<TurnFailure, { kind: 'upstream-credentials' }>): string {
  if (isKeyless === true)
    return `The backend "${backend}" wants a key (status ${status}), and none is configured: "apiKey".`;
  if (status === 402)
    return `The backend "${backend}" wants to be paid (status 402): the account behind its apiKey has no credit.`;
  return `The backend "${backend}" refused the key that is configured for it (status ${status}): look at its apiKey. The key of the request itself is fine.`;
}

const silence: Readonly<Record<Stage, string>> = {
  connect: 'did not take the connection',
  'first-byte': 'did not begin its answer',
  'between-chunks': 'fell silent in the middle of its answer, and said nothing more',
};

function known(model: string, models: readonly string[]): string {
  const slash = model.indexOf('/');
  if (models.length === 0 && slash > 0)
    return `No backend is called ${JSON.stringify(model.slice(0, slash))}: see "backends" in the settings.`;
  if (models.length === 0) return 'Write it as backend/name.';
  const left = models.length - MOST_NAMES;
  return `Known models: ${models.slice(0, MOST_NAMES).join(', ')}${left > 0 ? `, and ${left} more` : ''}.`;
}

const MOST_NAMES = 40;

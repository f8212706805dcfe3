/**
 * Everything that can go wrong with a turn except its tool calls: the request, the backend, the loop. In failures of a
 * backend, `message` is the server's own message without secrets.
 */
export type TurnFailure =
  /** The request is invalid. `param` is the field at fault. `isTooLarge` is set if the field exceeds a limit of bodies. */
  | { readonly kind: 'bad-request'; readonly param: string; readonly message: string; readonly isTooLarge?: true }
  /** `known` are the models to suggest, the nearest first. `reason` says in full sentences why the model is unknown. */
  | {
      readonly kind: 'unknown-model';
      readonly model: string;
      readonly known: readonly string[];
      readonly reason?: string;
    }
  /** The settings of the backend cannot be used, for example because a variable is not set. `message` says why. */
  | { readonly kind: 'backend-unusable'; readonly message: string }
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
  /** The backend refused the gateway's own key or account. This is never the client's fault. */
  | {
      readonly kind: 'upstream-credentials';
      readonly backend: string;
      readonly status: number;
      readonly message: string;
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
      /** Advice for the user, in full sentences. */
      readonly advice?: string;
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
    case 'backend-unusable':
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

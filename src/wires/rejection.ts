/** The reason why a request is rejected, independent of any protocol. Each protocol writes it as its own error body. */
export interface Rejection {
  readonly status: number;
  readonly code: string;
  /** The backend's own message if a backend reported the error. */
  readonly message: string;
  /** Our explanation and advice, if `message` is not ours. */
  readonly hint?: string;
  /** Path of the request field that is at fault. */
  readonly param?: string;
  /** Delay after which a retry may succeed, if it is known. */
  readonly retryAfterMs?: number;
  /** False if the client must not retry. If unset, the status decides. */
  readonly shouldRetry?: false;
}

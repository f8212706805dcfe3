/** The reason why a request is rejected, independent of any protocol. Each protocol writes it as its own error body. */
export interface Rejection {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Path of the request field that is at fault. */
  readonly param?: string;
  /** Delay after which a retry may succeed. Unset if the gateway has already retried, or if a retry cannot help. */
  readonly retryAfterMs?: number;
}

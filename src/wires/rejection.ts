/** Why a request goes no further, in no wire's words. Each wire writes it as its own error body. */
export interface Rejection {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The member of the request that is at fault. */
  readonly param?: string;
  /** Worth another try, so much later. Absent: the gateway has tried already, or trying again cannot help. */
  readonly retryAfterMs?: number;
}

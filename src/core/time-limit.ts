/** The abort reason of a call that has exceeded its own time limit. A caller's `AbortSignal.timeout` has another reason. */
export class TimeLimitError extends DOMException {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`, 'TimeoutError');
  }
}

/**
 * The abort reason of a call that has exceeded its own time limit. A caller's `AbortSignal.timeout` has another reason. Not a
 * DOMException, because `formats/` loads this module in contexts that have only the globals of the language.
 */
export class TimeLimitError extends Error {
  override readonly name = 'TimeoutError';

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
  }
}

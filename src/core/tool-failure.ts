import type { CallFailure } from './call-failure.ts';

/**
 * What a tool of this gateway throws when it knows what went wrong: a Failure but for the tool's name, which the executor
 * knows. Foreign tools throw what they like.
 */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly failure: SaidFailure;

  constructor(failure: SaidFailure, options?: ErrorOptions) {
    super('reason' in failure ? failure.reason : failure.message, options);
    this.failure = failure;
  }
}

export type SaidFailure =
  | Omit<Extract<CallFailure, { kind: 'unavailable' }>, 'tool'>
  | Omit<Extract<CallFailure, { kind: 'overloaded' }>, 'tool'>
  | Omit<Extract<CallFailure, { kind: 'reported' }>, 'tool'>;
